import type { actionTypes } from './actionTypes';
import { flatCreator } from './flatCreator';
import { type Cause, hide } from './hiddenFields';

/** Where an invalidation, or an expiry, stands in the order of events. */
export interface InvalidateMeta {
  /**
   * Its number: responses to requests that left before do not make the data valid or fresh again. The middleware adds
   * it if it is missing.
   */
  readonly landed?: number;
  /** In development: what made a manager do it. */
  readonly cause?: Cause;
}

/** One response that must not be shown any more. */
export type InvalidateAction = {
  readonly type: typeof actionTypes.INVALIDATE;
  readonly key: string;
  readonly meta: InvalidateMeta;
};

/** Whether the request with a key is meant. */
export type TestKey = (key: string) => boolean;

/** Responses that must not be shown any more. */
export type InvalidateAllAction = {
  readonly type: typeof actionTypes.INVALIDATEALL;
  readonly meta: InvalidateMeta;
  /** Not enumerable; `keys` holds what it matched. */
  readonly testKey: TestKey;
  readonly keys: readonly string[];
};

/** Responses that may be shown, but have to be refetched. */
export type ExpireAllAction = {
  readonly type: typeof actionTypes.EXPIREALL;
  readonly meta: InvalidateMeta;
  /** Not enumerable; `keys` holds what it matched. */
  readonly testKey: TestKey;
  readonly keys: readonly string[];
};

/** Invalidates one response: readers suspend and refetch. */
export const invalidate = flatCreator<InvalidateAction, [key: string]>('rdc/invalidate', key => ({
  key,
  meta: {},
}));

/**
 * Invalidates responses: readers suspend and refetch.
 *
 * @param keys the stored keys that `testKey` matches; the reducer reads only these
 */
export const invalidateAll = flatCreator<InvalidateAllAction, [testKey: TestKey, keys: readonly string[]]>(
  'rdc/invalidateall',
  ofMatching,
);

/**
 * Makes responses stale: readers keep the data and refetch when they next mount.
 *
 * @param keys the stored keys that `testKey` matches; the reducer reads only these
 */
export const expireAll = flatCreator<ExpireAllAction, [testKey: TestKey, keys: readonly string[]]>(
  'rdc/expireall',
  ofMatching,
);

function ofMatching(testKey: TestKey, keys: readonly string[]) {
  return hide({ keys, meta: {} }, 'testKey', testKey) as Omit<InvalidateAllAction, 'type'>;
}
