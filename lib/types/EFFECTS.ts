/** The effect of a changed record on lists with `belongs`. */
export const BELONGS = 'belongs';
/** The effect of a response that starts or ends a list differently than before: a page requested earlier does not join it there. */
export const REPLACED = 'replaced';
/** The effect of a mutation whose response is a whole list: `responses` are that list and the one stored before. */
export const WROTE = 'wrote';
