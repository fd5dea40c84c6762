import { isIndexed } from './listState';
import type { Memo, Ref } from './Memo';

/** What a value was made from, at any depth. */
export interface Dependencies {
  /** Records; without those of long lists. */
  readonly records: readonly Ref[];
  /** Kinds of which the whole table was looked through, or many records stand in a long list. */
  readonly kinds: ReadonlySet<string>;
}

/** What a value was made from, at any depth, without walking long lists: these know their kinds. */
export function dependenciesOf(memo: Memo): Dependencies {
  const records: Ref[] = [];
  const kinds = new Set<string>();
  const found = new Set([memo]);
  for (const next of found) {
    const positions = isIndexed(next) ? next.list?.positions : undefined;
    if (positions !== undefined) {
      for (const kind of [...positions.byRecord.keys(), ...positions.byTable.keys()]) kinds.add(kind);
      continue;
    }
    for (const ref of next.refs) {
      records.push(ref);
      if (ref.memo !== undefined) found.add(ref.memo);
    }
    for (const part of next.parts) found.add(part);
    for (const [kind] of next.tables) kinds.add(kind);
  }
  return { records, kinds };
}
