import { allWithin } from '../plain/allWithin';
import { filterFields } from '../plain/filterFields';
import { getOrCreate } from '../plain/getOrCreate';
import { isEmpty } from '../plain/isEmpty';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { isDescription, toPlain } from '../plain/toPlain';
import { getCell, getValue } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Entities, EntityRow, RecordRef } from '../types/State';
import type { EntityClass } from './EntityClass';
import { isEntityClass } from './isEntityClass';
import { type Keyed, keyIn, keyMadeOf } from './keyByArguments';
import { unions } from './kindOfValue';
import { withoutQueries } from './resolveLazy';
import { isUnion, recordBehind } from './resolveUnion';
import {
  type Addressing,
  entitiesIn,
  entityIn,
  isOfSeveral,
  isRemoval,
  kindsIn,
  partOf,
  partsOf,
  schemasWithin,
} from './responseParts';

/**
 * The record that a request is about, judged by its schema and arguments; of several kinds, the one that is stored;
 * `undefined` if the request goes to a list, or to an address without a key.
 *
 * @param entities the records to search if the address does not hold the key
 */
export function addressedRecord(
  endpoint: Addressing,
  args: readonly unknown[],
  entities: Entities = {},
): RecordRef | undefined {
  const records = addressedRecords(endpoint, args, entities);
  if (records.length === 1) return records[0];
  const [stored, ...others] = records.filter(({ kind, pk }) => getCell(entities[kind], pk));
  return others.length === 0 ? stored : undefined;
}

/** The records that a request may be about; for a union, one of each kind. */
export function addressedRecords(
  endpoint: Addressing,
  args: readonly unknown[],
  entities: Entities,
): readonly RecordRef[] {
  return isOfSeveral(endpoint.schema) ? [] : namedRecords(endpoint, args, entities);
}

/** The records whose keys the arguments hold, even if the request is about a list with the same name. */
export function namedRecords(
  endpoint: Addressing,
  args: readonly unknown[],
  entities: Entities,
): readonly RecordRef[] {
  const [params] = args;
  return entitiesIn(endpoint.schema, [], params).flatMap(entity => {
    const pk = isPlainObject(params)
      ? keyOfAddress(entity, params as EntityRow, args, recordParamOf(endpoint, params), entities)
      : textOf(params);
    return pk === undefined ? [] : { kind: entity.key, pk };
  });
}

/** The records whose keys the arguments hold, of all parts of a response. */
export function namedInParts(
  endpoint: Addressing,
  args: readonly unknown[],
  entities: Entities,
): readonly RecordRef[] {
  return partsOf(endpoint).flatMap(([part]) => namedRecords(part, args, entities));
}

/**
 * The parameter that names the record of an address. For a hand-written deletion it is the one that ends a path below
 * another record; below the record of another mutation, a path may name anything, such as a reaction to it.
 */
function recordParamOf(endpoint: Addressing, params: object): string | undefined {
  if (endpoint.recordParam !== undefined || !isRemoval(endpoint.schema)) return endpoint.recordParam;
  const { own, last, parents = [] } = endpoint.paramRoles?.(params) ?? {};
  return own === undefined && parents.length > 0 ? last : undefined;
}

/**
 * The key by which an address names a record.
 *
 * In `/projects/:id/members/:userId` the `id` is the project's: a key made of the parents' parameters alone is not the
 * member's. Then its own parameter decides, as a field of the record or as its key.
 */
function keyOfAddress(
  entity: Keyed,
  params: EntityRow,
  args: readonly unknown[],
  recordParam: string | undefined,
  entities: Entities,
): string | undefined {
  const pk = keyIn(entity, params, args);
  if (recordParam === undefined) return pk;
  const { [recordParam]: own, ...parents } = params;
  const ownKey = textOf(own);
  if (ownKey === undefined || keyMadeBy(entity, parents, args) !== pk) return pk;
  const table = entities[entity.key];
  const candidates: string[] = [];
  const matching: string[] = [];
  forEachCell(table, (at, { value }) => {
    const fits = (name: string) => textOf((value as EntityRow)[name]) === textOf(params[name]);
    if (!fits(recordParam)) return;
    candidates.push(at);
    if (Object.keys(parents).every(fits)) matching.push(at);
  });
  const [match = ownKey, another] = matching.length === 1 ? matching : candidates;
  return another === undefined ? match : getCell(table, ownKey) && ownKey;
}

