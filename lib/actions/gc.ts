import { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import { actionTypes } from './actionTypes';
import { flatCreator } from './flatCreator';

/** What nobody needs any more. */
export type Garbage = {
  /** Primary keys of records by kind, deleted ones among them that need not be remembered any more. */
  readonly entities: Readonly<Record<string, readonly string[]>>;
  /** Keys of requests whose responses go. */
  readonly requests: readonly string[];
};

/** Data that nobody needs any more leaves the store. */
export type GcAction = Garbage & {
  readonly type: typeof actionTypes.GC;
  /** What is not read changes nothing on the screen: subscribers may hear of it a little later. */
  readonly meta: { readonly [SHOULD_AUTOBATCH]: true };
};

/** Takes exactly the records and responses that are named out of the store. */
export const gc = flatCreator<GcAction, [garbage: Garbage]>(actionTypes.GC, ({ entities, requests }) => ({
  entities,
  requests,
  meta: { [SHOULD_AUTOBATCH]: true },
}));
