/** The effect of a changed record on lists that look after their own members. */
export const BELONGS = 'belongs';
