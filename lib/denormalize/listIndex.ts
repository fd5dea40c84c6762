import type { Step } from '../types/ReadHistory';
import type { Alignment } from './alignLists';
import { ElementMemo, eachDependency, ListMemo, Memo, type Part } from './Memo';
import type { Entry, RecordIndex } from './RecordIndex';

/** More records than this for each element, and looking at the elements is cheaper than knowing theirs. */
const MAX_RECORDS_PER_ELEMENT = 16;

/** An index has room for this many elements in place of each that there is, until it is rebuilt. */
const SPARE = 4;

/** An element that is being indexed. */
interface Element {
  readonly number: number;
  readonly isNew: boolean;
  /** The kind of record that it is, where it is one. */
  readonly kind: string;
}

/** The index of a list; `undefined` where its elements depend on too many records. */
export function indexOf({ schema, keys, parts }: ListMemo): RecordIndex | undefined {
  const { length } = parts;
  const index: RecordIndex = {
    byRecord: new Map(),
    byKind: new Map(),
    numbers: Int32Array.from({ length }, (_, i) => i),
    positions: Int32Array.from({ length }, (_, i) => i),
    next: length,
    size: 0,
    limit: MAX_RECORDS_PER_ELEMENT * length,
  };
  const kind = kindOf(schema);
  for (let i = 0; i < length; i++) {
    if (!enter(index, { number: i, isNew: true, kind }, keys[i], parts[i])) return undefined;
  }
  return index;
}

/**
 * The same index for the next version of its list; `undefined` where rebuilding is cheaper.
 *
 * @param alignment where the elements stood before; `undefined` where all stand where they stood
 * @param made positions of elements that were recreated
 */
export function handOn(
  index: RecordIndex,
  { schema, keys, parts }: Pick<ListMemo, 'schema' | 'keys' | 'parts'>,
  alignment: Alignment | undefined,
  made: Iterable<number>,
): RecordIndex | undefined {
  const firstNew = index.next;
  if (alignment !== undefined && !move(index, alignment, parts.length)) return undefined;
  const kind = kindOf(schema);
  for (const at of made) {
    const number = index.numbers[at] as number;
    if (!enter(index, { number, isNew: number >= firstNew, kind }, keys[at], parts[at])) return undefined;
  }
  return index;
}

/** Puts the elements in their new places; false where too many numbers are in use that stand for nothing. */
function move(index: RecordIndex, { head, tail, middle }: Alignment, length: number): boolean {
  const before = index.numbers;
  const numbers = new Int32Array(length);
  numbers.set(before.subarray(0, head));
  for (let i = 0; i < middle.length; i++) {
    const origin = middle[i] as number;
    numbers[head + i] = origin < 0 ? index.next++ : (before[origin] as number);
  }
  numbers.set(before.subarray(before.length - tail), length - tail);
  if (index.next > SPARE * length) return false;
  if (index.next > index.positions.length) {
    const longer = new Int32Array(2 * index.next);
    longer.set(index.positions);
    index.positions = longer;
  }
  const { positions } = index;
  for (let i = head; i < length; i++) positions[numbers[i] as number] = i;
  index.numbers = numbers;
  return true;
}

/** Visits the positions of all elements that depend on something that has changed; false where it is too much to tell. */
export function eachOutdated(
  { byRecord, byKind, numbers, positions }: RecordIndex,
  steps: readonly Step[],
  visit: (position: number) => void,
): boolean {
  const visitNumber = (number: number) => {
    const position = positions[number] as number;
    if (numbers[position] === number) visit(position);
  };
  for (const { kinds } of steps) {
    for (const [kind, changes] of kinds) {
      const ofKind = byRecord.get(kind);
      if (ofKind !== undefined) {
        if (changes === undefined) return false;
        for (const pk of changes.changed) eachOf(ofKind.get(pk), visitNumber);
      }
      eachOf(byKind.get(kind), visitNumber);
    }
  }
  return true;
}

/** Adds what one element was made from; false where there is no more room. */
function enter(index: RecordIndex, element: Element, pk: unknown, part: Part): boolean {
  if (!(part instanceof ElementMemo)) add(byPk(index, element.kind), pk as string, element, index);
  if (part instanceof Memo && !enterBelow(index, element, part)) return false;
  return index.size <= index.limit;
}

function enterBelow(index: RecordIndex, element: Element, memo: Memo): boolean {
  const found = [memo];
  // Most elements refer to records that refer to none: the set is for the others.
  let seen: Set<Memo> | undefined;
  const take = (next: Memo) => {
    seen ??= new Set(found);
    if (seen.size < seen.add(next).size) found.push(next);
  };
  const visitor = {
    record(kind: string, key: string, part: Part) {
      add(byPk(index, kind), key, element, index);
      if (part instanceof Memo) take(part);
    },
    kind: (kind: string) => add(index.byKind, kind, element, index),
    nested: take,
  };
  for (const next of found) {
    if (next instanceof ListMemo && next.parts.length > index.limit) return false;
    eachDependency(next, visitor);
    if (index.size > index.limit) return false;
  }
  return true;
}

function kindOf(schema: unknown): string {
  return (schema as { readonly key?: string }).key ?? '';
}

function byPk({ byRecord }: RecordIndex, kind: string): Map<string, Entry> {
  const known = byRecord.get(kind);
  if (known !== undefined) return known;
  const fresh = new Map<string, Entry>();
  byRecord.set(kind, fresh);
  return fresh;
}

function add(map: Map<string, Entry>, key: string, { number, isNew }: Element, index: RecordIndex) {
  const known = map.get(key);
  if (known === number) return;
  if (known === undefined) map.set(key, number);
  else if (typeof known === 'number') map.set(key, [known, number]);
  // A new element has the highest number so far; one that is made again depends mostly on what it did.
  else if (known.at(-1) === number || (!isNew && known.includes(number))) return;
  else known.push(number);
  index.size++;
}

function eachOf(entry: Entry | undefined, visit: (number: number) => void) {
  if (entry === undefined) return;
  if (typeof entry === 'number') visit(entry);
  else for (const number of entry) visit(number);
}
