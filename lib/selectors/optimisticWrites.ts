import { isPlainObject } from '../plain/isPlainObject';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState } from '../types/State';
import { snapshotOf } from './snapshotOf';
import { viewOf } from './viewOf';

/**
 * The fields that a mutation is about to change, as far as its optimistic response
 * tells; `undefined` where it has none.
 */
export function optimisticWrites(
  state: DataState,
  endpoint: EndpointInterface,
  args: readonly unknown[],
): readonly string[] | undefined {
  if (endpoint.sideEffect !== true || endpoint.getOptimisticResponse === undefined) return undefined;
  try {
    const shown = endpoint.getOptimisticResponse(snapshotOf(viewOf(state), Date.now()), ...args);
    return isPlainObject(shown) ? Object.keys(shown) : undefined;
  } catch {
    // It cannot tell what will come, or fails, which is reported where it would be shown.
    return undefined;
  }
}
