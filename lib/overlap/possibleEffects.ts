import { sameValue } from '../plain/sameValue';
import type { ListEffect, Row } from '../types/State';
import { isListOf, mayHold } from './listsThatMayHold';

/** The effect of a mutation that failed, but that the server may have executed. */
export const MAY_BE_DONE = 'mayBeDone';

/**
 * Notes that a mutation which failed may have changed a record, or one list; or any list of a kind of record.
 *
 * @param pk of the record; '' where only the server knows it
 * @param responses where it is any list: the fields of the record, as far as they were sent
 */
export function possibleEffect(
  kind: string,
  pk: string,
  since: number,
  landed: number,
  responses: readonly object[] = [],
): ListEffect {
  return { kind, effect: MAY_BE_DONE, args: [], results: [pk], responses, since, landed };
}

/** Whether what has come of a record, or of a list, may be from before such a mutation. */
export function mayPrecede(
  { kind, results, responses: [fields] }: ListEffect,
  comingKind: string,
  comingPk: string,
  coming: Row,
): boolean {
  const [pk] = results as readonly [string];
  if (fields === undefined) return kind === comingKind && pk === comingPk;
  return isListOf(comingKind, kind) && mayHold(comingPk, coming, pk, fields as object);
}

/** Effects with notes on such a mutation; of several that say the same the last says all. */
export function withPossible(
  effects: readonly ListEffect[],
  added: readonly ListEffect[],
): readonly ListEffect[] {
  const repeats = (earlier: ListEffect) => (later: ListEffect) =>
    sameValue({ ...earlier, since: 0, landed: 0 }, { ...later, since: 0, landed: 0 });
  return [...effects.filter(earlier => !added.some(repeats(earlier))), ...added];
}
