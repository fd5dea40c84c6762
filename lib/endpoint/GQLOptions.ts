import type { HttpOptions } from './HttpOptions';

/** Options of a GraphQL endpoint; a subclass can also override each as a member. */
export interface GQLOptions extends HttpOptions {
  /** The text of the operation, or a function that makes it from the variables; `query` and `mutation` set it. */
  readonly operation?: GQLOperation;
}

/** An operation as text, or as a function that makes the text from the variables. */
export type GQLOperation = string | ((...args: never[]) => string);
