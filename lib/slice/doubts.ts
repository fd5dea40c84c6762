import { argsOf } from '../actions/endpointOf';
import type { SetResponseAction } from '../actions/setResponse';
import { possibleEffect, withPossible } from '../overlap/listEffects';
import { listsBy, listsThatMayHold } from '../overlap/listsThatMayHold';
import { hasCome } from '../overlap/recordNote';
import { attempt } from '../plain/attempt';
import { filterFields } from '../plain/filterFields';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { own } from '../plain/own';
import type { PlainError } from '../plain/PlainError';
import { keptSame } from '../plain/sameValue';
import { toPlain } from '../plain/toPlain';
import {
  addressedRecords,
  bodyOf,
  elementIn,
  entitiesIn,
  entityIn,
  isListWriter,
  kindsIn,
  mayChangeOthers,
  objectsWithin,
  partsOf,
} from '../schema/addressedRecord';
import { recordBehind } from '../schema/behindUnion';
import type { CollectionOptions } from '../schema/CollectionOptions';
import type { EntityClass } from '../schema/EntityClass';
import { entityShape } from '../schema/entityShape';
import { isEntityClass } from '../schema/isEntityClass';
import { keyIn, keyMadeOf } from '../schema/keyByArguments';
import type { ListSchema } from '../schema/listContents';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import { type DoubtsByKind, doubtsOf, filterDoubts, noteDoubt, withDoubts } from '../types/doubts';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, Doubts, Entities, EntityRow, ListEffect, RecordRef } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';
import { updateOf } from '../types/updateOf';
import { encode } from '../url/encode';
import { mutationOf } from './landingOf';

const CLIENT_ERRORS = 400;
/** Said by a gateway, too, that has waited too long for a server which may go on with the request. */
const TIMED_OUT = 408;
const SERVER_ERRORS = 500;
const NOT_FOUND = 404;
const GONE = 410;

/** Whether the server may have executed a mutation that failed. */
export function mayHaveBeenDone(action: SetResponseAction, { status }: PlainError): boolean {
  const { left, requestId } = action.meta;
  if (left === undefined || requestId === undefined) return false;
  // That there is no such record any more may be the work of an earlier attempt.
  if (wasRepeated(action)) return true;
  return !(status && status >= CLIENT_ERRORS && status < SERVER_ERRORS && status !== TIMED_OUT);
}

/**
 * Whether the server has no such record, though it may be stored here: someone else has deleted it, or this very request,
 * which a browser sends again where a connection that was kept breaks.
 */
export function isMissing({ status }: PlainError): boolean {
  return status === NOT_FOUND || status === GONE;
}

/**
 * Whether a mutation that succeeded leaves in doubt what has become of its record, or which lists are concerned.
 *
 * @param stored the tables with what it brought, which are the records of `changed`, by kind
 */
export function leavesDoubt(
  state: DataState,
  stored: Pick<DataState, 'entities'>,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  result: unknown,
  left: number,
): boolean {
  const { schema } = endpoint;
  // Of several records with one key it has changed one: no list can tell whether it is concerned.
  if (
    (result ?? undefined) === undefined &&
    (isListWriter(schema) || addressedRecords(endpoint, argsOf(action), state.entities).length > 1)
  )
    return true;
  const told = recordTold(schema, result);
  const hasNew = broughtNew(state, changed, schema, told, left);
  return (
    mayBeDouble(action, endpoint, state.entities, hasNew) ||
    mayBeRenamed(state, stored, action, endpoint, told, hasNew) ||
    (hasNew && isPartial(stored, action, endpoint, told))
  );
}

/** Whether a PATCH has told no more of a record than it was sent, as where an empty response accepts it. */
function isPartial(
  { entities }: Pick<DataState, 'entities'>,
  action: SetResponseAction,
  { schema, method }: EndpointInterface,
  told: RecordRef | undefined,
): boolean {
  const entity: unknown = entityIn(schema, told);
  const row = told && (getValue(entities[told.kind], told.pk) as EntityRow | undefined);
  if (method !== 'PATCH' || !isEntityClass(entity) || row === undefined) return false;
  const sent: object = Object.assign({}, ...objectsIn(argsOf(action)));
  const isSent = (name: string) => Object.hasOwn(sent, name);
  const isLacking = (name: string) => !Object.hasOwn(row, name);
  return Object.keys(row).every(isSent) && Object.keys(entityShape(entity).defaults).some(isLacking);
}

/**
 * Whether something may have been done by an attempt before the last that the response does not tell: a creation, which is
 * one by what it brought where it is no PUT, what was done to one of several records, or what a POST without response may
 * have done several times, as counting up.
 */
