import { type Gap, isGapIn, takeGaps, warnOfGap } from '../denormalize/gaps';
import type { Memo } from '../denormalize/Memo';
import { startTimer } from '../plain/startTimer';
import type { DataState } from '../types/State';
import { viewOf } from './viewOf';

/** How long the store must be idle before a gap in a list counts as intended, in milliseconds. */
const SETTLED_MS = 1_000;

/** How often to wait for requests in flight; a dropped store is not kept alive. */
const MAX_WAITS = 60;

/** What shows a value: its name, and a way to read it again. */
export interface GapReader {
  /** Where the value is, as the end of "A list leaves out User 5". */
  readonly where: string;
  /** What the value is made from in another state; `undefined` if it is not there. */
  read(state: DataState): Memo | undefined;
}

/** The stores of states, for reading a later state. */
const stores = new WeakMap<DataState, () => DataState | undefined>();

/** Notes, for development, which store a state belongs to. */
export function noteStoreOf(state: DataState, getState: () => DataState | undefined): void {
  stores.set(state, getState);
}

/**
 * Warns, in development, what the lists of a value leave out, once requests have settled: what is in flight is no
 * gap, nor is what a component that has just begun to render fetches.
 */
export function watchGaps(state: DataState, memo: Memo, reader: GapReader): void {
  const gaps = takeGaps(memo, viewOf(state));
  if (gaps.length > 0) warnWhenSettled(state, gaps, reader, MAX_WAITS);
}

function warnWhenSettled(state: DataState, gaps: readonly Gap[], reader: GapReader, waits: number) {
  startTimer(
    SETTLED_MS,
    () => {
      // Without a store, as in a replayed log, the state read first is all there is.
      const find = stores.get(state);
      const currentState = find === undefined ? state : find();
      if (currentState === undefined) return;
      if (currentState.inflight.size > 0) {
        if (waits > 0) warnWhenSettled(currentState, gaps, reader, waits - 1);
        return;
      }
      const memo = reader.read(currentState);
      if (memo === undefined) return;
      for (const gap of gaps) if (isGapIn(gap, memo, viewOf(currentState))) warnOfGap(gap, reader.where);
    },
    true,
  );
}
