/** The effect of a changed record on lists with `belongs`. */
export const BELONGS = 'belongs';
/** The effect of a response for a list that ends otherwise than the list did: a page that left before it does not follow. */
export const REPLACED = 'replaced';
/** The effect of a mutation whose response is a whole list: `responses` are that list, and the one that was stored before. */
export const WROTE = 'wrote';
