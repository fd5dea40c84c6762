import type { DataState } from '../types/State';

/** Knows the state that actions have led to, and whether the store shows another one. */
export interface PresentTime {
  /** Notes what state each action leads to. */
  note(next: (action: unknown) => unknown): (action: unknown) => unknown;
  /** Whether the store shows a state that no action led to, as Redux DevTools make it do. */
  isPast(): boolean;
}

/** What happens to the slice besides the actions of this library. */
export interface PresentTimeListeners {
  /** An action that is not of this library has put another state in place of the slice. */
  onReplaced(before: DataState | undefined, after: DataState | undefined): void;
  /** The store goes on from a state that no action had led to. */
  onContinued(): void;
}

/**
 * Tells the present of a store from its past.
 *
 * Actions pass through middleware; what moves a store to another time does not. So
 * the state that an action has led to is the present, and a state that no action
 * has led to is time travel. An action that changes such a state makes it the
 * present: the store goes on from there.
 *
 * @param slice the state of the data client, where there is one
 */
export function presentTime(
  slice: () => DataState | undefined,
  { onReplaced, onContinued }: PresentTimeListeners,
): PresentTime {
  let latest: DataState | undefined;
  let isKnown = false;
  /** Whether an action was dispatched during time travel, whose state only what travels has seen. */
  let hasUnseen = false;
  return {
    note: next => action => {
      const before = slice();
      const wasPast = isKnown && before !== latest;
      const result = next(action);
      const after = slice();
      // A subscriber may have dispatched meanwhile: what that led to is known already.
      const isNews = after !== before && after !== latest;
      if (after !== before || !isKnown) {
        latest = after;
        isKnown = true;
        hasUnseen = false;
      } else if (wasPast && isOwn(action)) hasUnseen = true;
      if (isNews && !isOwn(action)) onReplaced(before, after);
      else if (isNews && wasPast) onContinued();
      return result;
    },
    isPast() {
      const shown = slice();
      if (!isKnown || shown === latest) return false;
      return !hasUnseen || (shown?.version ?? 0) <= (latest?.version ?? 0);
    },
  };
}

function isOwn(action: unknown): boolean {
  const { type } = (action ?? {}) as { readonly type?: unknown };
  return typeof type === 'string' && type.startsWith('rdc/');
}
