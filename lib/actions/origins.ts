import type { EndpointInterface } from '../types/EndpointInterface';

/** What brought a value into the store. */
export interface Origin {
  /** The number under which its request left, or under which data from elsewhere landed. */
  readonly number: number;
  /**
   * | by | who |
   * |---|---|
   * | `component` | a hook, which fetched what was missing or stale |
   * | `code` | a `fetch` of the app |
   * | `set`, `stream` | no request: data that the app, or a manager, put into the store |
   * | `hydrate` | no request: a saved or server-rendered state |
   * | `undefined` | a request of a log that does not say who began it |
   */
  readonly by: 'component' | 'code' | 'set' | 'stream' | 'hydrate' | undefined;
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

/** Requests that began for components that read their responses. Noted in development. */
const forComponents = new WeakSet<object>();

/** Notes that a request began for a component. */
export function noteForComponent(action: object): void {
  forComponents.add(action);
}

/** An action as a log holds it: the start of a request says there who began it, which nothing enumerable tells otherwise. */
export function asLogged<Action extends { readonly type: string }>(action: Action): Action {
  const { unattended } = (action as { readonly meta?: { readonly unattended?: boolean } }).meta ?? {};
  // Of a log it says so already, or nothing tells.
  if (unattended === undefined) return action;
  const by = forComponents.has(action) || unattended ? 'component' : 'code';
  return { ...action, meta: { ...(action as { readonly meta?: object }).meta, by } };
}

const suspended = new Set<string>();

/** Sends, in development, a request for a component that suspends, so that its response is known to be for that. */
export function sentForComponent<Result>(key: string, send: () => Result): Result {
  suspended.add(key);
  try {
    return send();
  } finally {
    suspended.delete(key);
  }
}

/** Whether a request that begins at this moment is for a component that suspends. */
export function isForComponent(key: string): boolean {
  return suspended.has(key);
}
