import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState } from '../types/State';
import { memoizeByState } from './memoizeByState';
import { type Reading, readResponse } from './readResponse';
import { type ResponseState, responseOf, statusOf, UNKNOWN_RESPONSE } from './selectResponse';

/** A selected response, and the reading that its status was computed from. */
interface Selected {
  readonly response: ResponseState<unknown>;
  readonly reading: Reading;
}

/**
 * {@link selectResponse} for one request. Reads a state once, and again when the response expires.
 *
 * Thousands of components may each call one whenever anything in the store changes.
 */
export function responseSelector(
  endpoint: EndpointInterface,
  args: readonly unknown[],
): (state: DataState | undefined) => ResponseState<unknown> {
  const select = memoizeByState((state): Selected => {
    const key = endpoint.key(...args);
    const reading = readResponse(state, endpoint, key, args);
    return { response: responseOf(state, endpoint, key, reading), reading };
  }, holds);
  return state => (state === undefined ? UNKNOWN_RESPONSE : select(state).response);
}

function holds({ response, reading }: Selected): boolean {
  return statusOf(reading) === response.expiryStatus;
}
