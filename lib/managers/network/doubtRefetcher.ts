import type { FetchAction } from '../../actions/fetch';
import { isEmpty } from '../../plain/isEmpty';
import type { StoreHandle } from '../../store/StoreHandle';
import { fetchThunk } from '../../thunks/fetchThunk';
import { filterDoubts, withDoubts, withoutDoubts } from '../../types/doubts';
import type { Doubts } from '../../types/State';
import { doubtfulRequests, mayChange } from './doubtfulRequests';
import type { PendingRequest } from './PendingRequest';

/** Refetches what is on screen and in doubt. */
export interface DoubtRefetcher {
  /** Refetches what no mutation in flight may change any more; each doubt once. */
  look(pending: Iterable<PendingRequest>): void;
  /** The refetches that a mutation makes pointless: they are repeated after it. */
  overtakenBy(mutation: FetchAction, pending: Iterable<PendingRequest>): readonly PendingRequest[];
}

/**
 * Sees to it that doubt ends: each mounted request that shows a record in doubt is
 * refetched once, when no mutation of that record is in flight.
 */
export function doubtRefetcher(handle: () => StoreHandle | undefined): DoubtRefetcher {
  /** The doubts for which each request was sent already, by its key. */
  const seen = new Map<string, Doubts>();
  let isLooking = false;

  function refetch(store: StoreHandle, mutations: readonly FetchAction[]) {
    const { doubts: cast, entities } = store.getState();
    for (const [key, of] of seen) {
      const left = filterDoubts(of, (kind, pk, number) => cast[kind]?.[pk] === number);
      if (isEmpty(left)) seen.delete(key);
      else seen.set(key, left);
    }
    const settled = filterDoubts(
      cast,
      (kind, pk) => !mutations.some(one => mayChange(one, kind, pk, entities)),
    );
    if (isEmpty(settled)) return;
    for (const [key, { endpoint, args, doubts: shown }] of doubtfulRequests(settled, store.observers)) {
      const sent = seen.get(key) ?? {};
      const doubts = withoutDoubts(shown, sent);
      if (isEmpty(doubts)) continue;
      seen.set(key, withDoubts(sent, doubts));
      void fetchThunk(endpoint, args, { unattended: true, by: 'doubt', doubts })(
        store.dispatch,
        store.getState,
      );
    }
  }

  return {
    look(pending) {
      const store = handle();
      if (store === undefined || isLooking || store.isPast()) return;
      if (isEmpty(store.getState().doubts)) {
        seen.clear();
        return;
      }
      isLooking = true;
      // Once for all that ends in one turn, and after what listens to the response.
      queueMicrotask(() => {
        isLooking = false;
        if (store.isPast()) return;
        refetch(
          store,
          [...pending].map(({ action }) => action).filter(({ endpoint }) => endpoint.sideEffect),
        );
      });
    },
    overtakenBy(mutation, pending) {
      const entities = handle()?.getState().entities;
      const overtaken = [...pending].filter(
        ({ action: { meta } }) =>
          !isEmpty(filterDoubts(meta.doubts ?? {}, (kind, pk) => mayChange(mutation, kind, pk, entities))),
      );
      for (const { action } of overtaken) seen.delete(action.key);
      return overtaken;
    },
  };
}
