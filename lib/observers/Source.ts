import { noop } from '../plain/noop';
import type { Observed } from '../store/Observer';
import type { DataState } from '../types/State';
import type { StoreObservers } from './storeObservers';

/** A value that a component reads from the store. */
export interface Source<Value> {
  /** The same value for as long as nothing in it changes. */
  readonly value: () => Value;
  /** The value in another state; the same value for the same state. */
  from(state: DataState): Value;
  /** Calls back whenever `value` may have changed; returns a function that stops it. */
  readonly subscribe: (notify: () => void) => () => void;
}

/** Calls back when a value that depends on all of these may have changed; returns a function that stops it. */
export function observeAll(
  observers: StoreObservers,
  observed: readonly Observed[],
  shown: () => unknown,
  notify: () => void,
): () => void {
  const stops = observed.map(item => observers.add({ observed: item, notify, shown }));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Used when there is nothing to read. */
export const NO_SOURCE: Source<undefined> = { value: noop, from: noop, subscribe: () => noop };
