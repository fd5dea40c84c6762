import type { EndpointInterface } from '../types/EndpointInterface';
import type { RequestedBy } from './fetch';

/** What brought a value into the store. */
export interface Origin {
  /** The number under which its request left, or under which data from elsewhere landed. */
  readonly number: number;
  /**
   * | by | who |
   * |---|---|
   * | `component` | a hook, which fetched what was missing or stale |
   * | `code` | a `fetch` of the app |
   * | `poll`, `doubt` | a poll, or the refetch of what mutations had left in doubt |
   * | `set`, `stream` | no request: data that the app, or a manager, put into the store |
   * | `hydrate` | no request: a saved or server-rendered state |
   * | `undefined` | a request of a log that does not say who began it |
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

/** Where one row is from: what brought it first, and what has changed which of its fields since. */
export interface RowOrigins {
  readonly base: Origin | undefined;
  readonly fields?: Readonly<Record<string, Origin>>;
}

/** The request whose response a cell holds. */
export interface NotedRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
}

/** By row. Noted in development alone, and gone with the row. */
export const rowOrigins = new WeakMap<object, RowOrigins>();

/** By cell of `endpoints`. Noted in development alone, and gone with the cell. */
export const notedRequests = new WeakMap<object, NotedRequest>();

/** What brought the value of one field, as far as it is known. */
export function originOf(row: object | undefined, field: string): Origin | undefined {
  const known = row && rowOrigins.get(row);
  return known?.fields !== undefined && Object.hasOwn(known.fields, field)
    ? known.fields[field]
    : known?.base;
}
