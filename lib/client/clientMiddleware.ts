import type { Middleware, MiddlewareAPI } from 'redux';
import type { EndpointDefaults } from '../actions/expiry';
import type { Manager, ManagerStage } from '../managers/Manager';
import { initialState } from '../slice/initialState';
import { mountedObservers } from '../store/MountedObservers';
import { asksForHandle, provideHandle, type StoreHandle } from '../store/StoreHandle';
import { sliceAt } from '../store/sliceAt';
import { type PresentTime, presentTime } from './presentTime';
import { sliceIn } from './sliceIn';
import { slicePresence } from './slicePresence';

/** What the middleware of one client is made of. */
export interface ClientMiddlewareOptions extends EndpointDefaults {
  readonly reducerPath: string;
  readonly managers: readonly Manager[];
}

/**
 * All managers as one middleware, which also answers for its store.
 *
 * Whatever is not of this library comes back from it as `next(action)` left it.
 */
export function clientMiddleware({
  reducerPath,
  managers,
  ...defaults
}: ClientMiddlewareOptions): Middleware {
  return api => {
    const stages = managers.map(manager => manager(api));
    // Without a complaint where it is not there: this is looked at for the actions of others, too.
    const present = presentTime(() => sliceAt(api.getState(), reducerPath));
    const handle = createHandle(api, reducerPath, defaults, stages, present);
    provideHandle(handle);
    return next => {
      const noted = present.note(next);
      const checked = process.env.NODE_ENV === 'production' ? noted : slicePresence(api, reducerPath)(noted);
      const managed = stages.reduceRight((following, stage) => stage(following), checked);
      return action => (asksForHandle(action) ? handle : managed(action));
    };
  };
}

function createHandle(
  api: MiddlewareAPI,
  reducerPath: string,
  defaults: EndpointDefaults,
  stages: readonly ManagerStage[],
  { isPast }: PresentTime,
): StoreHandle {
  return {
    ...defaults,
    reducerPath,
    dispatch: api.dispatch,
    awaited: new Map(),
    observers: mountedObservers(),
    isPast,
    cleanup() {
      for (const { cleanup } of stages) cleanup?.();
    },
    getState: () => sliceIn(api.getState(), reducerPath) ?? initialState,
  };
}
