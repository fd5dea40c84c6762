import { argsOf } from '../actions/endpointOf';
import type { SetResponseAction } from '../actions/setResponse';
import { hasCome } from '../overlap/recordNote';
import { isPlainObject } from '../plain/isPlainObject';
import type { PlainError } from '../plain/PlainError';
import { toPlain } from '../plain/toPlain';
import { addressedRecords, elementIn, entityIn, isListWriter, kindsIn } from '../schema/addressedRecord';
import { recordBehind } from '../schema/behindUnion';
import { entityShape } from '../schema/entityShape';
import { isEntityClass } from '../schema/isEntityClass';
import { keyMadeOf } from '../schema/keyByArguments';
import { getCell, getValue } from '../tables/getCell';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { DataState, Entities, EntityRow, RecordRef } from '../types/State';
import { encode } from '../url/encode';

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

/** Those arguments that are plain objects, as they are stored. */
export function objectsIn(args: readonly unknown[]): readonly object[] {
  return args.map(arg => toPlain(arg)).filter(isPlainObject);
}
