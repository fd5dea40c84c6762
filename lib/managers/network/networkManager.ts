import { DEFAULTED_OPTIONS, defaultsOf, type EndpointDefaults } from '../../actions/expiry';
import { type FetchAction, fetch } from '../../actions/fetch';
import { type Outcome, takeOutcome } from '../../actions/outcomes';
import { reset } from '../../actions/reset';
import { type SetResponseAction, setResponse } from '../../actions/setResponse';
import { anySignal } from '../../endpoint/anySignal';
import { reportSchemaFailure } from '../../endpoint/checkResponse';
import { assertStorable } from '../../errors/assertStorable';
import { checkDurations, checkKnown, checkRetry, checkReturned, checkWord } from '../../errors/checkValues';
import { classOf } from '../../plain/classOf';
import { isError, toError } from '../../plain/isError';
import { isObject } from '../../plain/isObject';
import { reportError } from '../../plain/reportError';
import { toLiveError } from '../../plain/toPlainError';
import { handleFinder, type SendRequest, type StoreHandle } from '../../store/StoreHandle';
import { noteSender } from '../../store/senders';
import { getValue } from '../../tables/getCell';
import type { Concurrency, EndpointInterface, RequestOptions } from '../../types/EndpointInterface';
import { NOT_MODIFIED } from '../../types/NOT_MODIFIED';
import type { RetryOptions } from '../../types/RetryOptions';
import { type Manager, withCleanup } from '../Manager';
import { retryOptions, withRetry } from '../retry';
import { isLive } from '../subscriptions';
import { doubtRefetcher } from './doubtRefetcher';
import { emptyResponse } from './emptyResponse';
import type { PendingRequest } from './PendingRequest';
import { isUnattended, pendingRequests, renewRequests } from './pendingRequests';
import { requestError } from './requestError';
import { sendingOrder } from './sendingOrder';

/** How requests are sent; all options are optional. */
export interface NetworkManagerOptions extends EndpointDefaults {
  /**
   * How often to retry a read that failed, or all retry options. An endpoint's own option takes precedence.
   *
   * @default 0
   */
  readonly retry?: number | RetryOptions;
  /**
   * Aborts a read once nothing waits for its promise, reads its response on screen, or subscribes to it. The request
   * of a component that suspended before it ever appeared continues. An endpoint's own option takes precedence.
   *
   * @default false
   */
  readonly abortWhenUnused?: boolean;
  /** How mutations of the same record are ordered. An endpoint's own option takes precedence. @default 'parallel' */
  readonly concurrency?: Concurrency;
  /**
   * Gets the response to a request instead of the endpoint: from a worker, a file, a test.
   *
   * @default the endpoint's own `request`
   */
  readonly request?: SendRequest;
}

/**
 * Sends the requests that `rdc/fetch` begins, and dispatches their responses.
 *
 * Reads with the same key share one request. Requests with side effects are always sent. A request is aborted when
 * everything that waits for it has aborted, and when the store is reset. What is on screen and in doubt because
 * mutations overlapped is refetched once.
 *
 * @example
 * ```ts
 * import { createDataClient, networkManager, subscriptionManager } from 'rdc-toolkit';
 *
 * const dataClient = createDataClient({
 *   managers: [networkManager({ retry: 3, abortWhenUnused: true }), subscriptionManager()],
 * });
 * ```
 */
export function networkManager(options: NetworkManagerOptions = {}): Manager {
  if (process.env.NODE_ENV !== 'production') checkNetwork(options);
  return api => {
    if (process.env.NODE_ENV !== 'production') noteSender(api.dispatch);
    const handle = handleFinder(api.dispatch);
    let network: Network | undefined;
    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      const store = handle();
      if (store === undefined) return next(action);
      network ??= networkOf(store, next, options);
      return network.handle(action);
    };
    return withCleanup(stage, () => network?.cleanup());
  };
}

/** The option names of a network manager. A function, so that only code that checks options bundles them. */
export function networkOptions(): readonly (keyof NetworkManagerOptions)[] {
  return [...DEFAULTED_OPTIONS, 'retry', 'abortWhenUnused', 'concurrency', 'request'];
}

