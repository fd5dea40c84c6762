import { now } from '../actions/clock';
import { defaultsOf, type EndpointDefaults } from '../actions/expiry';
import { type FetchAction, fetch } from '../actions/fetch';
import { reset } from '../actions/reset';
import { setResponse } from '../actions/setResponse';
import { AbortError } from '../errors/AbortError';
import { checkDurations } from '../errors/checkNumbers';
import { ResetError } from '../errors/ResetError';
import { isError } from '../plain/isError';
import { realArgs, temporaryKeysIn } from '../selectors/realArgs';
import { handleFinder } from '../store/StoreHandle';
import { getCell } from '../tables/getCell';
import type { Concurrency, EndpointInterface, RequestOptions } from '../types/EndpointInterface';
import { requestOf } from '../types/temporaryKey';
import { type Manager, withCleanup } from './Manager';
import { mutationQueue, recordOf } from './mutationQueue';
import { type RetryOptions, retryOptions, withRetry } from './retry';
import { tellingFailures } from './schemaFailures';
import { isLive } from './subscriptions';
import { unsaidAnswer } from './unsaidAnswer';
import { usedRequests } from './usedRequests';

/** How requests are sent; all parts can be left out. */
export interface NetworkManagerOptions extends EndpointDefaults {
  /** How often a read that failed is sent again, or all that can be said about it. @default 0 */
  readonly retry?: number | RetryOptions;
  /**
   * Gives a read up once nobody waits for its promise, reads its response on
   * screen, or is subscribed to it. An endpoint's own word counts before this.
   *
   * @default false
   */
  readonly abortWhenUnused?: boolean;
  /** How mutations of the same record stand to each other. An endpoint's own word counts before this. @default 'parallel' */
  readonly concurrency?: Concurrency;
  /**
   * Gets the answer to a request in place of the endpoint: from a worker, a file, a test.
   *
   * @default the endpoint's own `request`
   */
  readonly request?: (
    endpoint: EndpointInterface,
    args: readonly unknown[],
    options: RequestOptions,
  ) => Promise<unknown>;
}

/** One request on its way, and all who wait for it. */
interface Run {
  readonly action: FetchAction;
  readonly abort: AbortController;
  readonly waiting: Set<FetchAction['meta']>;
  /** Lets the next mutation of the same record begin. */
  end(): void;
  /** Settles when the request has been answered, or given up. */
  readonly ended: Promise<void>;
  /** The arguments that are sent: with the keys that records have by then. */
  args: readonly unknown[];
  /** When the attempt that is under way left, in milliseconds since the Unix epoch. */
  leftAt: number;
}

