import { describeSchema } from '../definitions/describeSchema';
import { isSelfNamed } from '../definitions/schemaName';
import { trace } from '../denormalize/denormalize';
import { eachRecord } from '../denormalize/dependenciesOf';
import type { Memo } from '../denormalize/Memo';
import { MissingRecordError } from '../errors/MissingRecordError';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { warnOnce } from '../plain/warnOnce';
import { withoutQueries } from '../schema/resolveLazy';
import { type EndpointInterface, schemaOf } from '../types/EndpointInterface';
import { INVALID } from '../types/INVALID';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import type { Readable } from '../types/State';

/**
 * Returns why a result that has just arrived cannot be shown; `undefined` if it can.
 *
 * Without this check, readers would take it for an invalidated response and refetch forever.
 */
export function missingRecord(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  result: unknown,
  tables: Readable,
): MissingRecordError | undefined {
  for (const [schema, part] of requiredParts(schemaOf(endpoint), result)) {
    const { value, memo } = trace(schema, part, tables, args);
    if (value !== INVALID) continue;
    const { kind, pk } = firstGap(memo) ?? { kind: 'record', pk: String(part) };
    return new MissingRecordError(endpoint.name, kind, pk);
  }
  return undefined;
}

/**
 * Checks that a read may have an empty response.
 *
 * @throws {MissingRecordError} when its schema is a record or a union
 * @throws {UnexpectedInputError} when its schema is a list, a map or an object
 */
export function assertNothingRequired(endpoint: EndpointInterface): void {
  const schema = withoutQueries(schemaOf(endpoint)) as Schema;
  const required = requiredKind(schema);
  if (required !== undefined) throw new MissingRecordError(endpoint.name, required, undefined);
  if (!isDescribing(schema)) return;
  const expected = describeSchema(schema);
  throw new UnexpectedInputError({ expected, received: null, field: undefined, origin: endpoint.name });
}

/** The kind of record that a response must bring; for a union, its kinds. */
function requiredKind(anySchema: Schema): string | undefined {
  const schema = anySchema as unknown as { readonly key?: unknown; readonly discriminator?: unknown };
  if (typeof schema === 'function') return String((schema as { readonly key?: unknown }).key);
  return isObject(schema) && 'discriminator' in schema && !('element' in schema)
    ? String(schema.key)
    : undefined;
}

/** Whether a schema restricts its input. One without fields and an app's own schema accept anything. */
function isDescribing(schema: Schema): boolean {
  if (!isObject(schema)) return false;
  return isSchemaObject(schema) ? isSelfNamed(schema) : Object.keys(schema).length > 0;
}

/** The parts that a result needs to be shown. Lists, which may be long, skip missing records. */
function requiredParts(schema: Schema, result: unknown): readonly (readonly [Schema, unknown])[] {
  if (!isObject(schema) || Array.isArray(schema) || 'element' in schema) {
    return typeof schema === 'function' ? [[schema, result]] : [];
  }
  // So do schemas of all records of a kind.
  if (typeof result === 'string' && result.startsWith('All(')) return [];
  if (isSchemaObject(schema) || !isObject(result)) return [[schema, result]];
  return Object.entries(schema).flatMap(([name, field]) =>
    requiredParts(field as Schema, (result as Readonly<Record<string, unknown>>)[name]),
  );
}

function firstGap(memo: Memo): { readonly kind: string; readonly pk: string } | undefined {
  let gap: { readonly kind: string; readonly pk: string } | undefined;
  eachRecord(memo, (kind, pk, isThere) => {
    if (!isThere) gap ??= { kind, pk };
  });
  return gap;
}

/** Warns in development when a response has no field of its schema: a proxy's page, for example. */
export function warnOfOtherFields(endpoint: EndpointInterface, response: unknown) {
  const shape = withoutQueries(schemaOf(endpoint));
  if (!isPlainObject(shape) || isSchemaObject(shape as Schema) || !isPlainObject(response)) return;
  const [names, received] = [Object.keys(shape), Object.keys(response)];
  const hasList = Object.values(shape).some(part => Array.isArray(part) || 'element' in Object(part));
  if (!hasList || received.length === 0 || names.some(name => received.includes(name))) return;
  warnOnce(
    `no field of ${endpoint.name}`,
    `The response of ${endpoint.name} has none of the fields in its schema (${names.join(', ')}), but ${received.join(', ')}. ` +
      'Readers get undefined for each of them. Refuse such responses with a responseSchema, or throw in process().',
  );
}
