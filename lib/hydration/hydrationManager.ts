import { actionTypes } from '../actions/actionTypes';
import { type Manager, withReducers } from '../managers/Manager';
import { onHydrate } from './onHydrate';

/**
 * Lets a store take over what another one held: a saved cache, or a server-rendered page.
 *
 * It brings the reducer of `rdc/hydrate`, and does nothing else. An app that never hydrates leaves it out and does not
 * bundle that reducer.
 *
 * @example
 * ```ts
 * import { createDataClient, hydrationManager, networkManager, subscriptionManager } from 'rdc-toolkit';
 *
 * const dataClient = createDataClient({
 *   managers: [networkManager(), subscriptionManager(), hydrationManager()],
 * });
 * ```
 */
export function hydrationManager(): Manager {
  return withReducers(() => next => next, { [actionTypes.HYDRATE]: onHydrate });
}
