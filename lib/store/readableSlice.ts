import { filterFields } from '../plain/filterFields';
import { getOrCreate } from '../plain/getOrCreate';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { warnOnce } from '../plain/warnOnce';
import { BRANCH_WIDTH } from '../tables/hashKey';
import { forEachCell } from '../tables/iterate';
import { createOwner, sealTable } from '../tables/Owner';
import { type Cell, emptyTable, type Table } from '../tables/Table';
import { TableWriter } from '../tables/TableWriter';
import { initialState } from '../types/initialState';
import type { DataState, FieldLinks, Links, OptimisticUpdate } from '../types/State';

/** The slices to read in place of restored ones. */
const readable = new WeakMap<object, DataState>();

/** Slices that a reducer has written. A set: the values of an old `WeakMap` survive minor garbage collections. */
const written = new WeakSet<object>();

/** Tables that were checked completely, or that a reducer has written. */
const checkedTables = new WeakSet<object>();

/** The parts to read of a slice from another version of this library; the rest describes requests that are over. */
const KEPT_FIELDS: readonly (keyof DataState)[] = [
  'entities',
  'deleted',
  'indexes',
  'endpoints',
  'links',
  'aliases',
  'lastReset',
  'version',
];

/**
 * Returns a usable slice in place of any value: a state that an app has saved may be from an earlier version, or
 * something else altogether.
 *
 * A complete slice is returned unchanged. If parts are missing, records, responses and pending mutations are kept. If
 * these are not tables, nothing is read.
 *
 * @returns The same object for the same slice.
 */
export function readableSlice(slice: unknown): DataState {
  if (!isPlainObject(slice)) return replaceUnreadable();
  if (written.has(slice)) return slice as object as DataState;
  return getOrCreate(readable, slice, repaired);
}

/**
 * Notes that a reducer of this library has written a slice, which then needs no check.
 *
 * @param before the slice that it was given, which needs none either
 */
export function noteReadable(slice: DataState, before: DataState): DataState {
  written.add(slice);
  eachTable(slice, table => checkedTables.add(table), before);
  return slice;
}

function repaired(restored: Readonly<Record<string, unknown>>): DataState {
  const slice = withSoundParts(restored);
  const names = Object.keys(initialState) as (keyof DataState)[];
  if (names.every(name => isSound(name, slice[name]))) {
    // A restored slice is not frozen, and Redux Toolkit's checks would walk all of it.
    if (process.env.NODE_ENV !== 'production' && !Object.isFrozen(slice)) eachTable(slice, sealTable);
    return slice as object as DataState;
  }
  if (!KEPT_FIELDS.slice(0, 4).every(name => isSound(name, slice[name]))) return replaceUnreadable();
  const keeps = (name: string, part: unknown) =>
    KEPT_FIELDS.includes(name as keyof DataState) && isSound(name as keyof DataState, part);
  const pending = [slice.optimistic ?? []].flat();
  const optimistic = pending.filter(isMutation);
  if (process.env.NODE_ENV !== 'production' && optimistic.length < pending.length)
    warnOnce('optimistic', 'A pending mutation of a restored state was left out: it is damaged.');
  const parts = filterFields(slice, keeps);
  return { ...initialState, ...parts, optimistic, order: highestNumber(parts) };
}

/** The highest number in what is kept: all events of this store come later. */
function highestNumber(parts: object): number {
  let highest = 0;
  eachTable(parts, table =>
    forEachCell(table, (_key, { meta }) => {
      const { left, landed, invalidated, expired } = (meta ?? {}) as Readonly<Record<string, unknown>>;
      const numbers = [left, landed, invalidated, expired].filter(Number.isFinite) as number[];
      highest = Math.max(highest, ...numbers);
    }),
  );
  return highest;
}

/** Whether an entry is a pending mutation. */
export function isMutation(update: unknown): update is OptimisticUpdate {
  const {
    endpointName,
    key,
    requestId,
    args,
    plainArgs = [],
  } = (update ?? {}) as Readonly<Record<string, unknown>>;
  return (
    [endpointName, key, requestId].every(text => typeof text === 'string') && Array.isArray(args ?? plainArgs)
  );
}

/** @param skipped skips what is the same object there */
function eachTable(part: object, visit: (table: Table<unknown, unknown>) => void, skipped?: unknown): void {
  for (const [name, value] of Object.entries(part)) {
    const skippedValue = isPlainObject(skipped) ? skipped[name] : undefined;
    if (value === skippedValue) continue;
    if (isTable(value)) visit(value);
    else if (isPlainObject(value)) eachTable(value, visit, skippedValue);
  }
}

