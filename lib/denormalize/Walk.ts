import { describeSchema } from '../definitions/describeSchema';
import { keepKey } from '../definitions/keyOf';
import { withArticle } from '../errors/describeValue';
import { getOrCreate, newMap } from '../plain/getOrCreate';
import { isPlainObject } from '../plain/isPlainObject';
import { noop } from '../plain/noop';
import { numberOf } from '../plain/numberOf';
import { warnOnce } from '../plain/warnOnce';
import { getCell } from '../tables/getCell';
import { INVALID } from '../types/INVALID';
import { isSchemaObject } from '../types/isSchemaObject';
import type { DenormalizeContext, Fields, KeyReader, Schema, TableSchema } from '../types/Schema';
import type { Deleted, Entities, Readable, Row } from '../types/State';
import { walk } from './dependenciesOf';
import { frozen } from './frozenLists';
import { noteGap } from './gaps';
import { isAbsent, isCurrent, missingPart, type NumberedTables } from './isCurrent';
import { ElementMemo, KEYS, ListMemo, Memo, NESTED, NO_DEPENDENCIES, type Part, RowMemo } from './Memo';
import {
  cachedPart,
  cachePart,
  keepVersion,
  lastVersionOf,
  MIN_OWN_LENGTH,
  memosOf,
  versionOf,
} from './memosOf';
import { historyAt } from './readHistory';
import { remakeList } from './remakeList';
import { isSameContent } from './sameContent';
import { sameObject } from './sameObject';

/** How many records are made inside one another; the fields of deeper ones wait until these are done. */
const MAX_NESTED = 128;

/** A number that no tables have: what was made while fields wait is checked again before it is shown elsewhere. */
let lastWaitingNumber = 0;

/** A record that is being made. */
interface Unfinished {
  readonly schema: TableSchema;
  readonly pk: string;
  readonly row: Row;
  /** Its value, as soon as records that hold it can show it. */
  value: unknown;
  /** Its memo, if a record below has already referred to it. */
  memo: RowMemo | undefined;
  /** How many records had by then turned out to be hidden. */
  hiddenBefore?: number;
}

/** A record that others already hold, and whose fields wait. */
interface Waiting extends Unfinished {
  readonly memo: RowMemo;
}

/**
 * One walk from a result back to values.
 *
 * A class with one stack for the dependencies of all values being made, instead of an object, a closure and some
 * arrays for each: for a list of 10,000 records these took half of the time, and most of the heap.
 */
export class Walk implements DenormalizeContext, NumberedTables {
  /** Kept for good, as is one memo of each class. */
  static readonly kept: Walk = new Walk({ entities: {}, deleted: {} }, []);

  readonly entities: Entities;
  readonly deleted: Deleted;
  number: number;
  readonly #noItems: readonly never[];
  /** Dependencies of the values being made, those of an outer value below those of an inner one. */
  readonly #stack: unknown[] = [];
  #top = 0;
  /** Whether nothing has been cut off below the value being made. */
  #isComplete = true;
  readonly #unfinished: Unfinished[] = [];
  /** What this walk made of records that others hold, by schema and primary key: many records hold the same few. */
  #shared: Map<TableSchema, Map<string, Part>> | undefined;
  /** How many records are being made. */
  #depth = 0;
  readonly #waiting: Waiting[] = [];
  /** The memos that must be checked again, each with the number of the hidden record that caused it. */
  #outdated: Map<Memo, number> | undefined;
  #hidden = 0;
  /** How many list elements are being made. */
  #listDepth = 0;

  /** @param isStore whether these tables hold everything that was ever stored */
  constructor(
    tables: Readable,
    readonly args: readonly unknown[],
    readonly isStore = false,
  ) {
    this.entities = tables.entities;
    this.deleted = tables.deleted;
    const { number, noItems } = historyAt(tables);
    this.number = number;
    this.#noItems = noItems;
  }

  visit(schema: Schema, stored: unknown): unknown {
    if (stored === undefined || stored === null) return stored;
    if (isSchemaObject(schema)) return schema.denormalize(stored, this);
    if (typeof schema === 'function') return (schema as (value: unknown) => unknown)(stored);
    if (typeof schema !== 'object' || schema === null) return stored;
    if (Array.isArray(schema)) return this.#visitItems(schema, stored);
    return this.#visitFields(schema as Fields, stored);
  }

