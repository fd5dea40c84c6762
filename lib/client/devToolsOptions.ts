import type { ShownAction } from '../actions/shownAction';
import { checkName } from '../errors/checkValues';
import { labelOf } from '../log/labelOf';
import { MAX_SHOWN, shownState } from '../log/shownState';
import { sliceAt } from '../store/sliceAt';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';

/** Options of `configureStore({ devTools })` that show this library's state and actions. */
export interface DataDevToolsOptions {
  actionSanitizer<A extends { readonly type: string }>(action: A, id: number): A;
  stateSanitizer<S>(state: S, index: number): S;
}

/**
 * Options for Redux DevTools. They show each action under a label that says what happened, records and responses by key
 * and not in tables, what the last action changed as a diff, and only as much of a large store as can be read.
 *
 * They change what DevTools shows, not the store or its actions. What is shown can be replayed: in development the
 * reducer recognizes an action by `actionType` if a label replaces its `type`. Replaying an action whose response was
 * too long to be shown logs a warning.
 *
 * @param reducerPath where the slice is mounted
 * @example
 * ```ts
 * import { configureStore } from '@reduxjs/toolkit';
 * import { devToolsOptions } from 'rdc-toolkit';
 *
 * const store = configureStore({
 *   reducer: { [dataClient.reducerPath]: dataClient.reducer },
 *   middleware: getDefault => getDefault().concat(dataClient.middleware),
 *   devTools: devToolsOptions(),
 * });
 * ```
 */
export function devToolsOptions(reducerPath: string = DEFAULT_REDUCER_PATH): DataDevToolsOptions {
  if (process.env.NODE_ENV !== 'production') checkName('devToolsOptions', 'reducerPath', reducerPath);
  return {
    actionSanitizer: action => (action.type.startsWith('rdc/') ? labelled(action) : action),
    stateSanitizer(root) {
      const slice = sliceAt(root, reducerPath);
      return slice === undefined ? root : { ...root, [reducerPath]: shownState(slice) };
    },
  };
}

/** Labels an action, and shows the length of fields that are too long. */
function labelled<A extends { readonly type: string }>(action: A): A {
  const fields = action as Readonly<Record<string, unknown>>;
  const shown: A & ShownAction = { ...action, type: labelOf(action), actionType: action.type };
  for (const name of LONG_FIELDS) {
    const length = lengthOf(fields[name]);
    if (length > MAX_SHOWN) Object.assign(shown, { [name]: `${length} elements`, shortened: name });
  }
  return shown;
}

/** Fields that may hold data of any size. */
const LONG_FIELDS = ['args', 'plainArgs', 'response', 'plainResponse', 'value', 'plainValue', 'saved'];

/** How deep to look for lists. */
const MAX_DEPTH = 4;

/** An object with more counts as a map. */
const MAX_FIELDS = 200;

/** Shorter lists also count what their elements hold. */
const MAX_ENTERED = 20;

/** How many elements the lists, maps and tables of a value have together. */
function lengthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0;
  const { size } = value as { readonly size?: unknown };
  if (typeof size === 'number' && 'root' in value) return size;
  const isList = Array.isArray(value);
  const parts: readonly unknown[] = isList ? value : Object.values(value);
  if (parts.length > (isList ? MAX_ENTERED : MAX_FIELDS)) return parts.length;
  return parts.reduce((sum: number, part) => sum + lengthOf(part, depth + 1), isList ? parts.length : 0);
}
