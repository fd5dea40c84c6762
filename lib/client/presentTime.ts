import { isOwn } from '../actions/isOwn';
import type { ReplacedSlice } from '../store/StoreHandle';
import { initialState, isAdded } from '../types/initialState';
import type { DataState } from '../types/State';

/** Knows the state that actions have led to, and whether the store shows another one. */
export interface PresentTime {
  /** Notes what state each action leads to. */
  note(next: (action: unknown) => unknown): (action: unknown) => unknown;
  /**
   * Looks at what an action has done that is not through yet, for what a subscriber dispatches meanwhile; and at what
   * `store.replaceReducer` has done.
   */
  look(): void;
  /** Whether the store shows a state that no action led to, as Redux DevTools make it do. */
  isPast(): boolean;
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
 * @param onReplaced learns when an action that is not of this library has put another state in place of the slice
 * @param onContinued learns when the store goes on from a state that no action had led to
 */
export function presentTime(
  slice: () => DataState | undefined,
  onReplaced: (replaced: ReplacedSlice) => void,
  onContinued: () => void,
): PresentTime {
  let latest: DataState | undefined;
  let isKnown = false;
  let wasThere = false;
  /** Whether an action was dispatched during time travel, whose state only what travels has seen. */
  let hasUnseen = false;
  /** The slice before each action of others that is not through yet. */
  const pending: (DataState | undefined)[] = [];

  function remember(after: DataState | undefined) {
    latest = after;
    wasThere ||= after !== undefined;
    isKnown = true;
    hasUnseen = false;
  }

  function replaced(before: DataState | undefined, after: DataState | undefined) {
    if (!hasSameParts(before, after)) onReplaced({ before, after });
  }

  return {
    note: next => action => {
      const isOwnAction = isOwn(action);
      const before = slice();
      const wasPast = isOwnAction && isKnown && !isSameMoment(before, latest);
      if (!isOwnAction) pending.push(before);
      try {
        return next(action);
      } finally {
        if (!isOwnAction) pending.pop();
        const after = slice();
        // A subscriber may have dispatched meanwhile: what that led to is known already.
        const isNews = after !== before && after !== latest;
        if (after !== before || after === undefined || !isKnown) remember(after);
        else if (wasPast) hasUnseen = true;
        if (isNews && !isOwnAction) replaced(before, after);
        else if (isNews && wasPast) onContinued();
      }
    },
    look() {
      const after = slice();
      if (after === latest) return;
      if (!isAdded(after) && (pending.length === 0 || after === pending.at(-1))) return;
      const before = latest;
      remember(after);
      replaced(before, after);
    },
    isPast() {
      const shown = slice();
      // Without a slice nothing can be shown, and so nothing is fetched until it is back.
      if (shown === undefined) return wasThere;
      if (isAdded(shown)) return false;
      if (!isKnown || latest === undefined || isSameMoment(shown, latest)) return false;
      if (pending.length > 0 && shown !== pending.at(-1)) return false;
      return !hasUnseen || shown.version <= latest.version;
    },
  };
}

/** Whether two slices are as the same actions left them: tools that replace the reducer make each state again. */
function isSameMoment(a: DataState | undefined, b: DataState | undefined): boolean {
  return a?.version === b?.version && a?.order === b?.order;
}

/** Whether two slices differ by nothing but what others have added to them. */
function hasSameParts(before: DataState | undefined, after: DataState | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return (Object.keys(initialState) as (keyof DataState)[]).every(name => before[name] === after[name]);
}