function checkNetwork(options: NetworkManagerOptions) {
  checkDurations('networkManager', options, ['dataExpiryLength', 'errorExpiryLength']);
  checkKnown('networkManager', options, networkOptions());
  checkRetry('networkManager', options.retry);
  checkWord('networkManager', 'concurrency', options.concurrency, ['parallel', 'serial', 'latest']);
}

/** Sends the requests of one store. */
interface Network {
  handle(action: unknown): unknown;
  cleanup(): void;
}

function networkOf(
  store: StoreHandle,
  next: (action: unknown) => unknown,
  options: NetworkManagerOptions,
): Network {
  const pending = pendingRequests(store, options.abortWhenUnused, (request, error) =>
    storeFailure(store, request, error, options),
  );
  const order = sendingOrder(store, pending, options.concurrency);
  const refetcher = doubtRefetcher(store, pending);
  /** Whether the action being dispatched put more on screen: until it ends, the store may seem to show the past. */
  let showsMore: boolean | undefined;
  store.observers.onUpdate = hasMore => {
    showsMore = hasMore && store.isPast();
    refetcher.check(undefined, hasMore);
  };
  store.observers.onUnread = pending.onUnread;
  store.onReplaced(replacement => {
    if (replacement === 'reset') endSession()();
    else renewRequests(pending, next, store.nextNumber);
  });
  const endSession = () => {
    refetcher.reset();
    return pending.reset();
  };
  return {
    handle(action) {
      if (fetch.match(action) && isLive(action)) return onFetch(action);
      // A subscriber may fetch as soon as the store is reset: only what was in flight before ends with it.
      const rejectWaiting = reset.match(action) ? endSession() : undefined;
      const result = next(action);
      pending.note(action);
      if (setResponse.match(action)) refetcher.check(action);
      else if (showsMore) refetcher.check(undefined, true);
      showsMore = false;
      rejectWaiting?.();
      return result;
    },
    cleanup: pending.cleanup,
  };

  // The functions below follow one request from its beginning to its end; what they call stands below, in that order.

  /** Joins a read in flight with the same key; otherwise lets the reducer note the request, and sends it. */
  function onFetch(action: FetchAction): Promise<unknown> {
    const { promise } = action.meta;
    const shared = pending.find(action);
    if (shared !== undefined) {
      pending.join(shared, action.meta);
      if (process.env.NODE_ENV !== 'production') store.noteRequest?.(shared);
      return promise;
    }
    try {
      next(action);
    } catch (error) {
      if (!isInFlight(store, action)) throw error;
      // The request has begun, so a subscriber threw. That does not fail the request.
      reportError(error);
    }
    // The reducer is done with it. An error would keep it: the previous state, with errors that keep older ones.
    delete (action.meta as { shown?: unknown }).shown;
    begin(action);
    return promise;
  }

  /** Starts a request that the reducer has seen. */
  function begin(action: FetchAction) {
    const request = pending.add(action);
    if (request === undefined) return;
    if (process.env.NODE_ENV !== 'production') store.noteRequest?.(request);
    if (action.endpoint.sideEffect) stopOvertaken(action);
    sendInTurn(request).then(
      response => end(request, response),
      async error => {
        // If the request fails at once, a caller may only now begin to wait for it.
        await undefined;
        end(request, toError(error));
      },
    );
  }

  /** Stops the refetches whose responses could not resolve a doubt any more, since a mutation of their record begins. */
  function stopOvertaken(mutation: FetchAction) {
    const reason = process.env.NODE_ENV !== 'production' && 'a mutation of the same record started';
    for (const overtaken of refetcher.overtakenBy(mutation)) {
      overtaken.doubts = undefined;
      // A refetch that a caller waits for goes on, and is repeated.
      if (isUnattended(overtaken)) pending.abort(overtaken, reason);
    }
  }

  /** Sends a request once nothing has to go before it. */
  async function sendInTurn(request: PendingRequest): Promise<unknown> {
    const turn = order(request);
    if (turn !== undefined) await turn;
    return sendRequest(store, request, options);
  }

  /** Ends a request with its response or its error, unless it has ended already. */
  function end(request: PendingRequest, response: unknown) {
    // The slice may have been added again, which ends the session.
    store.checkForChanges();
    if (pending.end(request)) settleRequest(store, request, response, options);
  }
}

