import { numberOf } from '../plain/numberOf';
import type { DataState } from '../types/State';

/**
 * Reads each state once: returns the same value for the same state, until another state is read.
 *
 * Keeps the number of the state, not the state, so a rarely called selector keeps no old state in memory.
 *
 * @param holds whether a value is still valid although the state is the same, for values that depend on the clock
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
