import type { HttpOptions } from './HttpOptions';

/** Options of a GraphQL endpoint; each can also be overridden as a member of a subclass. */
export interface GQLOptions extends HttpOptions {
  /** The text of the operation, or a function that makes it of the variables; `query` and `mutation` set it. */
  readonly operation?: GQLOperation;
}

/** An operation as text, or as a function that makes the text of the variables. */
export type GQLOperation = string | ((...args: never[]) => string);
