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
import { handleFinder, type StoreHandle } from '../../store/StoreHandle';
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
import { namedFailure } from './namedFailure';
import type { PendingRequest } from './PendingRequest';
import { isUnattended, pendingRequests } from './pendingRequests';
import { renewRequests } from './renewRequests';
import { sendingOrder } from './sendingOrder';

/** How requests are sent; all parts can be left out. */
export interface NetworkManagerOptions extends EndpointDefaults {
  /**
   * How often a read that failed is sent again, or all that can be said about it. An endpoint's own option counts
   * before this.
   *
   * @default 0
   */
  readonly retry?: number | RetryOptions;
  /**
   * Aborts a read once nothing waits for its promise, reads its response on
   * screen, or is subscribed to it. The request of a component that suspended before it ever appeared goes on.
   * An endpoint's own option counts before this.
   *
   * @default false
   */
  readonly abortWhenUnused?: boolean;
  /** How mutations of the same record stand to each other. An endpoint's own option counts before this. @default 'parallel' */
  readonly concurrency?: Concurrency;
  /**
   * Gets the response to a request in place of the endpoint: from a worker, a file, a test.
   *
   * @default the endpoint's own `request`
   */
  readonly request?: (
    endpoint: EndpointInterface,
    args: readonly unknown[],
    options: RequestOptions,
  ) => Promise<unknown>;
}

/**
 * Sends the requests that `rdc/fetch` begins, and dispatches their responses.
 *
 * Reads with the same key share one request. Requests with side effects always
 * go out. A request is aborted when everything that waits for it has aborted, and
 * when the store is reset. What is on screen and in doubt, since mutations
 * overlapped, is refetched once.
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

/** Names of the options of a network manager. A function, so that only what checks options brings them along. */
export function networkOptions(): readonly (keyof NetworkManagerOptions)[] {
  return [...DEFAULTED_OPTIONS, 'retry', 'abortWhenUnused', 'concurrency', 'request'];
}

function checkNetwork(options: NetworkManagerOptions) {
  checkDurations('networkManager', options, ['dataExpiryLength', 'errorExpiryLength']);
  checkKnown('networkManager', options, networkOptions());
  checkRetry('networkManager', options.retry);
  checkWord('networkManager', 'concurrency', options.concurrency, ['parallel', 'serial', 'latest']);
}

/** What sends the requests of one store. */
interface Network {
  handle(action: unknown): unknown;
  cleanup(): void;
}

