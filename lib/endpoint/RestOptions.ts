import type { Loose } from '../types/Loose';
import type { HttpOptions } from './HttpOptions';

/** Options of a REST endpoint; a subclass can also override each as a member. */
export interface RestOptions extends HttpOptions {
  /** The path pattern, in path-to-regexp 8 syntax; may contain a query. */
  readonly path: string;
  /** Prepended to the path unchanged. @default '' */
  readonly urlPrefix?: string | undefined;
  /** HTTP method. @default `POST` with a `body`, otherwise `GET` */
  readonly method?: string | undefined;
  /**
   * The query parameters: a Standard Schema (Zod, Valibot, ...) that checks them before the request is sent, or a
   * sample that only declares their type. They are optional if the type includes `undefined`.
   */
  readonly searchParams?: unknown;
  /**
   * The body: a Standard Schema that checks it and whose output is sent, or a sample that only declares its type.
   * `undefined` if a method that usually has a body sends none.
   */
  readonly body?: unknown;
  /** Name of the query parameter that selects a page; adds `getPage`. */
  readonly paginationField?: string | undefined;
  /** Path of one element, for `move`. @default `path` */
  readonly movePath?: string | undefined;
  /** The parameter that identifies the record, if the path addresses one. @internal */
  readonly recordParam?: string | undefined;
  /** Makes `push`, `unshift` and `move` optimistic. */
  readonly optimistic?: boolean | undefined;
  /** The full URL of a request. */
  readonly url?: (...args: Loose) => string;
  /** How query parameters are serialized; a method, so that a function may declare the type of `searchParams`. */
  searchToString?(params: Readonly<Record<string, unknown>>): string;
}