/** The key that some parameters make on their own. */
export function keyMadeBy(entity: Keyed, params: EntityRow, args: readonly unknown[]): string | undefined {
  return keyIn(entity, params, [params, ...args.slice(1)]);
}

/**
 * Whether the key in some arguments is the parent's: in `/users/:id/company` the `id` does not identify the
 * company.
 *
 * It is the record's own if the record has the value that ends the path, as in `/questions/:id/:slug`.
 */
export function isKeyOfParent(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  result: unknown,
  entities: Entities,
): boolean {
  const [params] = args;
  if (result === undefined || !isPlainObject(params)) return false;
  const paramFields = params as EntityRow;
  const { own, parents: names } = endpoint.paramRoles?.(paramFields) ?? { parents: [] };
  if (names.length === 0) return false;
  const parents = filterFields(paramFields, name => names.includes(name));
  return partsOf<Addressing>(endpoint, result).some(([{ schema }, part]) => {
    const record = recordBehind(schema, part);
    const entity = entityIn(schema, record);
    if (record === undefined || entity === undefined) return false;
    if (keyMadeBy(entity, parents, args) !== record.pk) return false;
    const row = getValue(entities[record.kind], record.pk) as EntityRow | undefined;
    return own === undefined || !isSameText(row?.[own], paramFields[own]);
  });
}

/**
 * Corrects what is shown, or was accepted, of the record that an address names: built from arguments, it may hold a
 * number as text, or a parent's key in place of the record's. Returns `undefined` if it would be another record's.
 */
export function ofAddressed(
  endpoint: Addressing,
  args: readonly unknown[],
  response: unknown,
  entities: Entities,
  record = addressedRecord(endpoint, args, entities),
): unknown {
  const [params] = args;
  const schema = withoutQueries(endpoint.schema);
  const within = (part: unknown, value: unknown) =>
    ofAddressed(partOf(endpoint, part), args, value, entities);
  if (Array.isArray(schema) && Array.isArray(response)) return response.map(one => within(schema[0], one));
  const fields = isPlainObject(response) && schemasWithin(schema);
  if (fields) return mapFields(response as EntityRow, (name, value) => within(fields[name], value));
  const entity = entityIn(endpoint.schema, record);
  if (!record || !entity || !isPlainObject(response) || !isPlainObject(params)) return response;
  const row = getValue(entities[record.kind], record.pk) as EntityRow | undefined;
  if (row === undefined) {
    const { recordParam } = endpoint;
    const parents = filterFields(
      params as EntityRow,
      name => recordParam !== undefined && name !== recordParam,
    );
    const parentKey = keyMadeBy(entity, parents, args);
    const isOfParent =
      parentKey !== undefined && parentKey !== record.pk && parentKey === keyIn(entity, response, args);
    return isOfParent ? undefined : response;
  }
  const { names } = keyMadeOf(entity, row, args);
  const shownFields = response as EntityRow;
  const paramFields = params as EntityRow;
  // The path before the record names its parents, even if the record has fields of the same names.
  const { parents = [] } = (endpoint.recordParam && endpoint.paramRoles?.(paramFields)) || {};
  const isAddress = (name: string) => endpoint.recordParam && (names.has(name) || parents.includes(name));
  const isText = (name: string, value: unknown) =>
    !isObject(value) && String(value) === String(paramFields[name]);
  const corrected = filterFields(
    row,
    (name, value) =>
      shownFields[name] === paramFields[name] &&
      value !== paramFields[name] &&
      (isAddress(name) || isText(name, value)),
  );
  return isEmpty(corrected) ? response : { ...shownFields, ...corrected };
}

/**
 * A record with the fields of its key, if it came without: from the stored record that the arguments mean, or else from
 * the arguments.
 *
 * @returns the same value if it has a key, or if the arguments make none
 */
