import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import type { ResponseError } from '../types/ResponseError';
import type { ArgsOrNone, DataFor, Inferring } from './reading/HookArgs';
import { useEndpoint } from './reading/useEndpoint';
import { useMissing } from './reading/useMissing';
import { useRefetchStale } from './reading/useRefetchStale';

/**
 * Data, loading and error: once loading and error are ruled out, the data is there.
 *
 * | `loading` | `error` | `data` |
 * |---|---|---|
 * | `true` | `undefined` | `undefined` |
 * | `false` | `undefined` | the data; `undefined` if `null` was passed as the arguments |
 * | `false` | why the latest request failed | older data, if any; it should not be shown |
 */
export type DLE<Data> =
  | { readonly data: undefined; readonly loading: true; readonly error: undefined }
  | { readonly data: Data; readonly loading: false; readonly error: undefined }
  | { readonly data: Data | undefined; readonly loading: false; readonly error: ResponseError };

/**
 * The data of an endpoint, whether it is loading, and its error, without suspending.
 *
 * Pass `null` in place of the arguments for no request and no data.
 *
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useDLE<E extends ReadEndpoint, Given extends readonly unknown[]>(
  endpoint: E,
  ...args: Inferring<Given, ArgsOrNone<E>>
): DLE<DataFor<E, Given>> {
  const reading = useEndpoint('useDLE', endpoint, args);
  const [shown, observer] = reading;
  const missing = useMissing(reading);
  useRefetchStale(observer);
  const { data, error = missing.error } = shown;
  return { data, loading: missing.loading, error } as DLE<DataFor<E, Given>>;
}
