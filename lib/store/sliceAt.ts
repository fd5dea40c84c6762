import { setupError } from '../errors/setupError';
import { DEFAULT_REDUCER_PATH } from '../types/DEFAULT_REDUCER_PATH';
import type { DataState } from '../types/State';
import { readableSlice } from './readableSlice';

/** The slice in the root state; `undefined` if it is missing, as before it is injected. */
export function sliceAt(
  rootState: unknown,
  reducerPath: string = DEFAULT_REDUCER_PATH,
): DataState | undefined {
  const slice = (rootState as Readonly<Record<string, unknown>> | undefined)?.[reducerPath];
  return slice === undefined ? undefined : readableSlice(slice);
}

/**
 * Development only: refuses the slice if a selector needs the root state.
 *
 * @param selectSlice how the selector finds the slice: an app's own may take anything
 */
export function assertRoot(rootState: unknown, selectSlice: unknown = sliceAt): void {
  if (selectSlice !== sliceAt || !looksLikeSlice(rootState)) return;
  throw setupError(
    'select',
    'A selector was given the slice of the data client in place of the root state. Pass that: select(store.getState()).',
  );
}

/** Development only. */
export function looksLikeSlice(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return ['entities', 'endpoints', 'optimistic', 'inflight', 'lastReset'].every(name => name in part);
}