export function withKeyOf(
  schema: unknown,
  args: readonly unknown[],
  value: unknown,
  stored: (kind: string, pk: string) => object | undefined,
): unknown {
  const [params] = args;
  if (params === undefined || !isPlainObject(value)) return value;
  const withKey = (kindSchema: unknown, kindValue: unknown) => withKeyOf(kindSchema, args, kindValue, stored);
  if (isUnion(schema)) return unions.withKeyOf?.(schema, args, value as EntityRow, stored, withKey) ?? value;
  if (!isEntityClass(schema)) return value;
  if (keyIn(schema, value, args) !== undefined) return value;
  const paramFields = (isPlainObject(params) ? params : { id: params }) as EntityRow;
  const { pk, names } = keyMadeOf(schema, { ...paramFields, ...value }, args);
  if (pk === undefined) return value;
  // Some may be stored elsewhere, as those of a `Scalar` are.
  const source = { ...paramFields, ...(stored(schema.key, pk) as EntityRow | undefined) };
  return { ...filterFields(source, name => names.has(name)), ...value };
}

/** The sent body, in plain form: the same in the app and in its log. */
export function bodyOf(endpoint: EndpointInterface, args: readonly unknown[]): unknown {
  return toPlain(endpoint.bodyOf === undefined ? args.slice(1).at(-1) : endpoint.bodyOf(args));
}

/**
 * What a request sends about records: its body, or instead the variables of a GraphQL mutation, or the argument of a
 * function. A file tells nothing: its name is not the record's.
 */
export function sentData(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  body = bodyOf(endpoint, args),
): unknown {
  if (body !== undefined && !isDescription(body)) return body;
  return 'operation' in endpoint || endpoint.bodyOf === undefined ? toPlain(args[0]) : undefined;
}

/**
 * Whether a mutation may change records other than the one it is sent to: a POST, or one whose body is empty or has
 * more than that record's fields.
 */
export function mayChangeOthers(
  { method = 'POST' }: Pick<EndpointInterface, 'method'>,
  body: unknown,
  declares: (name: string) => boolean,
): boolean {
  const names = isPlainObject(body) ? Object.keys(body) : [];
  return method === 'POST' || names.length === 0 || !names.every(declares);
}

/** All objects and arrays in what is sent, at any depth, except those that stand for a file or a form. */
export function objectsWithin(sent: unknown): readonly object[] {
  const isData = (part: object) => !isDescription(part);
  return allWithin(sent, isData).filter(part => isObject(part) && isData(part)) as object[];
}

/**
 * Whether a mutation creates the record with a key: it was sent to a list, or to an address that does not name it; the
 * variables of a GraphQL mutation may name what it creates. Scans arguments once, since a body may have many rows.
 */
export function creationOf(
  endpoint: EndpointInterface,
  args: readonly unknown[],
): (kind: string, pk: string) => boolean {
  const { isCreation } = (endpoint.schema ?? {}) as { readonly isCreation?: boolean };
  if (isCreation !== undefined) return () => isCreation;
  if (endpoint.method !== 'POST') return () => false;
  const [params] = args;
  if (!isPlainObject(params) || toPlain(params) === bodyOf(endpoint, args)) return () => true;
  const parts = partsOf(endpoint);
  const createdKinds = parts.flatMap(([{ schema }]) =>
    (schema as { readonly isCreation?: boolean } | undefined)?.isCreation ? kindsIn(schema) : [],
  );
  const namedKeys = new Map<string, ReadonlySet<unknown>>();
  const namesOf = (kind: string) => {
    const entity = parts.flatMap(([{ schema }]) => entitiesIn(schema)).find(({ key }) => key === kind);
    // A field of the record that is no part of its key names what the record belongs to.
    const others = Object.keys(params).filter(name => !(entity as Partial<EntityClass>)?.declares?.(name));
    return new Set([
      entity && keyIn(entity, params, args),
      ...others.map(name => String((params as EntityRow)[name])),
    ]);
  };
  return (kind, pk) => createdKinds.includes(kind) || !getOrCreate(namedKeys, kind, namesOf).has(pk);
}

function isSameText(one: unknown, other: unknown): boolean {
  const text = textOf(one);
  return text !== undefined && text === textOf(other);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
