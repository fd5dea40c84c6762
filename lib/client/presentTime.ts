import { isOwn } from '../actions/isOwn';
import type { ReplacedSlice } from '../store/StoreHandle';
import { initialState, isAdded } from '../types/initialState';
import type { DataState } from '../types/State';

/** Tracks the state that actions led to, and whether the store shows another one. */
export interface PresentTime {
  /** Notes the state that each action leads to. */
  note(next: (action: unknown) => unknown): (action: unknown) => unknown;
  /**
   * Checks for changes by an action in progress, for what a subscriber dispatches meanwhile; and by
   * `store.replaceReducer`.
   */
  checkForChanges(): void;
  /** Whether the store shows a state that no action led to, as after a jump in Redux DevTools. */
  isPast(): boolean;
}

/**
 * Distinguishes the present of a store from time travel.
 *
 * Actions pass through middleware; time travel does not. So a state that an action led to is the present, and any other
 * state is time travel. An action that changes such a state makes it the present: the store continues from there.
 *
 * @param slice the state of the data client, if there is one
 * @param onReplaced called when an action of another library has put another state in place of the slice
 * @param onContinued called when the store continues from a state that no action led to
 */
export function presentTime(
  slice: () => DataState | undefined,
  onReplaced: (replaced: ReplacedSlice) => void,
  onContinued: () => void,
): PresentTime {
  let latest: DataState | undefined;
  let hasLatest = false;
  let wasMounted = false;
  /** Whether an action was dispatched during time travel, whose state only DevTools has seen. */
  let hasUnseen = false;
  /** The slice before each other library's action in progress. */
  const pending: (DataState | undefined)[] = [];

  function remember(after: DataState | undefined) {
    latest = after;
    wasMounted ||= after !== undefined;
    hasLatest = true;
    hasUnseen = false;
  }

  function replaced(before: DataState | undefined, after: DataState | undefined) {
    if (!hasSameParts(before, after)) onReplaced({ before, after });
  }

  return {
    note: next => action => {
      const isOwnAction = isOwn(action);
      const before = slice();
      const wasPast = isOwnAction && hasLatest && !isSameMoment(before, latest);
      if (!isOwnAction) pending.push(before);
      try {
        return next(action);
      } finally {
        if (!isOwnAction) pending.pop();
        const after = slice();
        // A subscriber may have dispatched meanwhile: that result is known already.
        const isNewState = after !== before && after !== latest;
        if (after !== before || after === undefined || !hasLatest) remember(after);
        else if (wasPast) hasUnseen = true;
        if (isNewState && !isOwnAction) replaced(before, after);
        else if (isNewState && wasPast) onContinued();
      }
    },
    checkForChanges() {
      const after = slice();
      if (after === latest) return;
      if (!isAdded(after) && (pending.length === 0 || after === pending.at(-1))) return;
      const before = latest;
      remember(after);
      replaced(before, after);
    },
    isPast() {
      const shown = slice();
      // Without a slice nothing is shown, so nothing is fetched until it is back.
      if (shown === undefined) return wasMounted;
      if (isAdded(shown)) return false;
      if (latest === undefined || isSameMoment(shown, latest)) return false;
      if (pending.length > 0 && shown !== pending.at(-1)) return false;
      return !hasUnseen || shown.version <= latest.version;
    },
  };
}

/** Whether the same actions led to two slices: tools that replace the reducer recompute each state. */
function isSameMoment(a: DataState | undefined, b: DataState | undefined): boolean {
  return a?.version === b?.version && a?.order === b?.order;
}

/** Whether two slices differ only in what others have added to them. */
function hasSameParts(before: DataState | undefined, after: DataState | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return (Object.keys(initialState) as (keyof DataState)[]).every(name => before[name] === after[name]);
}
