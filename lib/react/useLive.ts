import type { AnyEndpoint, ArgsOf, ArgsOrNone, DataOf } from './reading/HookArgs';
import { useSubscription } from './useSubscription';
import { useSuspense } from './useSuspense';

/**
 * The data of an endpoint, kept up to date while it is on screen; suspends until there is some.
 *
 * `useSuspense` and `useSubscription` in one. `null` in place of the arguments
 * means no request, no subscription and no data.
 *
 * @returns The same object for as long as nothing in it changes.
 * @throws a promise while the first response is on its way, which React catches.
 * @throws {NetworkError} when the request failed and nothing older may be shown.
 */
export function useLive<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;
export function useLive<E extends AnyEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): DataOf<E> | undefined;
export function useLive(endpoint: AnyEndpoint, ...args: readonly unknown[]): unknown {
  useSubscription(endpoint, ...args);
  return useSuspense(endpoint, ...args);
}