function mayBeDouble(
  action: SetResponseAction,
  endpoint: EndpointInterface,
  entities: Entities,
  hasNew: boolean,
): boolean {
  const { schema, idempotencyKey, method = 'POST', getOptimisticResponse } = endpoint;
  if (idempotencyKey || !wasRepeated(action)) return false;
  const { isCreation = hasNew && method !== 'PUT' } = (schema ?? {}) as { readonly isCreation?: boolean };
  const isCount = action.meta.isEmpty && method === 'POST' && getOptimisticResponse !== undefined;
  return isCreation || isCount || addressedRecords(endpoint, argsOf(action), entities).length === 0;
}

/** Whether a mutation was sent several times. */
function wasRepeated({ meta: { since, left } }: SetResponseAction): boolean {
  return since !== undefined && left !== undefined && since < left;
}

/**
 * Whether a PUT or PATCH, which brought a record that was not stored, or another one than it was sent to, brought nothing
 * of that: it may have got another key.
 *
 * Only the end of an address says what it was sent to: in `/projects/:id/members/:userId` that is a member.
 */
function mayBeRenamed(
  { entities: before, deleted, inflight }: DataState,
  { entities: after }: Pick<DataState, 'entities'>,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  told: RecordRef | undefined,
  hasNew: boolean,
): boolean {
  const { method, recordParam = '' } = endpoint;
  if (method !== 'PUT' && method !== 'PATCH') return false;
  const args = argsOf(action);
  const address = action.key.replace(/\/?(\?.*)?$/, '');
  const endsIn = (value: unknown) => address.endsWith(`/${encode(String(value))}`);
  /** Whether a key is made of the end of the address alone, or with other parts of it. */
  const isMeant = ({ kind, pk }: RecordRef) => {
    if (endsIn(pk)) return true;
    const entity = entityIn(endpoint.schema, { kind });
    const params = Object(args[0]) as EntityRow;
    if (entity === undefined || params[recordParam] === undefined || !endsIn(params[recordParam]))
      return false;
    const made = keyMadeOf(entity, params, args);
    return made.pk === pk && made.names.has(recordParam);
  };
  if (!hasNew && (told === undefined || isMeant(told))) return false;
  const isKept = ({ kind, pk }: RecordRef) => {
    const cell = getCell(before[kind], pk);
    const isTold = told?.kind === kind && told.pk === pk;
    // A response from before may still bring what is not stored; what was deleted meanwhile is so under its other key.
    const wasThere = cell !== undefined || inflight.size > 1 || getCell(deleted[kind], pk) !== undefined;
    return isMeant({ kind, pk }) && wasThere && !isTold && cell === getCell(after[kind], pk);
  };
  return addressedRecords(endpoint, args, before).some(isKept);
}

/**
 * Whether a response brought a record, of those that its schema is about, that was not stored; or told one that was
 * not when its request left.
 */
function broughtNew(
  { entities, overlaps }: DataState,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  schema: unknown,
  told: RecordRef | undefined,
  left: number,
): boolean {
  const isNew = (kind: string) =>
    [...(changed.get(kind) ?? [])].some(pk => getCell(entities[kind], pk) === undefined);
  return kindsIn(schema).some(isNew) || (told !== undefined && hasCome(overlaps, told, left));
}

/** The record that a response is; `undefined` for several, and for none. */
function recordTold(schema: unknown, result: unknown): RecordRef | undefined {
  return recordBehind(elementIn(schema), result);
}

/**
 * Doubts after such a mutation, on the record that it was about and on the lists that it may have changed; and notes
 * for responses from before it to requests in flight. A read that has not found a record causes such a note alone.
 *
 * @param isOfLists whether it may have changed others than the record that it was sent to
 */
export function castDoubt(
  state: DataState,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  isOfLists = true,
): Pick<DataState, 'doubts' | 'effects'> {
  let { doubts, effects } = state;
  for (const [part] of partsOf(endpoint))
    ({ doubts, effects } = castDoubtOn({ ...state, doubts, effects }, action, endpoint, part, isOfLists));
  return { doubts, effects };
}

