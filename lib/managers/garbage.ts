import type { Garbage } from '../actions/gc';
import { resolve } from '../actions/registry';
import { trace } from '../denormalize/denormalize';
import type { Memo } from '../denormalize/Memo';
import { viewOf } from '../selectors/viewOf';
import type { ReadRequest } from '../store/Observer';
import { diffTables } from '../tables/diffTables';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { schemaOf } from '../types/EndpointInterface';
import type { Schema } from '../types/Schema';
import type { DataState, RecordMeta, ResponseMeta } from '../types/State';

/** What decides whether something is needed. */
export interface Needs {
  /** Whether a response is needed whatever its age: it is read, subscribed to, or under way. */
  isUsed(key: string): boolean;
  /** What values on screen were made from. */
  readonly memos: Iterable<Memo>;
  /** The request behind a key, as far as it has been seen. */
  request(key: string): ReadRequest | undefined;
  /** Whether a response that nobody uses is old enough to go. */
  isOldResponse(key: string, meta: ResponseMeta): boolean;
  /** Whether a record that nothing refers to is old enough to go. */
  isOldRecord(meta: RecordMeta): boolean;
  /** Whether a deletion, by the time from which it is, need not be remembered any more. */
  isOldDeletion(deletedAt: number): boolean;
}

/** Records by kind. */
type Marks = Map<string, Set<string>>;

/** Thrown inside, where it cannot be told what something refers to: then every record stays. */
const UNKNOWN = Symbol('unknown');

/**
 * What nobody needs any more.
 *
 * Responses stay that are used or not old. Records stay that are on screen, that a
 * response or record which stays refers to, that an optimistic update touches, or
 * that are not old. Where it cannot be told what a response refers to (it came with
 * another log, and nobody has asked for it here yet), all records stay.
 */
export function findGarbage(state: DataState, needs: Needs): Garbage {
  const view = viewOf(state);
  const requests: string[] = [];
  forEachCell(state.endpoints, (key, { meta }) => {
    if (!needs.isUsed(key) && needs.isOldResponse(key, meta)) requests.push(key);
  });
  const entities = unneededRecords(state, view, needs, new Set(requests));
  for (const [kind, graves] of Object.entries(state.deleted)) {
    forEachCell(graves, (pk, { meta }) => {
      if (needs.isOldDeletion(meta) && getCell(state.entities[kind], pk) === undefined)
        put(entities, kind, pk);
    });
  }
  return { entities: Object.fromEntries(entities), requests };
}

function unneededRecords(
  state: DataState,
  view: ReturnType<typeof viewOf>,
  needs: Needs,
  gone: ReadonlySet<string>,
): Map<string, string[]> {
  try {
    return unmarked(state, markAll(state, view, needs, gone), needs);
  } catch (error) {
    if (error === UNKNOWN) return new Map();
    throw error;
  }
}

function markAll(
  state: DataState,
  view: ReturnType<typeof viewOf>,
  needs: Needs,
  gone: ReadonlySet<string>,
): Marks {
  const marks: Marks = new Map();
  const seen = new Set<Memo>();
  const mark = (memo: Memo) => markBelow(memo, marks, seen);
  const { entities } = state;

  for (const memo of needs.memos) mark(memo);
  forEachCell(state.endpoints, (key, cell) => {
    if (gone.has(key) || cell.value === undefined || cell.value === null) return;
    const request = needs.request(key);
    if (request === undefined) throw UNKNOWN;
    mark(trace(schemaOf(request.endpoint), cell.value, entities, request.args).memo);
  });
  for (const [kind, table] of Object.entries(entities)) {
    const schema = () => schemaNamed(kind);
    forEachCell(table, (pk, { meta }) => {
      if (!marks.get(kind)?.has(pk) && !needs.isOldRecord(meta)) mark(trace(schema(), pk, entities, []).memo);
    });
    diffTables(table, view.entities[kind], pk => markOne(marks, kind, pk));
  }
  return marks;
}

function markBelow(top: Memo, marks: Marks, seen: Set<Memo>) {
  const pending = [top];
  for (let memo = pending.pop(); memo !== undefined; memo = pending.pop()) {
    if (seen.has(memo)) continue;
    seen.add(memo);
    for (const part of memo.parts) pending.push(part);
    for (const { kind, pk, memo: joined } of memo.refs) {
      markOne(marks, kind, pk);
      if (joined !== undefined) pending.push(joined);
    }
  }
}

function markOne(marks: Marks, kind: string, pk: string) {
  const pks = marks.get(kind);
  if (pks === undefined) marks.set(kind, new Set([pk]));
  else pks.add(pk);
}

function schemaNamed(kind: string): Schema {
  try {
    return resolve('schema', kind) as Schema;
  } catch {
    throw UNKNOWN;
  }
}

function unmarked({ entities }: DataState, marks: Marks, needs: Needs): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [kind, table] of Object.entries(entities)) {
    forEachCell(table, (pk, { meta }) => {
      if (!marks.get(kind)?.has(pk) && needs.isOldRecord(meta)) put(found, kind, pk);
    });
  }
  return found;
}

function put(lists: Map<string, string[]>, kind: string, pk: string) {
  const pks = lists.get(kind);
  if (pks === undefined) lists.set(kind, [pk]);
  else pks.push(pk);
}
