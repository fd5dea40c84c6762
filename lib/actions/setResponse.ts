import type { SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
import { AbortError } from '../errors/AbortError';
import { NO_RESPONSE_STATUS } from '../errors/NO_RESPONSE_STATUS';
import { isError } from '../plain/isError';
import type { PlainError } from '../plain/PlainError';
import { reportError } from '../plain/reportError';
import { toPlain } from '../plain/toPlain';
import { toPlainError } from '../plain/toPlainError';
import { withoutUndefined } from '../plain/withoutUndefined';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Freshness } from '../types/Freshness';
import type { ResponseError } from '../types/ResponseError';
import type { Doubts, OptimisticUpdate } from '../types/State';
import type { actionTypes } from './actionTypes';
import { BATCHED } from './BATCHED';
import { type EndpointDefaults, expiresAt } from './expiry';
import { flatCreator } from './flatCreator';
import { carry, hide, ofRequest } from './hiddenFields';

/** Time stamps of a response, and what the endpoint decided about it. */
export interface SetResponseMeta extends Freshness {
  /** The request of this response; left out for data that nothing requested. */
  readonly requestId?: string;
  /** The number under which a mutation that was retried first left. */
  readonly since?: number;
  /** The doubts that this ends. */
  readonly doubts?: Doubts;
  /** What is kept of the response's head, as plain data. */
  readonly head?: unknown;
  /** Set if the server said that the stored data is unchanged: it is as fresh as a new response. */
  readonly isUnchanged?: true;
  /** Set if the response to a mutation was empty: its optimistic response takes its place. */
  readonly isEmpty?: true;
  /** Whether older data may still be shown. Only with an error. */
  readonly errorPolicy?: 'soft' | 'hard';
  /** Whether stale data must not be shown, if the endpoint does not say. Only with data. */
  readonly invalidIfStale?: true;
  /** Lets the store notify subscribers a little later, together with the next action. */
  readonly [SHOULD_AUTOBATCH]?: true;
}

/** A response, or the error in its place. */
export type SetResponseAction = {
  readonly type: typeof actionTypes.SET_RESPONSE;
  /** Not enumerable; `endpointName` finds it again after a JSON round trip. */
  readonly endpoint: EndpointInterface;
  readonly endpointName: string;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly meta: SetResponseMeta;
  /** What the endpoint resolved to, or an `Error`, which is not enumerable. */
  readonly response: unknown;
  /** The plain form of a response that is not plain data itself. */
  readonly plainResponse?: unknown;
  /**
   * Not enumerable: the response that the creator found or made plain. A log has been through JSON, so it is checked
   * again.
   */
  readonly knownPlain?: unknown;
  /** True when `response` is an `Error`. */
  readonly error: boolean;
};

/** A response with data. */
export type FulfilledAction<Response = unknown, Args = readonly unknown[]> = SetResponseAction & {
  readonly args: Args;
  readonly error: false;
  readonly response: Response;
};

/** The error in place of a response. Reducers read `plainResponse`, which a log keeps. */
export type RejectedAction<Args = readonly unknown[]> = SetResponseAction & {
  readonly args: Args;
  readonly error: true;
  readonly response: ResponseError;
  readonly plainResponse: PlainError;
};

/** Metadata of a response; all parts but `args` have defaults. */
export interface SetResponseOptions extends EndpointDefaults {
  readonly args: readonly unknown[];
  readonly response: unknown;
  /** The request's key, if it is known already. */
  readonly key?: string | undefined;
  readonly fetchedAt?: number;
  readonly date?: number;
  /**
   * The numbers under which the request left, first left, and the response landed; the middleware adds missing ones.
   */
  readonly left?: number | undefined;
  readonly since?: number | undefined;
  readonly landed?: number | undefined;
  readonly requestId?: string | undefined;
  readonly doubts?: Doubts | undefined;
  readonly head?: unknown;
  readonly isUnchanged?: boolean;
  readonly isEmpty?: true | undefined;
  /** Whether subscribers may be notified a little later, together with the next action. @default false */
  readonly isBatched?: boolean;
}

