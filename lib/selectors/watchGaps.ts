import { type Gap, isGapIn, takeGaps, tellGap } from '../denormalize/gaps';
import type { Memo } from '../denormalize/Memo';
import { startTimer } from '../plain/startTimer';
import type { DataState } from '../types/State';
import { viewOf } from './viewOf';

/** How long nothing may happen before a list counts as it is meant to be, in milliseconds. */
const SETTLED_MS = 1_000;

/** How often requests in flight are waited for; a store that is dropped is not kept alive. */
const MAX_WAITS = 60;

/** What shows a value, for naming it and for looking at it again. */
export interface GapReader {
  /** Where the value stands, as the end of "A list leaves out User 5". */
  readonly where: string;
  /** What the value is made of in another state; `undefined` where it is not there. */
  read(state: DataState): Memo | undefined;
}

/** The stores of states, for what looks at a state later. */
const stores = new WeakMap<DataState, () => DataState | undefined>();

/** Notes, for development, which store a state belongs to. */
export function noteStoreOf(state: DataState, getState: () => DataState | undefined): void {
  stores.set(state, getState);
}

/**
 * Says, in development, what the lists of a value leave out, once things have settled: what is in flight is no gap,
 * nor is what a component fetches that has just begun to render.
 */
export function watchGaps(state: DataState, memo: Memo, reader: GapReader): void {
  const gaps = takeGaps(memo, viewOf(state));
  if (gaps.length > 0) tellWhenSettled(state, gaps, reader, MAX_WAITS);
}

function tellWhenSettled(state: DataState, gaps: readonly Gap[], reader: GapReader, waits: number) {
  startTimer(
    SETTLED_MS,
    () => {
      // Without a store, as in a replayed log, what was read is all there is.
      const find = stores.get(state);
      const now = find === undefined ? state : find();
      if (now === undefined) return;
      if (now.inflight.size > 0) {
        if (waits > 0) tellWhenSettled(now, gaps, reader, waits - 1);
        return;
      }
      const memo = reader.read(now);
      if (memo === undefined) return;
      for (const gap of gaps) if (isGapIn(gap, memo, viewOf(now))) tellGap(gap, reader.where);
    },
    true,
  );
}
