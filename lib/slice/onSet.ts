import { argsOf } from '../actions/endpointOf';
import { plainValueOf, type SetAction } from '../actions/set';
import { schemaNamed } from '../lookup/schemaNamed';
import { normalize } from '../normalize/normalize';
import { createOwner } from '../tables/Owner';
import type { DataState } from '../types/State';
import { commit } from './commit';
import { reported } from './reported';
import { withLinks } from './withLinks';

/** Stores data that came from elsewhere than a request. */
export function onSet(state: DataState, action: SetAction): DataState {
  if (action.meta.fetchedAt < state.lastReset) return state;
  const owner = createOwner();
  const options = { origin: `set(${action.schemaName})`, owner };
  const args = argsOf({ ...action, args: action.args, endpointName: '' });
  let links = state.links;
  const written = reported(() => {
    const schema = action.schema ?? schemaNamed(action.schemaName);
    links = withLinks(state, schema);
    return normalize(schema, plainValueOf(action), args, state, action.meta, options);
  });
  if (written === undefined) return state;
  const { entities, deleted, indexes, changed } = written;
  return commit(state, { parts: { entities, deleted, indexes, links }, changed }, owner);
}
