import type { Owner } from '../tables/Owner';
import type { Landing } from '../types/Landing';
import type { ComparingWriter } from '../types/OverlapWriter';
import type { DataState, Entities } from '../types/State';
import type { OverlapState } from './Arrival';
import { doubtCaster } from './doubtCaster';
import { possibleSince } from './listEffects';
import { listOverlaps } from './listOverlaps';
import { recordOverlaps } from './recordOverlaps';

/** An overlap writer that returns its result. */
export interface OverlapResult extends ComparingWriter {
  /**
   * Unchanged parts are the same objects as before.
   *
   * @param entities after the write
   */
  result(entities: Entities): Pick<DataState, 'overlaps' | 'effects' | 'doubts'>;
}

/**
 * Creates the overlap writer of a landing response.
 *
 * @param isContended whether a request in flight may overlap with what is being written
 */
export function overlapWriter(
  before: OverlapState,
  landing: Landing,
  isContended: boolean,
  owner: Owner,
): OverlapResult {
  const { left, mutation } = landing;
  const possible = possibleSince(before.effects, left);
  const caster = doubtCaster(before, landing, possible);
  const since = mutation?.since ?? left;
  const arrival = { before, landing, since, isContended, owner, caster };
  const records = recordOverlaps(arrival, isContended || possible.length > 0 || since < left);
  const lists = listOverlaps(arrival);
  return {
    ...records,
    ...lists,
    result: entities => ({
      effects: lists.effectsAfter(entities),
      overlaps: records.overlapsAfter(),
      doubts: caster.doubtsAfter(),
    }),
  };
}
