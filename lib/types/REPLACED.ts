/** The effect of a response for a list that ends otherwise than the list did: a page that left before it does not follow. */
export const REPLACED = 'replaced';
