import { diffTables } from '../tables/diffTables';
import type { Entities } from '../types/State';
import type { Memo, Ref } from './Memo';
import type { Positions, RecordPositions } from './RecordPositions';

/** More records than this for each element, and looking at the elements is cheaper than knowing theirs. */
const MAX_RECORDS_PER_ELEMENT = 16;

/** The positions of all elements; `undefined` where they depend on too many records. */
export function positionsOf(elements: readonly Memo[]): RecordPositions | undefined {
  const positions: RecordPositions = {
    byRecord: new Map(),
    byTable: new Map(),
    offset: 0,
    limit: MAX_RECORDS_PER_ELEMENT * elements.length,
    size: 0,
  };
  for (const [i, element] of elements.entries()) {
    if (!addElement(positions, element, i)) return undefined;
  }
  return positions;
}

/** Adds what one element was made from; false where there is no more room. */
export function addElement(positions: RecordPositions, element: Memo, at: number): boolean {
  const position = at - positions.offset;
  const record = onlyRecordOf(element);
  if (record !== undefined) {
    positions.size++;
    add(byPk(positions, record.kind), record.pk, position);
    return positions.size <= positions.limit;
  }
  const found = new Set([element]);
  for (const { refs, parts, tables } of found) {
    positions.size += refs.length + parts.length + tables.length;
    if (positions.size > positions.limit) return false;
    for (const { kind, pk, memo } of refs) {
      add(byPk(positions, kind), pk, position);
      if (memo !== undefined) found.add(memo);
    }
    for (const part of parts) found.add(part);
    for (const [kind] of tables) add(positions.byTable, kind, position);
  }
  return true;
}

/** The record that an element is, where it is joined from no other: the usual case, told without a search. */
function onlyRecordOf({ refs, parts, tables }: Memo): Ref | undefined {
  const [ref] = refs;
  if (ref === undefined || refs.length + parts.length + tables.length > 1) return undefined;
  const { memo } = ref;
  const isAlone = memo === undefined || memo.refs.length + memo.parts.length + memo.tables.length === 0;
  return isAlone ? ref : undefined;
}

/** Visits the positions of all elements that depend on something that differs between two states. */
export function changedPositions(
  positions: RecordPositions,
  before: Entities,
  after: Entities,
  visit: (position: number) => void,
): void {
  const { byRecord, byTable, offset } = positions;
  for (const [kind, byKey] of byRecord) {
    if (before[kind] === after[kind]) continue;
    diffTables(before[kind], after[kind], (pk, cellBefore, cellAfter) => {
      if (cellBefore?.value !== cellAfter?.value) eachOf(byKey.get(pk), offset, visit);
    });
  }
  for (const [kind, at] of byTable) {
    if (before[kind] !== after[kind]) eachOf(at, offset, visit);
  }
}

function byPk({ byRecord }: RecordPositions, kind: string): Map<string, Positions> {
  const known = byRecord.get(kind);
  if (known !== undefined) return known;
  const fresh = new Map<string, Positions>();
  byRecord.set(kind, fresh);
  return fresh;
}

function add(map: Map<string, Positions>, key: string, position: number) {
  const known = map.get(key);
  if (known === undefined) map.set(key, position);
  else if (typeof known !== 'number') known.add(position);
  else if (known !== position) map.set(key, new Set([known, position]));
}

function eachOf(positions: Positions | undefined, offset: number, visit: (position: number) => void) {
  if (positions === undefined) return;
  if (typeof positions === 'number') visit(positions + offset);
  else for (const position of positions) visit(position + offset);
}
