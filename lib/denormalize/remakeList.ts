import { alignLists, realigned } from './alignLists';
import { doubtful, isElementCurrent, type NumberedTables } from './isCurrent';
import { handOn } from './listIndex';
import { ListMemo, type Part } from './Memo';
import { copyOf, shownAfter, shownIn } from './shownElements';

/** Past this share of recreated elements, an index is rebuilt as well. */
const MAX_SHARE_MADE = 1 / 8;

/** A list to make. */
export interface WantedList {
  /** The schema of its elements. */
  readonly schema: unknown;
  /** The stored array. */
  readonly results: readonly unknown[];
  /** The memo of an earlier version of the list, or of the same one; {@link ListMemo.kept} where there is none. */
  readonly previous: ListMemo;
  /** Whether that is one of the very same stored array. */
  readonly isSameArray: boolean;
}

/**
 * The value of a list: elements that an earlier version shares with it and that are still current are
 * reused, and only the others are made.
 *
 * Where few differ, nothing costs the length of the list but copies of arrays: a look at each of 10,000 elements
 * takes many times as long.
 */
export function remakeList(
  { schema, results, previous, isSameArray }: WantedList,
  tables: NumberedTables,
  makeElement: (result: unknown) => Part,
): ListMemo {
  const origins = isSameArray ? undefined : alignLists(previous.keys, results);
  const keys = origins === undefined ? previous.keys : copyOf(results);
  const parts = origins === undefined ? previous.parts.slice() : realigned(previous.parts, origins);
  const made = outdatedIn(previous, origins, tables);
  for (const at of made) parts[at] = makeElement(keys[at]);
  const { value, aligned, isComplete } =
    shownAfter(previous, parts, origins, made) ?? shownIn(parts, previous.value);
  const list = new ListMemo(value, tables.number, isComplete, schema, keys, parts, aligned);
  const { index } = previous;
  previous.index = undefined;
  if (index !== undefined && areFew(made, parts)) list.index = handOn(index, list, origins, made);
  return list;
}

function areFew(made: ReadonlySet<number>, parts: readonly Part[]): boolean {
  return made.size <= 1 || made.size <= MAX_SHARE_MADE * parts.length;
}

/** Positions of elements to make: those that are new, and those that are not current. */
function outdatedIn(
  previous: ListMemo,
  origins: Int32Array | undefined,
  tables: NumberedTables,
): ReadonlySet<number> {
  const suspects = doubtful(previous, previous.checked, tables);
  const outdated = new Set<number>();
  const look = (origin: number, at: number) => {
    if (origin < 0 || !isElementCurrent(previous, origin, tables)) outdated.add(at);
  };
  if (origins === undefined) for (const at of suspects ?? previous.parts.keys()) look(at, at);
  else {
    for (let at = 0; at < origins.length; at++) {
      const origin = origins[at] as number;
      if (origin < 0 || suspects === undefined || (suspects.size > 0 && suspects.has(origin)))
        look(origin, at);
    }
  }
  return outdated;
}
