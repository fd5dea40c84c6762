import { argsOf, endpointOf } from '../actions/endpointOf';
import type { OverlapWriter } from '../normalize/OverlapWriter';
import { type Stored, type Written, writeResponse } from '../normalize/writeResponse';
import { toPlain } from '../plain/toPlain';
import { warnOnce } from '../plain/warnOnce';
import { createOwner } from '../tables/Owner';
import type { EndpointInterface } from '../types/EndpointInterface';
import { OPTIMISTIC } from '../types/Landing';
import type { DataState, Entities, OptimisticUpdate } from '../types/State';
import { temporaryKey } from '../types/temporaryKey';
import { outrankedFields } from './outrankedFields';
import { realArgs } from './realArgs';
import { ABORT, snapshotOf } from './snapshotOf';
import { type Twin, twinOf, withTwin } from './twinOf';

/**
 * What readers see: the confirmed state with the pending updates laid over it, in order.
 *
 * Memoised on both: an action that changes neither costs nothing, one more
 * pending update costs its own size, and taking one away is the whole rollback.
 */
export function viewOf(state: DataState): Stored {
  if (state.optimistic.length === 0) return state;
  const taken = new Set<string>();
  return state.optimistic.reduce(
    (below, update) => layerOver(below, update, state, twinOf(state, update, taken)),
    baseOf(state),
  );
}

const bases = new WeakMap<Entities, Stored>();

/** The confirmed tables as one object: the same one for as long as none of them changes. */
export function baseOf({ entities, deleted, indexes, endpoints }: Stored): Stored {
  const known = bases.get(entities);
  if (known?.deleted === deleted && known.indexes === indexes && known.endpoints === endpoints) return known;
  const base = { entities, deleted, indexes, endpoints };
  bases.set(entities, base);
  return base;
}

interface Layer {
  readonly twin: string | undefined;
  readonly stored: Stored;
}

const layers = new WeakMap<Stored, WeakMap<OptimisticUpdate, Layer>>();

function layerOver(
  below: Stored,
  update: OptimisticUpdate,
  state: DataState,
  twin: Twin | undefined,
): Stored {
  const known = layers.get(below) ?? new WeakMap<OptimisticUpdate, Layer>();
  layers.set(below, known);
  const layer = known.get(update);
  if (layer !== undefined && layer.twin === twin?.pk) return layer.stored;
  const stored =
    twin === undefined
      ? withUpdate(below, update, state)
      : withTwin(below, twin, temporaryKey(update.requestId), createOwner());
  known.set(update, { twin: twin?.pk, stored });
  return stored;
}

function withUpdate(below: Stored, update: OptimisticUpdate, state: DataState): Stored {
  try {
    const { aliases } = state;
    const endpoint = endpointOf(update);
    const args = realArgs({ aliases }, argsOf(update));
    const key = args === argsOf(update) ? update.key : endpoint.key(...args);
    const { requestId, fetchedAt } = update;
    const response =
      update.shown?.below === below
        ? update.shown.response
        : optimisticResponse(below, endpoint, args, fetchedAt);
    if (response === ABORT) return below;
    const overlap = outrankedFields(state, update);
    return withOptimistic(below, { endpoint, args, key, response, requestId, fetchedAt, overlap }).stored;
  } catch (error) {
    if (error !== ABORT) {
      const { message } = error as Error;
      warnOnce(message, `${update.endpointName} shows no optimistic update: ${message}`);
    }
    return below;
  }
}

/**
 * What an endpoint shows before the server has responded.
 *
 * @throws whatever `getOptimisticResponse` throws; {@link ABORT} where it cannot tell
 */
export function optimisticResponse(
  below: Stored,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  fetchedAt: number,
): unknown {
  return toPlain(endpoint.getOptimisticResponse?.(snapshotOf(below, fetchedAt), ...args));
}

/** An optimistic response, and the request that it is for. */
export interface OptimisticWrite {
  readonly endpoint: EndpointInterface;
  readonly args: readonly unknown[];
  readonly key: string;
  readonly response: unknown;
  readonly requestId: string;
  readonly fetchedAt: number;
  readonly overlap?: OverlapWriter | undefined;
}

/** Lays an optimistic response over tables. */
export function withOptimistic(
  below: Stored,
  { endpoint, args, key, response, requestId, fetchedAt, overlap }: OptimisticWrite,
): Written {
  const meta = { ...OPTIMISTIC, fetchedAt };
  const answer = { endpoint, args, key, response, meta, temporaryKey: temporaryKey(requestId), overlap };
  return writeResponse(below, answer, createOwner());
}
