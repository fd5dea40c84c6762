import type { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import type { actionTypes } from './actionTypes';
import { BATCHED } from './BATCHED';
import { flatCreator } from './flatCreator';

/** What is no longer needed. */
export type Garbage = {
  /** Primary keys of records by kind, with deleted ones whose tombstone is no longer needed. */
  readonly entities: Readonly<Record<string, readonly string[]>>;
  /** Keys of requests whose responses are dropped. */
  readonly requests: readonly string[];
};

/** Removes data that is no longer needed from the store. */
export type GcAction = Garbage & {
  readonly type: typeof actionTypes.GC;
  /** Unread data changes nothing on the screen: subscribers may be notified a little later. */
  readonly meta: { readonly [SHOULD_AUTOBATCH]: true };
};

/** Removes exactly the named records and responses from the store. */
export const gc = flatCreator<GcAction, [garbage: Garbage]>('rdc/gc', ({ entities, requests }) => ({
  entities,
  requests,
  meta: BATCHED,
}));
