/** What a request resolves to that the server says to be as it is stored. */
export const NOT_MODIFIED = Symbol('not modified');
