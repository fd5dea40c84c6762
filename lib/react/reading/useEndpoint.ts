import { useMemo } from 'react';
import { assertReads } from '../../observers/assertReads';
import { NO_RESPONSE, ResponseObserver } from '../../observers/ResponseObserver';
import type { Shown } from '../../selectors/readResponse';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { keyedRequest } from './HookArgs';
import { useObservers, useSource } from './useSource';

/**
 * The one place where a component meets the store: reads a request, and renders
 * again when what it read has changed, and for no other reason.
 *
 * @param hook the hook that calls it, for its errors
 * @returns what is shown, and what observes it: another one for each store, endpoint and key
 */
export function useEndpoint(
  hook: string,
  endpoint: EndpointInterface,
  given: readonly unknown[],
): readonly [Shown, ResponseObserver] {
  assertReads(hook, endpoint);
  const observers = useObservers();
  const { args, key } = keyedRequest(observers, endpoint, given);

  // Equal requests have equal keys: arguments are looked at again only when the key is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const observer = useMemo(
    () => (key === undefined ? NO_RESPONSE : new ResponseObserver(observers, { endpoint, args }, key)),
    [observers, endpoint, key],
  );
  return [useSource(observers, observer), observer];
}

/**
 * What is shown by a component that waits where there is nothing. A server has waited as well: while a page
 * hydrates, what it was rendered without can only come from the present.
 */
export function shownWhenThere([shown, observer]: ReturnType<typeof useEndpoint>): Shown {
  return shown.isInvalid ? observer.value() : shown;
}
