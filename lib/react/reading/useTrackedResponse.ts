import { useMemo } from 'react';
import { assertReads } from '../../observers/assertReads';
import type { StoreObservers } from '../../observers/storeObservers';
import { type TrackedResponse, trackedResponse } from '../../observers/trackedResponse';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { keyedRequest } from './HookArgs';

/** One request of a component; a new one when the arguments change. */
export function useTrackedResponse(
  hook: string,
  observers: StoreObservers,
  endpoint: EndpointInterface,
  givenArgs: readonly unknown[],
  name?: string,
): TrackedResponse {
  assertReads(hook, endpoint);
  const { args, key } = keyedRequest(observers, endpoint, givenArgs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  return useMemo(() => trackedResponse(observers, { endpoint, args, name }, key), [observers, endpoint, key]);
}
