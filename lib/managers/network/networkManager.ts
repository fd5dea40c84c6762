import { defaultsOf, type EndpointDefaults } from '../../actions/expiry';
import { type FetchAction, fetch } from '../../actions/fetch';
import { type Outcome, takeOutcome } from '../../actions/outcomes';
import { reset } from '../../actions/reset';
import { type SetResponseAction, setResponse } from '../../actions/setResponse';
import { AbortError } from '../../errors/AbortError';
import { checkDurations } from '../../errors/checkNumbers';
import { ResetError } from '../../errors/ResetError';
import { isError } from '../../plain/isError';
import { reportError } from '../../plain/reportError';
import { toLiveError } from '../../plain/toPlainError';
import { realArgs, temporaryKeysIn } from '../../selectors/realArgs';
import { handleFinder } from '../../store/StoreHandle';
import { noteSender } from '../../store/senders';
import { getCell } from '../../tables/getCell';
import type { Concurrency, EndpointInterface, RequestOptions } from '../../types/EndpointInterface';
import { requestOf } from '../../types/temporaryKey';
import { type Manager, withCleanup } from '../Manager';
import { type RetryOptions, retryOptions, withRetry } from '../retry';
import { isLive } from '../subscriptions';
import { usedRequests } from '../usedRequests';
import { doubtRefetcher } from './doubtRefetcher';
import { emptyResponse } from './emptyResponse';
import { mutationQueue, scopeOf } from './mutationQueue';
import { createRun, type Run } from './Run';

/** How requests are sent; all parts can be left out. */
export interface NetworkManagerOptions extends EndpointDefaults {
  /** How often a read that failed is sent again, or all that can be said about it. @default 0 */
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
  const { abortWhenUnused = false, concurrency = 'parallel' } = options;
  const request = requestBy(options.request);
  const retry = retryOptions(options.retry);
  if (process.env.NODE_ENV !== 'production')
    checkDurations('networkManager', options, ['dataExpiryLength', 'errorExpiryLength']);

