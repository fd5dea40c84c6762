import type { Store } from '@reduxjs/toolkit';
import { storeObservers } from '../../lib/observers/storeObservers';
import { readResponse } from '../../lib/selectors/readResponse';
import type { EndpointInterface } from '../../lib/types/EndpointInterface';

/** Observes a response as a mounted component does, without one; returns a function that unmounts it. */
export function mount(store: Store, endpoint: EndpointInterface, args: readonly unknown[]): () => void {
  const observers = storeObservers(store);
  const key = endpoint.key(...args);
  const read = () => readResponse(observers.handle.getState(), endpoint, key, args);
  return observers.add({
    observed: { key, request: { endpoint, args }, memo: () => read().memo },
    notify() {},
  });
}