function isInFlight({ getState }: StoreHandle, { key, meta }: FetchAction): boolean {
  const inFlight = getValue(getState().inflight, key) ?? [];
  return inFlight.some(({ requestId }) => requestId === meta.requestId);
}

/** Sends a request, and retries it if it failed and a retry may help. */
function sendRequest(
  store: StoreHandle,
  pendingRequest: PendingRequest,
  options: NetworkManagerOptions,
): Promise<unknown> {
  const { endpoint } = pendingRequest.action;
  // The endpoint's own signal also ends the wait between two attempts.
  const signal = anySignal([
    pendingRequest.abort.signal,
    (endpoint as { readonly signal?: AbortSignal }).signal,
  ]) as AbortSignal;
  const attempt = () =>
    sendOnce(store, pendingRequest, signal, options.request).catch((error: unknown) => {
      if (process.env.NODE_ENV !== 'production') noteAttempt(store, pendingRequest, Date.now());
      throw requestError(error, pendingRequest.action);
    });
  const retry = retryOptions(endpoint.retry ?? options.retry);
  const isSafe = !endpoint.sideEffect || retry.sideEffects || endpoint.idempotencyKey;
  return isSafe && !pendingRequest.args.some(isStream) ? withRetry(attempt, retry, signal) : attempt();
}

/** @param customSender may not report when requests leave */
async function sendOnce(
  store: StoreHandle,
  pendingRequest: PendingRequest,
  signal: AbortSignal,
  customSender: SendRequest | undefined,
): Promise<unknown> {
  signal.throwIfAborted();
  const { action, args, key, left } = pendingRequest;
  const { endpoint, meta } = action;
  // From confirmed data: what this mutation shows optimistically is no version that the server has.
  const headers = endpoint.conditional?.({ ...store.getState(), optimistic: [] }, endpoint, args, key);
  if (process.env.NODE_ENV !== 'production') checkHeaders(endpoint.name, headers);
  const number = store.nextNumber();
  const requestOptions: RequestOptions = {
    signal,
    key,
    requestId: meta.requestId,
    headers,
    onLeave() {
      const now = store.nextNumber();
      noteDeparture(store, pendingRequest, now, now);
    },
    onHead(head) {
      if (process.env.NODE_ENV !== 'production') assertStorable(endpoint.name, 'meta', head);
      pendingRequest.head = head;
    },
  };
  // The attempt leaves now at the earliest. The previous one reported nothing more exact, so its number stands.
  if (customSender) noteDeparture(store, pendingRequest, number, left);
  const request = customSender ?? requestItself;
  const sender = store.disturb?.(action, request) ?? request;
  const response = await sender(endpoint, args, requestOptions);
  // The sender did not report when the request left.
  if ((pendingRequest.left ?? 0) < number) noteDeparture(store, pendingRequest, number, number);
  return response;
}

function requestItself(endpoint: EndpointInterface, args: readonly unknown[], options: RequestOptions) {
  return endpoint.request(args, options);
}

/** Whether an argument can be sent only once. */
function isStream(arg: unknown): boolean {
  return classOf(arg) === 'ReadableStream';
}

/** Notes the number under which an attempt leaves, and that of the first attempt if `first` is known. */
function noteDeparture(
  store: StoreHandle,
  request: PendingRequest,
  number: number,
  first: number | undefined,
) {
  request.left = number;
  request.since ??= first;
  request.fetchedAt = Date.now();
  if (process.env.NODE_ENV !== 'production') noteAttempt(store, request);
}

/** Notes that an attempt has left, perhaps more exactly than before; or when it `failed`. */
function noteAttempt({ noteRequest }: StoreHandle, request: PendingRequest, failed?: number) {
  request.attempts ??= [];
  const { attempts, fetchedAt: left } = request;
  const last = attempts.at(-1);
  // A failure before the request left is no attempt.
  if (failed !== undefined && last !== undefined) last.failed ??= failed;
  else if (last !== undefined && last.failed === undefined) last.left = left;
  else if (failed === undefined) attempts.push({ left, failed });
  noteRequest?.(request);
}

