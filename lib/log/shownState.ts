import { type ManyChanges, manyOf, predecessorOf } from '../actions/reductions';
import { isPlainObject } from '../plain/isPlainObject';
import { own, setOwn } from '../plain/own';
import { getCell, getValue } from '../tables/getCell';
import { orderedCells, tableToRecord } from '../tables/iterate';
import { type Cell, isBranch, type Table, type TableNode } from '../tables/Table';
import type { Changed, DataState, EntityTable, ResponseMeta } from '../types/State';

/** Up to this many records and responses in all are shown completely. */
export const MAX_SHOWN = 1_000;

/** How many entries are shown of what is too long. */
const SAMPLE_SIZE = 20;

/** Past this many elements or fields, the others are left out. */
const MAX_ELEMENTS = 200;

/** Deeper data is not shortened. */
const MAX_LEVELS = 100;

const memo = new WeakMap<object, unknown>();

/**
 * A readable form of the slice: records and responses by key, a diff of the last action, what is pending; no
 * bookkeeping.
 *
 * Parts that have not changed since the previous state are the same objects.
 */
export function shownState(state: DataState): object {
  const { entities, deleted, endpoints, optimistic, inflight, doubts, changed } = state;
  const total = Object.values(entities).reduce((sum, { size }) => sum + size, endpoints.size);
  const isShownWhole = ({ size }: { readonly size: number }) => total <= MAX_SHOWN || size <= SAMPLE_SIZE;
  const kinds = Object.entries(entities).map(([kind, table]) => [
    kind,
    isShownWhole(table) ? onceFor(table, allRecords) : someRecords(table, changed.entities[kind]),
  ]);
  const pending = optimistic.map(({ endpointName, args, key, requestId }) => ({
    endpointName,
    args: shortened(args),
    key,
    requestId,
  }));
  const removed = Object.entries(deleted).filter(([, { size }]) => size > 0);
  return {
    entities: Object.fromEntries(kinds),
    responses: isShownWhole(endpoints) ? onceFor(endpoints, allResponses) : someResponses(state),
    changed: differences(state),
    pending,
    inflight: Object.keys(tableToRecord(inflight)),
    ...(removed.length > 0 && {
      deleted: Object.fromEntries(removed.map(([kind, table]) => [kind, table.size])),
    }),
    ...(Object.keys(doubts).length > 0 && { doubts }),
  };
}

function allRecords(table: EntityTable): object {
  return Object.fromEntries(Object.entries(tableToRecord(table)).map(([pk, row]) => [pk, shortened(row)]));
}

/** The records that changed, and some others: the same ones from state to state. */
function someRecords(table: EntityTable, changed: readonly string[] | true = []): object {
  const pks = changed === true ? [] : changed.slice(0, MAX_SHOWN);
  return pks.length === 0 ? onceFor(table, sampledRecords) : sampledRecords(table, pks);
}

function sampledRecords(table: EntityTable, pks: readonly string[] = []): object {
  return sampled(table, pks, ({ value }) => (value === undefined ? undefined : shortened(value)));
}

/** What is stored under the first keys and some others, and how many more there are. */
function sampled<V, M>(
  table: Table<V, M>,
  first: readonly string[],
  show: (cell: Cell<V, M>) => unknown,
): object {
  const sample: Record<string, unknown> = {};
  let left = table.size;
  for (const key of [...first, ...someKeys(table)]) {
    if (Object.hasOwn(sample, key)) continue;
    const cell = getCell(table, key);
    const value = cell === undefined ? undefined : show(cell);
    if (value === undefined) continue;
    setOwn(sample, key, value);
    left--;
  }
  sample['…'] = `${left} more, ${table.size} in all`;
  return sample;
}

function someKeys<V, M>(table: Table<V, M>): readonly string[] {
  const keys: string[] = [];
  const collect = (node: TableNode<V, M> | null) => {
    if (node === null || keys.length >= SAMPLE_SIZE) return;
    if (isBranch(node)) for (const child of node) collect(child);
    else keys.push(...node.map(({ key }) => key));
  };
  collect(table.root);
  return keys.slice(0, SAMPLE_SIZE);
}

type Responses = DataState['endpoints'];

function allResponses(endpoints: Responses): object {
  return Object.fromEntries(orderedCells(endpoints).map(([key, cell]) => [key, shownResponse(cell)]));
}

function someResponses({ endpoints, changed }: DataState): object {
  return sampled(endpoints, changed.requests === true ? [] : changed.requests, shownResponse);
}

function shownResponse(cell: { readonly value?: unknown; readonly meta: ResponseMeta }): object {
  return onceFor(cell, () => {
    const { error, expiresAt, errorExpiresAt, invalidated, schemaFailures } = cell.meta;
    return {
      ...('value' in cell && { result: shortened(cell.value) }),
      ...(error !== undefined && { error }),
      invalid: invalidated !== undefined,
      expiresAt: timeOf(errorExpiresAt ?? expiresAt),
      ...(schemaFailures !== undefined && { schemaFailures }),
    };
  });
}

