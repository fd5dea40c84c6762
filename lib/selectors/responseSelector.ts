import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState } from '../types/State';
import { memoizeByState } from './memoizeByState';
import { type ResponseState, selectResponse, UNKNOWN_RESPONSE } from './selectResponse';

/** A response as it was selected, and what the clock said of it. */
interface Selected {
  readonly response: ResponseState<unknown>;
  /** Whether `expiresAt` was still to come; `undefined` where it passed in between. */
  readonly isFresh: boolean | undefined;
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
    const before = Date.now();
    const response = selectResponse(state, endpoint, args);
    const isFresh = response.expiresAt > before;
    return { response, isFresh: isFresh === response.expiresAt > Date.now() ? isFresh : undefined };
  }, holds);
  return state => (state === undefined ? UNKNOWN_RESPONSE : select(state).response);
}

function holds({ response: { expiresAt }, isFresh }: Selected): boolean {
  return expiresAt === 0 || expiresAt > Date.now() === isFresh;
}
