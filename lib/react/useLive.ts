import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import { assertReads } from '../observers/assertReads';
import type { ArgsOrNone, DataFor, Inferring } from './reading/HookArgs';
import { useSubscription } from './useSubscription';
import { useSuspense } from './useSuspense';

/**
 * The data of an endpoint, kept up to date while the component is mounted; suspends until it arrives.
 *
 * Combines `useSuspense` and `useSubscription`. Pass `null` in place of the arguments for no request, no
 * subscription and no data.
 *
 * @returns The same object for as long as nothing in it changes.
 * @throws a promise while the first response is in flight, which React catches.
 * @throws {NetworkError} when the request failed and nothing older may be shown.
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useLive<E extends ReadEndpoint, Given extends readonly unknown[]>(
  endpoint: E,
  ...args: Inferring<Given, ArgsOrNone<E>>
): DataFor<E, Given> {
  assertReads('useLive', endpoint);
  const given = args as readonly unknown[] as ArgsOrNone<E>;
  useSubscription(endpoint, ...given);
  return useSuspense<E, Given>(endpoint, ...args);
}