function castDoubtOn(
  state: DataState,
  action: SetResponseAction,
  whole: EndpointInterface,
  endpoint: EndpointInterface,
  isOfLists: boolean,
): Pick<DataState, 'doubts' | 'effects'> {
  const { landed = state.order + 1, left = landed, since = left } = action.meta;
  const args = argsOf(action);
  const addressed = addressedRecords(endpoint, args, state.entities);
  const records = addressed.concat(isOfLists ? shownBy(state, action) : []);
  const isOfOthers = ({ kind }: RecordRef) => {
    const entity = entityIn(endpoint.schema, { kind }) as Partial<EntityClass> | undefined;
    return mayChangeOthers(endpoint, bodyOf(endpoint, args), name => entity?.declares?.(name) ?? true);
  };
  if (isOfLists && addressed.every(isOfOthers)) {
    const said = addressed.length === 0 ? args : besidePath(endpoint, args);
    for (const one of namedWithin(endpoint, said, state.entities)) records.push(one);
  }
  const lists: (readonly RecordRef[])[] = [];
  const effects: ListEffect[] = [];
  if (isOfLists) {
    // Also where it showed nothing: the record was about to be deleted, say.
    if (addressed.length === 0 || isListWriter(endpoint.schema)) {
      const { hasRule } = (endpoint.schema ?? {}) as { readonly hasRule?: boolean };
      const fields = hasRule ? {} : fieldsIn(args);
      for (const kind of kindsIn(endpoint.schema)) {
        const { pk = '' } = addressed.find(one => one.kind === kind) ?? {};
        lists.push(listsThatMayHold(state.entities, kind, pk, fields));
        effects.push(possibleEffect(kind, pk, since, landed, [fields]));
      }
    } else {
      const { writes } = mutationOf(state, action, whole, since);
      for (const { kind, pk } of addressed) {
        const row = getValue(state.entities[kind], pk) as EntityRow | undefined;
        const fields = writes(kind, pk, true) ?? [];
        lists.push(listsBy(fields, state.entities, kind, pk, row));
        lists.push(listsWithin(endpoint, args, state.entities, { kind, pk }, row, fields));
        const sent = filterFields(fieldsIn(args), name => fields.includes(name));
        if (fields.length > 0) effects.push(possibleEffect(kind, pk, since, landed, [sent], fields));
      }
    }
  }
  // By a temporary key nothing will come.
  // To what comes after all mutations, what a read has not found tells nothing.
  for (const { kind, pk } of endpoint.sideEffect || state.mutating > 0 ? records : [])
    if (!isTemporaryKey(pk)) effects.push(possibleEffect(kind, pk, since, landed));
  const cast: DoubtsByKind = new Map();
  const isCreated = ({ kind, pk }: RecordRef) =>
    getValue(state.overlaps[kind], pk)?.notes.some(note => note.creates && note.landed > left);
  // What was refused, or deletes, has created nothing.
  const mayCreate = isOfLists && whole.method !== 'DELETE';
  const isMissed = missedBy(state);
  for (const { kind, pk } of endpoint.sideEffect ? records.concat(lists.flat()) : records.filter(isCreated))
    if (getCell(state.entities[kind], pk) !== undefined || (mayCreate && isMissed(pk)))
      noteDoubt(cast, kind, pk, landed);
  return { doubts: withDoubts(state.doubts, doubtsOf(cast)), effects: withPossible(state.effects, effects) };
}

/**
 * Finds out whether a read may have failed to find a record that is not stored, by the keys of those that have failed and
 * show nothing. They are looked for once: there may be thousands of responses.
 */
export function missedBy(state: Pick<DataState, 'endpoints' | 'mutations'>): (pk: string) => boolean {
  let failed: readonly string[] | undefined;
  return pk => {
    failed ??= readsFailed(state);
    // Only an address has its parts encoded.
    const encoded = encode(pk);
    return failed.some(key => key.includes(encoded) || key.includes(pk));
  };
}

/** The keys of the reads that have failed and show nothing. */
function readsFailed({
  endpoints,
  mutations,
}: Pick<DataState, 'endpoints' | 'mutations'>): readonly string[] {
  const failed: string[] = [];
  forEachCell(endpoints, (key, cell) => {
    if (!('value' in cell) && cell.meta.error && !mutations.includes(key)) failed.push(key);
  });
  return failed;
}

/**
 * The lists in a record that a mutation may have changed: where it names other things than fields, all of them; those of a
 * record that is not stored any more are found by the arguments.
 */
function listsWithin(
  { schema }: EndpointInterface,
  [params]: readonly unknown[],
  entities: Entities,
  { kind, pk: holder }: RecordRef,
  row: EntityRow | undefined,
  written: readonly string[] = [],
): readonly RecordRef[] {
  const entity = entityIn(schema, { kind }) as Partial<EntityClass> | undefined;
  const isOther = (name: string) => !entity?.declares?.(name);
  const isAny = written.length === 0 || written.some(isOther);
  return Object.entries(entity?.schema ?? {}).flatMap(([name, field]) => {
    const { key, isMap, element, options } = field as Partial<ListSchema> & {
      readonly options?: CollectionOptions;
    };
    if (key === undefined || isMap === undefined || !(isAny || written.includes(name))) return [];
    const pk = row?.[name];
    if (row !== undefined) return typeof pk === 'string' ? { kind: key, pk } : [];
    const said = { id: holder, ...(isPlainObject(params) && params) };
    const args = filterFields(
      attempt(() => options?.nestKey?.(said as never, name)) ?? {},
      (_name, value) => value !== undefined,
    );
    return isEmpty(args) && isPlainObject(params)
      ? []
      : kindsIn(element).flatMap(of => listsThatMayHold(entities, of, '', args));
  });
}

