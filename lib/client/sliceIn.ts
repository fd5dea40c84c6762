import { setupError } from '../errors/setupError';
import { looksLikeSlice, sliceAt } from '../store/sliceAt';
import type { DataState } from '../types/State';

/**
 * The slice of a data client in the root state; `undefined` if it is missing, as before it is injected.
 *
 * @throws {UsageError} (in development) when it is mounted elsewhere
 */
export const sliceIn: (rootState: unknown, reducerPath: string) => DataState | undefined =
  process.env.NODE_ENV === 'production' ? sliceAt : assertedSlice;

function assertedSlice(rootState: unknown, reducerPath: string): DataState | undefined {
  const state = sliceAt(rootState, reducerPath);
  if (state === undefined)
    assertNotElsewhere((rootState ?? {}) as Readonly<Record<string, unknown>>, reducerPath);
  return state;
}

function assertNotElsewhere(root: Readonly<Record<string, unknown>>, reducerPath: string): void {
  const otherPath = Object.keys(root).find(name => looksLikeSlice(root[name]));
  if (otherPath === undefined) return;
  throw setupError(
    reducerPath,
    `The slice of the data client is mounted at "${otherPath}", but its reducerPath is "${reducerPath}". ` +
      `Mount it there: reducer: { [dataClient.reducerPath]: dataClient.reducer }, or change the path: createDataClient({ reducerPath: '${otherPath}' }).`,
  );
}
