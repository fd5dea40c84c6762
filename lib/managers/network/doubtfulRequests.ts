import type { FetchAction } from '../../actions/fetch';
import { isListOf } from '../../overlap/listsThatMayHold';
import { isObject } from '../../plain/isObject';
import { addressedRecords, isListWriter, kindsIn } from '../../schema/addressedRecord';
import { doubtsAmong } from '../../selectors/doubtsAmong';
import type { MountedObservers } from '../../store/MountedObservers';
import type { ReadRequest } from '../../store/Observer';
import type { Doubts, Entities } from '../../types/State';

/** A mounted request that shows records in doubt, and the doubts that its response ends. */
export interface DoubtfulRequest extends ReadRequest {
  readonly doubts: Doubts;
}

/**
 * Whether a mutation may change a record, or a list, that is in doubt: judged by the
 * record that it is addressed to, or else by the kind that it writes.
 */
export function mayChange(
  { endpoint, args }: FetchAction,
  kind: string,
  pk: string,
  entities: Entities | undefined,
): boolean {
  const written = kindsIn(endpoint.schema);
  if (written.some(one => isListOf(kind, one))) return changesLists(endpoint.schema);
  if (!written.includes(kind)) return false;
  const addressed = addressedRecords(endpoint, args, entities);
  return addressed.length === 0 || addressed.some(one => one.kind === kind && one.pk === pk);
}

/** Whether a schema adds to lists, or removes records from them. */
function changesLists(schema: unknown): boolean {
  return isListWriter(schema) || (isObject(schema) && 'entity' in schema);
}

/** The mounted requests that show what is in doubt, by key. */
export function doubtfulRequests(
  doubts: Doubts,
  observers: MountedObservers,
): ReadonlyMap<string, DoubtfulRequest> {
  const found = new Map<string, DoubtfulRequest>();
  for (const { key, request, memo } of observers) {
    if (key === undefined || request === undefined || found.has(key)) continue;
    const shown = doubtsAmong(doubts, memo());
    if (shown !== undefined) found.set(key, { ...request, doubts: shown });
  }
  return found;
}
