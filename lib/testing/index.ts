// Define the responses of the server
export { MissingFixtureError } from '../errors/MissingFixtureError';
// A store
export {
  createFixtureStore,
  type FixtureState,
  type FixtureStore,
  type FixtureStoreOptions,
} from './createFixtureStore';
export { type Fixture, type FixtureResponse, fixture } from './Fixture';
// React
export { FixtureProvider, type FixtureProviderProps } from './FixtureProvider';
export type { FixtureFailure } from './failureOf';
export type { FixtureOptions } from './fixtureResponder';
export { type FixtureManagerOptions, fixtureManager } from './fixtureManager';
export { fixturesFromLog, type RecordingOptions } from './fixturesFromLog';
export { type InterceptedRequest, type Interceptor, interceptor } from './Interceptor';
export { type Replay, type ReplayOptions, replayLog } from './replayLog';
export {
  type RenderedHook,
  type RenderHookWithStoreOptions,
  renderHookWithStore,
} from './renderHookWithStore';
export { type RenderWithStoreOptions, renderWithStore, type WithStore } from './renderWithStore';
export type { Wrapper } from './storeWrapper';
