import { useMemo, useSyncExternalStore } from 'react';
import { assertReads } from '../../observers/assertReads';
import { type TrackedResponse, trackedResponse } from '../../observers/trackedResponse';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { isNoArgs } from './HookArgs';
import { useServerSnapshot } from './useServerSnapshot';
import { useObservers } from './useSource';

/** One request of a component; another one when the arguments are others. */
export function useTrackedResponse(
  hook: string,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  name?: string,
): TrackedResponse {
  assertReads(hook, endpoint);
  const observers = useObservers();
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  return useMemo(() => trackedResponse(observers, { endpoint, args, name }, key), [observers, endpoint, key]);
}

/** Reads something that is made of requests of a component, and renders again when its value has changed. */
export function useTracked<Value>(
  mount: (notify: () => void) => () => void,
  value: () => Value,
  from: Parameters<typeof useServerSnapshot<Value>>[2],
): Value {
  const { handle } = useObservers();
  return useSyncExternalStore(mount, value, useServerSnapshot(handle, value, from));
}
