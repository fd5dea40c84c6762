import { useEffect, useState } from 'react';
import type { ReadEndpoint } from '../endpoint/BaseEndpoint';
import { assertReads } from '../observers/assertReads';
import { readResponse } from '../selectors/readResponse';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type ArgsOrNone, keyedRequest } from './reading/HookArgs';
import { useObservers } from './reading/useSource';

/**
 * Aborts the request of the previous arguments when a component passes others, and the latest one when it
 * unmounts; returns the endpoint, to be read by another hook.
 *
 * A request whose response another component reads, or is subscribed to, continues.
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
  const { args: named, key } = keyedRequest(observers, endpoint, args);
  if (key !== undefined) requests.note(endpoint, key, named);
  useEffect(() => requests.shown(key), [requests, key]);
  return endpoint;
}

/** The requests of one component. */
interface RenderedRequests {
  /** Notes what is rendered. A render that waits may never be committed, but its request has to be known. */
  note(endpoint: EndpointInterface, key: string, args: readonly unknown[]): void;
  /** Notes what is mounted; returns the function to call on unmount. */
  shown(key: string | undefined): () => void;
}

function renderedRequests(handle: StoreHandle): RenderedRequests {
  /** What was rendered without having anything to show. */
  const waiting = new Set<string>();
  let isMounted = false;
  let onScreen: string | undefined;

  function cancel(keys: readonly string[]) {
    for (const key of keys) {
      waiting.delete(key);
      // Other readers that wait for it have to fetch again.
      handle.awaited.delete(key);
      if (!handle.observers.has(key)) handle.observers.onUnread(key, true);
    }
  }

  return {
    note(endpoint, key, args) {
      // A component with something to show need not refetch its former request: it can show that meanwhile.
      if (waiting.has(key) || !readResponse(handle.getState(), endpoint, key, args).shown.isInvalid) return;
      const earlier = [...waiting];
      waiting.add(key);
      // Rendering must not dispatch.
      if (earlier.length > 0) queueMicrotask(() => cancel(earlier));
    },
    shown(key) {
      isMounted = true;
      onScreen = key;
      return () => {
        isMounted = false;
        onScreen = undefined;
        // Strict Mode takes components away and puts them back at once; readers of the response leave in this turn, too.
        queueMicrotask(() => {
          if (key !== undefined && onScreen !== key) cancel([key]);
          if (!isMounted) cancel([...waiting]);
        });
      };
    },
  };
}
