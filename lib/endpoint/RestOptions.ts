import type { Loose } from '../types/Loose';
import type { HttpOptions } from './HttpOptions';

/** Options of a REST endpoint; each can also be overridden as a member of a subclass. */
export interface RestOptions extends HttpOptions {
  /** Pattern of the path, in path-to-regexp 8 syntax; may contain a query. */
  readonly path: string;
  /** Prepended to the path unchanged. @default '' */
  readonly urlPrefix?: string | undefined;
  /** HTTP method. @default `POST` with a `body`, otherwise `GET` */
  readonly method?: string | undefined;
  /**
   * The query parameters: a Standard Schema (Zod, Valibot, ...) that checks them before anything is
   * sent, or a sample that only declares their type. With `undefined` in it they are optional.
   */
  readonly searchParams?: unknown;
  /**
   * What is sent: a Standard Schema that checks it and whose output is sent, or a sample that only declares
   * its type. `undefined` for a method that usually has a body and here has none.
   */
  readonly body?: unknown;
  /** Name of the query parameter that numbers pages; `getPage` exists with it. */
  readonly paginationField?: string | undefined;
  /** Path of one element, for `move`. @default `path` */
  readonly movePath?: string | undefined;
  /** The parameter that names the record, where the path is the address of one. @internal */
  readonly recordParam?: string | undefined;
  /** Makes `push`, `unshift` and `move` optimistic. */
  readonly optimistic?: boolean | undefined;
  /** The full URL of a request. */
  readonly url?: (...args: Loose) => string;
  /** How query parameters are serialized. */
  readonly searchToString?: (params: Readonly<Record<string, unknown>>) => string;
}
