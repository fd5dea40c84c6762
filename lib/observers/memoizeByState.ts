import { numberOf } from '../tables/numberOf';
import type { DataState } from '../types/State';

/** Reads a state once: the same value for the same state, until another one is read. */
export function memoizeByState<Value>(read: (state: DataState) => Value): (state: DataState) => Value {
  // The number of the state, since a component that is seldom notified must not hold an old one.
  let latest: { readonly number: number; readonly value: Value } | undefined;
  return state => {
    const number = numberOf(state);
    if (latest?.number !== number) latest = { number, value: read(state) };
    return latest.value;
  };
}
