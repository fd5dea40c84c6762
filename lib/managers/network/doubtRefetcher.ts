import type { FetchAction } from '../../actions/fetch';
import { plainErrorOf, type SetResponseAction } from '../../actions/setResponse';
import { isListOf } from '../../overlap/listsThatMayHold';
import { isEmpty } from '../../plain/isEmpty';
import { isObject } from '../../plain/isObject';
import { own } from '../../plain/own';
import { addressedRecords, isListWriter, kindsIn, partsOf } from '../../schema/addressedRecord';
import { doubtsAmong } from '../../selectors/doubtsAmong';
import type { StoreHandle } from '../../store/StoreHandle';
import { fetchThunk } from '../../thunks/fetchThunk';
import { filterDoubts, withDoubts } from '../../types/doubts';
import type { Doubts, Entities } from '../../types/State';
import type { PendingRequest } from './PendingRequest';

/** Refetches what is on screen and in doubt. */
export interface DoubtRefetcher {
  /**
   * Refetches what no mutation in flight may change any more, each doubt once: after a response, where more is on screen
   * than before, or where doubts come otherwise.
   */
  look(response?: SetResponseAction, showsMore?: boolean): void;
  /** The refetches that a mutation makes pointless: they are repeated after it. */
  overtakenBy(mutation: FetchAction): readonly PendingRequest[];
}

/**
 * Sees to it that doubt ends: each mounted request that shows a record in doubt is
 * refetched once, when no mutation of that record is in flight.
 */
export function doubtRefetcher(store: StoreHandle, pending: Iterable<PendingRequest>): DoubtRefetcher {
  /** The doubts for which each request was sent already, by its key. */
  const seen = new Map<string, Doubts>();
  /** When each request left that failed, by its key: it has done for older doubts what their refetch would. */
  const failed = new Map<string, number>();
  let isLooking = false;
  /** The doubts at the last look; `undefined` in the past, where nothing is fetched. */
  let looked: Doubts | undefined;

  function refetch() {
    isLooking = false;
    if (store.isPast()) return;
    const mutations = [...pending].filter(({ action }) => action.endpoint.sideEffect);
    const { doubts: cast, entities } = store.getState();
    for (const [key, of] of seen) {
      const left = filterDoubts(of, (kind, pk, number) => own(cast[kind], pk) === number);
      if (isEmpty(left)) seen.delete(key);
      else seen.set(key, left);
    }
    const settled = filterDoubts(
      cast,
      (kind, pk, number) =>
        number > 0 && !mutations.some(({ action }) => mayChange(action, kind, pk, entities)),
    );
    if (isEmpty(settled)) return;
    // Of those that are there now: a request may bring others. Each once, however many components read it.
    // What only looks at a response, as `useCache` does, sends none.
    const senders = [...store.observers].filter(({ request }) => request !== undefined);
    const readers = new Map(senders.map(observer => [observer.key, observer]));
    for (const [key, { request, memo }] of readers) {
      const shown = doubtsAmong(settled, memo());
      if (key === undefined || request === undefined || shown === undefined) continue;
      const sent = seen.get(key) ?? {};
      const since = failed.get(key) ?? 0;
      const doubts = filterDoubts(without(shown, sent), (_kind, _pk, number) => number > since);
      if (isEmpty(doubts)) continue;
      seen.set(key, withDoubts(sent, doubts));
      const { endpoint, args } = request;
      void fetchThunk(endpoint, args, { unattended: true, by: 'doubt', doubts })(
        store.dispatch,
        store.getState,
      );
    }
  }

  return {
    look(action, showsMore) {
      const before = looked;
      looked = store.isPast() ? undefined : store.getState().doubts;
      if (looked === undefined || (looked === before && !action && !showsMore)) return;
      if (isEmpty(looked)) {
        seen.clear();
        failed.clear();
        return;
      }
      if (action?.error && plainErrorOf(action).name !== 'AbortError')
        failed.set(action.key, action.meta.left ?? 0);
      if (isLooking) return;
      isLooking = true;
      // Once for all that ends in one turn, and after what listens to the response.
      queueMicrotask(refetch);
    },
    overtakenBy(mutation) {
      const { entities } = store.getState();
      const overtaken = [...pending].filter(
        ({ doubts = {} }) =>
          !isEmpty(filterDoubts(doubts, (kind, pk) => mayChange(mutation, kind, pk, entities))),
      );
      // What an earlier request for the same response is to end is still in flight.
      for (const { action, doubts } of overtaken)
        seen.set(action.key, without(seen.get(action.key) ?? {}, doubts));
      return overtaken;
    },
  };
}

/** Doubts less those that others name under the same numbers. */
function without(doubts: Doubts, others: Doubts = {}): Doubts {
  return filterDoubts(doubts, (kind, pk, number) => own(others[kind], pk) !== number);
}

/**
 * Whether a mutation may change a record, or a list, that is in doubt: judged by the
 * record that it is addressed to, or else by the kind that it writes.
 */
function mayChange({ endpoint, args }: FetchAction, kind: string, pk: string, entities: Entities): boolean {
  return partsOf(endpoint).some(([part]) => {
    const written = kindsIn(part.schema);
    if (written.some(one => isListOf(kind, one))) return changesLists(part.schema);
    if (!written.includes(kind)) return false;
    const addressed = addressedRecords(part, args, entities);
    return addressed.length === 0 || addressed.some(one => one.kind === kind && one.pk === pk);
  });
}

/** Whether a schema adds to lists, or removes records from them. */
function changesLists(schema: unknown): boolean {
  return isListWriter(schema) || (isObject(schema) && 'entity' in schema);
}
