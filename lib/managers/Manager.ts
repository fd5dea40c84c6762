import type { MiddlewareAPI } from 'redux';
import type { ActionReducers } from '../types/ActionReducers';

/** The second stage of a manager: takes the next handler in the chain. */
export interface ManagerStage {
  (next: (action: unknown) => unknown): (action: unknown) => unknown;
  /** Stops what the manager has started in this store: timers, listeners, sockets, requests. */
  cleanup?(): void;
}

/**
 * Redux middleware that acts on what happens in one store.
 *
 * Any middleware is a manager. State for one store belongs in the first stage, `api => …`, which runs once per store.
 * A manager that holds timers, listeners or sockets puts a `cleanup` on its second stage; `dataClient.cleanup(store)`
 * calls it.
 *
 * @example
 * ```ts
 * import { actions, type Manager } from 'rdc-toolkit';
 *
 * const failureReporter: Manager = () => next => action => {
 *   const result = next(action);
 *   if (actions.setResponse.match(action) && action.error) report(action.key, action.response);
 *   return result;
 * };
 * ```
 */
export interface Manager {
  (api: MiddlewareAPI): ManagerStage;
  /**
   * Reducers for the manager's own actions, by type. `createDataClient` adds them with the manager, so an app pays
   * for them only if it uses the manager.
   */
  readonly reducers?: ActionReducers;
}

/** A manager with reducers for its own actions. */
export function withReducers(start: (api: MiddlewareAPI) => ManagerStage, reducers: ActionReducers): Manager {
  return Object.assign((api: MiddlewareAPI) => start(api), { reducers });
}

/** A stage that can be cleaned up. */
export function withCleanup(stage: ManagerStage, cleanup: () => void): ManagerStage {
  return Object.assign(stage, { cleanup });
}