function networkOf(
  store: StoreHandle,
  next: (action: unknown) => unknown,
  options: NetworkManagerOptions,
): Network {
  const { request = requestItself } = options;
  // An app's own function may not say when requests leave, and skips `process`.
  const isPassedOn = request !== requestItself;
  const pending = pendingRequests(store, options.abortWhenUnused, keepFailure);
  const order = sendingOrder(store, pending, options.concurrency);
  const doubtful = doubtRefetcher(store, pending);
  /** Whether more is on screen by an action that is not through yet: until then the store seems to show another time. */
  let showsMore: boolean | undefined;
  store.observers.onUpdate = hasMore => {
    showsMore = hasMore && store.isPast();
    doubtful.look(undefined, hasMore);
  };
  store.observers.onUnread = pending.onUnread;
  store.onReplaced(replacement => {
    if (replacement === 'reset') endSession()();
    else renewRequests(pending, next, store.nextNumber);
  });
  const endSession = () => {
    doubtful.reset();
    return pending.reset();
  };
  return {
    handle(action) {
      if (fetch.match(action) && isLive(action)) return onFetch(action);
      // A subscriber may fetch at once when the store is reset: only what was in flight before ends with it.
      const tellWaiting = reset.match(action) ? endSession() : undefined;
      const result = next(action);
      pending.note(action);
      if (setResponse.match(action)) doubtful.look(action);
      else if (showsMore) doubtful.look(undefined, true);
      showsMore = false;
      tellWaiting?.();
      return result;
    },
    cleanup: pending.cleanup,
  };

  // What follows is the way of one request, from its beginning to its end.

  /** Joins a read of the same key that is in flight; otherwise lets the reducer note the request, and sends it. */
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
      // The request has begun: what has thrown is a subscriber, which is no failure of it.
      reportError(error);
    }
    // The reducer has it. An error keeps what its request refers to: the state before, with an error that keeps another.
    delete (action.meta as { shown?: unknown }).shown;
    begin(action);
    return promise;
  }

  /** Begins a request that the reducer has seen. */
  function begin(action: FetchAction) {
    const pendingRequest = pending.add(action);
    if (pendingRequest === undefined) return;
    if (process.env.NODE_ENV !== 'production') store.noteRequest?.(pendingRequest);
    if (action.endpoint.sideEffect)
      for (const overtaken of doubtful.overtakenBy(action)) {
        overtaken.doubts = undefined;
        // What a caller waits for goes on, and is repeated.
        if (isUnattended(overtaken))
          pending.abort(
            overtaken,
            process.env.NODE_ENV !== 'production' && 'a mutation of the same record started',
          );
      }
    sendInTurn(pendingRequest).then(
      value => end(pendingRequest, inPlaceOfNothing(pendingRequest, value)),
      async error => {
        // What fails at once may have a caller that begins to wait for it just now.
        await undefined;
        end(pendingRequest, toError(error));
      },
    );
  }

  /** Sends a request as soon as no mutation goes before it. */
  async function sendInTurn(pendingRequest: PendingRequest): Promise<unknown> {
    const turn = order(pendingRequest);
    if (turn !== undefined) await turn;
    return send(pendingRequest);
  }

  /** Sends a request, and once more where it failed and that may help. */
  function send(pendingRequest: PendingRequest): Promise<unknown> {
    const { endpoint, meta } = pendingRequest.action;
    const { signal } = pendingRequest.abort;
    // The endpoint's own signal ends the wait between two attempts, too.
    const ending = anySignal([signal, (endpoint as { readonly signal?: AbortSignal }).signal]) as AbortSignal;
    const sendOnce = async () => {
      ending.throwIfAborted();
      const { args, key, left } = pendingRequest;
      // Of what is confirmed: what this mutation shows itself is no version that the server has.
      const headers = endpoint.conditional?.({ ...store.getState(), optimistic: [] }, endpoint, args, key);
      if (process.env.NODE_ENV !== 'production') checkHeaders(endpoint.name, headers);
      const onHead = (head: unknown) => {
        if (process.env.NODE_ENV !== 'production') assertStorable(endpoint.name, 'meta', head);
        pendingRequest.head = head;
      };
      const number = store.nextNumber();
      const onLeave = () => {
        const now = store.nextNumber();
        noteDeparture(store, pendingRequest, now, now);
      };
      // It leaves now at the earliest, and of an attempt before this one nothing more exact was said.
      if (isPassedOn) noteDeparture(store, pendingRequest, number, left);
      const how = { signal: ending, key, requestId: meta.requestId, onLeave, onHead, headers };
      const sender = store.disturb?.(pendingRequest.action, request) ?? request;
      const response = await sender(endpoint, args, how);
      // It does not say when it leaves.
      if ((pendingRequest.left ?? 0) < number) noteDeparture(store, pendingRequest, number, number);
      return response;
    };
    const attempt = () =>
      sendOnce().catch((error: unknown) => {
        if (process.env.NODE_ENV !== 'production') noteAttempt(store, pendingRequest, Date.now());
        throw namedFailure(error, pendingRequest.action);
      });
    const retry = retryOptions(endpoint.retry ?? options.retry);
    const isSafe = !endpoint.sideEffect || retry.sideEffects || endpoint.idempotencyKey;
    return isSafe && !pendingRequest.args.some(isStream) ? withRetry(attempt, retry, ending) : attempt();
  }

  /** The response, or what stands for one that is nothing, as with 204; an error where `whenEmpty` threw it. */
  function inPlaceOfNothing(pendingRequest: PendingRequest, value: unknown): unknown {
    const { action, args } = pendingRequest;
    const isNothing = value === null || value === undefined || (isPassedOn && value === '');
    if (!isNothing || !action.endpoint.sideEffect) return value;
    pendingRequest.isEmpty = true;
    try {
      return (
        emptyResponse(store.getState(), action.endpoint, args, action.meta.requestId) ??
        (value === '' ? null : value)
      );
    } catch (error) {
      return toError(error);
    }
  }

  /** Ends a request with its response, and tells all that wait for it what became of that. */
  function end(pendingRequest: PendingRequest, response: unknown) {
    // The slice may have been added again, which ends the session.
    store.look();
    if (!pending.end(pendingRequest)) return;
    let outcome: Outcome | undefined;
    let reason = isError(response) ? response : undefined;
    try {
      outcome = keep(pendingRequest, response);
      reportSchemaFailures(pendingRequest.action.endpoint, outcome);
    } catch (error) {
      // Whatever throws while a response is made, checked or stored is the failure of this request.
      reason = toError(error);
      keepFailure(pendingRequest, reason);
    }
    for (const { resolve, reject } of pendingRequest.waiting) {
      if (reason === undefined) resolve(response === NOT_MODIFIED ? undefined : response, outcome);
      else reject(reason);
    }
  }

  /** @throws what kept the response from the store */
  function keep(pendingRequest: PendingRequest, response: unknown): Outcome {
    const action = responseOf(pendingRequest, response);
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
    // It has landed: what has thrown is a subscriber, which is no failure of the request.
    if (thrown !== undefined) reportError(thrown);
    return outcome;
  }

  /** Ends a request whose response could not be stored, or that has none. */
  function keepFailure(pendingRequest: PendingRequest, failure: Error) {
    try {
      keep(pendingRequest, failure);
    } catch {
      // What throws for an error as well is not ours to mend: the caller gets the first reason.
    }
  }

  function responseOf(
    { action, args, key, left, since, fetchedAt, head, doubts, isEmpty }: PendingRequest,
    response: unknown,
  ): SetResponseAction {
    const { endpoint, meta } = action;
    return setResponse(endpoint, {
      args,
      key,
      ...(response === NOT_MODIFIED ? { response: null, isUnchanged: true } : { response, head }),
      fetchedAt,
      left,
      since: since ?? left,
      landed: store.nextNumber(),
      requestId: meta.requestId,
      doubts,
      isEmpty,
      ...defaultsOf(options, store),
    });
  }
}