  /** The memo of everything walked so far. */
  memoOf(value: unknown): Memo {
    return new Memo(value, this.#takenFrom(0), this.number, this.#isComplete);
  }

  record(schema: TableSchema, pk: string): unknown {
    // An element of a list mostly occurs only once.
    const isNested = this.#listDepth === 0 && this.#depth > 0;
    if (isNested) this.#shared ??= new Map();
    const parts =
      isNested && this.#shared ? getOrCreate(this.#shared, schema, newMap<string, Part>) : undefined;
    const shared = parts?.get(pk);
    if (shared !== undefined) return this.#refer(schema, pk, shared);
    const cell = getCell(this.entities[schema.key], pk);
    const row = cell?.value;
    if (row === undefined) {
      const missing = this.#refer(schema, pk, missingPart(schema.key, pk, this));
      // Once anything of a kind was stored it has a table, unless a saved state lacks it.
      const isLost = this.isStore && (this.entities[schema.key] ?? this.deleted[schema.key]) === undefined;
      return isLost ? this.mismatch(schema, undefined) : missing;
    }
    const cached = cachedPart(schema, row);
    if (cached !== undefined && this.#mayShow(cached)) {
      parts?.set(pk, cached);
      return this.#refer(schema, pk, cached);
    }
    // Whatever holds the earlier object of this record is made again, too, so that a record is one object.
    if (cached instanceof RowMemo && this.#isGood(cached)) cached.number = 0;
    const unfinished = this.#unfinishedFor(schema, row);
    if (unfinished !== undefined) return this.#referToUnfinished(unfinished, schema, pk);
    if (this.#depth >= (schema.maxEntityDepth ?? Infinity)) {
      this.#isComplete = false;
      return undefined;
    }
    const level: Unfinished = { schema: schema, pk, row, value: undefined, memo: undefined };
    let part = this.#makeRecord(level);
    if (this.#depth === 0 && this.#waiting.length > 0) part = this.#makeWaiting(level, part);
    if (this.#isGood(part)) parts?.set(pk, part);
    const value = this.#refer(schema, pk, part);
    const createdAs = cell?.meta?.createdAs;
    if (createdAs !== undefined && typeof value === 'object') keepKey(value as object, createdAs);
    return value;
  }

  isAbsent(kind: string, pk: string): boolean {
    return isAbsent(kind, pk, this);
  }

  keys(kind: string, read: KeyReader): readonly string[] {
    const readAt = (tables: Readable) => read(kind, tables, historyAt(tables));
    const keys = readAt(this);
    this.#add(KEYS, kind, (tables: Readable) => readAt(tables) === keys);
    return keys;
  }

  memo(owner: object, node: object, compute: () => unknown): unknown {
    if (this.#isInside(node)) return this.#keepSameContent(owner, node, compute());
    const cached = cachedPart(owner, node);
    if (cached instanceof Memo && this.#mayShow(cached)) return this.#nest(cached);
    const start = this.#top;
    const isOuterComplete = this.#isComplete;
    this.#isComplete = true;
    const value = compute();
    const memo = new Memo(value, this.#takenFrom(start), this.number, this.#isComplete);
    this.#isComplete = isOuterComplete;
    if (this.#isGood(memo)) cachePart(owner, node, memo);
    return this.#nest(memo);
  }

  mismatch(schema: unknown, stored: unknown): never {
    // If an app reads a record by a key of its own, the record may not exist.
    if (
      process.env.NODE_ENV !== 'production' &&
      (stored !== undefined || this.#depth > 0 || this.#listDepth > 0)
    ) {
      const { key } = schema as TableSchema;
      const received = withArticle(Array.isArray(stored) ? 'array' : typeof stored);
      const problem =
        stored === undefined
          ? `Stored data refers to records of ${key}, and there are none at all, as in a saved state without them.`
          : `Stored data does not match its schema, which needs ${describeSchema(schema)}, not ${received}: it was stored ` +
            'with another definition, as in a saved state, or by another endpoint with the same key.';
      warnOnce(problem, `${problem} It counts as missing, and is fetched again when it is needed.`);
    }
    // A record being made may be what does not match: if any record of its kind changes, the value is made again.
    for (const { schema } of this.#unfinished.slice(0, this.#depth)) this.#add(KEYS, schema.key, never);
    throw INVALID;
  }

  #visitItems(schemas: readonly Schema[], stored: unknown): unknown {
    if (schemas.length === 0) return stored;
    if (!Array.isArray(stored)) return this.mismatch(schemas, stored);
    if (stored.length < MIN_OWN_LENGTH && (this.#depth > 0 || this.#listDepth > 0))
      return this.#visitShortList(schemas, stored);
    const owner = ownerOf(schemas);
    const cached = versionOf(owner, stored);
    const last = lastVersionOf(owner, stored);
    if (cached instanceof ListMemo && this.#mayShow(cached)) {
      // The next version is compared with the one shown last, even if that is an earlier version.
      if (last !== cached && this.#isGood(cached)) keepVersion(owner, stored, cached);
      return this.#nest(cached);
    }
    const earlier = cached instanceof ListMemo ? cached : last;
    const previous = earlier instanceof ListMemo && this.#isGood(earlier) ? earlier : listShowing(earlier);
    const [element] = schemas;
    const list = remakeList(element, stored, previous, this, item => this.#makeElement(element, item));
    if (this.#isGood(list)) keepVersion(owner, stored, list);
    return this.#nest(list);
  }

  #makeElement(schema: Schema, item: unknown): Part {
    const start = this.#top;
    const isOuterComplete = this.#isComplete;
    this.#isComplete = true;
    this.#listDepth++;
    const value = this.visit(schema, item);
    this.#listDepth--;
    if (process.env.NODE_ENV !== 'production' && value === INVALID)
      noteGap(this.#stack.slice(start, this.#top), this, listIn(this.#unfinished[this.#depth - 1]?.schema));
    const part = this.#isOneRecord(start, schema, item, value)
      ? this.#stack[start + 2]
      : new ElementMemo(value, this.#takenFrom(start), this.number, this.#isComplete);
    this.#top = start;
    this.#isComplete = isOuterComplete;
    return part;
  }

  /** Whether an element is simply a record of the kind that the list holds. */
  #isOneRecord(start: number, schema: Schema, item: unknown, value: unknown): boolean {
    const stack = this.#stack;
    return (
      this.#top === start + 3 &&
      stack[start] === schema &&
      stack[start + 1] === item &&
      shownFor(stack[start + 2]) === value
    );
  }

  /** A list that belongs to the record around it; the same array if its content is unchanged. */
  #visitShortList(schemas: readonly Schema[], stored: readonly unknown[]): unknown {
    const isInside = this.#isInside(stored);
    if (isInside && stored.length === 0) return this.#noItems;
    const isOuterComplete = this.#isComplete;
    let isComplete = true;
    // A copy has exactly the size needed; an array that grows gets room for seventeen.
    const values = stored.slice();
    let length = 0;
    for (let i = 0; i < stored.length; i++) {
      this.#isComplete = true;
      const start = this.#top;
      const value = this.visit(schemas[0], stored[i]);
      if (process.env.NODE_ENV !== 'production' && value === INVALID)
        noteGap(this.#stack.slice(start, this.#top), this, listIn(this.#unfinished[this.#depth - 1]?.schema));
      if (value !== INVALID && (this.#isComplete || value !== undefined)) values[length++] = value;
      isComplete &&= this.#isComplete;
    }
    values.length = length;
    this.#isComplete = isOuterComplete && isComplete;
    // A collection also shows the same array if the version before has the same content.
    const owner = ownerOf(schemas);
    const value = length === 0 ? this.#noItems : values;
    if (isInside) return this.#keepSameContent(owner, stored, value);
    const shown = shownFor(lastVersionOf(owner, stored));
    if (isSameContent(shown, value)) return shown;
    keepVersion(owner, stored, value);
    return frozen(value);
  }

  #visitFields(fields: Fields, stored: unknown): unknown {
    if (!isPlainObject(stored)) return this.mismatch(fields, stored);
    // A value found by arguments has no node in the state that would keep its identity.
    const isJoin = this.#depth === 0 && this.#listDepth === 0;
    return this.memo(fields, stored, () => {
      const values: Record<string, unknown> = { ...stored };
      for (const name of Object.keys(fields)) {
        if (!Object.hasOwn(values, name)) continue;
        values[name] = this.visit(fields[name] as Schema, values[name]);
        if (values[name] === INVALID) return INVALID;
      }
      return isJoin ? sameObject(fields, Object.freeze(values)) : Object.freeze(values);
    });
  }

  /** Whether a node is inside a record or an element with a memo, so that it needs none of its own. */
  #isInside(node: object): boolean {
    return this.#listDepth > 0 || (this.#depth > 0 && this.#unfinished[this.#depth - 1]?.row !== node);
  }

  /** `value`, or what was made of the node before if that has the same content. */
  #keepSameContent(owner: object, node: object, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const memos = memosOf(owner);
    const cached = memos.get(node);
    const before = cached instanceof Memo ? cached.value : cached;
    if (isSameContent(before, value)) return before;
    if (!(cached instanceof Memo)) memos.set(node, value);
    return Array.isArray(value) ? frozen(value) : value;
  }

  /** Fills the records that are nested too deep to be made inside others. */
  #makeWaiting(level: Unfinished, first: Part): Part {
    let part = first;
    while (!this.#fillWaiting()) part = this.#makeRecord({ ...level, value: undefined, memo: undefined });
    this.number = historyAt(this).number;
    return part;
  }

  /** Discards what was made of records whose fields wait, since no reader may see it. */
  forgetWaiting(): void {
    this.#outdate(this.#stack.slice(0, this.#top));
    for (const { memo, schema, row } of this.#waiting) {
      memo.number = 0;
      cachePart(schema, row, undefined);
    }
  }

  /** Returns whether all can be shown; if not, whatever holds a hidden record must be made again. */
  #fillWaiting(): boolean {
    let isComplete = true;
    for (const level of this.#waiting) {
      if (this.#makeRecord(level) === level.memo) continue;
      level.memo.number = 0;
      isComplete = false;
    }
    this.#waiting.length = 0;
    if (isComplete) return true;
    this.#shared = undefined;
    this.number = --lastWaitingNumber;
    return false;
  }

  /** A memo in place of a record whose fields wait. */
  #wait(level: Unfinished): RowMemo {
    if (this.#waiting.length === 0) this.number = --lastWaitingNumber;
    const memo = new RowMemo(level.value, NO_DEPENDENCIES, this.number, true);
    memo.number = numberOf(level.row);
    this.#waiting.push(Object.assign(level, { memo }));
    return memo;
  }

  #makeRecord(level: Unfinished): Part {
    const { schema, pk, row, value: started } = level;
    const start = this.#top;
    const isOuterComplete = this.#isComplete;
    const outerListDepth = this.#listDepth;
    this.#isComplete = true;
    this.#listDepth = 0;
    this.#unfinished[this.#depth++] = level;
    const value = schema.fromRow(row, this, this.#announce, pk, started as object | undefined);
    const isWaiting = this.#depth > MAX_NESTED && value === level.value && !Object.isFrozen(value);
    const part = isWaiting ? this.#wait(level) : this.#partOf(value, start, level);
    this.#depth--;
    this.#top = start;
    this.#isComplete = isOuterComplete;
    this.#listDepth = outerListDepth;
    if (this.#isGood(part)) cachePart(schema, row, part);
    return part;
  }

  #partOf(value: unknown, start: number, { row, memo: earlyMemo, hiddenBefore: metAfter }: Unfinished): Part {
    if (earlyMemo === undefined && this.#isComplete && this.#top === start && value !== undefined)
      return value;
    const dependencies = this.#takenFrom(start);
    const isComplete = this.#isComplete;
    // What holds a hidden record must be made again, because it holds a memo that cannot be found.
    const isReferenced = earlyMemo !== undefined && value !== INVALID;
    if (earlyMemo !== undefined && !isReferenced) this.#outdate(dependencies, metAfter);
    // The memo had no dependencies yet when it was checked.
    else if (earlyMemo !== undefined && this.#outdated?.has(earlyMemo)) this.#outdated.clear();
    if (isComplete && !isReferenced) return new Memo(value, dependencies, this.number, true);
    const memo = isReferenced ? earlyMemo : new RowMemo(value, dependencies, this.number, isComplete);
    return Object.assign(memo, { value, dependencies, isComplete, number: numberOf(row) });
  }

  /** Makes sure that what was made around a hidden record is checked again before it is shown elsewhere. */
  #outdate(dependencies: readonly unknown[], metAfter = -1) {
    this.#shared = undefined;
    const hidden = ++this.#hidden;
    this.#outdated ??= new Map();
    const outdated = this.#outdated;
    walk(new Memo(undefined, dependencies, 0, true), {
      record: noop,
      enters: memo => {
        // What existed before a record referred to it does not hold that record.
        if ((outdated.get(memo) ?? hidden) <= metAfter) return false;
        outdated.set(memo, hidden);
        if (memo.checked === this.number) memo.checked = 0;
        return true;
      },
    });
  }

  readonly #announce = (value: object): boolean => {
    const level = this.#unfinished[this.#depth - 1];
    if (level !== undefined) level.value = value;
    return this.#depth > MAX_NESTED;
  };

  #unfinishedFor(schema: TableSchema, row: Row): Unfinished | undefined {
    for (let i = this.#depth - 1; i >= 0; i--) {
      const level = this.#unfinished[i];
      if (level?.row === row && level.schema === schema) return level;
    }
    return undefined;
  }

  #referToUnfinished(unfinished: Unfinished, schema: TableSchema, pk: string): unknown {
    if (unfinished.memo === undefined) {
      unfinished.memo = new RowMemo(unfinished.value, NO_DEPENDENCIES, this.number, true);
      unfinished.hiddenBefore = this.#hidden;
    }
    this.#add(schema, pk, unfinished.memo);
    return unfinished.value;
  }

  #refer(schema: TableSchema, pk: string, part: Part): unknown {
    this.#add(schema, pk, part);
    if (part instanceof Memo && !part.isComplete) this.#isComplete = false;
    return shownFor(part);
  }

  #nest(memo: Memo): unknown {
    this.#add(NESTED, undefined, memo);
    if (!memo.isComplete) this.#isComplete = false;
    return memo.value;
  }

  #add(first: unknown, second: unknown, third: unknown) {
    const stack = this.#stack;
    stack[this.#top++] = first;
    stack[this.#top++] = second;
    stack[this.#top++] = third;
  }

  /** Takes the dependencies since `start` off the stack, for one value. */
  #takenFrom(start: number): readonly unknown[] {
    if (this.#top === start) return NO_DEPENDENCIES;
    const dependencies = this.#stack.slice(start, this.#top);
    this.#top = start;
    return dependencies;
  }

  #mayShow(part: Part): boolean {
    return !(part instanceof Memo) || (this.#isGood(part) && isCurrent(part, this));
  }

  /** An incomplete value is valid only for the reader that started at the top. */
  #isGood(part: Part): boolean {
    return this.#depth === 0 || !(part instanceof Memo) || part.isComplete;
  }
}

function never(): boolean {
  return false;
}

/** Two lists of one schema share an owner, even if the array around the schema was written twice. */
function ownerOf(schemas: readonly Schema[]): object {
  const [element] = schemas as readonly unknown[];
  return typeof element === 'function' || (typeof element === 'object' && element !== null)
    ? element
    : schemas;
}

/** A list of which only the shown value is known: none of its elements is made yet. */
function listShowing(part: Part): ListMemo {
  return part === undefined ? ListMemo.kept : new ListMemo(shownFor(part), 0, true, undefined, [], [], []);
}

/** The value of a record; `INVALID` if there is none. */
function shownFor(part: Part): unknown {
  if (part === undefined) return INVALID;
  return part instanceof Memo ? part.value : part;
}

/** Names a list by what holds it, at the start of a sentence. */
function listIn(parent: TableSchema | undefined): string {
  if (parent === undefined) return 'A list';
  const { key } = parent;
  // The schema of a record is a class; that of a list is not.
  return typeof parent === 'function' ? `A list in ${withArticle(key)}` : `The list ${key}`;
}
