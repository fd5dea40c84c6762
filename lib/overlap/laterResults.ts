import type { ListEffect } from '../types/State';

/**
 * What creations have put at one end of the lists of a kind, of those that left after some moment.
 *
 * What no request brought is no creation.
 */
export function laterResults(
  effects: readonly ListEffect[],
  kind: string,
  effect: string,
  left: number,
): readonly unknown[] {
  if (effect !== 'push' && effect !== 'unshift') return [];
  return effects
    .filter(
      made => made.kind === kind && made.effect === effect && made.since > left && made.landed > made.since,
    )
    .flatMap(({ results }) => Object.values(results));
}
