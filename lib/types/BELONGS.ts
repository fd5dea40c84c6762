/** The effect of a changed record on lists with `belongs`. */
export const BELONGS = 'belongs';
