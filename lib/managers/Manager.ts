import type { MiddlewareAPI } from 'redux';
import type { ActionReducers } from '../types/ActionReducers';

/** The second stage of a manager: takes what follows in the chain. */
export interface ManagerStage {
  (next: (action: unknown) => unknown): (action: unknown) => unknown;
  /** Ends what the manager has begun in this store: timers, listeners, sockets, requests. */
  cleanup?(): void;
}

/**
 * Redux middleware that acts on what happens in one store.
 *
 * Any middleware is one. What lives belongs to the first stage, `api => …`, which
 * runs once a store. A manager that holds timers, listeners or sockets puts a
 * `cleanup` on its second stage; `dataClient.cleanup(store)` calls it.
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
   * Reducers of the manager's own actions, by type: `createDataClient` takes them up with it, so an app pays for
   * them only where it uses the manager.
   */
  readonly reducers?: ActionReducers;
}

/** A manager that brings the reducers of its own actions. */
export function withReducers(start: (api: MiddlewareAPI) => ManagerStage, reducers: ActionReducers): Manager {
  return Object.assign((api: MiddlewareAPI) => start(api), { reducers });
}

/** A stage that can be cleaned up. */
export function withCleanup(stage: ManagerStage, cleanup: () => void): ManagerStage {
  return Object.assign(stage, { cleanup });
}