/** A readable time; `never` if it is none. */
function timeOf(at: number): string {
  // A log from elsewhere may contain anything.
  const time = new Date(Number.isFinite(at) ? at : Number.NaN);
  return Number.isNaN(time.getTime()) ? 'never' : time.toISOString();
}

/** What the last action changed; field by field if the previous state is still there. */
function differences(state: DataState): object {
  const { entities, requests } = state.changed;
  const before = predecessorOf(state);
  const kinds = Object.entries(entities).flatMap(([kind, pks]) => {
    const tables = [before?.entities[kind], state.entities[kind]] as const;
    if (pks !== true) {
      const existing =
        before === undefined ? pks : pks.filter(pk => tables.some(table => getValue(table, pk)));
      return existing.length === 0 ? [] : [[kind, recordDifferences(existing, ...tables)]];
    }
    if (process.env.NODE_ENV !== 'production' && before !== undefined)
      return [[kind, someDifferences(manyOf(state, kind), ...tables)]];
    return [[kind, 'more than can be listed']];
  });
  return { ...Object.fromEntries(kinds), ...responsesIn(requests) };
}

function responsesIn(requests: Changed['requests']): object {
  return requests === true || requests.length > 0 ? { responses: requests } : {};
}

function recordDifferences(
  pks: readonly string[],
  before: EntityTable | undefined,
  after: EntityTable | undefined,
): object {
  return Object.fromEntries(pks.map(pk => [pk, difference(getValue(before, pk), getValue(after, pk))]));
}

/** The changes of the first of many records, and how many there are; of all of a kind if none were recorded. */
function someDifferences(
  recorded: ManyChanges | undefined,
  before: EntityTable | undefined,
  after: EntityTable | undefined,
): object {
  const table = after?.size ? after : before;
  const { count, first } = recorded ?? { count: table?.size ?? 0, first: table ? someKeys(table) : [] };
  const differences = recordDifferences(first, before, after);
  const left = count - first.length;
  return left > 0 ? { ...differences, '…': `${left} more, ${count} in all` } : differences;
}

/** `{ title: { was, is } }`, or `new` or `removed`. */
export function difference(before: object | undefined, after: object | undefined): unknown {
  if (after === undefined) return 'removed';
  if (before === undefined) return 'new';
  if (Array.isArray(after)) return { was: shortened(before), is: shortened(after) };
  const [fieldsBefore, fieldsAfter] = [before, after] as Readonly<Record<string, unknown>>[];
  const fields: Record<string, unknown> = {};
  for (const name of changedNames(fieldsBefore, fieldsAfter))
    setOwn(fields, name, { was: own(fieldsBefore, name), is: own(fieldsAfter, name) });
  return fields;
}

type Fields = Readonly<Record<string, unknown>> | undefined;

/** The names of the fields that only one object has, or that differ. */
export function changedNames(before: Fields = {}, after: Fields = {}): readonly string[] {
  // One read per field: an inherited value is the same in both, and never equals a field's own.
  const changed = Object.keys(after).filter(name => before[name] !== after[name]);
  const removed = Object.keys(before).filter(name => !Object.hasOwn(after, name));
  return removed.length === 0 ? changed : [...changed, ...removed];
}

/** Memoizes by object. */
function onceFor<Source extends object, Made>(source: Source, make: (source: Source) => Made): Made {
  const memoized = (memo.get(source) as Made | undefined) ?? make(source);
  memo.set(source, memoized);
  return memoized;
}

/**
 * Plain data with only the start of each list and map that is too long. The same for the same object, and the object
 * itself if nothing in it is too long.
 *
 * In production nothing is shortened; a large state only takes longer to show.
 */
export function shortened(value: unknown): unknown {
  if (process.env.NODE_ENV === 'production' || !isComposed(value) || isShort(value)) return value;
  return onceFor(value, truncated);
}

function truncated(value: object, level = 0): unknown {
  // Most data is short, and shown as it is.
  const shortenPart = (part: unknown) =>
    isComposed(part) && !isShort(part, level + 1) ? truncated(part, level + 1) : part;
  // Reads only the first elements of a list, even of one with 10,000.
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const { length } = names ?? (value as readonly unknown[]);
  const count = length > MAX_ELEMENTS ? SAMPLE_SIZE : length;
  const more = count < length ? [`… ${length - count} more`] : [];
  if (names === undefined)
    return [...(value as readonly unknown[]).slice(0, count).map(shortenPart), ...more];
  const entries = names
    .slice(0, count)
    .map(name => [name, shortenPart((value as NonNullable<Fields>)[name])]);
  return Object.fromEntries([...entries, ...more.map(text => ['…', text])]);
}

/** Whether no list and no map in a value is too long. */
function isShort(value: object, level = 0): boolean {
  if (level >= MAX_LEVELS) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (parts.length > MAX_ELEMENTS) return false;
  for (const part of parts) if (isComposed(part) && !isShort(part, level + 1)) return false;
  return true;
}

function isComposed(value: unknown): value is object {
  return Array.isArray(value) || isPlainObject(value);
}
