import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState } from '../types/State';
import { memoizeByState } from './memoizeByState';
import { type Reading, readResponse } from './readResponse';
import { type ResponseState, responseOf, statusOf, UNKNOWN_RESPONSE } from './selectResponse';

/** A response as it was selected, and what the clock was asked about. */
interface Selected {
  readonly response: ResponseState<unknown>;
  readonly reading: Reading;
}

/**
 * {@link selectResponse} for one request, which looks at a state once, and again when the response expires.
 *
 * Thousands of components may call one each whenever anything in the store changes.
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
