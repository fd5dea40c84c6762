import { type Freshness, leftOf } from '../types/Freshness';
import type { Landing } from '../types/Landing';
import type { OverlapWriter } from '../types/OverlapWriter';

/** For writes that know of no other requests: the later of two wins, and lists need no reconciling. */
export function noOverlap(meta: Freshness & Partial<Landing>): OverlapWriter {
  return {
    isIdle: true,
    reconcileList() {},
    goneAt: () => 0,
    beforeMutation: (_kind, _pk, before) => before,
    // Without a response, it is later than all that began before.
    revives: (_kind, _pk, tombstone) =>
      leftOf(tombstone) === leftOf(meta) ||
      (tombstone.began ?? leftOf(tombstone)) <= (meta.began ?? leftOf(meta)),
    correctedLists: () => [],
    deletes: (_kind, _pk, stored) => stored === undefined || leftOf(stored.meta) <= leftOf(meta),
    effects: () => [],
    inSentOrder: (_kind, _pk, _effect, _list, changed) => changed,
    laterLandedKeys: () => [],
    noteEffect() {},
    noteJoined() {},
    doubtListsHolding() {},
    doubt() {},
  };
}
