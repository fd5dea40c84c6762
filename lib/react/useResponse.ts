import type { MetaOf, ReadEndpoint } from '../endpoint/BaseEndpoint';
import type { ResponseView } from './ResponseView';
import type { ArgsOrNone, DataFor, Inferring } from './reading/HookArgs';
import { useObservers, useSource } from './reading/useSource';
import { useTrackedResponse } from './reading/useTrackedResponse';

/**
 * The full state of one request: data, error, whether it is in flight, how fresh it is.
 *
 * Fetches missing data, and refetches stale data when the component mounts, without suspending. Renders
 * again only when a field changes that the component has read. Pass `null` in place of the arguments for no
 * request and no data.
 *
 * @returns The same object for as long as nothing that was read has changed.
 * @throws {UsageError} when the endpoint has a side effect
 */
export function useResponse<E extends ReadEndpoint, Given extends readonly unknown[]>(
  endpoint: E,
  ...args: Inferring<Given, ArgsOrNone<E>>
): ResponseView<DataFor<E, Given>, MetaOf<E>> {
  const observers = useObservers();
  const tracked = useTrackedResponse('useResponse', observers, endpoint, args);
  return useSource(observers, tracked) as ResponseView<DataFor<E, Given>, MetaOf<E>>;
}
