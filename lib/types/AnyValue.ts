/**
 * Any value. `unknown` would swallow a function that stands beside it in a union, and with it the types of the
 * function's parameters.
 */
export type AnyValue = object | string | number | boolean | null | undefined;