/**
 * The records that a mutation of several may be about: those of which it says keys, in lists, in rows, or under names that
 * are none of their fields, where such a record is stored: `{ from: '1', to: 2 }`.
 */
function namedWithin(
  { schema }: EndpointInterface,
  args: readonly unknown[],
  entities: Entities,
): readonly RecordRef[] {
  const within = args.flatMap(arg => objectsWithin(toPlain(arg)));
  return entitiesIn(schema).flatMap(entity => {
    const isOther = (name: string) => (entity as Partial<EntityClass>).declares?.(name) === false;
    const isStored = (value: unknown) =>
      (typeof value === 'string' || typeof value === 'number') &&
      getCell(entities[entity.key], String(value)) !== undefined;
    // What else is sent is no key: a password, say.
    const othersIn = (said: object) =>
      Object.entries(said).flatMap(([name, value]) => (isOther(name) && isStored(value) ? value : []));
    const keysIn = (said: object) =>
      Array.isArray(said) ? said : [keyIn(entity, said as EntityRow, args), ...othersIn(said)];
    const isKey = (said: unknown) => said !== undefined && !isObject(said);
    return within
      .flatMap(keysIn)
      .filter(isKey)
      .map(pk => ({ kind: entity.key, pk: String(pk) }));
  });
}

/**
 * Arguments without the parameters of the path: beside the record that is addressed these name what it belongs to, or what
 * stands below it, which may be anything.
 */
function besidePath(
  endpoint: EndpointInterface,
  [params, ...others]: readonly unknown[],
): readonly unknown[] {
  if (!isPlainObject(params)) return [params, ...others];
  const { last, parents = [] } = endpoint.paramRoles?.(params) ?? {};
  return [filterFields(params as EntityRow, name => name !== last && !parents.includes(name)), ...others];
}

/** The records that a mutation shows as changed. */
function shownBy(state: DataState, { meta }: SetResponseAction): readonly RecordRef[] {
  const { writes = {} } = updateOf(state, meta.requestId) ?? {};
  return Object.entries(writes).flatMap(([kind, of]) =>
    Object.keys(of).map(written => ({ kind, pk: getValue(state.aliases, written) ?? written })),
  );
}

function objectsIn(args: readonly unknown[]): readonly object[] {
  return args.map(arg => toPlain(arg)).filter(isPlainObject);
}

/** The fields that arguments say of a record, without those of which they say different things, as path and body may of `id`. */
function fieldsIn(args: readonly unknown[]): EntityRow {
  const said = objectsIn(args);
  return filterFields(Object.assign({}, ...said) as EntityRow, (name, value) =>
    said.every(one => String(own(one, name) ?? value) === String(value)),
  );
}

/**
 * Doubts after a refetch: what it was to tell and did not bring stays in doubt, for what shows it later, but
 * causes no further refetch; what is not stored either is in none any more.
 *
 * @param again the number under which they are cast once more: a page of the list, which left later, has kept the
 * refetch from being shown
 */
export function spentDoubts(
  { doubts, entities }: Pick<DataState, 'doubts' | 'entities'>,
  told: Doubts | undefined,
  again?: number | false,
): Doubts {
  // No refetch: there may be thousands.
  if (told === undefined) return doubts;
  const isToTell = (kind: string, pk: string, cast: number) => own(told[kind], pk) === Math.abs(cast);
  const spent = mapFields(doubts, (kind, records) =>
    mapFields(records, (pk, cast) => (isToTell(kind, pk, cast) ? again || -Math.abs(cast) : cast)),
  );
  const isStored = (kind: string, pk: string) => getCell(entities[kind], pk) !== undefined;
  return keptSame(
    doubts,
    filterDoubts(spent, (kind, pk, cast) => cast > 0 || isStored(kind, pk)),
  );
}

/**
 * Doubts with those that an aborted refetch was to end: what another request has
 * shown meanwhile tells this one nothing, so it has to be sent again.
 */
export function recastDoubts({ doubts, entities }: DataState, unended: Doubts = {}): Doubts {
  const lost = filterDoubts(
    unended,
    (kind, pk) => (own(doubts[kind], pk) ?? 0) <= 0 && getCell(entities[kind], pk) !== undefined,
  );
  return withDoubts(doubts, lost);
}
