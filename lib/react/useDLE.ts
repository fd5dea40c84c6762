import type { AnyEndpoint, ArgsOrNone, DataOf } from './reading/HookArgs';
import { useEndpoint } from './reading/useEndpoint';
import { useMissing } from './reading/useMissing';
import { useRefetchStale } from './reading/useRefetchStale';

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
export function useDLE<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): DLE<DataOf<E>>;
export function useDLE(endpoint: AnyEndpoint, ...args: readonly unknown[]): DLE<unknown> {
  const reading = useEndpoint(endpoint, args);
  const missing = useMissing(endpoint, args, reading);
  useRefetchStale(endpoint, args, reading);
  const { data, error = missing.error } = reading.shown;
  return { data, loading: missing.loading, error };
}
