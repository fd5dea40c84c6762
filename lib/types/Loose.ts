/**
 * What a user's own function receives where TypeScript cannot follow.
 *
 * The only open type: with `unknown`, users would have to assert what their own
 * definitions already say.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;
