import { argsOf } from '../actions/endpointOf';
import { plainValueOf, type SetAction } from '../actions/set';
import { schemaNamed } from '../lookup/schemaNamed';
import { normalize } from '../normalize/normalize';
import { overlapWriter } from '../overlap/overlapWriter';
import { createOwner } from '../tables/Owner';
import type { Landing } from '../types/Landing';
import type { DataState } from '../types/State';
import { commit } from './commit';
import { horizonWithout } from './inflight';
import { isContended } from './landingOf';
import { reported } from './reported';
import { withLinks } from './withLinks';

/** Stores data that came from elsewhere than a request. */
export function onSet(state: DataState, action: SetAction): DataState {
  const owner = createOwner();
  const { fetchedAt, date, expiresAt, landed = state.order + 1 } = action.meta;
  if (landed < state.session) return state;
  const landing: Landing = {
    fetchedAt,
    date,
    expiresAt,
    began: landed,
    left: landed,
    landed,
    get horizon() {
      return horizonWithout(state, undefined);
    },
    isRequested: false,
  };
  const overlap = overlapWriter(state, landing, isContended(state, landing), owner);
  const options = { origin: `set(${action.schemaName})`, owner, overlap };
  const args = argsOf({ ...action, args: action.args, endpointName: '' });
  let links = state.links;
  const written = reported(() => {
    const schema = action.schema ?? schemaNamed(action.schemaName);
    links = withLinks(state, schema);
    return normalize(schema, plainValueOf(action), args, state, landing, options);
  });
  if (written === undefined) return state;
  const { entities, deleted, indexes, changed } = written;
  const parts = { entities, deleted, indexes, links, ...overlap.result() };
  return commit(state, { parts, changed, order: landed }, owner);
}
