import { numberOf } from '../plain/numberOf';
import type { DataState } from '../types/State';

/**
 * Reads each state once: the same value for the same state, until another one is read.
 *
 * Holds the number of the state and not the state itself: a reader that is seldom called keeps no old one in memory.
 *
 * @param holds whether a value still stands although the state is the same; for what the clock tells as well
 */
export function memoizeByState<Value>(
  read: (state: DataState) => Value,
  holds: (value: Value) => boolean = always,
): (state: DataState) => Value {
  let latest: { readonly number: number; readonly value: Value } | undefined;
  return state => {
    const number = numberOf(state);
    if (latest?.number !== number || !holds(latest.value)) latest = { number, value: read(state) };
    return latest.value;
  };
}

function always(): boolean {
  return true;
}
