import { endpointOf } from '../actions/endpointOf';
import { type SetAction, set } from '../actions/set';
import type { SetResponseAction } from '../actions/setResponse';
import { loggedSchema } from '../lookup/loggedSchema';
import type { DataState } from '../types/State';
import { withLinks } from './withLinks';

/** Notes which kinds refer to which, after an action wrote records. */
export function noteLinks(
  state: DataState,
  action: SetAction | SetResponseAction,
  before: DataState,
): DataState {
  if (state.entities === before.entities) return state;
  const schema = set.match(action)
    ? (action.schema ?? loggedSchema(action.schemaName))
    : endpointOf(action).schema;
  const links = withLinks(before, schema);
  return links === state.links ? state : { ...state, links };
}