/**
 * Checks that an endpoint's `conditional` returned headers or nothing; for development.
 *
 * @throws {UsageError} naming what it returned
 */
function checkHeaders(endpoint: string, headers: unknown): void {
  const fits = headers === undefined || (isObject(headers) && !('then' in headers));
  const fix =
    'Return headers, or undefined for none; those that have to be waited for belong into `getHeaders`.';
  checkReturned(`${endpoint}.fetch()`, 'conditional', headers, fits, fix);
}

/** Stores the response or the error of a request that has ended, and settles every promise that waits for it. */
function settleRequest(
  store: StoreHandle,
  request: PendingRequest,
  received: unknown,
  options: NetworkManagerOptions,
): void {
  const response = replaceEmpty(store, request, received, options);
  let outcome: Outcome | undefined;
  let reason = isError(response) ? response : undefined;
  try {
    outcome = storeResponse(store, request, response, options);
    for (const failure of outcome.schemaFailures ?? [])
      reportSchemaFailure(request.action.endpoint, toLiveError(failure));
  } catch (error) {
    // Anything thrown while a response is made, checked or stored fails this request.
    reason = toError(error);
    storeFailure(store, request, reason, options);
  }
  for (const { resolve, reject } of request.waiting) {
    if (reason === undefined) resolve(response === NOT_MODIFIED ? undefined : response, outcome);
    else reject(reason);
  }
}

/** Ends a request that has no response, or whose response could not be stored. */
function storeFailure(
  store: StoreHandle,
  request: PendingRequest,
  failure: Error,
  options: NetworkManagerOptions,
): void {
  try {
    storeResponse(store, request, failure, options);
  } catch {
    // If storing the error throws as well, nothing more can be done: the caller gets the first reason.
  }
}

/** The response, or what replaces an empty one, as with 204; an error if `whenEmpty` threw it. */
function replaceEmpty(
  store: StoreHandle,
  request: PendingRequest,
  response: unknown,
  options: NetworkManagerOptions,
): unknown {
  const { action, args } = request;
  // What a custom function returns was not parsed by the endpoint.
  const isEmpty = response === null || response === undefined || (options.request && response === '');
  if (!isEmpty || !action.endpoint.sideEffect) return response;
  request.isEmpty = true;
  try {
    return (
      emptyResponse(store.getState(), action.endpoint, args, action.meta.requestId) ??
      (response === '' ? null : response)
    );
  } catch (error) {
    return toError(error);
  }
}

/** @throws what kept the response from the store */
function storeResponse(
  store: StoreHandle,
  request: PendingRequest,
  response: unknown,
  options: NetworkManagerOptions,
): Outcome {
  const action = responseAction(store, request, response, options);
  let thrown: unknown;
  try {
    store.dispatch(action);
  } catch (error) {
    thrown = error;
  }
  const outcome = takeOutcome(action);
  if (outcome === undefined)
    throw (
      thrown ??
      new Error(
        process.env.NODE_ENV === 'production'
          ? action.key
          : `The response to ${action.key} did not reach the store.`,
      )
    );
  // The response is stored, so a subscriber threw. That does not fail the request.
  if (thrown !== undefined) reportError(thrown);
  return outcome;
}

function responseAction(
  store: StoreHandle,
  { action, args, key, left, since, fetchedAt, head, doubts, isEmpty }: PendingRequest,
  response: unknown,
  options: NetworkManagerOptions,
): SetResponseAction {
  const { endpoint, meta } = action;
  return setResponse(endpoint, {
    args,
    key,
    ...(response === NOT_MODIFIED ? { response: null, isUnchanged: true } : { response, head }),
    fetchedAt,
    left,
    since,
    landed: store.nextNumber(),
    requestId: meta.requestId,
    doubts,
    isEmpty,
    ...defaultsOf(options, store),
  });
}