/** Stores a response, or an `Error`. */
export const setResponse = flatCreator<
  SetResponseAction,
  [endpoint: EndpointInterface, options: SetResponseOptions]
>(
  'rdc/setresponse',
  (
    endpoint,
    {
      args,
      response,
      key = endpoint.key(...args),
      date = Date.now(),
      fetchedAt = date,
      left,
      since,
      landed,
      requestId,
      doubts,
      head,
      isUnchanged = false,
      isEmpty,
      isBatched = false,
      ...defaults
    },
  ) => {
    const error = isError(response);
    const meta: SetResponseMeta = withoutUndefined({
      fetchedAt,
      date,
      left,
      since: since === left ? undefined : since,
      landed,
      doubts,
      head: head === undefined ? undefined : toPlain(head),
      isUnchanged: isUnchanged || undefined,
      isEmpty,
      expiresAt: expiresAt(date, error, endpoint, defaults),
      requestId,
      ...(isBatched && BATCHED),
      errorPolicy: error ? policyFor(endpoint, response as ResponseError, defaults) : undefined,
      invalidIfStale: (!error && isStrict(endpoint, defaults)) || undefined,
    });
    const fields = ofRequest(endpoint, args, { key, meta });
    if (error) hide(Object.assign(fields, { plainResponse: toPlainError(response) }), 'response', response);
    else {
      carry(fields, 'response', 'plainResponse', response ?? null);
      hide(fields, 'knownPlain', plainResponseOf(fields as unknown as SetResponseAction));
    }
    return Object.assign(fields, { error }) as unknown as SetResponseAction;
  },
);

/** The response as plain data: for errors name, message, status, code and data. */
export function plainResponseOf(action: SetResponseAction): unknown {
  return 'plainResponse' in action ? action.plainResponse : action.response;
}

/** Whether that is known to be plain: the creator checked it, and it has not been replaced since. */
export function isKnownPlain(action: SetResponseAction): boolean {
  return 'knownPlain' in action && action.knownPlain === plainResponseOf(action);
}

/** A request's error as plain data. */
export function plainErrorOf(action: SetResponseAction): PlainError {
  return plainResponseOf(action) as PlainError;
}

/** The endpoint's own option is read with its data. */
function isStrict(endpoint: EndpointInterface, { invalidIfStale }: EndpointDefaults): boolean {
  return endpoint.invalidIfStale === undefined && !!invalidIfStale;
}

function policyFor(
  endpoint: EndpointInterface,
  error: ResponseError,
  defaults: EndpointDefaults,
): 'soft' | 'hard' {
  try {
    const policy = endpoint.errorPolicy ?? defaults.errorPolicy;
    // Anything but `soft` is `hard`: `undefined` and any other value.
    if (policy !== undefined) return policy.call(endpoint, error) === 'soft' ? 'soft' : 'hard';
  } catch (thrown) {
    // The request's own error must not get lost, so the policy's goes to the console.
    reportError(thrown);
    return 'hard';
  }
  const { status } = error;
  return typeof status === 'number' && status < NO_RESPONSE_STATUS ? 'hard' : 'soft';
}

/** A request's entry in the state; arguments that JSON cannot hold are replaced by their plain form. */
export interface RequestEntry extends Pick<OptimisticUpdate, 'key' | 'endpointName'> {
  readonly args?: readonly unknown[];
  readonly plainArgs?: readonly unknown[];
}

/**
 * Ends a request of which only its entry in the state is left; if it was a mutation, the server may have executed it.
 */
export function plainAbort(
  { key, endpointName, args, plainArgs = [] }: RequestEntry,
  requestId: string,
  landed: number,
): SetResponseAction {
  const reason = process.env.NODE_ENV !== 'production' && 'it was started by another store';
  const response = new AbortError(key, reason);
  const endpoint = { name: endpointName, errorExpiryLength: 0, key: () => key } as EndpointInterface;
  const action = setResponse(endpoint, {
    args: args ?? plainArgs,
    response,
    requestId,
    left: landed,
    landed,
  });
  // Found by its name if needed.
  return hide(action, 'endpoint', undefined);
}
