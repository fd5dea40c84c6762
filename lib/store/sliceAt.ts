import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import type { DataState } from '../types/State';
import { readableSlice } from './readableSlice';

/** The slice in the root state; `undefined` while it is not there, as before it is injected. */
export function sliceAt(
  rootState: unknown,
  reducerPath: string = DEFAULT_REDUCER_PATH,
): DataState | undefined {
  const slice = (rootState as Readonly<Record<string, unknown>> | undefined)?.[reducerPath];
  return slice === undefined ? undefined : readableSlice(slice);
}
