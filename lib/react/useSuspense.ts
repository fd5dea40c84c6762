import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import { awaitResponse } from '../observers/awaitResponse';
import { requestFailure } from '../observers/requestFailure';
import type { ArgsOrNone, DataFor, Inferring } from './reading/HookArgs';
import { shownWhenThere, useEndpoint } from './reading/useEndpoint';
import { useRefetchStale } from './reading/useRefetchStale';

/**
 * The data of an endpoint; suspends until it arrives.
 *
 * Pass `null` in place of the arguments for no request and no data.
 *
 * @returns The same object for as long as nothing in it changes.
 * @throws a promise while the first response is in flight, which React catches.
 * @throws {NetworkError} when the request failed and nothing older may be shown.
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useSuspense<E extends ReadEndpoint, Given extends readonly unknown[] | []>(
  endpoint: E,
  ...args: Inferring<Given, ArgsOrNone<E>>
): DataFor<E, Given> {
  const reading = useEndpoint('useSuspense', endpoint, args);
  const [, observer] = reading;
  useRefetchStale(observer);
  const { data, error, isInvalid } = shownWhenThere(reading);
  if (error !== undefined) throw requestFailure(error, observer);
  if (isInvalid) throw awaitResponse(observer);
  return data as DataFor<E, Given>;
}
