import { readResponse } from '../selectors/readResponse';
import { statusOf } from '../selectors/selectResponse';
import { handleOf } from '../store/StoreHandle';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type DataThunk, fetchThunk } from './fetchThunk';

/** Sends a request unless there is fresh data already, which it resolves to. */
export function fetchIfStaleThunk<Data>(
  endpoint: EndpointInterface,
  args: readonly unknown[],
): DataThunk<Promise<Data>> {
  return (dispatch, getState) => {
    const state = handleOf(dispatch).getState();
    const reading = readResponse(state, endpoint, endpoint.key(...args), args);
    if (statusOf(reading) === 'valid') return Promise.resolve(reading.shown.data as Data);
    return fetchThunk<Data>(endpoint, args)(dispatch, getState);
  };
}
