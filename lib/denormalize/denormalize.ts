import { getCell } from '../tables/getCell';
import { notesOf } from '../tables/lineage';
import type { Denormalized } from '../types/Denormalized';
import { INVALID } from '../types/INVALID';
import { isSchemaObject } from '../types/isSchemaObject';
import type { DenormalizeContext, Fields, Schema, TableSchema } from '../types/Schema';
import type { Entities, Row } from '../types/State';
import { isCurrent } from './isCurrent';
import { keepKey } from './keyOf';
import { keysOf } from './keysOf';
import type { ListMemo, Memo, Ref, TableRef } from './Memo';
import { remakeList } from './remakeList';
import { sameObject } from './sameObject';

/** What a result stands for, and what it was made from. */
export interface Traced {
  /** `INVALID` where a record it requires is missing. */
  readonly value: unknown;
  readonly memo: Memo;
}

/**
 * The value that a result stands for; `undefined` where a record it requires is missing.
 *
 * Pure: the same result and rows give the same, frozen object, for all readers.
 * Knows nothing of Redux.
 *
 * @param entities tables as {@link normalize} returns them
 * @param args arguments of the request, for schemas that compute with them
 * @example
 * ```ts
 * import { denormalize, Entity, normalize } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * const { result, entities } = normalize([User], [{ id: '5', name: 'Ada' }]);
 * const users = denormalize([User], result, entities);
 * // users[0] instanceof User, and is the same object the next time
 * ```
 */
export function denormalize<const S>(
  schema: S,
  result: unknown,
  entities: Entities,
  args: readonly unknown[] = [],
): Denormalized<S> | undefined {
  const { value } = trace(schema as Schema, result, entities, args);
  return (value === INVALID ? undefined : value) as Denormalized<S> | undefined;
}

/** Values by the schema that made them and the node of state they were made from. */
const memos = new WeakMap<object, WeakMap<object, Memo>>();

function memosOf(owner: object): WeakMap<object, Memo> {
  const known = memos.get(owner);
  if (known !== undefined) return known;
  const fresh = new WeakMap<object, Memo>();
  memos.set(owner, fresh);
  return fresh;
}

/** A value in the making. */
interface Frame {
  refs: readonly Ref[];
  parts: readonly Memo[];
  tables: readonly TableRef[];
  complete: boolean;
}

/** A record in the making: whoever meets it again gets the same object. */
interface Unfinished {
  value: unknown;
  /** References from records that hold this one; they learn its memo at the end. */
  readonly waiting: { memo: Memo | undefined; row: object | undefined }[];
}

