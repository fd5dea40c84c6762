import { argsOf } from '../actions/endpointOf';
import type { SetResponseAction } from '../actions/setResponse';
import { hasCome } from '../overlap/recordNote';
import { isPlainObject } from '../plain/isPlainObject';
import type { PlainError } from '../plain/PlainError';
import { toPlain } from '../plain/toPlain';
import { addressedRecords } from '../schema/addressedRecord';
import { entityShape } from '../schema/entityShape';
import { isEntityClass } from '../schema/isEntityClass';
import { keyMadeOf } from '../schema/keyByArguments';
import { recordBehind } from '../schema/resolveUnion';
import { elementIn, entityIn, isListWriter, kindsIn } from '../schema/responseParts';
import { getCell, getValue } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, Entities, EntityRow, RecordRef } from '../types/State';
import { encode } from '../url/encode';

const CLIENT_ERRORS = 400;
/** Also sent by a gateway that timed out, while the server may still execute the request. */
const TIMED_OUT = 408;
const SERVER_ERRORS = 500;
const NOT_FOUND = 404;
const GONE = 410;

/** Whether the server may have executed a mutation that failed. */
export function mayHaveBeenDone(action: SetResponseAction, { status }: PlainError): boolean {
  const { left, requestId } = action.meta;
  if (left === undefined || requestId === undefined) return false;
  // An earlier attempt may be what removed the record.
  if (wasRepeated(action)) return true;
  return !(status && status >= CLIENT_ERRORS && status < SERVER_ERRORS && status !== TIMED_OUT);
}

/**
 * Whether the server does not have the record, though it may be stored here. Another client may have deleted it, or
 * this very request: a browser resends it when a kept-alive connection breaks.
 */
export function isMissing({ status }: PlainError): boolean {
  return status === NOT_FOUND || status === GONE;
}

/**
 * Whether a mutation that succeeded leaves its record, or the lists that it concerns, in doubt.
 *
 * @param stored the tables after its response; `changed` names the records that it brought, by kind
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
  // Of several records with one key, one changed: which lists it concerns is unknown.
  if (
    (result ?? undefined) === undefined &&
    (isListWriter(schema) || addressedRecords(endpoint, argsOf(action), state.entities).length > 1)
  )
    return true;
  const record = responseRecord(schema, result);
  const hasNew = hasNewRecord(state, changed, schema, record, left);
  return (
    mayHaveRepeated(action, endpoint, state.entities, hasNew) ||
    mayBeRenamed(state, stored, action, endpoint, record, hasNew) ||
    (hasNew && isPartial(stored, action, endpoint, record))
  );
}

/** Whether only what a PATCH sent is known of a record, for example after an empty response. */
function isPartial(
  { entities }: Pick<DataState, 'entities'>,
  action: SetResponseAction,
  { schema, method }: EndpointInterface,
  record: RecordRef | undefined,
): boolean {
  const entity: unknown = entityIn(schema, record);
  const row = record && (getValue(entities[record.kind], record.pk) as EntityRow | undefined);
  if (method !== 'PATCH' || !isEntityClass(entity) || row === undefined) return false;
  const sent: object = Object.assign({}, ...objectsIn(argsOf(action)));
  const isSent = (name: string) => Object.hasOwn(sent, name);
  const isLacking = (name: string) => !Object.hasOwn(row, name);
  return Object.keys(row).every(isSent) && Object.keys(entityShape(entity).defaults).some(isLacking);
}

/**
 * Whether an earlier attempt may have done something that the response does not show: a creation (a new record shows
 * one, except for PUT), a change to a record that no argument addresses, or a repeated effect of a POST with an empty
 * response, such as a counter.
 */
function mayHaveRepeated(
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
 * Whether a PUT or PATCH may have changed the key of its record: the response brought a new record, or another one, and
 * nothing of the addressed record.
 *
 * Only the end of the URL names that record: in `/projects/:id/members/:userId` it is a member.
 */
function mayBeRenamed(
  { entities: before, deleted, inflight }: DataState,
  { entities: after }: Pick<DataState, 'entities'>,
  action: SetResponseAction,
  endpoint: EndpointInterface,
  record: RecordRef | undefined,
  hasNew: boolean,
): boolean {
  const { method, recordParam = '' } = endpoint;
  if (method !== 'PUT' && method !== 'PATCH') return false;
  const args = argsOf(action);
  const url = action.key.replace(/\/?(\?.*)?$/, '');
  const isPathEnd = (value: unknown) => url.endsWith(`/${encode(String(value))}`);
  /** Whether a key is made from the end of the URL, alone or with other parts of it. */
  const isInUrl = ({ kind, pk }: RecordRef) => {
    if (isPathEnd(pk)) return true;
    const entity = entityIn(endpoint.schema, { kind });
    const params = Object(args[0]) as EntityRow;
    if (entity === undefined || params[recordParam] === undefined || !isPathEnd(params[recordParam]))
      return false;
    const built = keyMadeOf(entity, params, args);
    return built.pk === pk && built.names.has(recordParam);
  };
  if (!hasNew && (record === undefined || isInUrl(record))) return false;
  const isKept = ({ kind, pk }: RecordRef) => {
    const cell = getCell(before[kind], pk);
    const isReturned = record?.kind === kind && record.pk === pk;
    // A response in flight may still bring a record that is not stored; a tombstone shows that it was there.
    const wasStored = cell !== undefined || inflight.size > 1 || getCell(deleted[kind], pk) !== undefined;
    return isInUrl({ kind, pk }) && wasStored && !isReturned && cell === getCell(after[kind], pk);
  };
  return addressedRecords(endpoint, args, before).some(isKept);
}

/** Whether a response brought a record of its schema's kinds that was not stored, or not when its request left. */
function hasNewRecord(
  { entities, overlaps }: DataState,
  changed: ReadonlyMap<string, ReadonlySet<string>>,
  schema: unknown,
  record: RecordRef | undefined,
  left: number,
): boolean {
  const isNew = (kind: string) =>
    [...(changed.get(kind) ?? [])].some(pk => getCell(entities[kind], pk) === undefined);
  return kindsIn(schema).some(isNew) || (record !== undefined && hasCome(overlaps, record, left));
}

/** The record that a response consists of; `undefined` for several or none. */
function responseRecord(schema: unknown, result: unknown): RecordRef | undefined {
  return recordBehind(elementIn(schema), result);
}

/** The arguments that are plain objects, in their stored form. */
export function objectsIn(args: readonly unknown[]): readonly object[] {
  return args.map(arg => toPlain(arg)).filter(isPlainObject);
}
