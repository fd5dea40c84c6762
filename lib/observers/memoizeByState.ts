import type { DataState } from '../types/State';

/** Reads a state once: the same value for the same state, until another one is read. */
export function memoizeByState<Value>(read: (state: DataState) => Value): (state: DataState) => Value {
  let latest: { readonly state: DataState; readonly value: Value } | undefined;
  return state => {
    if (latest?.state !== state) latest = { state, value: read(state) };
    return latest.value;
  };
}
