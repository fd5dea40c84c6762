import { useEffect, useState } from 'react';
import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import { assertReads } from '../observers/assertReads';
import { readResponse } from '../selectors/readResponse';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useObservers } from './reading/useSource';

/**
 * Aborts the request for the previous arguments when a component passes others, and the latest one when it unmounts;
 * returns the endpoint, for another hook to read.
 *
 * A request continues if another component reads its response or subscribes to it.
 *
 * @example
 * ```tsx
 * import { useCancelling, useDLE } from 'rdc-toolkit/react';
 *
 * function Title({ id }: { id: string }) {
 *   const { data } = useDLE(useCancelling(TodoResource.get, { id }), { id });
 *   return <h1>{data?.title}</h1>;
 * }
 * ```
 */
export function useCancelling<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOrNone<E>): E {
  assertReads('useCancelling', endpoint);
  const observers = useObservers();
  const { handle } = observers;
  const [requestsByStore] = useState(() => new WeakMap<StoreHandle, RenderedRequests>());
  const requests = requestsByStore.get(handle) ?? renderedRequests(handle);
  requestsByStore.set(handle, requests);
  const { args: realArgs, key } = keyedRequest(observers, endpoint, args);
  if (key !== undefined) requests.note(endpoint, key, realArgs);
  useEffect(() => requests.shown(key), [requests, key]);
  return endpoint;
}

/** The requests of one component. */
interface RenderedRequests {
  /** Notes a rendered request, even of a suspended render, which may never be committed. */
  note(endpoint: EndpointInterface, key: string, args: readonly unknown[]): void;
  /** Notes the mounted request; returns the function to call on unmount. */
  shown(key: string | undefined): () => void;
}

function renderedRequests(handle: StoreHandle): RenderedRequests {
  /** Requests that were rendered with nothing to show. */
  const pendingKeys = new Set<string>();
  let isMounted = false;
  let onScreen: string | undefined;

  function cancel(keys: readonly string[]) {
    for (const key of keys) {
      pendingKeys.delete(key);
      // Other readers that wait for it must fetch again.
      handle.awaited.delete(key);
      if (!handle.observers.has(key)) handle.observers.onUnread(key, true);
    }
  }

  return {
    note(endpoint, key, args) {
      // Skip a render with something to show: it may show the previous arguments while new ones wait.
      if (pendingKeys.has(key) || !readResponse(handle.getState(), endpoint, key, args).shown.isInvalid)
        return;
      // What is on screen may have to be fetched again while a transition waits for other arguments.
      const earlier = key === onScreen ? [] : [...pendingKeys];
      pendingKeys.add(key);
      // Rendering must not dispatch.
      if (earlier.length > 0) queueMicrotask(() => cancel(earlier));
    },
    shown(key) {
      isMounted = true;
      onScreen = key;
      return () => {
        isMounted = false;
        onScreen = undefined;
        // Strict Mode unmounts and remounts components at once; readers of the response leave in the same tick, too.
        queueMicrotask(() => {
          if (key !== undefined && onScreen !== key) cancel([key]);
          if (!isMounted) cancel([...pendingKeys]);
        });
      };
    },
  };
}
