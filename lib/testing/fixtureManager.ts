import { checkKnown, checkOptions } from '../errors/checkValues';
import { type Manager, withCleanup } from '../managers/Manager';
import {
  type NetworkManagerOptions,
  networkManager,
  networkOptions,
} from '../managers/network/networkManager';
import { type FixtureOptions, fixtureResponder } from './fixtureResponder';

/** Where responses come from, and how requests are made; all are optional. */
export interface FixtureManagerOptions<State = unknown>
  extends FixtureOptions<State>,
    Omit<NetworkManagerOptions, 'request'> {}

/** The names of the options. */
export function fixtureOptions(): readonly (keyof FixtureManagerOptions)[] {
  const network = networkOptions().filter(name => name !== 'request');
  return ['fixtures', 'interceptors', 'getInitialState', ...network];
}

/**
 * A network manager that sends nothing: fixtures and interceptors respond.
 *
 * Everything else works as with the real one: reads with the same key share one request, requests can be
 * aborted, a reset aborts them, and the response settles optimistic updates. A request that nothing matches
 * fails with a `MissingFixtureError`, which says what to add. Queues and state belong to one store.
 *
 * @example
 * ```ts
 * import { createDataClient } from 'rdc-toolkit';
 * import { fixtureManager } from 'rdc-toolkit/testing';
 *
 * const dataClient = createDataClient({
 *   managers: [
 *     fixtureManager({
 *       fixtures: [{ endpoint: TodoResource.get, args: [{ id: '5' }], response: { id: '5', title: 'Buy milk' } }],
 *     }),
 *   ],
 * });
 * ```
 */
export function fixtureManager<State = unknown>(options: FixtureManagerOptions<State> = {}): Manager {
  if (process.env.NODE_ENV !== 'production') {
    checkOptions('fixtureManager', options);
    checkKnown('fixtureManager', options, [...fixtureOptions(), 'lastFixtures', 'closed']);
  }
  const { fixtures, interceptors, lastFixtures, getInitialState, closed, ...network } = options;
  return api => {
    const stage = networkManager({ ...network, request: fixtureResponder(options) })(api);
    return withCleanup(
      next => stage(next),
      () => {
        if (!closed?.aborted) stage.cleanup?.();
      },
    );
  };
}