function requestItself(endpoint: EndpointInterface, args: readonly unknown[], how: RequestOptions) {
  return endpoint.request(args, how);
}

function isInFlight({ getState }: StoreHandle, { key, meta }: FetchAction): boolean {
  const inFlight = getValue(getState().inflight, key) ?? [];
  return inFlight.some(({ requestId }) => requestId === meta.requestId);
}

/** Whether an argument can be sent only once. */
function isStream(arg: unknown): boolean {
  return classOf(arg) === 'ReadableStream';
}

/** Notes the number under which an attempt leaves, and that of the first one where `first` is known. */
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

/** Notes that an attempt has left, more exactly than before maybe; or when it `failed`. */
function noteAttempt({ noteRequest }: StoreHandle, request: PendingRequest, failed?: number) {
  request.attempts ??= [];
  const { attempts, fetchedAt: left } = request;
  const last = attempts.at(-1);
  // What fails before it has left is no attempt.
  if (failed !== undefined && last !== undefined) last.failed ??= failed;
  else if (last !== undefined && last.failed === undefined) last.left = left;
  else if (failed === undefined) attempts.push({ left, failed });
  noteRequest?.(request);
}

/** Tells an endpoint what of a response was dropped or kept. */
function reportSchemaFailures(endpoint: EndpointInterface, { schemaFailures = [] }: Outcome) {
  for (const failure of schemaFailures) reportSchemaFailure(endpoint, toLiveError(failure));
}

/**
 * Makes sure that an endpoint's `conditional` has returned headers, or nothing; for development.
 *
 * @throws {UsageError} naming what it has returned
 */
function checkHeaders(endpoint: string, headers: unknown): void {
  const fits = headers === undefined || (isObject(headers) && !('then' in headers));
  const fix =
    'Return headers, or undefined for none; those that have to be waited for belong into `getHeaders`.';
  checkReturned(`${endpoint}.fetch()`, 'conditional', headers, fits, fix);
}