/**
 * Removes damaged cells and links from the parts of a slice; returns the same object if nothing is damaged.
 *
 * @param name of the part, which says what its cells hold
 */
export function withSoundParts<Parts extends object>(parts: Parts, name?: string): Parts {
  let sound = parts;
  for (const [part, value] of Object.entries(parts)) {
    const partName = name ?? part;
    if (!isPlainObject(value)) continue;
    const after = soundPart(value, partName);
    if (after !== value) sound = { ...sound, [part]: after };
  }
  return sound;
}

function soundPart(part: Readonly<Record<string, unknown>>, partName: string): object {
  if (partName === 'links') return soundLinks(part);
  return isTable(part) ? soundTable(part, partName) : withSoundParts(part, partName);
}

/** Drops damaged links of a kind, so that its records count as referring to anything. */
function soundLinks(links: Readonly<Record<string, unknown>>): Links {
  const isIntact = (fields: unknown) => fields === null || isFieldLinks(fields);
  if (Object.values(links).every(isIntact)) return links as Links;
  warnOfDamage('links');
  return filterFields(links, (_kind, fields) => isIntact(fields)) as Links;
}

/** Whether each field has a list of the kinds that it refers to. */
function isFieldLinks(fields: unknown): fields is FieldLinks {
  const isList = (kinds: unknown) => Array.isArray(kinds) && kinds.every(kind => typeof kind === 'string');
  return isPlainObject(fields) && Object.values(fields).every(isList);
}

function soundTable(table: Table<unknown, unknown>, partName: string): Table<unknown, unknown> {
  if (checkedTables.has(table)) return table;
  const cells: Cell<unknown, unknown>[] = [];
  /** Whether a node holds nothing but cells, or nothing but nodes. */
  const isIntact = (node: unknown): boolean => {
    if (!Array.isArray(node)) return node === null;
    const isLeaf = isCell(node[0], partName);
    // A write to a branch with fewer places would leave holes.
    let isSound = isLeaf || node.length === BRANCH_WIDTH;
    for (const item of node) {
      const matchesNode = isCell(item, partName) ? cells.push(item) > 0 && isLeaf : isIntact(item) && !isLeaf;
      isSound &&= matchesNode;
    }
    return isSound;
  };
  if (isIntact(table.root)) {
    checkedTables.add(table);
    return table;
  }
  warnOfDamage(partName);
  const writer = new TableWriter<unknown, unknown>(emptyTable(), createOwner());
  for (const { key, value, meta } of cells.sort((a, b) => a.order - b.order)) writer.put(key, value, meta);
  return writer.table();
}

function warnOfDamage(partName: string): void {
  if (process.env.NODE_ENV !== 'production')
    warnOnce(`damaged ${partName}`, `Damaged data of a restored state (in ${partName}) was left out.`);
}

function isCell(cell: unknown, partName: string): cell is Cell<unknown, unknown> {
  if (!isPlainObject(cell) || typeof cell.key !== 'string') return false;
  const { value, meta } = cell;
  if (partName === 'endpoints') return isPlainObject(meta);
  if (partName === 'entities') return isObject(value) && isPlainObject(meta);
  if (partName === 'inflight') return Array.isArray(value) && value.every(isPlainObject);
  return partName !== 'overlaps' || isPlainObject(value);
}

function replaceUnreadable(): DataState {
  if (process.env.NODE_ENV !== 'production')
    warnOnce(
      'unreadable slice',
      'This version cannot read the state of the data client, which another version may have saved. It was ignored.',
    );
  // Not the initial state itself, which ends the session.
  return { ...initialState, endpoints: emptyTable() };
}

/** Whether a part of a slice has the form that it has in an empty store; tables need only be tables. */
function isSound(name: keyof DataState, part: unknown): boolean {
  const empty: unknown = initialState[name];
  if (name === 'entities' || name === 'deleted' || name === 'overlaps')
    return isPlainObject(part) && Object.values(part).every(isTable);
  if (isTable(empty)) return isTable(part);
  if (name === 'optimistic') return Array.isArray(part) && part.every(isMutation);
  if (Array.isArray(empty)) return Array.isArray(part);
  return isPlainObject(empty) ? isPlainObject(part) : typeof part === typeof empty;
}

/** Whether a value has the form of a table. */
export function isTable(part: unknown): part is Table<unknown, unknown> {
  return (
    isPlainObject(part) &&
    typeof part.size === 'number' &&
    typeof part.next === 'number' &&
    typeof part.root === 'object'
  );
}