/**
 * Sends the requests that `rdc/fetch` asks for, and dispatches their answers.
 *
 * Reads with the same key share one request. Requests with side effects always
 * go out. A request is given up when everyone who waits for it has given up, and
 * when the store is reset. An answer counts from when the attempt left that it
 * answers, so that what waited or was tried again is not taken for older than it is.
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
  const { abortWhenUnused = false, concurrency = 'parallel', request = askEndpoint } = options;
  const retry = retryOptions(options.retry);
  if (process.env.NODE_ENV !== 'production')
    checkDurations('networkManager', options, ['dataExpiryLength', 'errorExpiryLength']);

  return api => {
    const handle = handleFinder(api.dispatch);
    const runs = new Set<Run>();
    const reads = new Map<string, Run>();
    const mutations = mutationQueue();
    const used = usedRequests(
      () => handle()?.observers,
      key => {
        const run = reads.get(key);
        if (run !== undefined && mayEndUnused(run.action) && isUnused(run)) giveUp(run);
      },
    );

    let stopListening: (() => void) | undefined;

    /** Reads that are not wanted any more end, though someone may wait for their promise. */
    function listen() {
      stopListening ??= handle()?.observers.onAbandoned(key => {
        const run = reads.get(key);
        if (run !== undefined && !used.has(key)) giveUp(run);
      });
    }

    function start(action: FetchAction) {
      listen();
      const { promise: ended, resolve: end } = deferred();
      const { args } = action;
      const run: Run = {
        action,
        args,
        abort: new AbortController(),
        waiting: new Set(),
        end,
        ended,
        leftAt: 0,
      };
      runs.add(run);
      if (!action.endpoint.sideEffect) reads.set(action.key, run);
      if (mayEndUnused(action)) used.watch();
      join(run, action.meta);
      if (!runs.has(run)) return;
      const turn = action.endpoint.sideEffect ? enter(run) : undefined;
      const { after } = action.meta;
      const isReady = after === undefined && temporaryKeysIn(args).length === 0;
      const begin = isReady ? turn : Promise.all([turn, after, ...creationsOf(action)]);
      const answered =
        begin === undefined ? send(run, action.meta.fetchedAt) : begin.then(() => sendNamed(run));
      answered.then(
        response => answer(run, response === null ? unsaid(run) : response),
        error => answer(run, isError(error) ? error : new Error(String(error))),
      );
    }

    function enter(run: Run): Promise<unknown> | undefined {
      const { key, endpoint } = run.action;
      const replaced = () =>
        giveUp(run, new AbortError(key, 'a later change of the same record took its place'));
      const turn = mutations.enter(recordOf(key), endpoint.concurrency ?? concurrency, replaced);
      const { end } = run;
      run.end = () => {
        turn.end();
        end();
      };
      return turn.begin;
    }

    /** The creations under way of records that a request is about: until they are answered it has no address. */
    function creationsOf({ args }: FetchAction): readonly Promise<void>[] {
      const requests = temporaryKeysIn(args).map(requestOf);
      const creations = [...runs].filter(({ action }) => requests.includes(action.meta.requestId));
      return creations.map(({ ended }) => ended);
    }

    /** Sends a request about records that the server has named meanwhile. */
    function sendNamed(run: Run): Promise<unknown> {
      const state = handle()?.getState();
      if (state !== undefined) run.args = realArgs(state, run.action.args);
      if (temporaryKeysIn(run.args).length === 0) return send(run);
      return Promise.reject(new AbortError(run.action.key, 'the record that it is about was not created'));
    }

    function send(run: Run, leavesAt = now()): Promise<unknown> {
      const { endpoint } = run.action;
      const { signal } = run.abort;
      let next: number | undefined = leavesAt;
      const attempt = async () => {
        run.leftAt = next ?? now();
        next = undefined;
        signal.throwIfAborted();
        return request(endpoint, run.args, { signal });
      };
      return endpoint.sideEffect && !retry.sideEffects ? attempt() : withRetry(attempt, retry, signal);
    }

    function unsaid({ action, args }: Run): unknown {
      const state = handle()?.getState();
      return state === undefined ? null : unsaidAnswer(state, action, args);
    }

    function answer(run: Run, response: unknown) {
      if (!finish(run)) return;
      const outcome = deliver(run, response);
      for (const { resolve, reject } of run.waiting) {
        if (isError(outcome)) reject(outcome);
        else resolve(outcome);
      }
    }

    /** What those who wait are told: the answer, or why the store would not take it. */
    function deliver(run: Run, response: unknown): unknown {
      const { endpoint, key } = run.action;
      try {
        tellingFailures(endpoint, key, handle(), () => respond(run, response));
        return response;
      } catch (error) {
        if (isUnderWay(run) && isError(error)) return refuse(run, error);
        // It has landed; who threw is a subscriber, of whom nobody who waits has to know.
        void Promise.reject(error);
        return response;
      }
    }

    /** Ends a request whose answer other middleware would not let through. */
    function refuse(run: Run, error: Error): Error {
      try {
        respond(run, error);
      } catch {
        // What throws for an error as well is not ours to mend: whoever waits gets the first reason.
      }
      return error;
    }

    function isUnderWay({ action }: Run): boolean {
      const state = handle()?.getState();
      const ids = state && getCell(state.inflight, action.key)?.value;
      return ids?.includes(action.meta.requestId) === true;
    }

    function join(run: Run, meta: FetchAction['meta']) {
      run.waiting.add(meta);
      meta.signal?.addEventListener('abort', () => leave(run, meta), { once: true });
      if (meta.signal?.aborted) leave(run, meta);
    }

    function leave(run: Run, meta: FetchAction['meta']) {
      if (!runs.has(run) || !run.waiting.delete(meta)) return;
      const reason: unknown = meta.signal?.reason;
      const error = isError(reason) ? reason : new AbortError(run.action.key);
      meta.reject(error);
      if (isUnused(run)) giveUp(run, error);
    }

    function isUnused({ action, waiting }: Run): boolean {
      if (!mayEndUnused(action)) return waiting.size === 0;
      return [...waiting].every(({ unattended }) => unattended) && !used.has(action.key);
    }

    function mayEndUnused({ endpoint }: FetchAction): boolean {
      return !endpoint.sideEffect && (endpoint.abortWhenUnused ?? abortWhenUnused);
    }

    function giveUp(run: Run, error: Error = new AbortError(run.action.key, 'nobody waits for it any more')) {
      if (!drop(run, error)) return;
      // In state it is one kind of end, whatever the caller's reason was.
      respond(run, new AbortError(run.action.key));
    }

    /** Ends a request without a word to the store. */
    function drop(run: Run, error: Error): boolean {
      if (!finish(run)) return false;
      run.abort.abort(error);
      for (const { reject } of run.waiting) reject(error);
      return true;
    }

    function finish(run: Run): boolean {
      if (!runs.delete(run)) return false;
      if (reads.get(run.action.key) === run) reads.delete(run.action.key);
      run.end();
      return true;
    }

    function respond({ action, args, leftAt }: Run, response: unknown) {
      const { endpoint, meta } = action;
      const stamps = { fetchedAt: leftAt || meta.fetchedAt, requestId: meta.requestId };
      api.dispatch(setResponse(endpoint, { args, response, ...stamps, ...defaultsOf(options, handle()) }));
    }

    const stage = (next: (action: unknown) => unknown) => (action: unknown) => {
      if (fetch.match(action) && isLive(action)) {
        const running = reads.get(action.key);
        if (running !== undefined && !action.endpoint.sideEffect) {
          join(running, action.meta);
          return action.meta.promise;
        }
        next(action);
        start(action);
        return action.meta.promise;
      }
      // Whoever hears of a reset may ask anew at once: only what was under way before is given up.
      const givenUp = reset.match(action) ? [...runs] : [];
      const result = next(action);
      used.note(action);
      for (const run of givenUp) drop(run, new ResetError(run.action.key));
      return result;
    };

    return withCleanup(stage, () => {
      for (const run of [...runs]) giveUp(run, new AbortError(run.action.key, 'the store was cleaned up'));
      used.cleanup();
      stopListening?.();
      stopListening = undefined;
    });
  };
}

function askEndpoint(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  options: RequestOptions,
): Promise<unknown> {
  return endpoint.request(args, options);
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>(onResolve => {
    resolve = onResolve;
  });
  return { promise, resolve };
}
