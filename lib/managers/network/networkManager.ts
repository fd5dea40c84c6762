import type { Dispatch } from 'redux';
import { defaultsOf, type EndpointDefaults } from '../../actions/expiry';
import { type FetchAction, fetch } from '../../actions/fetch';
import { type Outcome, takeOutcome } from '../../actions/outcomes';
import { reset } from '../../actions/reset';
import { type SetResponseAction, setResponse } from '../../actions/setResponse';
import { anySignal } from '../../endpoint/anySignal';
import { assertStorable } from '../../errors/assertStorable';
import { checkDurations, checkRetry, checkWord } from '../../errors/checkValues';
import { classOf } from '../../plain/classOf';
import { isError, toError } from '../../plain/isError';
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
import { checkHeaders } from './checkHeaders';
import { type DoubtRefetcher, doubtRefetcher } from './doubtRefetcher';
import { emptyResponse } from './emptyResponse';
import { namedFailure } from './namedFailure';
import { createPendingRequest, type PendingRequest } from './PendingRequest';
import { isUnattended, type PendingRequests, pendingRequests } from './pendingRequests';
import { renewRequests } from './renewRequests';
import { type SendingOrder, sendingOrder } from './sendingOrder';

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
   * screen, or is subscribed to it. An endpoint's own option counts before this.
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
  if (process.env.NODE_ENV !== 'production') checkNumbers(options);
  const sending = {
    request: options.request ?? ((endpoint, args, how) => endpoint.request(args, how)),
    isPassedOn: options.request !== undefined,
    retry: retryOptions(options.retry),
  } satisfies Sending;

  return api => {
    if (process.env.NODE_ENV !== 'production') noteSender(api.dispatch);
    const network = networkOf(api.dispatch, options, sending);
    const { handle, nextNumber, pending, doubtful } = network;
    let stops: readonly (() => void)[] | undefined;

    const stage = (next: (action: unknown) => unknown) => {
      const listen = () => {
        const store = stops ? undefined : handle();
        if (store === undefined) return;
        store.observers.onUpdate = () => doubtful.look(pending);
        stops = [
          store.observers.onUnread(pending.onUnread),
          store.onReplaced(replacement => {
            if (replacement === 'reset') pending.reset()();
            else renewRequests(pending, next, nextNumber);
          }),
        ];
      };
      return (action: unknown) => {
        listen();
        if (fetch.match(action) && isLive(action)) return onFetch(network, action, next);
        // A subscriber may fetch at once when the store is reset: only what was in flight before ends with it.
        const tellWaiting = reset.match(action) ? pending.reset() : undefined;
        const result = next(action);
        pending.note(action);
        if (setResponse.match(action)) doubtful.look(pending, action);
        tellWaiting?.();
        return result;
      };
    };
    return withCleanup(stage, () => {
      pending.cleanup();
      for (const stop of stops ?? []) stop();
      stops = undefined;
    });
  };
}

function checkNumbers(options: NetworkManagerOptions) {
  checkDurations('networkManager', options, ['dataExpiryLength', 'errorExpiryLength']);
  checkRetry('networkManager', options.retry);
  checkWord('networkManager', 'concurrency', options.concurrency, ['parallel', 'serial', 'latest']);
}

/** How requests are sent. */
interface Sending {
  readonly request: NonNullable<NetworkManagerOptions['request']>;
  /** Whether an app's own function sends requests, which may not say when they leave. */
  readonly isPassedOn: boolean;
  readonly retry: RetryOptions;
}

/** What the steps of a request have in common: one store, and how its requests are sent. */
interface Network extends Sending {
  readonly dispatch: Dispatch;
  readonly handle: () => StoreHandle | undefined;
  readonly nextNumber: () => number;
  readonly defaults: EndpointDefaults;
  readonly pending: PendingRequests;
  readonly order: SendingOrder;
  readonly doubtful: DoubtRefetcher;
}

