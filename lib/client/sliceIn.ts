import { SetupError } from '../errors/SetupError';
import type { DataState } from '../types/State';

/**
 * The slice of a data client in the root state; `undefined` while it is not there, as before it is injected.
 *
 * @throws {SetupError} when it is mounted elsewhere
 */
export function sliceIn(rootState: unknown, reducerPath: string): DataState | undefined {
  const root = (rootState ?? {}) as Readonly<Record<string, unknown>>;
  const state = root[reducerPath];
  if (state !== undefined) return state as DataState;
  const elsewhere = Object.keys(root).find(name => looksLikeSlice(root[name]));
  if (elsewhere === undefined) return undefined;
  throw new SetupError(
    `The slice of the data client is mounted at "${elsewhere}", but its reducerPath is "${reducerPath}".`,
    `Mount it there: reducer: { [dataClient.reducerPath]: dataClient.reducer }, or say createDataClient({ reducerPath: '${elsewhere}' }).`,
  );
}

function looksLikeSlice(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return ['entities', 'endpoints', 'optimistic', 'inflight', 'lastReset'].every(name => name in part);
}
