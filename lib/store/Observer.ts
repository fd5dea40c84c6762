import type { Memo } from '../denormalize/Memo';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';

/** What one observer of the store depends on. */
export interface Observed {
  /** Key of the request whose response it reads; `undefined` for queries. */
  readonly key: string | undefined;
  /** The request itself, to send it again; `undefined` for observers that never fetch. */
  readonly request?: ReadRequest | undefined;
  /** Whether it shows the error of the latest request, also beside older data. */
  readonly showsError?: boolean | undefined;
  /** The query that it reads; `undefined` for readers of a response. */
  readonly query?: ReadQuery | undefined;
  /** What its value was last made from. */
  memo(): Memo | undefined;
  /** Called when observation starts, and again after a pause. */
  resume?(notify: () => void): void;
  /** Called when observation stops. */
  pause?(): void;
}

/** One observer of the store: what it depends on, and how it is notified. */
export interface Observer {
  readonly observed: Observed;
  /** Called whenever something that it depends on may have changed. */
  notify: () => void;
  /** What its component shows, without reading again: a new object or value after each render for it. */
  readonly shown?: () => unknown;
  /** Set in development while a developer tool watches: called when it has unmounted. */
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
  /** A readable name of the reader. */
  readonly name?: string | undefined;
}
