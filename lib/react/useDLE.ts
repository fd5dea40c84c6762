import { useEffect } from 'react';
import { fetchThunk } from '../thunks/fetchThunk';
import type { AnyEndpoint, ArgsOf, DataOf, NoArgs } from './HookArgs';
import { useEndpoint } from './useEndpoint';
import { useRefresh } from './useRefresh';

/** What there is, whether it is on its way, and why it is not there. */
export interface DLE<Data> {
  readonly data: Data | undefined;
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** Why the latest request failed, where nothing older may be shown in its place. */
  readonly error: Error | undefined;
}

/**
 * The data of an endpoint, whether it is loading, and its error, without suspending.
 *
 * `null` in place of the arguments means no request and no data.
 */
export function useDLE<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOf<E> | NoArgs): DLE<DataOf<E>>;
export function useDLE(endpoint: AnyEndpoint, ...args: readonly unknown[]): DLE<unknown> {
  const reading = useEndpoint(endpoint, args);
  const { handle, key, shown, status, mayRetry } = reading;
  const isMissing = key !== undefined && status === 'invalid';
  const mustFetch = isMissing && (shown.error === undefined || mayRetry);
  useRefresh(endpoint, args, reading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  useEffect(() => {
    if (mustFetch) void fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState);
  }, [handle, endpoint, key, mustFetch]);
  return { data: shown.data, loading: isMissing && shown.error === undefined, error: shown.error };
}
