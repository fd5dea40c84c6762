import { DEFAULTED_OPTIONS, type EndpointDefaults } from '../../actions/expiry';
import { type FetchAction, fetch } from '../../actions/fetch';
import type { Outcome } from '../../actions/outcomes';
import { reset } from '../../actions/reset';
import { setResponse } from '../../actions/setResponse';
import { checkDurations, checkKnown, checkRetry, checkWord } from '../../errors/checkValues';
import { isError, toError } from '../../plain/isError';
import { reportError } from '../../plain/reportError';
import { handleFinder, type StoreHandle } from '../../store/StoreHandle';
import { noteSender } from '../../store/senders';
import { getValue } from '../../tables/getCell';
import type { Concurrency, EndpointInterface, RequestOptions } from '../../types/EndpointInterface';
import { NOT_MODIFIED } from '../../types/NOT_MODIFIED';
import type { RetryOptions } from '../../types/RetryOptions';
import { type Manager, withCleanup } from '../Manager';
import { isLive } from '../subscriptions';
import { doubtRefetcher } from './doubtRefetcher';
import { emptyResponse } from './emptyResponse';
import type { PendingRequest } from './PendingRequest';
import { isUnattended, pendingRequests } from './pendingRequests';
import { renewRequests } from './renewRequests';
import { requestSender } from './requestSender';
import { responseKeeper } from './responseKeeper';
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
  const send = requestSender(store, options.request, options.retry);
  const { keep, keepFailure } = responseKeeper(store, options);
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

  /** The response, or what stands for one that is nothing, as with 204; an error where `whenEmpty` threw it. */
  function inPlaceOfNothing(pendingRequest: PendingRequest, value: unknown): unknown {
    const { action, args } = pendingRequest;
    // An app's own function skips `process`.
    const isNothing = value === null || value === undefined || (options.request && value === '');
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
}

function isInFlight({ getState }: StoreHandle, { key, meta }: FetchAction): boolean {
  const inFlight = getValue(getState().inflight, key) ?? [];
  return inFlight.some(({ requestId }) => requestId === meta.requestId);
}
