import { useMemo } from 'react';
import { assertReads } from '../../observers/assertReads';
import { NO_RESPONSE, ResponseObserver } from '../../observers/ResponseObserver';
import type { Shown } from '../../selectors/readResponse';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { keyedRequest } from './HookArgs';
import { useObservers, useSource } from './useSource';

/**
 * Reads a request from the store, and renders again only when what it read has changed.
 *
 * @param hook the hook that calls it, for its errors
 * @returns what is shown, and its observer: a new one for each store, endpoint and key
 */
export function useEndpoint(
  hook: string,
  endpoint: EndpointInterface,
  givenArgs: readonly unknown[],
): readonly [Shown, ResponseObserver] {
  assertReads(hook, endpoint);
  const observers = useObservers();
  const { args, key } = keyedRequest(observers, endpoint, givenArgs);

  // Equal requests have equal keys, so new arguments count only when the key changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const observer = useMemo(
    () => (key === undefined ? NO_RESPONSE : new ResponseObserver(observers, { endpoint, args }, key)),
    [observers, endpoint, key],
  );
  return [useSource(observers, observer), observer];
}

/**
 * What a component that suspends without data shows. The server suspended as well, so during hydration, data that its
 * state lacks can only come from the current state.
 */
export function shownWhenThere([shown, observer]: ReturnType<typeof useEndpoint>): Shown {
  return shown.isInvalid ? observer.value() : shown;
}
