import type { Memo } from '../denormalize/Memo';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';

/** What one observer of the store depends on. */
export interface Observed {
  /** Key of the request whose response it reads; `undefined` for queries. */
  readonly key: string | undefined;
  /** That request itself, so that it can be sent again; `undefined` for what never fetches. */
  readonly request?: ReadRequest | undefined;
  /** Whether it shows why the latest request failed, also beside older data. */
  readonly showsError?: boolean | undefined;
  /** What a query searches for; `undefined` for what reads a response. */
  readonly query?: ReadQuery | undefined;
  /** What its value was made from, as it was last read. */
  memo(): Memo | undefined;
  /** Called when it begins to be observed, and again after a pause. */
  resume?(notify: () => void): void;
  /** Called when it is no longer observed. */
  pause?(): void;
}

/** One observer of the store: what it depends on, and how it is notified. */
export interface Observer {
  readonly observed: Observed;
  /** Called whenever something that it depends on may have changed. */
  notify: () => void;
  /** What its component shows, without looking again: another object or value whenever it has rendered for it. */
  readonly shown?: () => unknown;
  /** Set in development while a tool of developers watches: called when it has left. */
  left?: (() => void) | undefined;
}

/** The data of a schema, found by arguments. */
export interface ReadQuery {
  readonly schema: Schema;
  readonly args: readonly unknown[];
}

/** The request that an observer would send. */
export interface ReadRequest {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  /** What a person calls the reader. */
  readonly name?: string | undefined;
}
