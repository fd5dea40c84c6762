import { argsOf } from '../actions/endpointOf';
import { resolve } from '../actions/registry';
import { plainValueOf, type SetAction } from '../actions/set';
import { normalize } from '../normalize/normalize';
import { createOwner } from '../tables/Owner';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { commit } from './commit';
import { reported } from './reported';

/** Stores data that came from elsewhere than a request. */
export function onSet(state: DataState, action: SetAction): DataState {
  if (action.meta.fetchedAt < state.lastReset) return state;
  const owner = createOwner();
  const options = { origin: `set(${action.schemaName})`, owner };
  const args = argsOf({ ...action, args: action.args, endpointName: '' });
  const written = reported(() => {
    const schema = action.schema ?? (resolve('schema', action.schemaName) as Schema);
    return normalize(schema, plainValueOf(action), args, state, action.meta, options);
  });
  if (written === undefined) return state;
  const { entities, deleted, indexes, changed } = written;
  return commit(state, { parts: { entities, deleted, indexes }, changed }, owner);
}
