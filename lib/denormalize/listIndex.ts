import { getOrCreate } from '../plain/getOrCreate';
import { Multimap, newMultimap } from '../plain/Multimap';
import { MAX_CHANGES, type Step } from '../types/ReadHistory';
import type { Alignment } from './alignLists';
import { Descent, type Walker } from './dependenciesOf';
import { ElementMemo, ListMemo, Memo, NO_DEPENDENCIES, type Part, RowMemo } from './Memo';
import type { RecordIndex } from './RecordIndex';

/** With more records per element than this, checking the elements is cheaper than indexing their records. */
const MAX_RECORDS_PER_ELEMENT = 16;

/** An index has room for this many times its elements until it is rebuilt. */
const SPARE = 4;

/** The index of a list; `undefined` if its elements depend on too many records. */
export function indexOf({ schema, keys, parts }: ListMemo): RecordIndex | undefined {
  const index = indexFor(parts.length);
  const builder = new IndexBuilder(index, kindOf(schema));
  for (let i = 0; i < parts.length; i++) {
    index.numbers[i] = i;
    index.positions[i] = i;
    if (!builder.element(i, keys[i], parts[i])) return undefined;
  }
  return index;
}

function indexFor(length: number): RecordIndex {
  return {
    byRecord: new Map(),
    byKind: new Multimap(),
    numbers: new Int32Array(SPARE * length),
    positions: new Int32Array(SPARE * length),
    next: length,
    size: 0,
    limit: MAX_RECORDS_PER_ELEMENT * length,
  };
}

/**
 * The same index, updated for the next version of its list; `undefined` if rebuilding is cheaper.
 *
 * @param alignment where the elements were before; `undefined` if none has moved
 * @param remade positions of elements that were made again
 */
export function updateIndex(
  index: RecordIndex,
  { schema, keys, parts }: Pick<ListMemo, 'schema' | 'keys' | 'parts'>,
  alignment: Alignment | undefined,
  remade: Iterable<number>,
): RecordIndex | undefined {
  if (alignment !== undefined && !move(index, alignment)) return undefined;
  const builder = new IndexBuilder(index, kindOf(schema));
  for (const position of remade) {
    if (!builder.element(index.numbers[position] as number, keys[position], parts[position]))
      return undefined;
  }
  return index;
}

/** Moves the elements to their new places; false if there are not enough free numbers for new ones. */
function move(index: RecordIndex, { head, middle, tail, shift }: Alignment): boolean {
  const { numbers, positions } = index;
  const length = head + middle.length + tail;
  const last = length - shift;
  const middleNumbers = middle.map(origin => (origin < 0 ? index.next++ : (numbers[origin] as number)));
  if (index.next > positions.length) return false;
  // In place: a new array for each version costs more than all else here.
  numbers.copyWithin(length - tail, last - tail, last);
  numbers.set(middleNumbers, head);
  numbers.fill(-1, length, last);
  for (let position = head; position < (shift === 0 ? length - tail : length); position++)
    positions[numbers[position] as number] = position;
  return true;
}

/** Visits the positions of all elements that depend on a change; false if there are too many changes. */
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
        if (changes.size > MAX_CHANGES) return false;
        for (const pk of changes) ofKind.each(pk, visitNumber);
      }
      byKind.each(kind, visitNumber);
    }
  }
  return true;
}

/** Adds to an index what elements were made from. */
class IndexBuilder implements Walker {
  /** Kept for good, along with its {@link Descent}. */
  static readonly kept: IndexBuilder = new IndexBuilder(indexFor(0), '');
  readonly #descent = new Descent(this);
  readonly #index: RecordIndex;
  readonly #kind: string;
  #number = 0;

  /** @param kind of the elements that are records */
  constructor(index: RecordIndex, kind: string) {
    this.#index = index;
    this.#kind = kind;
  }

  /** False if there is no room left. */
  element(number: number, pk: unknown, part: Part): boolean {
    this.#number = number;
    if (!(part instanceof ElementMemo)) this.record(this.#kind, pk as string);
    if (part instanceof Memo) this.#descent.from(part);
    return this.#index.size <= this.#index.limit;
  }

  record(kind: string, pk: string) {
    this.#put(getOrCreate(this.#index.byRecord, kind, newMultimap<string, number>), pk);
  }

  kind(kind: string) {
    this.#put(this.#index.byKind, kind);
  }

  enters(memo: Memo): boolean {
    const index = this.#index;
    if (isUnfinished(memo) || (memo instanceof ListMemo && memo.parts.length > index.limit))
      index.size = Infinity;
    return index.size <= index.limit;
  }

  #put(numbers: Multimap<string, number>, key: string) {
    if (numbers.put(key, this.#number)) this.#index.size++;
  }
}

/** Whether a record is still being made, so that its dependencies are unknown. */
function isUnfinished(memo: Memo): boolean {
  return memo instanceof RowMemo && memo.isComplete && memo.dependencies === NO_DEPENDENCIES;
}

function kindOf(schema: unknown): string {
  return (schema as { readonly key?: string }).key ?? '';
}
