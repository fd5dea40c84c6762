/** What a request resolves to if the server reports no change. */
export const NOT_MODIFIED = Symbol('not modified');
