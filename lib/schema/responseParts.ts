import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import type { EndpointInterface, ParamRoles } from '../types/EndpointInterface';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import type { RecordRef } from '../types/State';
import { isEntityClass } from './isEntityClass';
import { type Keyed, keyIn } from './keyByArguments';
import { resolveLazy, withoutQueries } from './resolveLazy';
import { isUnion } from './resolveUnion';

/** The parts of an endpoint that identify a request's record. */
export interface Addressing {
  readonly schema?: unknown;
  readonly recordParam?: string | undefined;
  paramRoles?(params: object): ParamRoles;
}

/** An endpoint as if its response were only one part, and that part. */
export type Part<E extends Addressing> = readonly [part: E, result: unknown];

/**
 * Splits a request into the parts of its response: an envelope, or the response of a GraphQL mutation, is about each
 * of its fields.
 *
 * @param result the normalized response
 * @param enclosing the objects around it, since their own fields may lead back to them without end
 */
export function partsOf<E extends Addressing>(
  endpoint: E,
  result?: unknown,
  enclosing: readonly unknown[] = [],
): readonly Part<E>[] {
  const fields = schemasWithin(endpoint.schema);
  if (enclosing.includes(fields) && !isPlainObject(result)) return [];
  const parts = fieldsOf(endpoint, result);
  return parts?.flatMap(part => partsOf(...part, [...enclosing, fields])) ?? [[endpoint, result]];
}

/** The fields of an envelope; `undefined` if the response is none. */
export function fieldsOf<E extends Addressing>(endpoint: E, result: unknown): readonly Part<E>[] | undefined {
  const fields = schemasWithin(endpoint.schema);
  if (fields === undefined) return undefined;
  return Object.entries(fields).map(([name, field]) => [
    partOf(endpoint, field),
    isPlainObject(result) ? result[name] : undefined,
  ]);
}

/** An endpoint as if its response were only the part with a schema. */
export function partOf<E extends Addressing>(endpoint: E, schema: unknown): E {
  return Object.create(endpoint, { ...boundMethods(endpoint), schema: { value: schema } });
}

/**
 * Puts a record where a schema expects it: into an array, or into the field of an envelope that holds its kind. Alone,
 * it stays as it is, as it does if several fields may hold it.
 */
export function inPlace(anySchema: unknown, element: unknown, record: unknown): unknown {
  const schema = withoutQueries(anySchema);
  if (Array.isArray(schema)) return Array.isArray(record) ? record : [record];
  const kinds = kindsIn(element);
  const [first, ...others] = Object.entries(schemasWithin(schema) ?? {}).filter(([, field]) =>
    targetKinds({ schema: field }).some(kind => kinds.includes(kind)),
  );
  if (first === undefined || others.length > 0) return record;
  const [name, field] = first;
  return { [name]: inPlace(field, element, record) };
}

/** Methods that read private members, which an endpoint's part lacks. */
function boundMethods(endpoint: Addressing): PropertyDescriptorMap {
  const { bodyOf, paramRoles } = endpoint as Partial<EndpointInterface>;
  return { bodyOf: { value: bodyOf?.bind(endpoint) }, paramRoles: { value: paramRoles?.bind(endpoint) } };
}

/** The kinds of record that a mutation makes, without those that its records only refer to. */
export function targetKinds(endpoint: Addressing): readonly string[] {
  return partsOf(endpoint).flatMap(([{ schema }]) => kindsIn(schema));
}

/** Whether a response is a record without a key, which only the server can assign. */
export function isNameless(schema: unknown, response: unknown, args: readonly unknown[]): boolean {
  return partsOf<Addressing>({ schema }, response).some(([part, found]) => {
    const entities = entitiesIn(part.schema);
    const isKeyless = (row: unknown) =>
      isPlainObject(row) && entities.every(entity => keyIn(entity, row, args) === undefined);
    const { isMap } = (part.schema ?? {}) as { readonly isMap?: boolean };
    return entities.length > 0 && (isMap ? Object.values(Object(found)).some(isKeyless) : isKeyless(found));
  });
}

/** The schemas of an envelope's fields; `undefined` for any other schema. */
export function schemasWithin(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const fields = withoutQueries(schema);
  return isPlainObject(fields) && !isSchemaObject(fields as object as Schema)
    ? (fields as Readonly<Record<string, unknown>>)
    : undefined;
}

/** The kinds of record in a schema, which its responses may bring or remove. */
export function kindsIn(schema: unknown): readonly string[] {
  return entitiesIn(schema).map(({ key }) => key);
}

/** Whether a schema removes records. */
export function isRemoval(schema: unknown): boolean {
  return isObject(schema) && 'kinds' in schema;
}

/** Whether a schema adds records to lists, moves or removes them. */
export function isListWriter(schema: unknown): boolean {
  return isObject(schema) && 'isCreation' in schema;
}

/**
 * The entities that a schema is, removes, or writes into lists.
 *
 * @param params may name the kind of a union, as in `/feed/:type/:id`
 */
export function entitiesIn(
  anySchema: unknown,
  enclosing: readonly unknown[] = [],
  params?: unknown,
): readonly Keyed[] {
  const schema = resolveLazy(anySchema) as unknown;
  if (isEntityClass(schema)) return [schema];
  if (!isObject(schema) || enclosing.includes(schema)) return [];
  const nestedEntities = (one: unknown) => entitiesIn(one, [...enclosing, schema], params);
  // A function expects a record: from arguments it may return the wrong kind.
  const kind = isUnion(schema) && typeof schema.discriminator === 'string' && schema.kindOf(params);
  if (kind) return nestedEntities(schema.schemaOf(kind));
  // A list may hold envelopes, whose own fields may lead back to them: `[{ item: Todo }]`.
  const fields = isUnion(schema) ? schema.schema : enclosing.length > 0 && schemasWithin(schema);
  if (fields) return [...new Set(Object.values(fields).flatMap(nestedEntities))];
  if (Array.isArray(schema)) return nestedEntities(schema[0]);
  const { kinds, entity, element } = schema as Readonly<Record<string, unknown>>;
  return nestedEntities(kinds ?? entity ?? element);
}

/** The schema of a list's elements; any other schema itself. */
export function elementIn(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema[0];
  const { element = schema } = (schema ?? {}) as { readonly element?: unknown };
  return element;
}

/** The entity of a record, among those that a schema is, removes, or writes into lists. */
export function entityIn(schema: unknown, record: Pick<RecordRef, 'kind'> | undefined): Keyed | undefined {
  return record && entitiesIn(schema).find(({ key }) => key === record.kind);
}

/** Whether a schema creates records, or is a list or map: then an address names none of them. */
export function isOfSeveral(schema: unknown): boolean {
  const { isCreation: creates, isMap } = (schema ?? {}) as Readonly<Record<string, unknown>>;
  return creates === true || isMap !== undefined || Array.isArray(schema);
}
