/**
 * What a user's own function receives where TypeScript cannot follow from here.
 *
 * The one place where a type is left open: `unknown` would ask users to assert
 * what their own definitions say already.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;
