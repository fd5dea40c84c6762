import type { Loose } from '../types/Loose';
import type { HttpOptions } from './HttpOptions';

/** Options of a REST endpoint; each can also be overridden as a member of a subclass. */
export interface RestOptions extends HttpOptions {
  /** Pattern of the path, as path-to-regexp 8 reads it; may hold a query of its own. */
  readonly path: string;
  /** Put before the path as it is. @default '' */
  readonly urlPrefix?: string | undefined;
  /** HTTP method. @default `POST` with a `body`, otherwise `GET` */
  readonly method?: string | undefined;
  /**
   * The query parameters: a Standard Schema (Zod, Valibot, ...) that checks them before anything is
   * sent, or a sample that only says their type. With `undefined` in it they can be left out.
   */
  readonly searchParams?: unknown;
  /**
   * What is sent: a Standard Schema that checks it first and whose output is sent, or a sample that
   * only says its type. `undefined` for a method that usually sends something and here does not.
   */
  readonly body?: unknown;
  /** Name of the query parameter that numbers pages; `getPage` exists with it. */
  readonly paginationField?: string | undefined;
  /** Path of one element, for `move`. @default `path` */
  readonly movePath?: string | undefined;
  /** Lets what `push`, `unshift` and `move` do show at once. */
  readonly optimistic?: boolean | undefined;
  /** The full address of a request. */
  readonly url?: (...args: Loose) => string;
  /** How query parameters are written. */
  readonly searchToString?: (params: Readonly<Record<string, unknown>>) => string;
}
