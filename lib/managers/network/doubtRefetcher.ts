import type { FetchAction } from '../../actions/fetch';
import { plainErrorOf, type SetResponseAction } from '../../actions/setResponse';
import type { Memo } from '../../denormalize/Memo';
import { isListOf } from '../../overlap/listsThatMayHold';
import { getOrCreate } from '../../plain/getOrCreate';
import { isEmpty } from '../../plain/isEmpty';
import { isObject } from '../../plain/isObject';
import { mapFields } from '../../plain/mapFields';
import { own } from '../../plain/own';
import { addressedRecords } from '../../schema/addressedRecord';
import { isListWriter, kindsIn, partsOf } from '../../schema/responseParts';
import { doubtsAmong } from '../../selectors/doubtsAmong';
import type { Observed, ReadRequest } from '../../store/Observer';
import type { StoreHandle } from '../../store/StoreHandle';
import { getValue } from '../../tables/getCell';
import { fetchThunk } from '../../thunks/fetchThunk';
import { type DoubtsByKind, doubtsOf, filterDoubts, noteDoubt, withDoubts } from '../../types/doubts';
import type { Doubts, Entities, InFlight } from '../../types/State';
import type { PendingRequest } from './PendingRequest';

/** Refetches what is on screen and in doubt. */
export interface DoubtRefetcher {
  /**
   * Refetches what no mutation in flight may still change, once for each doubt: after a response, when more is on
   * screen than before, or when doubts come from elsewhere.
   */
  check(response?: SetResponseAction, showsMore?: boolean): void;
  /** The refetches that a mutation makes pointless; they are repeated after it. */
  overtakenBy(mutation: FetchAction): readonly PendingRequest[];
  /** Forgets the refetches to repeat, because their session is over. */
  reset(): void;
}

/**
 * Makes sure that doubt ends: each mounted request that shows a record in doubt is refetched once, when no mutation
 * of that record is in flight.
 */
export function doubtRefetcher(store: StoreHandle, pending: Iterable<PendingRequest>): DoubtRefetcher {
  /** The doubts for which each request was already sent, by its key. */
  const seen = new Map<string, Doubts>();
  /** The mutations that were in flight for records that a request showed when it was refetched, by its key. */
  const concurrent = new Map<string, readonly PendingRequest[]>();
  /** Refetches that a mutation made pointless; each is repeated after it, once for all of its doubts. */
  let overtaken: readonly Overtaken[] = [];
  /** The number under which each failed request left, by its key: it counts as the refetch for older doubts. */
  const failed = new Map<string, number>();
  let isScheduled = false;
  /** The doubts at the last look; `undefined` while the store shows the past, where nothing is fetched. */
  let lastDoubts: Doubts | undefined;

  /** Forgets the doubts that have ended. */
  function forgetEnded(cast: Doubts) {
    for (const [key, doubts] of seen) {
      const remaining = filterDoubts(doubts, (kind, pk, number) => own(cast[kind], pk) === number);
      if (isEmpty(remaining)) seen.delete(key);
      else seen.set(key, remaining);
    }
  }

  /** Takes what no mutation makes pointless any more, even if others resolved the doubt for themselves. */
  function takeDue(readers: Readers, mutations: ReadonlyMap<PendingRequest, MayChange>) {
    const due = new Map<string, Doubts>();
    overtaken = overtaken.flatMap(one => {
      const mayOverlap = ([{ action }, mayChange]: readonly [PendingRequest, MayChange]) =>
        action.meta.requestId === one.by || isAny(one.doubts, mayChange);
      const by = [...mutations].find(mayOverlap)?.[0].action.meta.requestId;
      if (by !== undefined) return [{ ...one, by }];
      if (readers.has(one.key)) addDoubts(due, one.key, one.doubts);
      // Nothing reads it now: a later reader causes the refetch.
      else seen.set(one.key, without(seen.get(one.key) ?? {}, one.doubts));
      return [];
    });
    return due;
  }

  /** Adds the doubts that a refetch could not resolve, because it ran before a mutation of the same record ended. */
  function addConcurrent(
    due: Map<string, Doubts>,
    readers: Readers,
    cast: Doubts,
    isSettled: (kind: string, pk: string) => boolean,
    mutations: readonly PendingRequest[],
  ) {
    const isDone = (key: string) => ![...pending].some(({ action, doubts }) => doubts && action.key === key);
    for (const [key, before] of concurrent) {
      const inFlight = before.filter(mutation => mutations.includes(mutation));
      if (inFlight.length === before.length || !isDone(key)) continue;
      if (inFlight.length === 0) concurrent.delete(key);
      else concurrent.set(key, inFlight);
      const spent = filterDoubts(cast, (kind, pk, number) => number < 0 && isSettled(kind, pk));
      const shown = doubtsAmong(spent, readers.get(key)?.memo());
      if (shown !== undefined) addDoubts(due, key, positive(shown));
    }
  }

  function refetch() {
    isScheduled = false;
    if (store.isPast()) return;
    const mutations = [...pending].filter(({ action }) => action.endpoint.sideEffect);
    const { doubts: cast, entities, inflight } = store.getState();
    forgetEnded(cast);
    const changes = new Map(mutations.map(one => [one, changesOf(one.action, entities)]));
    const changing = [...changes.values()];
    const isSettled = (kind: string, pk: string) => !changing.some(mayChange => mayChange(kind, pk));
    const openDoubts = filterDoubts(cast, (kind, pk, number) => number > 0 && isSettled(kind, pk));
    if (isEmpty(openDoubts) && concurrent.size === 0 && overtaken.length === 0) return;
    // Take the observers that exist now, since a request may add others; one for each key, however many components
    // read it. Those that only look at a response, such as `useCache`, send nothing.
    const senders = [...store.observers].filter(({ observed }) => observed.request !== undefined);
    const readers: Readers = new Map(senders.map(({ observed }) => [observed.key, observed]));
    const due = takeDue(readers, changes);
    addConcurrent(due, readers, cast, isSettled, mutations);
    for (const [key, observed] of readers) {
      const shown = doubtsAmong(openDoubts, observed.memo());
      if (key === undefined || shown === undefined) continue;
      const since = failed.get(key) ?? 0;
      const unsent = without(shown, seen.get(key));
      const doubts = filterDoubts(unsent, (_kind, _pk, number) => number > since);
      if (!isEmpty(doubts)) addDoubts(due, key, doubts);
    }
    for (const [key, doubts] of due) {
      const observed = readers.get(key) as Observed;
      const { endpoint, args } = observed.request as ReadRequest;
      addDoubts(seen, key, doubts);
      // Its own sender has sent it since the doubts arose, which resolves them as well.
      const isCovered = ({ began }: InFlight) =>
        isEmpty(filterDoubts(doubts, (_kind, _pk, number) => number > began));
      if (endpoint.isSentElsewhere && getValue(inflight, key)?.some(isCovered)) continue;
      const overlapping = mutations.filter(({ action }) => isShown(action, observed.memo(), entities));
      if (overlapping.length > 0) concurrent.set(key, overlapping);
      void fetchThunk(endpoint, args, { unattended: true, by: 'doubt', doubts })(
        store.dispatch,
        store.getState,
      );
    }
  }

  return {
    check(action, showsMore) {
      const previous = lastDoubts;
      lastDoubts = store.isPast() ? undefined : store.getState().doubts;
      if (lastDoubts === undefined || (lastDoubts === previous && !action && !showsMore)) return;
      if (isEmpty(lastDoubts) && overtaken.length === 0) {
        for (const each of [seen, failed, concurrent]) if (each.size > 0) each.clear();
        return;
      }
      if (action?.error && plainErrorOf(action).name !== 'AbortError')
        failed.set(action.key, action.meta.left ?? 0);
      if (isScheduled) return;
      isScheduled = true;
      // Once for everything that ends in one turn, and after the listeners of the response.
      queueMicrotask(refetch);
    },
    overtakenBy(mutation) {
      const { entities } = store.getState();
      const refetches = [...pending].filter(({ doubts }) => doubts);
      if (refetches.length === 0) return [];
      const mayChange = changesOf(mutation, entities);
      const overlapping = refetches.filter(({ doubts = {} }) => isAny(doubts, mayChange));
      const { requestId: by } = mutation.meta;
      overtaken = [
        ...overtaken,
        ...overlapping.map(({ action: { key }, doubts = {} }) => ({ by, key, doubts })),
      ];
      return overlapping;
    },
    reset() {
      overtaken = [];
    },
  };
}

