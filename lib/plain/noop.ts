/** Does nothing, and returns nothing. */
export function noop(): undefined {}