  return api => {
    noteSender(api.dispatch);
    const handle = handleFinder(api.dispatch);
    const runs = new Set<Run>();
    const reads = new Map<string, Run>();
    const mutations = mutationQueue();
    const doubtful = doubtRefetcher(handle);
    const used = usedRequests(
      () => handle()?.observers,
      key => {
        const run = reads.get(key);
        if (run !== undefined && mayEndUnused(run.action) && isUnused(run)) giveUp(run);
      },
    );
    /** The number of the latest mutation that has ended. */
    let lastMutation = 0;
    const stops: (() => void)[] = [];
    let forward: ((action: unknown) => unknown) | undefined;

    // ------------------------------------------------------------------ one request, from its beginning to its end

    /** Begins a request that the reducer has seen. */
    function begin(action: FetchAction) {
      listen();
      const run = createRun(action);
      const { sideEffect } = action.endpoint;
      runs.add(run);
      if (!sideEffect) reads.set(action.key, run);
      if (mayEndUnused(action)) used.watch();
      join(run, action.meta);
      if (!runs.has(run)) return;
      if (sideEffect) for (const overtaken of doubtful.overtakenBy(action, runs)) leaveOvertaken(overtaken);
      const turn = sideEffect ? enter(run) : undefined;
      const { after } = action.meta;
      const isReady = turn === undefined && after === undefined && temporaryKeysIn(run.args).length === 0;
      const responded = isReady
        ? send(run)
        : Promise.all([turn, after, ...creationsOf(action)]).then(() => sendNamed(run));
      responded.then(
        response => end(run, response === null ? inPlaceOfNothing(run) : response),
        error => end(run, isError(error) ? error : new Error(String(error))),
      );
    }

    /** Takes a place behind the mutations of the same record. */
    function enter(run: Run): Promise<unknown> | undefined {
      const { key, endpoint, args } = run.action;
      const replaced = () =>
        giveUp(run, new AbortError(key, 'a later change of the same record took its place'));
      const scope = scopeOf(endpoint, known(args), key);
      const turn = mutations.enter(scope, endpoint.concurrency ?? concurrency, replaced);
      const { end: settle } = run;
      run.end = () => {
        turn.end();
        settle();
      };
      return turn.begin;
    }

    /** Arguments with the keys that records have by now. */
    function known(args: readonly unknown[]): readonly unknown[] {
      const state = handle()?.getState();
      return state === undefined ? args : realArgs(state, args);
    }

    /** The creations in flight of records that a request is about: until they have ended it has no address. */
    function creationsOf({ args }: FetchAction): readonly Promise<void>[] {
      const requests = temporaryKeysIn(args).map(requestOf);
      const creations = [...runs].filter(({ action }) => requests.includes(action.meta.requestId));
      return creations.map(({ ended }) => ended);
    }

    /** Sends a request about records that the server has named meanwhile. */
    function sendNamed(run: Run): Promise<unknown> {
      const { args, endpoint, key } = run.action;
      run.args = known(args);
      if (run.args !== args) run.key = endpoint.key(...run.args);
      if (temporaryKeysIn(run.args).length === 0) return send(run);
      return Promise.reject(new AbortError(key, 'the record that it is about was not created'));
    }

    function send(run: Run): Promise<unknown> {
      const { endpoint } = run.action;
      const { signal } = run.abort;
      const attempt = async () => {
        signal.throwIfAborted();
        const number = nextNumber();
        let hasLeft = false;
        const onLeave = () => {
          hasLeft = true;
          left(run, nextNumber());
        };
        const response = await request(endpoint, run.args, { signal, key: run.key, onLeave });
        // It does not say when it leaves.
        if (!hasLeft) left(run, number);
        return response;
      };
      return endpoint.sideEffect && !retry.sideEffects ? attempt() : withRetry(attempt, retry, signal);
    }

    function left(run: Run, number: number) {
      run.left = number;
      run.since ??= number;
      run.leftAt = Date.now();
    }

    function nextNumber(): number {
      return handle()?.nextNumber() ?? 0;
    }

    function inPlaceOfNothing({ action: { endpoint, meta }, args }: Run): unknown {
      const state = handle()?.getState();
      if (state === undefined || endpoint.sideEffect !== true) return null;
      return emptyResponse(state, endpoint, args, meta.requestId);
    }

    /** Ends a request with its response, and tells all that wait for it what became of that. */
    function end(run: Run, response: unknown) {
      if (!finish(run)) return;
      const { failure, outcome } = deliver(run, response);
      const reason = failure ?? (isError(response) ? response : undefined);
      for (const { resolve, reject } of run.waiting) {
        if (reason === undefined) resolve(response, outcome);
        else reject(reason);
      }
    }

    /** Stores a response; whatever throws while it is made, checked or stored is the failure of this request. */
    function deliver(run: Run, response: unknown): { readonly failure?: Error; readonly outcome?: Outcome } {
      try {
        const action = responseOf(run, response);
        const outcome = dispatched(action);
        tellFailures(run.action.endpoint, outcome);
        return { outcome };
      } catch (error) {
        const failure = isError(error) ? error : new Error(String(error));
        refuse(run, failure);
        return { failure };
      }
    }

    /** @throws what kept the response from the store */
    function dispatched(action: SetResponseAction): Outcome {
      let thrown: unknown;
      try {
        api.dispatch(action);
      } catch (error) {
        thrown = error;
      }
      const outcome = takeOutcome(action);
      if (outcome === undefined)
        throw thrown ?? new Error(`The response to ${action.key} did not reach the store.`);
      // It has landed: what has thrown is a subscriber, which is no failure of the request.
      if (thrown !== undefined) reportError(thrown);
      return outcome;
    }

    /** Ends a request whose response could not be stored. */
    function refuse(run: Run, failure: Error) {
      try {
        dispatched(responseOf(run, failure));
      } catch {
        // What throws for an error as well is not ours to mend: the caller gets the first reason.
      }
    }

    function responseOf(
      { action, args, key, left: number, since, leftAt }: Run,
      response: unknown,
    ): SetResponseAction {
      const { endpoint, meta } = action;
      return setResponse(endpoint, {
        args,
        key,
        response,
        fetchedAt: leftAt,
        left: number,
        since,
        landed: nextNumber(),
        requestId: meta.requestId,
        doubts: meta.doubts,
        ...defaultsOf(options, handle()),
      });
    }

    // ------------------------------------------------------------------------------------------ waiting and aborting

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

    /** A refetch that a mutation overtakes is repeated after it, unless something waits for this one. */
    function leaveOvertaken(run: Run) {
      if ([...run.waiting].every(({ unattended }) => unattended)) {
        giveUp(run, new AbortError(run.action.key, 'a mutation of the same record has begun'));
      }
    }

    function isUnused({ action, waiting }: Run): boolean {
      if (!mayEndUnused(action)) return waiting.size === 0;
      return [...waiting].every(({ unattended }) => unattended) && !used.has(action.key);
    }

    function mayEndUnused({ endpoint }: FetchAction): boolean {
      return !endpoint.sideEffect && (endpoint.abortWhenUnused ?? abortWhenUnused);
    }

    function giveUp(
      run: Run,
      error: Error = new AbortError(run.action.key, 'nothing waits for it any more'),
    ) {
      if (!drop(run, error)) return;
      // In state it is one kind of end, whatever the caller's reason was.
      refuse(run, new AbortError(run.action.key));
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
      if (run.action.endpoint.sideEffect) lastMutation = nextNumber();
      run.end();
      return true;
    }

    // ------------------------------------------------------------------------------------- what happens to the store

    function listen() {
      const store = handle();
      if (stops.length > 0 || store === undefined) return;
      stops.push(
        // Reads that are not wanted any more end, though something may wait for their promise.
        store.observers.onAbandoned(key => {
          const run = reads.get(key);
          if (run !== undefined && !used.has(key)) giveUp(run);
        }),
        store.onReplaced(replacement => {
          if (replacement === 'reset') for (const run of [...runs]) drop(run, new ResetError(run.action.key));
          else renew();
        }),
      );
    }

    /** Puts what is in flight into a slice that has come from elsewhere, whose numbers are those of another store. */
    function renew() {
      for (const { action } of runs) forward?.(fetchAgain(action, nextNumber()));
      const left = [...runs].filter(run => run.left !== undefined);
      for (const run of left.sort((a, b) => (a.left ?? 0) - (b.left ?? 0))) {
        run.left = nextNumber();
        run.since = run.left;
      }
    }

    /** The read in flight that a request can share; not one that left before what it is to see. */
    function shared({ key, endpoint, meta }: FetchAction): Run | undefined {
      const run = endpoint.sideEffect ? undefined : reads.get(key);
      if (run?.left === undefined) return run;
      const { invalidated = 0 } = getCell(handle()?.getState().endpoints, key)?.meta ?? {};
      const isDeliberate = !meta.unattended || meta.doubts !== undefined;
      return run.left < invalidated || (isDeliberate && run.left < lastMutation) ? undefined : run;
    }

    const stage = (next: (action: unknown) => unknown) => {
      forward = next;
      return (action: unknown) => {
        if (fetch.match(action) && isLive(action)) return onFetch(action, next);
        // A subscriber may fetch at once when the store is reset: only what was in flight before ends with it.
        const ending = reset.match(action) ? [...runs].filter(finish) : [];
        const result = next(action);
        used.note(action);
        if (setResponse.match(action)) doubtful.look(runs);
        for (const run of ending) {
          const error = new ResetError(run.action.key);
          run.abort.abort(error);
          for (const { reject } of run.waiting) reject(error);
        }
        return result;
      };
    };

    function onFetch(action: FetchAction, next: (action: unknown) => unknown): Promise<unknown> {
      const running = shared(action);
      if (running !== undefined) {
        join(running, action.meta);
        return action.meta.promise;
      }
      try {
        next(action);
      } catch (error) {
        if (!isInFlight(action)) throw error;
        // The request has begun: what has thrown is a subscriber, which is no failure of it.
        reportError(error);
      }
      begin(action);
      return action.meta.promise;
    }

    function isInFlight({ key, meta }: FetchAction): boolean {
      const inFlight = getCell(handle()?.getState().inflight, key)?.value ?? [];
      return inFlight.some(({ requestId }) => requestId === meta.requestId);
    }

    return withCleanup(stage, () => {
      for (const run of [...runs]) giveUp(run, new AbortError(run.action.key, 'the store was cleaned up'));
      used.cleanup();
      for (const stop of stops.splice(0)) stop();
    });
  };
}

/** What gets responses: the endpoints themselves unless an app says otherwise. */
function requestBy(given: NetworkManagerOptions['request']): NonNullable<NetworkManagerOptions['request']> {
  if (given === undefined) return (endpoint, args, options) => endpoint.request(args, options);
  return (endpoint, args, options) => {
    options.onLeave?.();
    return given(endpoint, args, options);
  };
}

/** Tells an endpoint what of a response was dropped or kept. */
function tellFailures(endpoint: EndpointInterface, { schemaFailures = [] }: Outcome) {
  for (const failure of schemaFailures) {
    try {
      endpoint.onSchemaFailure?.(toLiveError(failure));
    } catch (error) {
      reportError(error);
    }
  }
}

/** The action of a request in flight, to be seen by a reducer that has not seen it yet. */
function fetchAgain(action: FetchAction, began: number): FetchAction {
  const meta = Object.defineProperties({}, Object.getOwnPropertyDescriptors(action.meta));
  Object.defineProperty(meta, 'began', { value: began, enumerable: true });
  const again: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(action));
  return Object.defineProperty(again, 'meta', { value: meta, enumerable: true }) as FetchAction;
}