type Readers = ReadonlyMap<string | undefined, Observed>;

/** A refetch that was sent for some doubts, and the mutation that made it pointless. */
interface Overtaken {
  readonly by: string;
  readonly key: string;
  readonly doubts: Doubts;
}

function addDoubts(byKey: Map<string, Doubts>, key: string, doubts: Doubts): void {
  byKey.set(key, withDoubts(byKey.get(key) ?? {}, doubts));
}

/** Doubts with their original, positive numbers. */
function positive(doubts: Doubts): Doubts {
  return mapFields(doubts, (_kind, records) => mapFields(records, (_pk, number) => Math.abs(number)));
}

/** Doubts without those that `others` has under the same numbers. */
function without(doubts: Doubts, others: Doubts = {}): Doubts {
  return filterDoubts(doubts, (kind, pk, number) => own(others[kind], pk) !== number);
}

/** Whether a mutation may change a record, or a list, that is in doubt. */
type MayChange = (kind: string, pk: string) => boolean;

/**
 * Decides by the record that a mutation addresses, or else by the kind that it writes. Looks both up only once,
 * because an interrupted mutation may leave thousands of records in doubt.
 */
function changesOf({ endpoint, args }: FetchAction, entities: Entities): MayChange {
  const parts = partsOf(endpoint).map(([part]) => {
    const written = kindsIn(part.schema);
    const addressed = addressedRecords(part, args, entities);
    const lists = new Map<string, boolean>();
    return (kind: string, pk: string) => {
      if (getOrCreate(lists, kind, () => written.some(one => isListOf(kind, one))))
        return changesLists(part.schema);
      if (!written.includes(kind)) return false;
      return addressed.length === 0 || addressed.some(one => one.kind === kind && one.pk === pk);
    };
  });
  return (kind, pk) => parts.some(mayChange => mayChange(kind, pk));
}

function isAny(doubts: Doubts, mayChange: MayChange): boolean {
  return Object.entries(doubts).some(([kind, records]) =>
    Object.keys(records).some(pk => mayChange(kind, pk)),
  );
}

/** Whether a value is made from a record that a mutation addresses. */
function isShown({ endpoint, args }: FetchAction, memo: Memo | undefined, entities: Entities): boolean {
  const addressed: DoubtsByKind = new Map();
  for (const [part] of partsOf(endpoint))
    for (const { kind, pk } of addressedRecords(part, args, entities)) noteDoubt(addressed, kind, pk, 1);
  return doubtsAmong(doubtsOf(addressed), memo) !== undefined;
}

/** Whether a schema adds to lists, or removes records from them. */
function changesLists(schema: unknown): boolean {
  return isListWriter(schema) || (isObject(schema) && 'entity' in schema);
}
