/** Does nothing, and returns nothing. */
export function nothing(): undefined {}
