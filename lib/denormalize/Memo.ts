import type { TableSchema } from '../types/Schema';
import type { Readable } from '../types/State';
import type { RecordIndex } from './RecordIndex';

/** The dependencies of a value that was made from its own row alone. */
export const NO_DEPENDENCIES: readonly unknown[] = Object.freeze([]);

/**
 * One denormalized value, and what it was made from.
 *
 * A memo holds values, numbers and other memos, never a node of the state. So a memo keeps at most one state
 * reachable, and an old version of a record is freed as soon as nothing shows it.
 *
 * One object of each class is kept for good (`kept`): V8 drops a class's compiled code when no object of it is left,
 * and a garbage collection at the wrong moment doubled the time of the next read.
 */
export class Memo {
  static readonly kept: Memo = new Memo(undefined, [], 0, true);
  /** Number of the last walk that visited this memo. */
  walked = 0;

  constructor(
    public value: unknown,
    /** What the value was made from, as {@link eachDependency} reads it. */
    public dependencies: readonly unknown[],
    /** Number of the tables for which the value was last found current. */
    public checked: number,
    /** False if `maxEntityDepth` cut something off: valid only for the reader that started at the top. */
    public isComplete: boolean,
  ) {}
}

/**
 * The memo of a record that others may hold without finding it by its row, because something below it was cut off, or
 * because the record holds itself. So it keeps the number of its row; 0 for one that must be made again.
 */
export class RowMemo extends Memo {
  static override readonly kept = new RowMemo(undefined, [], 0, true);
  number = 0;
}

/** The memo of a list element that is not simply one record. */
export class ElementMemo extends Memo {
  static override readonly kept = new ElementMemo(undefined, [], 0, true);
}

/** The memo of a list, which can redo single elements. */
export class ListMemo extends Memo {
  static override readonly kept: ListMemo = new ListMemo(undefined, 0, true, undefined, [], [], []);
  /** Elements by the records that they were made from, built when first needed; `null` if these are too many. */
  index: RecordIndex | null | undefined;
  /** Kinds of records that the elements were made from, computed when first needed. */
  kinds: Set<string> | undefined;

  constructor(
    value: unknown,
    checked: number,
    isComplete: boolean,
    /** The schema of the elements. */
    readonly schema: unknown,
    /** The stored array, whose items stand for the elements. It holds no node of the state but these. */
    readonly keys: readonly unknown[],
    /** What was made of each element: for a record its part, for anything else an {@link ElementMemo}. */
    readonly parts: readonly Part[],
    /** What each element shows; `INVALID` for those that are not shown. */
    readonly aligned: readonly unknown[],
  ) {
    super(value, NO_DEPENDENCIES, checked, isComplete);
  }
}

/**
 * What was made of one record: its value if the record refers to no other and needs no memo; else a memo; `undefined`
 * if there is no such record.
 */
export type Part = unknown;

/** Precedes a nested memo among dependencies. */
export const NESTED: unique symbol = Symbol('nested');
/** Precedes a kind whose keys were all read. */
export const KEYS: unique symbol = Symbol('keys');
/** Precedes a record that was looked up without being shown. */
export const LOOK_UP: unique symbol = Symbol('look up');

/** The callbacks of a walk over the dependencies of a memo; returning `false` ends the walk. */
export interface DependencyVisitor {
  /** @param schema of the record; left out if it was looked up without being shown */
  record(kind: string, pk: string, part: Part, schema?: TableSchema): unknown;
  /**
   * All records of a kind.
   *
   * @param isSame whether their keys are the same in other tables
   */
  kind(kind: string, isSame: (tables: Readable) => boolean): unknown;
  /** A nested value with a memo of its own. */
  nested(memo: Memo): unknown;
}

/**
 * Visits what a value was directly made from.
 *
 * | slots | dependency |
 * |---|---|
 * | schema, key, part | a record, as it was shown |
 * | `LOOK_UP`, kind, key | a record that was looked for |
 * | `KEYS`, kind, test | all keys of a kind; `test` says whether they are the same in other tables |
 * | `NESTED`, `undefined`, memo | a nested value |
 *
 * @param positions of the list elements to visit; all if left out
 * @returns false if the visitor ended the walk
 */
export function eachDependency(
  memo: Memo,
  visitor: DependencyVisitor,
  positions?: Iterable<number>,
): boolean {
  if (memo instanceof ListMemo) {
    const visit = (index: number) => visitElement(memo, index, visitor) !== false;
    // Counted, because an iterator over 10 000 elements creates as many objects.
    if (positions === undefined) {
      for (let index = 0; index < memo.parts.length; index++) if (!visit(index)) return false;
    } else {
      for (const index of positions) if (!visit(index)) return false;
    }
  }
  const { dependencies } = memo;
  for (let i = 0; i < dependencies.length; i += 3) {
    if (visitSlots(dependencies[i], dependencies[i + 1] as string, dependencies[i + 2], visitor) === false)
      return false;
  }
  return true;
}

function visitElement({ schema, keys, parts }: ListMemo, index: number, visitor: DependencyVisitor): unknown {
  const part = parts[index];
  if (part instanceof ElementMemo) return visitor.nested(part);
  return visitor.record((schema as TableSchema).key, keys[index] as string, part, schema as TableSchema);
}

function visitSlots(first: unknown, second: string, third: unknown, visitor: DependencyVisitor): unknown {
  if (first === NESTED) return visitor.nested(third as Memo);
  if (first === KEYS) return visitor.kind(second, third as (tables: Readable) => boolean);
  if (first === LOOK_UP) return visitor.record(second, third as string, undefined);
  const schema = first as TableSchema;
  return visitor.record(schema.key, second, third, schema);
}
