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
 * Development only: refuses what is no root state, or has the slice where a selector does not look.
 *
 * @param selectSlice how the selector finds the slice: an app's own may take anything
 */
export function assertRoot(rootState: unknown, selectSlice: unknown = sliceAt): void {
  if (selectSlice !== sliceAt) return;
  assertNoSlice(rootState);
  const path = otherPath(rootState, DEFAULT_REDUCER_PATH);
  if (path === undefined) return;
  throw setupError(
    'select',
    `A selector looks for the slice of the data client at "${DEFAULT_REDUCER_PATH}", but it is mounted at "${path}". ` +
      `Use dataClient.selectors, or pass the slice: select({ ${DEFAULT_REDUCER_PATH}: state.${path} }).`,
  );
}

/** Development only: refuses the slice if a selector needs the root state. */
export function assertNoSlice(rootState: unknown): void {
  if (!looksLikeSlice(rootState)) return;
  throw setupError(
    'select',
    'A selector was given the slice of the data client in place of the root state. Pass that: select(store.getState()).',
  );
}

/** Development only: where the slice is if it is not at a path. */
export function otherPath(rootState: unknown, reducerPath: string): string | undefined {
  const root = (rootState ?? {}) as Readonly<Record<string, unknown>>;
  if (root[reducerPath] !== undefined) return undefined;
  return Object.keys(root).find(name => looksLikeSlice(root[name]));
}

function looksLikeSlice(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return ['entities', 'endpoints', 'optimistic', 'inflight', 'lastReset'].every(name => name in part);
}
