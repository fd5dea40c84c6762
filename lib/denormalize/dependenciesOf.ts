import { INVALID } from '../types/INVALID';
import type { RecordRef } from '../types/State';
import { eachDependency, ListMemo, Memo, type Part } from './Memo';

/** What a value was made from, at any depth. */
export interface Dependencies {
  /** Records; without those of long lists. */
  readonly records: readonly RecordRef[];
  /** Kinds of which all records were looked through, or many stand in a long list. */
  readonly kinds: ReadonlySet<string>;
}

/** Lists up to this length name their records, longer ones the kinds. */
const MAX_NAMED_ELEMENTS = 63;

/** What a value was made from, at any depth, without naming the records of long lists. */
export function dependenciesOf(memo: Memo): Dependencies {
  const records: RecordRef[] = [];
  const kinds = new Set<string>();
  walk(memo, {
    record: (kind, pk) => records.push({ kind, pk }),
    kind: kind => kinds.add(kind),
    enters(next) {
      if (!(next instanceof ListMemo) || next.parts.length <= MAX_NAMED_ELEMENTS) return true;
      for (const kind of kindsOf(next)) kinds.add(kind);
      return false;
    },
  });
  return { records, kinds };
}

/**
 * Visits all records that a value was made from, at any depth and in lists of any length, some of them more than
 * once; those that are not there too.
 *
 * @param seen what is not visited again, where several values are looked at in turn
 */
export function eachRecord(
  memo: Memo,
  visit: (kind: string, pk: string, isThere: boolean) => void,
  seen?: Set<Memo>,
): void {
  walk(
    memo,
    { record: (kind, pk, part) => visit(kind, pk, part !== undefined && part !== INVALID), kind() {} },
    seen,
  );
}

/** What a walk down from a memo calls back. */
interface Walker {
  record(kind: string, pk: string, part: Part): void;
  kind(kind: string): void;
  /** Whether to walk a memo; left out, all are. */
  enters?(memo: Memo): boolean;
}

/** Visits what a value was made from, at any depth; each memo once. */
export function walk(top: Memo, { record, kind, enters }: Walker, known?: Set<Memo>): void {
  if (known?.has(top)) return;
  const found = [top];
  // Most values are made of records that refer to none: the set is for the others.
  let seen = known?.add(top);
  const nested = (memo: Memo) => {
    seen ??= new Set(found);
    if (seen.has(memo)) return;
    seen.add(memo);
    found.push(memo);
  };
  const visitor = {
    record(of: string, pk: string, part: Part) {
      record(of, pk, part);
      if (part instanceof Memo) nested(part);
    },
    kind,
    nested,
  };
  for (const memo of found) {
    if (enters === undefined || enters(memo)) eachDependency(memo, visitor);
  }
}

/** The kinds of records that the elements of a long list were made from. */
function kindsOf(list: ListMemo): Iterable<string> {
  const { index } = list;
  if (index) return [...index.byRecord.keys(), ...index.byKind.keys()];
  if (list.kinds !== undefined) return list.kinds;
  const kinds = new Set<string>();
  const add = (kind: string) => kinds.add(kind);
  walk(list, { record: add, kind: add });
  list.kinds = kinds;
  return kinds;
}
