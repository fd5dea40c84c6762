import { awaitResponse } from '../observers/awaitResponse';
import { requestFailure } from '../observers/requestFailure';
import type { AnyEndpoint, ArgsOf, ArgsOrNone, DataOf } from './reading/HookArgs';
import { shownWhenThere, useEndpoint } from './reading/useEndpoint';
import { useRefetchStale } from './reading/useRefetchStale';

/**
 * The data of an endpoint; suspends until there is some.
 *
 * `null` in place of the arguments means no request and no data.
 *
 * @returns The same object for as long as nothing in it changes.
 * @throws a promise while the first response is on its way, which React catches.
 * @throws {NetworkError} when the request failed and nothing older may be shown.
 */
export function useSuspense<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;
export function useSuspense<E extends AnyEndpoint>(
  endpoint: E,
  ...args: ArgsOrNone<E>
): DataOf<E> | undefined;
export function useSuspense(endpoint: AnyEndpoint, ...args: readonly unknown[]): unknown {
  const reading = useEndpoint(endpoint, args);
  useRefetchStale(endpoint, args, reading);
  const { observers, key } = reading;
  const shown = shownWhenThere(reading);
  if (shown.error !== undefined) throw requestFailure(shown.error);
  if (key !== undefined && shown.isInvalid) throw awaitResponse(observers, endpoint, key, args);
  return shown.data;
}
