import { readResponse } from '../selectors/readResponse';
import { handleOf } from '../selectors/StoreHandle';
import { statusOf } from '../selectors/selectResponse';
import type { EndpointInterface } from '../types/EndpointInterface';
import { type DataThunk, fetchThunk } from './fetchThunk';

/** Sends a request unless there is fresh data already, which it resolves to. */
export function fetchIfStaleThunk<Data>(
  endpoint: EndpointInterface,
  args: readonly unknown[],
): DataThunk<Promise<Data>> {
  return (dispatch, getState) => {
    const { shown, expiresAt } = readResponse(
      handleOf(dispatch).getState(),
      endpoint,
      endpoint.key(...args),
      args,
    );
    if (statusOf(shown, expiresAt, endpoint) === 'valid') return Promise.resolve(shown.data as Data);
    return fetchThunk<Data>(endpoint, args)(dispatch, getState);
  };
}
