import type { Middleware, MiddlewareAPI } from 'redux';
import type { ExpiryLengths } from '../actions/expiry';
import { type FetchAction, fetch } from '../actions/fetch';
import { reset } from '../actions/reset';
import { setResponse } from '../actions/setResponse';
import { AbortError } from '../errors/AbortError';
import { ResetError } from '../errors/ResetError';
import { isError } from '../plain/isError';

/** One request on its way, and all who wait for it. */
interface Run {
  readonly action: FetchAction;
  readonly abort: AbortController;
  readonly waiting: Set<FetchAction['meta']>;
}

/**
 * Sends the requests that `rdc/fetch` asks for, and dispatches their answers.
 *
 * Reads with the same key share one request. Requests with side effects always
 * go out. A request is given up when everyone who waits for it has given up.
 */
export function networkManager(lengths: ExpiryLengths = {}): Middleware {
  return api => {
    const runs = new Set<Run>();
    const reads = new Map<string, Run>();

    function finish(run: Run) {
      runs.delete(run);
      if (reads.get(run.action.key) === run) reads.delete(run.action.key);
    }

    function start(action: FetchAction) {
      const run: Run = { action, abort: new AbortController(), waiting: new Set() };
      runs.add(run);
      if (!action.endpoint.sideEffect) reads.set(action.key, run);
      join(run, action.meta);
      const { signal } = run.abort;
      action.endpoint.request(action.args, { signal }).then(
        response => answer(run, response),
        error => answer(run, isError(error) ? error : new Error(String(error))),
      );
    }

    function answer(run: Run, response: unknown) {
      if (!runs.has(run)) return;
      finish(run);
      respond(api, run, response, lengths);
      for (const { resolve, reject } of run.waiting) {
        if (isError(response)) reject(response);
        else resolve(response);
      }
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
      if (run.waiting.size > 0) return;
      finish(run);
      run.abort.abort(error);
      respond(api, run, new AbortError(run.action.key), lengths);
    }

    function giveUpAll() {
      for (const run of [...runs]) {
        const error = new ResetError(run.action.key);
        finish(run);
        run.abort.abort(error);
        for (const { reject } of run.waiting) reject(error);
      }
    }

    return next => action => {
      if (fetch.match(action)) {
        const running = reads.get(action.key);
        if (running !== undefined && !action.endpoint.sideEffect) {
          join(running, action.meta);
          return running.action.meta.promise;
        }
        next(action);
        start(action);
        return action.meta.promise;
      }
      const result = next(action);
      if (reset.match(action)) giveUpAll();
      return result;
    };
  };
}

function respond(api: MiddlewareAPI, { action }: Run, response: unknown, lengths: ExpiryLengths) {
  const { endpoint, args, meta } = action;
  const { fetchedAt, requestId } = meta;
  api.dispatch(setResponse(endpoint, { args, response, fetchedAt, requestId, ...lengths }));
}
