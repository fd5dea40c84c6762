import type { FetchAction } from '../../actions/fetch';
import type { StoreHandle } from '../../store/StoreHandle';
import { fetchThunk } from '../../thunks/fetchThunk';
import type { Doubts } from '../../types/State';
import { doubtfulRequests, mayChange, settledDoubts } from './doubtfulRequests';
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
  /** The doubts for which requests were sent already. */
  let seen: Doubts = {};
  let isLooking = false;

  function refetch(store: StoreHandle, mutations: readonly FetchAction[]) {
    const state = store.getState();
    seen = onlyCurrent(seen, state.doubts);
    const ready = without(settledDoubts(state, mutations), seen);
    if (isEmpty(ready)) return;
    for (const { endpoint, args, doubts } of doubtfulRequests(ready, store.observers)) {
      // What nothing shows yet may come to be shown by a response from before.
      seen = joined(seen, doubts);
      void fetchThunk(endpoint, args, { unattended: true, doubts })(store.dispatch, store.getState);
    }
  }

  return {
    look(pending) {
      const store = handle();
      if (store === undefined || isLooking || store.isPast()) return;
      if (isEmpty(store.getState().doubts)) {
        seen = {};
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
      const overtaken = [...pending].filter(({ action }) =>
        Object.entries(action.meta.doubts ?? {}).some(([kind, records]) =>
          Object.keys(records).some(pk => mayChange(mutation, kind, pk)),
        ),
      );
      for (const { action } of overtaken) seen = without(seen, action.meta.doubts ?? {});
      return overtaken;
    },
  };
}

function isEmpty(doubts: Doubts): boolean {
  for (const _kind in doubts) return false;
  return true;
}

/** Doubts that are not among others, told by their numbers. */
function without(doubts: Doubts, others: Doubts): Doubts {
  return filtered(doubts, (kind, pk, cast) => others[kind]?.[pk] !== cast);
}

function onlyCurrent(doubts: Doubts, current: Doubts): Doubts {
  return isEmpty(doubts) ? doubts : filtered(doubts, (kind, pk, cast) => current[kind]?.[pk] === cast);
}

function filtered(doubts: Doubts, keeps: (kind: string, pk: string, cast: number) => boolean): Doubts {
  const kept = Object.entries(doubts).map(([kind, records]) => {
    const left = Object.entries(records).filter(([pk, cast]) => keeps(kind, pk, cast));
    return [kind, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(kept.filter(([, records]) => Object.keys(records).length > 0));
}

function joined(doubts: Doubts, more: Doubts): Doubts {
  const kinds = Object.entries(more).map(([kind, records]) => [kind, { ...doubts[kind], ...records }]);
  return { ...doubts, ...Object.fromEntries(kinds) };
}
