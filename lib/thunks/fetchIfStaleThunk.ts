import { noop } from '../plain/noop';
import { readResponse } from '../selectors/readResponse';
import { statusOf } from '../selectors/selectResponse';
import { handleOf } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type DataThunk, type FetchPromise, fetchPromise, fetchThunk } from './fetchThunk';

/** Sends a request, or resolves to the stored data if that is fresh. */
export function fetchIfStaleThunk<Data>(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  options: { readonly signal?: AbortSignal | undefined } = {},
): DataThunk<FetchPromise<Data>> {
  return (dispatch, getState) => {
    try {
      const key = endpoint.key(...args);
      const handle = handleOf(dispatch);
      // A router's loader may run before anything else.
      handle.checkForChanges();
      const reading = readResponse(handle.getState(), endpoint, key, args);
      if (statusOf(reading) === 'valid')
        return fetchPromise(Promise.resolve(reading.shown.data as Data), key, args, '', noop);
    } catch {
      // The request fails with it, too.
    }
    return fetchThunk<Data>(endpoint, args, options)(dispatch, getState);
  };
}
