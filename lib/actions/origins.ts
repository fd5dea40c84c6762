import type { EndpointInterface } from '../types/EndpointInterface';
import type { RequestedBy } from './fetch';

/** What brought a value into the store. */
export interface Origin {
  /** The number under which its request left, or under which data from elsewhere landed. */
  readonly number: number;
  /**
   * | by | what |
   * |---|---|
   * | `component` | a hook, which fetched what was missing or stale |
   * | `code` | a `fetch` of the app |
   * | `poll`, `doubt` | a poll, or the refetch of what mutations left in doubt |
   * | `set`, `stream` | no request: data that the app, or a manager, put into the store |
   * | `hydrate` | no request: a saved or server-rendered state |
   * | `undefined` | a request in a log that does not say what began it |
   */
  readonly by: RequestedBy | 'set' | 'stream' | 'hydrate' | undefined;
  /** Name of the endpoint, or of the schema of data that no request brought. */
  readonly name: string;
  /** Key of the request; `undefined` without one. */
  readonly key: string | undefined;
  readonly requestId: string | undefined;
  readonly args: readonly unknown[];
  /** When the request left, in milliseconds since the Unix epoch. */
  readonly fetchedAt: number;
  /** When the response arrived, in milliseconds since the Unix epoch. */
  readonly date: number;
}

/** What brought one row first, and what has changed its fields since. */
export interface RowOrigins {
  readonly base: Origin | undefined;
  readonly fields?: Readonly<Record<string, Origin>>;
}

/** The request whose response a cell holds. */
export interface NotedRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}

/** By row. Noted only in development, and collected with the row. */
export const rowOrigins = new WeakMap<object, RowOrigins>();

/** By cell of `endpoints`. Noted only in development, and collected with the cell. */
export const notedRequests = new WeakMap<object, NotedRequest>();

/** What brought the value of one field, if that is known. */
export function originOf(row: object | undefined, field: string): Origin | undefined {
  const known = row && rowOrigins.get(row);
  return known?.fields !== undefined && Object.hasOwn(known.fields, field)
    ? known.fields[field]
    : known?.base;
}
