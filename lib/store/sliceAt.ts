import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import type { DataState } from '../types/State';

/** The slice in the root state; `undefined` while it is not there, as before it is injected. */
export function sliceAt(
  rootState: unknown,
  reducerPath: string = DEFAULT_REDUCER_PATH,
): DataState | undefined {
  return (rootState as Readonly<Record<string, DataState | undefined>> | undefined)?.[reducerPath];
}
