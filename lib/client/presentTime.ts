import type { DataState } from '../types/State';

/** Knows the latest state that actions have led to, and whether the store shows an earlier one. */
export interface PresentTime {
  /** Notes what state each action leads to. */
  note(next: (action: unknown) => unknown): (action: unknown) => unknown;
  /** Whether the store was moved to an earlier state, as Redux DevTools do. */
  isPast(): boolean;
}

/**
 * Tells the present of a store from its past.
 *
 * Actions pass through middleware; what moves a store to another time does not. So
 * the state that an action has led to is the present, be it older by its count
 * (an undo), and a state that counts fewer actions, and that no action has led to,
 * is the past. An action that changes a past state makes it the present: the store
 * goes on from there.
 *
 * @param slice the state of the data client, where there is one
 */
export function presentTime(slice: () => DataState | undefined): PresentTime {
  let latest = 0;
  return {
    note: next => action => {
      const before = slice();
      const result = next(action);
      const after = slice();
      if (after !== before && after !== undefined) latest = after.version;
      return result;
    },
    isPast: () => (slice()?.version ?? 0) < latest,
  };
}
