import type { MiddlewareAPI } from 'redux';

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
export type Manager = (api: MiddlewareAPI) => ManagerStage;

/** A stage that can be cleaned up. */
export function withCleanup(stage: ManagerStage, cleanup: () => void): ManagerStage {
  return Object.assign(stage, { cleanup });
}
