import { argsOf, endpointOf } from '../actions/endpointOf';
import { type Stored, writeResponse } from '../normalize/writeResponse';
import { toPlain } from '../plain/toPlain';
import { warnOnce } from '../plain/warnOnce';
import { createOwner } from '../tables/Owner';
import type { DataState, Entities, OptimisticUpdate } from '../types/State';
import { temporaryKey } from '../types/temporaryKey';
import { realArgs } from './realArgs';
import { ABORT, snapshotOf } from './snapshotOf';

/** What is shown before the server has spoken counts as answered after everything else, and never expires. */
const UNANSWERED = { date: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };

/**
 * What readers see: the confirmed state with the pending updates laid over it, in order.
 *
 * Memoised on both: an action that changes neither costs nothing, one more
 * pending update costs its own size, and taking one away is the whole rollback.
 */
export function viewOf(state: DataState): Stored {
  if (state.optimistic.length === 0) return state;
  return state.optimistic.reduce((below, update) => layerOver(below, update, state), baseOf(state));
}

const bases = new WeakMap<Entities, Stored>();

/** The confirmed tables as one object: the same one for as long as none of them changes. */
function baseOf({ entities, deleted, indexes, endpoints }: DataState): Stored {
  const known = bases.get(entities);
  if (known?.deleted === deleted && known.indexes === indexes && known.endpoints === endpoints) return known;
  const base = { entities, deleted, indexes, endpoints };
  bases.set(entities, base);
  return base;
}

const layers = new WeakMap<Stored, WeakMap<OptimisticUpdate, Stored>>();

function layerOver(below: Stored, update: OptimisticUpdate, { aliases }: DataState): Stored {
  const known = layers.get(below) ?? new WeakMap<OptimisticUpdate, Stored>();
  layers.set(below, known);
  const layer = known.get(update) ?? withUpdate(below, update, aliases);
  known.set(update, layer);
  return layer;
}

function withUpdate(below: Stored, update: OptimisticUpdate, aliases: DataState['aliases']): Stored {
  try {
    const endpoint = endpointOf(update);
    const args = realArgs({ aliases }, argsOf(update));
    const response = toPlain(endpoint.getOptimisticResponse?.(snapshotOf(below, update.fetchedAt), ...args));
    const key = endpoint.key(...args);
    const answer = {
      endpoint,
      args,
      key,
      response,
      meta: { ...UNANSWERED, fetchedAt: update.fetchedAt, sentAt: update.fetchedAt },
      temporaryKey: temporaryKey(update.requestId),
    };
    return writeResponse(below, answer, createOwner()).stored;
  } catch (error) {
    if (error !== ABORT) {
      const { message } = error as Error;
      warnOnce(message, `${update.endpointName} shows no optimistic update: ${message}`);
    }
    return below;
  }
}
