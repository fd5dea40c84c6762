import { argsOf } from '../actions/endpointOf';
import { plainValueOf, type SetAction } from '../actions/set';
import { schemaName } from '../definitions/schemaName';
import { SET_ORIGIN } from '../errors/SET_ORIGIN';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { loggedSchema } from '../lookup/loggedSchema';
import { normalizeInto } from '../normalize/normalize';
import { overlapWriter } from '../overlap/overlapWriter';
import { withKeyOf } from '../schema/addressedRecord';
import { getValue } from '../tables/getCell';
import { createOwner } from '../tables/Owner';
import type { DataState } from '../types/State';
import { shownIn } from '../types/shownIn';
import { boundedDeletions } from './boundedBookkeeping';
import { commit } from './commit';
import { isContended, landingOf } from './landingOf';

/** Stores data that no request brought. */
export function onSet(state: DataState, action: SetAction): DataState {
  const precomputed = precomputedStates.get(action.meta);
  precomputedStates.delete(action.meta);
  if (precomputed?.before === state) return precomputed.after;
  return withData(state, action);
}

/** States computed before their actions were dispatched, by `meta`. */
const precomputedStates = new WeakMap<object, { readonly before: DataState; readonly after: DataState }>();

/**
 * Computes the state after an action before it is dispatched, so that the caller gets errors in its data. The reducer
 * reuses that state, so that nothing is normalized twice.
 *
 * @throws {RdcError} when the data does not match the schema
 */
export function precomputeSet(before: DataState, action: SetAction): DataState {
  const after = withData(before, action);
  precomputedStates.set(action.meta, { before, after });
  return after;
}

function withData(state: DataState, action: SetAction): DataState {
  const owner = createOwner();
  const landing = landingOf(state, action);
  const { landed } = landing;
  if (landed < state.session) return state;
  const overlap = overlapWriter(state, landing, isContended(state, landing), owner);
  const options = { origin: SET_ORIGIN, owner, overlap, shown: shownIn(state) };
  const args = argsOf(action);
  const schema = action.schema ?? loggedSchema(action.schemaName);
  const value = plainValueOf(action) ?? undefined;
  if (value === undefined) {
    const expected = schemaName(schema);
    throw new UnexpectedInputError({ expected, received: null, field: undefined, origin: SET_ORIGIN });
  }
  const keyed = withKeyOf(schema, args, value, (kind, pk) => getValue(state.entities[kind], pk));
  const written = normalizeInto(schema, keyed, args, state, landing, options);
  const { entities, deleted, indexes, changed } = written;
  const tables = { entities, deleted, indexes, ...overlap.result(entities) };
  const parts = { ...tables, ...boundedDeletions(state, { ...state, ...tables }, owner) };
  return commit(state, { parts, changed, order: landed }, owner);
}
