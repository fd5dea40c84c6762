import type { Action } from 'redux';
import { endpointOf } from '../actions/endpointOf';
import { gc } from '../actions/gc';
import { hydrate } from '../actions/hydrate';
import { isOwn } from '../actions/isOwn';
import { reset } from '../actions/reset';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';
import { walkThroughLazies } from '../definitions/walkSchema';
import { loggedSchema } from '../lookup/loggedSchema';
import { assertRecordSchema } from '../schema/assertSchema';
import { assertRoot, sliceAt } from '../store/sliceAt';
import { diffTables } from '../tables/diffTables';
import type { Loose } from '../types/Loose';
import type { SavedState } from '../types/SavedState';
import type { DataState } from '../types/State';

/**
 * Checks whether records of an entity changed, whatever changed them.
 *
 * | used as | true if |
 * |---|---|
 * | `predicate` of `startListening` | stored records of the kind differ from before |
 * | matcher of `addMatcher`, `isAnyOf` | the action brings or removes records of the kind: a reducer sees only its own state |
 *
 * @param selectSlice finds the slice if it is not mounted at the default path
 * @example
 * ```ts
 * import { createListenerMiddleware } from '@reduxjs/toolkit';
 * import { entityChanged } from 'rdc-toolkit';
 *
 * const listener = createListenerMiddleware();
 * listener.startListening({
 *   predicate: entityChanged(Todo),
 *   effect: () => report('a todo changed'),
 * });
 * ```
 */
export function entityChanged(
  entity: { readonly key: string },
  selectSlice: (rootState: Loose) => DataState | undefined = sliceAt,
): EntityMatcher {
  if (process.env.NODE_ENV !== 'production') assertRecordSchema('entityChanged()', entity);
  const match = (action: unknown, ...states: readonly unknown[]): boolean => {
    if (states.length < 2) return concerns(action, entity.key);
    if (process.env.NODE_ENV !== 'production') assertRoot(states[0], selectSlice);
    return differs(action, selectSlice(states[0]), selectSlice(states[1]), entity.key);
  };
  return match as EntityMatcher;
}

/** Matches changes of records, by the action alone or by the states before and after it. */
export interface EntityMatcher {
  (action: unknown, currentState: unknown, originalState: unknown): boolean;
  (action: unknown): action is Action;
}

/** Whether the rows of a kind differ; new time stamps alone are no change. */
function differs(
  action: unknown,
  after: DataState | undefined,
  before: DataState | undefined,
  kind: string,
): boolean {
  if (after === before || after === undefined) return false;
  // A state from elsewhere has its own versions, so what it says about its last action cannot be used here.
  if (isOwn(action) && before !== undefined && after.changed.since === before.version) {
    return Object.hasOwn(after.changed.entities, kind);
  }
  let isDifferent = false;
  diffTables(before?.entities[kind], after.entities[kind], (_pk, earlier, later) => {
    isDifferent ||= earlier?.value !== later?.value;
  });
  return isDifferent;
}

/** Whether an action concerns records of a kind, judged by the action alone. */
function concerns(action: unknown, kind: string): boolean {
  if (reset.match(action)) return true;
  if (gc.match(action)) return Object.hasOwn(action.entities, kind);
  // A saved state may be damaged; the slice's reducer reports that.
  if (hydrate.match(action))
    return Object.hasOwn((action.saved as Partial<SavedState> | null)?.entities ?? {}, kind);
  if (set.match(action))
    return contains(action.schema ?? loaded(() => loggedSchema(action.schemaName)), kind);
  return (
    setResponse.match(action) && !action.error && contains(loaded(() => endpointOf(action))?.schema, kind)
  );
}

/** A definition found by name; `undefined` if it is not loaded, which the slice's reducer reports. */
function loaded<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** Whether a kind of record occurs anywhere in a schema. */
function contains(schema: unknown, kind: string): boolean {
  let isFound = false;
  walkThroughLazies(schema, part => {
    isFound ||= (part as { readonly key?: unknown } | null | undefined)?.key === kind;
    return !isFound;
  });
  return isFound;
}
