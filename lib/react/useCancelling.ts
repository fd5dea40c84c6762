import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { assertReads } from '../observers/assertReads';
import { storeObservers } from '../observers/storeObservers';
import { readResponse } from '../selectors/readResponse';
import type { StoreHandle } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type ArgsOrNone, isNoArgs, type ReadEndpoint } from './reading/HookArgs';

/**
 * Aborts the request of earlier arguments when a component passes others, and the
 * latest one when it unmounts; returns the endpoint, to be read by another hook.
 *
 * A request whose response another component reads, or is subscribed to, goes on.
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
  const { handle } = storeObservers(useStore());
  const [askedOf] = useState(() => new WeakMap<StoreHandle, AskedRequests>());
  const asked = askedOf.get(handle) ?? askedRequests(handle);
  askedOf.set(handle, asked);
  const key = isNoArgs(args) ? undefined : endpoint.key(...args);
  if (key !== undefined) asked.note(endpoint, key, args);
  useEffect(() => asked.shown(key), [asked, key]);
  return endpoint;
}

/** What one component has asked for. */
interface AskedRequests {
  /** Notes what is rendered. A render that waits may never be committed: its request has to be known all the same. */
  note(endpoint: EndpointInterface, key: string, args: readonly unknown[]): void;
  /** Notes what is on screen; returns what is to be called when it is so no longer. */
  shown(key: string | undefined): () => void;
}

function askedRequests(handle: StoreHandle): AskedRequests {
  /** What was rendered without having anything to show. */
  const waiting = new Set<string>();
  let isMounted = false;
  let onScreen: string | undefined;

  function giveUp(keys: readonly string[]) {
    for (const key of keys) {
      waiting.delete(key);
      // Whoever else waits for it is to ask again.
      handle.awaited.delete(key);
      handle.observers.abandon(key);
    }
  }

  return {
    note(endpoint, key, args) {
      // What has something to show asks for nothing in the place of what was asked for: it may show meanwhile.
      if (waiting.has(key) || !readResponse(handle.getState(), endpoint, key, args).shown.isInvalid) return;
      const earlier = [...waiting];
      waiting.add(key);
      // Rendering must not dispatch.
      if (earlier.length > 0) queueMicrotask(() => giveUp(earlier));
    },
    shown(key) {
      isMounted = true;
      onScreen = key;
      return () => {
        isMounted = false;
        onScreen = undefined;
        // Strict Mode takes components away and puts them back at once; readers of the response leave in this turn, too.
        queueMicrotask(() => {
          if (key !== undefined && onScreen !== key) giveUp([key]);
          if (!isMounted) giveUp([...waiting]);
        });
      };
    },
  };
}
