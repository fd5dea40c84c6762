import type { StoreHandle } from '../selectors/StoreHandle';
import { fetchThunk } from '../thunks/fetchThunk';
import type { EndpointInterface } from '../types/EndpointInterface';

/**
 * A promise for a render to wait for; settles, without a value, when the response is there.
 *
 * One for each store and key: a render that is thrown away and retried does not ask again.
 */
export function awaitResponse(
  handle: StoreHandle,
  endpoint: EndpointInterface,
  key: string,
  args: readonly unknown[],
): Promise<unknown> {
  const waiting = handle.awaited.get(key);
  if (waiting !== undefined) return waiting;
  const done = () => {
    handle.awaited.delete(key);
  };
  const promise = fetchThunk(endpoint, args)(handle.dispatch, handle.getState).then(done, done);
  handle.awaited.set(key, promise);
  return promise;
}