/** {@link denormalize}, with what the value was made from. */
export function trace(schema: Schema, result: unknown, entities: Entities, args: readonly unknown[]): Traced {
  let frame = newFrame();
  let depth = 0;
  let listDepth = 0;
  const unfinished = new Map<TableSchema, Map<Row, Unfinished>>();
  const context: DenormalizeContext = { args, visit, record, keys, memo };

  function visit(under: Schema, stored: unknown): unknown {
    if (stored === undefined || stored === null) return stored;
    if (isSchemaObject(under)) return under.denormalize(stored, context);
    if (typeof under === 'function') return (under as (value: unknown) => unknown)(stored);
    if (typeof under !== 'object' || under === null) return stored;
    if (Array.isArray(under)) return visitItems(under, stored);
    return visitFields(under as Fields, stored);
  }

  function visitItems(schemas: readonly Schema[], stored: unknown): unknown {
    if (schemas.length === 0 || !Array.isArray(stored)) return stored;
    const known = memosOf(schemas).get(stored) as ListMemo | undefined;
    const notes = notesOf(stored);
    if (known !== undefined && mayUse(known) && isCurrent(known, entities)) {
      // What is shown last is what the next version is compared with, be it an earlier version.
      if (mayKeep(known)) notes.set(schemas, known);
      return joined(known);
    }
    const earlier = known ?? (notes.get(schemas) as ListMemo | undefined);
    const previous = earlier !== undefined && mayUse(earlier) ? earlier : undefined;
    const made = remakeList(stored, previous, entities, item => makeElement(schemas[0], item));
    if (mayKeep(made)) {
      memosOf(schemas).set(stored, made);
      notes.set(schemas, made);
    }
    return joined(made);
  }

  function makeElement(under: Schema, item: unknown): Memo {
    const outer = frame;
    frame = newFrame();
    listDepth++;
    try {
      return memoOf(visit(under, item), frame, entities);
    } finally {
      listDepth--;
      frame = outer;
    }
  }

  function visitFields(fields: Fields, stored: unknown): unknown {
    if (typeof stored !== 'object' || stored === null) return stored;
    // What was found by arguments has no place in the state that would give it identity.
    const isJoin = depth === 0 && listDepth === 0;
    return memo(fields, stored, () => {
      const values: Record<string, unknown> = { ...stored };
      for (const name of Object.keys(fields)) {
        if (!Object.hasOwn(values, name)) continue;
        values[name] = visit(fields[name] as Schema, values[name]);
        if (values[name] === INVALID) return INVALID;
      }
      return isJoin ? sameObject(fields, Object.freeze(values)) : Object.freeze(values);
    });
  }

  function memo(owner: object, node: object, compute: () => unknown): unknown {
    const known = memosOf(owner).get(node);
    if (known !== undefined && mayUse(known) && isCurrent(known, entities)) return joined(known);
    const made = make(compute);
    if (mayKeep(made)) memosOf(owner).set(node, made);
    return joined(made);
  }

  /** What was cut off is good for a reader from the top only. */
  function mayUse({ complete }: Memo): boolean {
    return complete || depth === 0;
  }

  const mayKeep = mayUse;

  function joined(part: Memo): unknown {
    frame.parts = added(frame.parts, part);
    if (!part.complete) frame.complete = false;
    return part.value;
  }

  function make(compute: () => unknown): Memo {
    const outer = frame;
    frame = newFrame();
    try {
      return memoOf(compute(), frame, entities);
    } finally {
      frame = outer;
    }
  }

  function record(under: TableSchema, pk: string): unknown {
    const { key: kind, maxEntityDepth = Number.POSITIVE_INFINITY } = under;
    const cell = getCell(entities[kind], pk);
    const row = cell?.value;
    if (row === undefined) {
      frame.refs = added(frame.refs, { kind, pk, row, memo: undefined });
      return INVALID;
    }
    const known = memosOf(under).get(row);
    if (known !== undefined && mayUse(known) && isCurrent(known, entities)) {
      refer(kind, pk, row, known);
      return known.value;
    }
    const again = unfinished.get(under)?.get(row);
    if (again !== undefined) return meetAgain(again, kind, pk, row);
    if (depth >= maxEntityDepth) {
      frame.complete = false;
      return undefined;
    }
    const made = makeRecord(under, row);
    refer(kind, pk, row, made);
    const { createdAs } = cell?.meta ?? {};
    if (createdAs !== undefined && typeof made.value === 'object') keepKey(made.value as object, createdAs);
    return made.value;
  }

  function refer(kind: string, pk: string, row: Row, made: Memo) {
    frame.refs = added(frame.refs, { kind, pk, row, memo: made });
    if (!made.complete) frame.complete = false;
  }

  function meetAgain(again: Unfinished, kind: string, pk: string, row: Row): unknown {
    const ref = { kind, pk, row, memo: undefined };
    again.waiting.push(ref);
    frame.refs = added<Ref>(frame.refs, ref);
    return again.value;
  }

  function makeRecord(under: TableSchema, row: Row): Memo {
    const rows = unfinished.get(under) ?? new Map<Row, Unfinished>();
    unfinished.set(under, rows);
    const progress: Unfinished = { value: undefined, waiting: [] };
    rows.set(row, progress);
    depth++;
    const made = make(() =>
      under.fromRow(row, context, value => {
        progress.value = value;
      }),
    );
    depth--;
    rows.delete(row);
    for (const ref of progress.waiting) {
      ref.memo = made;
      // What holds a record that must not be shown has to be made again.
      if (made.value === INVALID) ref.row = undefined;
    }
    if (mayKeep(made)) memosOf(under).set(row, made);
    return made;
  }

  function keys(kind: string): readonly string[] {
    const table = entities[kind];
    frame.tables = added<TableRef>(frame.tables, [kind, table]);
    return keysOf(table);
  }

  const top = make(() => visit(schema, result));
  return { value: top.value, memo: top };
}

/** Most values are made of one row: the lists that stay empty are one and the same. */
const NONE: readonly never[] = Object.freeze([]);

function newFrame(): Frame {
  return { refs: NONE, parts: NONE, tables: NONE, complete: true };
}

function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list === NONE) return [item];
  (list as T[]).push(item);
  return list;
}

function memoOf(value: unknown, { refs, parts, tables, complete }: Frame, checked: Entities): Memo {
  return { value, refs, parts, tables, complete, checked };
}
