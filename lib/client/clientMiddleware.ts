import type { Middleware, MiddlewareAPI } from 'redux';
import type { ExpiryLengths } from '../actions/expiry';
import { SetupError } from '../errors/SetupError';
import type { Manager, ManagerStage } from '../managers/Manager';
import { mountedReaders } from '../selectors/MountedReaders';
import { asksForHandle, type StoreHandle } from '../selectors/StoreHandle';
import type { DataState } from '../types/State';

/** What the middleware of one client is made of. */
export interface ClientMiddlewareOptions extends ExpiryLengths {
  readonly reducerPath: string;
  readonly managers: readonly Manager[];
}

/**
 * All managers as one middleware, which also answers for its store.
 *
 * Whatever is not of this library comes back from it as `next(action)` left it.
 */
export function clientMiddleware({ reducerPath, managers, ...lengths }: ClientMiddlewareOptions): Middleware {
  return api => {
    const stages = managers.map(manager => manager(api));
    const handle = createHandle(api, reducerPath, lengths, stages);
    return next => {
      const managed = stages.reduceRight((following, stage) => stage(following), next);
      return action => (asksForHandle(action) ? handle : managed(action));
    };
  };
}

function createHandle(
  api: MiddlewareAPI,
  reducerPath: string,
  lengths: ExpiryLengths,
  stages: readonly ManagerStage[],
): StoreHandle {
  return {
    ...lengths,
    reducerPath,
    dispatch: api.dispatch,
    awaited: new Map(),
    readers: mountedReaders(),
    cleanup() {
      for (const { cleanup } of stages) cleanup?.();
    },
    getState() {
      const root = api.getState() as Readonly<Record<string, DataState | undefined>>;
      const state = root[reducerPath];
      if (state !== undefined) return state;
      const mounted = Object.keys(root).join(', ');
      throw new SetupError(
        `The slice of the data client is not mounted at "${reducerPath}" (mounted: ${mounted}).`,
        'Add it in configureStore: reducer: { [dataClient.reducerPath]: dataClient.reducer }.',
      );
    },
  };
}
