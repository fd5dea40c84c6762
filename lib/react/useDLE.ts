import type { ArgsOrNone, DataOf, ReadEndpoint } from './reading/HookArgs';
import { useEndpoint } from './reading/useEndpoint';
import { useMissing } from './reading/useMissing';
import { useRefetchStale } from './reading/useRefetchStale';

/** The data, whether it is loading, and its error. */
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
 *
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useDLE<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): DLE<DataOf<E>> {
  const reading = useEndpoint('useDLE', endpoint, args);
  const missing = useMissing(endpoint, args, reading);
  useRefetchStale(endpoint, args, reading);
  const { data, error = missing.error } = reading.shown;
  return { data: data as DataOf<E> | undefined, loading: missing.loading, error };
}
