import { AbortError } from '../../errors/AbortError';
import { temporaryKeysIn, withRealKeys } from '../../selectors/withRealKeys';
import type { StoreHandle } from '../../store/StoreHandle';
import type { Concurrency } from '../../types/EndpointInterface';
import { requestOf } from '../../types/temporaryKey';
import { mutationQueue, scopeOf } from './mutationQueue';
import type { PendingRequest } from './PendingRequest';
import type { PendingRequests } from './pendingRequests';

/** Decides what a request waits for before it is sent. */
export interface SendingOrder {
  /**
   * Settles when a request may be sent; `undefined` when it may be sent at once.
   *
   * Rejects where it never may: the record that it is about was not created.
   */
  turnOf(request: PendingRequest): Promise<unknown> | undefined;
}

/**
 * Orders the requests of one store.
 *
 * Mutations wait for those of the same record as their concurrency says. A request
 * about a record that is being created waits for its creation, and is sent with the
 * key that the server gave.
 */
export function sendingOrder(
  handle: () => StoreHandle | undefined,
  pending: PendingRequests,
  concurrency: Concurrency,
): SendingOrder {
  const mutations = mutationQueue();

  /** Arguments with the keys that records have by now. */
  function known(args: readonly unknown[]): readonly unknown[] {
    const state = handle()?.getState();
    return state === undefined ? args : withRealKeys(state, args);
  }

  /** Takes a place behind the mutations of the same record. */
  function enter(request: PendingRequest): Promise<unknown> | undefined {
    const { key, endpoint, args } = request.action;
    const abort = () =>
      pending.abort(
        request,
        new AbortError(
          key,
          process.env.NODE_ENV !== 'production' && 'a later mutation of the same record replaced it',
        ),
      );
    const scope = scopeOf(endpoint, known(args), key);
    const turn = mutations.enter(scope, endpoint.concurrency ?? concurrency, abort);
    const { end } = request;
    request.end = () => {
      turn.end();
      end();
    };
    return turn.begin;
  }

  /** The creations in flight of records that a request is about: until they have ended it has no address. */
  function creationsOf({ args }: PendingRequest): readonly Promise<void>[] {
    const ids = temporaryKeysIn(args).map(requestOf);
    const creations = [...pending].filter(({ action }) => ids.includes(action.meta.requestId));
    return creations.map(({ ended }) => ended);
  }

  /** Puts the keys that the server has given meanwhile into a request. */
  function nameRecords(request: PendingRequest) {
    const { args, endpoint, key } = request.action;
    request.args = known(args);
    if (request.args !== args) request.key = endpoint.key(...request.args);
    if (temporaryKeysIn(request.args).length > 0)
      throw new AbortError(
        key,
        process.env.NODE_ENV !== 'production' && 'the record that it changes was not created',
      );
  }

  return {
    turnOf(request) {
      const { endpoint, meta } = request.action;
      const turn = endpoint.sideEffect ? enter(request) : undefined;
      if (turn === undefined && meta.after === undefined && temporaryKeysIn(request.args).length === 0) {
        return undefined;
      }
      return Promise.all([turn, meta.after, ...creationsOf(request)]).then(() => nameRecords(request));
    },
  };
}
