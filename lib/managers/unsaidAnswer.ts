import type { FetchAction } from '../actions/fetch';
import { normalize } from '../normalize/normalize';
import { toPlain } from '../plain/toPlain';
import { snapshotOf } from '../selectors/snapshotOf';
import { schemaOf } from '../types/EndpointInterface';
import type { DataState } from '../types/State';

/**
 * What a mutation has brought to which the server answers with nothing, as with 204.
 *
 * It has done what it was asked for, so what was shown meanwhile stays: worked out
 * anew, on what is confirmed by now.
 *
 * @returns `null` where nothing was shown, or what was shown is no record: only a server can give a new one its key.
 */
export function unsaidAnswer(
  state: DataState,
  { endpoint, meta: { requestId, fetchedAt } }: FetchAction,
  args: readonly unknown[],
): unknown {
  const isShown = state.optimistic.some(update => update.requestId === requestId);
  if (!isShown || endpoint.getOptimisticResponse === undefined) return null;
  try {
    const shown = toPlain(endpoint.getOptimisticResponse(snapshotOf(state, fetchedAt), ...args));
    const meta = { fetchedAt, date: fetchedAt, expiresAt: fetchedAt };
    normalize(schemaOf(endpoint), shown, args, state, meta, { origin: endpoint.name });
    return shown;
  } catch {
    // Nothing can be told of a record that is gone, or has no key.
    return null;
  }
}
