import type { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import { deferred } from '../plain/deferred';
import { noop } from '../plain/noop';
import { nanoid } from '../plain/toolkit';
import { withoutUndefined } from '../plain/withoutUndefined';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Doubts, ShownResponse, Writes } from '../types/State';
import type { actionTypes } from './actionTypes';
import { BATCHED } from './BATCHED';
import { flatCreator } from './flatCreator';
import { type Cause, hide, ofRequest } from './hiddenFields';
import type { Outcome } from './outcomes';

/**
 * What began a request.
 *
 * | by | what |
 * |---|---|
 * | `component` | components that read its response, which was missing or stale |
 * | `code` | a `fetch` of the app |
 * | `poll` | `pollFrequency` |
 * | `doubt` | mutations that overlapped or failed, so that the server's data was not known |
 */
export type RequestedBy = 'component' | 'code' | 'poll' | 'doubt';

/** Metadata of a request. */
export type FetchMeta = {
  /** When the request began, in milliseconds since the Unix epoch. */
  readonly fetchedAt: number;
  /** The number under which it began; the middleware adds it if it is missing. */
  readonly began?: number;
  /** Identifies this request. */
  readonly requestId: string;
  /** The fields that a mutation shows as changed at once, by record. */
  readonly writes?: Writes;
  /** The doubts that the response, or its failure, ends. */
  readonly doubts?: Doubts;
  /** What began the request; missing in logs of earlier versions. */
  readonly by?: RequestedBy;
  /** In development: what made a manager send it. */
  readonly cause?: Cause;
  /** Resolves the promise with the response. Not enumerable. */
  readonly resolve: (response: unknown, outcome?: Outcome) => void;
  /** Rejects the promise with the error. Not enumerable. */
  readonly reject: (error: unknown) => void;
  /** Settles with the request. Not enumerable. */
  readonly promise: Promise<unknown>;
  /** Aborts the request. Not enumerable. */
  readonly signal: AbortSignal | undefined;
  /** What the request waits for before it leaves. Not enumerable. */
  readonly after: Promise<unknown> | undefined;
  /** A number before which a first attempt may have left: 0 if another store sent it. Not enumerable. */
  readonly since: number | undefined;
  /** Whether nothing waits for the promise: the request is for components that read its response. Not enumerable. */
  readonly unattended: boolean;
  /** What the endpoint's `getOptimisticResponse` returned, and what it was computed from. Not enumerable. */
  readonly shown: ShownResponse | undefined;
  /** Lets the store notify subscribers a little later: a starting read changes nothing on screen. */
  readonly [SHOULD_AUTOBATCH]?: true;
};

/** The start of a request. */
export type FetchAction = {
  readonly type: typeof actionTypes.FETCH;
  /** Not enumerable; `endpointName` finds it again after a JSON round trip. */
  readonly endpoint: EndpointInterface;
  readonly endpointName: string;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly meta: FetchMeta;
};

/** The start of a request with these arguments. */
export type PendingAction<Args> = FetchAction & { readonly args: Args };

/** Options of a request; all parts have defaults. */
export interface FetchOptions {
  readonly args: readonly unknown[];
  /** The request's key, if it is known already. */
  readonly key?: string | undefined;
  readonly fetchedAt?: number;
  readonly began?: number | undefined;
  readonly requestId?: string;
  readonly writes?: Writes | undefined;
  readonly doubts?: Doubts | undefined;
  readonly shown?: ShownResponse | undefined;
  readonly after?: Promise<unknown> | undefined;
  readonly since?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * True when no code waits for the promise, so that the request may be aborted with its last reader.
   * @default false
   */
  readonly unattended?: boolean;
  /** What began it. @default by `unattended` */
  readonly by?: RequestedBy | undefined;
  readonly resolve?: (response: unknown, outcome?: Outcome) => void;
  readonly reject?: (error: unknown) => void;
  readonly promise?: Promise<unknown>;
}

/** Starts a request. */
export const fetch = flatCreator<FetchAction, [endpoint: EndpointInterface, options: FetchOptions]>(
  'rdc/fetch',
  (
    endpoint,
    {
      args,
      key = endpoint.key(...args),
      fetchedAt = Date.now(),
      began,
      requestId = nanoid(),
      writes,
      doubts,
      signal,
      after,
      since,
      unattended = false,
      by = unattended ? 'component' : 'code',
      shown,
      ...settle
    },
  ) => {
    const batching = endpoint.sideEffect ? {} : BATCHED;
    const meta = withoutUndefined({ fetchedAt, began, requestId, by, writes, doubts, ...batching });
    const live = { ...outcome(settle), signal, after, since, unattended, shown };
    for (const [name, value] of Object.entries(live)) hide(meta, name, value);
    return ofRequest(endpoint, args, { key, meta }) as unknown as FetchAction;
  },
);

/** Settles the caller's promise first, then that of the action. */
function outcome(given: Pick<FetchOptions, 'resolve' | 'reject' | 'promise'>) {
  const { resolve, reject, promise } = deferred<unknown>();
  // The error is in the store, so it need not be handled here.
  promise.catch(noop);
  return {
    resolve(response: unknown, outcome?: Outcome) {
      given.resolve?.(response, outcome);
      resolve(response);
    },
    reject(error: unknown) {
      given.reject?.(error);
      reject(error);
    },
    promise: given.promise ?? promise,
  };
}