function networkOf(dispatch: Dispatch, options: NetworkManagerOptions, sending: Sending): Network {
  const handle = handleFinder(dispatch);
  const nextNumber = () => handle()?.nextNumber() ?? 0;
  const { abortWhenUnused = false, concurrency = 'parallel' } = options;
  const onAborted = (request: PendingRequest, error: Error) => storeFailure(network, request, error);
  const pending = pendingRequests(handle, nextNumber, abortWhenUnused, onAborted);
  const network: Network = {
    ...sending,
    dispatch,
    handle,
    nextNumber,
    defaults: options,
    pending,
    order: sendingOrder(handle, pending, concurrency),
    doubtful: doubtRefetcher(handle),
  };
  return network;
}

// What follows is the way of one request, from its beginning to its end.

/** Joins a read of the same key that is in flight; otherwise lets the reducer note the request, and sends it. */
function onFetch(
  network: Network,
  action: FetchAction,
  next: (action: unknown) => unknown,
): Promise<unknown> {
  const { pending } = network;
  const { promise } = action.meta;
  const shared = pending.find(action);
  if (shared !== undefined) {
    pending.join(shared, action.meta);
    return promise;
  }
  try {
    next(action);
  } catch (error) {
    if (!isInFlight(network, action)) throw error;
    // The request has begun: what has thrown is a subscriber, which is no failure of it.
    reportError(error);
  }
  // The reducer has it. An error keeps what its request refers to: the state before, with an error that keeps another.
  delete (action.meta as { shown?: unknown }).shown;
  begin(network, action);
  return promise;
}

function isInFlight({ handle }: Network, { key, meta }: FetchAction): boolean {
  const inFlight = getValue(handle()?.getState().inflight, key) ?? [];
  return inFlight.some(({ requestId }) => requestId === meta.requestId);
}

/** Begins a request that the reducer has seen. */
function begin(network: Network, action: FetchAction) {
  const { pending, doubtful } = network;
  const request = createPendingRequest(action);
  pending.add(request);
  pending.join(request, action.meta);
  if (!pending.has(request)) return;
  if (action.endpoint.sideEffect)
    // What something waits for is repeated.
    for (const overtaken of doubtful.overtakenBy(action, pending))
      if (isUnattended(overtaken))
        pending.abort(
          overtaken,
          process.env.NODE_ENV !== 'production' && 'a mutation of the same record started',
        );
  sendInTurn(network, request).then(
    value => end(network, request, inPlaceOfNothing(network, request, value)),
    error => end(network, request, toError(error)),
  );
}

/** Sends a request as soon as no mutation goes before it. */
async function sendInTurn(network: Network, request: PendingRequest): Promise<unknown> {
  const turn = network.order(request);
  if (turn !== undefined) await turn;
  return send(network, request);
}

/** Sends a request, and once more where it failed and that may help. */
function send(network: Network, pendingRequest: PendingRequest): Promise<unknown> {
  const { request } = network;
  const { endpoint, meta } = pendingRequest.action;
  const { signal } = pendingRequest.abort;
  // The endpoint's own signal ends the wait between two attempts, too.
  const ending = anySignal([signal, (endpoint as { readonly signal?: AbortSignal }).signal]) as AbortSignal;
  const attempt = async () => {
    try {
      return await sendOnce();
    } catch (error) {
      throw namedFailure(error, pendingRequest.action);
    }
  };
  const sendOnce = async () => {
    ending.throwIfAborted();
    const number = network.nextNumber();
    let hasLeft = network.isPassedOn;
    const onLeave = () => {
      hasLeft = true;
      const now = network.nextNumber();
      noteDeparture(pendingRequest, now, now);
    };
    const { args, key } = pendingRequest;
    const state = network.handle()?.getState();
    // Of what is confirmed: what this mutation shows itself is no version that the server has.
    const headers = state && endpoint.conditional?.({ ...state, optimistic: [] }, endpoint, args, key);
    if (process.env.NODE_ENV !== 'production') checkHeaders(endpoint.name, headers);
    const onHead = (head: unknown) => {
      if (process.env.NODE_ENV !== 'production') assertStorable(endpoint.name, 'meta', head);
      pendingRequest.head = head;
    };
    // It leaves now at the earliest, and of an attempt before this one nothing more exact was said.
    if (hasLeft) noteDeparture(pendingRequest, network.nextNumber(), pendingRequest.left);
    const options = { signal, key, requestId: meta.requestId, onLeave, onHead, headers };
    const response = await request(endpoint, args, options);
    // It does not say when it leaves.
    if (!hasLeft) noteDeparture(pendingRequest, number, number);
    return response;
  };
  const retry = endpoint.retry === undefined ? network.retry : retryOptions(endpoint.retry);
  const isSafe = !endpoint.sideEffect || retry.sideEffects || endpoint.idempotencyKey;
  return isSafe && !pendingRequest.args.some(isStream) ? withRetry(attempt, retry, ending) : attempt();
}

