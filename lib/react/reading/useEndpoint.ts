import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { assertReads } from '../../observers/assertReads';
import type { EndpointReading } from '../../observers/EndpointReading';
import { NO_RESPONSE, type ResponseObserver, responseObserver } from '../../observers/responseObserver';
import { storeObservers } from '../../observers/storeObservers';
import type { Shown } from '../../selectors/readResponse';
import type { EndpointInterface } from '../../types/EndpointInterface';
import { isNoArgs } from './HookArgs';
import { useServerSnapshot } from './useServerSnapshot';

/**
 * The one place where a component meets the store: reads a request, and renders
 * again when what it read has changed, and for no other reason.
 *
 * @param hook the hook that calls it, for its errors
 */
export function useEndpoint(
  hook: string,
  endpoint: EndpointInterface,
  args: readonly unknown[],
): EndpointReading {
  assertReads(hook, endpoint);
  const observers = storeObservers(useStore());
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);
  const { handle } = observers;

  // Equal requests have equal keys: arguments are looked at again only when the key is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const observer = useMemo(
    (): ResponseObserver =>
      key === undefined ? NO_RESPONSE : responseObserver(observers, endpoint, key, args),
    [observers, endpoint, key],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments, as for `observer`
  const subscribe = useCallback(
    (notify: () => void) =>
      key === undefined
        ? ignore
        : observers.add({ key, request: { endpoint, args }, memo: observer.memo, notify }),
    [observers, key, observer],
  );
  const serverSnapshot = useServerSnapshot(handle, observer.shown, observer.rendered);
  const shown = useSyncExternalStore(subscribe, observer.shown, serverSnapshot);
  const { shown: current, isStale, onMissing } = observer;
  return { observers, key, shown, current, isStale, onMissing };
}

/**
 * What is shown by a component that waits where there is nothing. A server has waited as well: while a page
 * hydrates, what it was rendered without can only come from the present.
 */
export function shownWhenThere({ shown, current }: EndpointReading): Shown {
  return shown.isInvalid ? current() : shown;
}

function ignore() {}
