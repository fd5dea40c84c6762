import { endpointOf } from '../../actions/endpointOf';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { LoggedAction } from './Entry';

/** The endpoint of a logged action; `undefined` if it has none, or its definition is not loaded here. */
export function endpointIn(action: LoggedAction): EndpointInterface | undefined {
  if (action.endpointName === undefined) return undefined;
  try {
    return endpointOf(action as { readonly endpointName: string });
  } catch {
    return undefined;
  }
}