/** Whether an argument can be sent only once. */
function isStream(arg: unknown): boolean {
  return classOf(arg) === 'ReadableStream';
}

/** Notes the number under which an attempt leaves, and that of the first one where `first` is known. */
function noteDeparture(request: PendingRequest, number: number, first: number | undefined) {
  request.left = number;
  request.since ??= first;
  request.fetchedAt = Date.now();
}

/** The response, or what stands for one that is nothing, as with 204; an error where `whenEmpty` threw it. */
function inPlaceOfNothing(
  { handle, isPassedOn }: Network,
  { action, args }: PendingRequest,
  value: unknown,
): unknown {
  // An app's own function skips `process`, which makes one thing of all empty bodies.
  const isNothing = value === null || (isPassedOn && (value === undefined || value === ''));
  const state = isNothing && action.endpoint.sideEffect ? handle()?.getState() : undefined;
  try {
    return (state && emptyResponse(state, action.endpoint, args, action.meta.requestId)) ?? value;
  } catch (error) {
    return toError(error);
  }
}

/** Ends a request with its response, and tells all that wait for it what became of that. */
function end(network: Network, request: PendingRequest, response: unknown) {
  // The slice may have been added again, which ends the session.
  network.handle()?.look();
  if (!network.pending.end(request)) return;
  let outcome: Outcome | undefined;
  let reason = isError(response) ? response : undefined;
  try {
    outcome = store(network, responseOf(network, request, response));
    reportSchemaFailures(request.action.endpoint, outcome);
  } catch (error) {
    // Whatever throws while a response is made, checked or stored is the failure of this request.
    reason = toError(error);
    storeFailure(network, request, reason);
  }
  for (const { resolve, reject } of request.waiting) {
    if (reason === undefined) resolve(response === NOT_MODIFIED ? undefined : response, outcome);
    else reject(reason);
  }
}

/** @throws what kept the response from the store */
function store({ dispatch }: Network, action: SetResponseAction): Outcome {
  let thrown: unknown;
  try {
    dispatch(action);
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
function storeFailure(network: Network, request: PendingRequest, failure: Error) {
  try {
    store(network, responseOf(network, request, failure));
  } catch {
    // What throws for an error as well is not ours to mend: the caller gets the first reason.
  }
}

function responseOf(
  { handle, nextNumber, defaults }: Network,
  { action, args, key, left, since, fetchedAt, head }: PendingRequest,
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
    landed: nextNumber(),
    requestId: meta.requestId,
    doubts: meta.doubts,
    ...defaultsOf(defaults, handle()),
  });
}

/** Tells an endpoint what of a response was dropped or kept. */
function reportSchemaFailures(endpoint: EndpointInterface, { schemaFailures = [] }: Outcome) {
  for (const failure of schemaFailures) {
    try {
      endpoint.onSchemaFailure?.(toLiveError(failure));
    } catch (error) {
      reportError(error);
    }
  }
}
