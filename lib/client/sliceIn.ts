import { setupError } from '../errors/setupError';
import { otherPath, sliceAt } from '../store/sliceAt';
import type { DataState } from '../types/State';

/**
 * The slice of a data client in the root state; `undefined` if it is missing, as before it is injected.
 *
 * @throws {UsageError} (in development) when it is mounted elsewhere
 */
export const sliceIn: (rootState: unknown, reducerPath: string) => DataState | undefined =
  process.env.NODE_ENV === 'production' ? sliceAt : assertedSlice;

function assertedSlice(rootState: unknown, reducerPath: string): DataState | undefined {
  const path = otherPath(rootState, reducerPath);
  if (path === undefined) return sliceAt(rootState, reducerPath);
  throw setupError(
    reducerPath,
    `The slice of the data client is mounted at "${path}", but its reducerPath is "${reducerPath}". ` +
      `Mount it there: reducer: { [dataClient.reducerPath]: dataClient.reducer }, or change the path: createDataClient({ reducerPath: '${path}' }).`,
  );
}
