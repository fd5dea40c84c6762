import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { isEndpoint, isResource } from '../errors/endpointFix';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { isTypo } from '../plain/isTypo';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { assertNamed } from './entityShape';
import { isEntityClass } from './isEntityClass';
import { keyMadeOf } from './keyByArguments';

/**
 * Checks that a call was given a schema, and for an entity, arguments that can find a record; for development.
 *
 * @param call the call, as it is written
 * @param alternative what to write for an endpoint, if possible
 * @throws {UsageError} naming what it was given
 */
export function assertSchema(
  call: string,
  value: unknown,
  alternative?: string,
  args?: readonly unknown[],
): void {
  if (isEndpoint(value)) {
    const { name } = value as { readonly name: string };
    const fix = alternative === undefined ? 'Pass its schema.' : `${alternative}, or pass its schema.`;
    throw argumentError(call, `${name} is an endpoint, not a schema`, fix);
  }
  if (isResource(value)) {
    throw argumentError(
      call,
      'it was given a whole resource, not a schema',
      'Pass its entity, such as Todo, or the schema of one of its endpoints, such as TodoResource.getList.schema.',
    );
  }
  if (value === undefined || value === null) {
    const reason = 'The module that defines it may not have run yet, since two modules import each other.';
    throw argumentError(call, `its schema is ${String(value)}`, reason);
  }
  // An empty value is a sample: any value is taken as it comes.
  if (value && !isObject(value) && typeof value !== 'function') {
    const fix = 'Pass an entity class, such as Todo, or a schema made of one.';
    throw argumentError(call, `it was given ${describeValue(value)}, not a schema`, fix);
  }
  if (isEntityClass(value)) assertNamed(value);
  if (args !== undefined) assertFinds(call, value, args);
}

/**
 * Checks that a call was given the schema of one record: an entity class, a union, or a `Lazy` of one.
 *
 * @param call the call, as it is written
 * @param several what to write for several records, if possible
 * @throws {UsageError} naming what it was given
 */
export function assertRecordSchema(call: string, value: unknown, several = ''): void {
  assertSchema(call, value);
  if (isSchemaObject(value as Schema)) return;
  const callWith = (schema: string) => call.replace(')', `${schema})`);
  if (isPlainObject(value)) {
    const fix = `Make a union of them: ${callWith("new Union({ ... }, 'type')")}.`;
    throw argumentError(call, 'it was given several kinds in place of one schema', fix);
  }
  const description = Array.isArray(value) ? 'an array' : `${describeValue(value)}, not a schema`;
  throw argumentError(
    call,
    `it was given ${description}`,
    `Pass the schema of one record: ${callWith('Todo')}${several}.`,
  );
}

/**
 * Checks that arguments can find a record of an entity: without a field of its key or an index they never can, nor with
 * a misspelt name in place of a field of its key.
 *
 * @throws {UsageError} naming the fields that it was given
 */
export function assertFinds(call: string, entity: unknown, args: readonly unknown[]): void {
  const [params] = args;
  if (!isEntityClass(entity) || !isPlainObject(params)) return;
  const paramNames = Object.keys(params);
  const { pk, names } = keyMadeOf(entity, params, args);
  if (paramNames.length === 0 || names.size === 0 || paramNames.some(name => entity.indexes?.includes(name)))
    return;
  const isRead = (name: string) => names.has(name);
  // A short name, such as `id`, is too close to any other.
  const missing = [...names].map(String).filter(name => name.length > 3 && !Object.hasOwn(params, name));
  const isMisspelt = (name: string) =>
    !isRead(name) && !entity.declares?.(name) && missing.some(one => isTypo(name, one));
  if (!paramNames.some(isMisspelt) && (pk !== undefined || paramNames.some(isRead))) return;
  const fields = [...names].map(String).join(', ');
  const problem = `no record can be found by ${paramNames.join(', ')}: the key of a ${entity.key} is made of ${fields}`;
  const fix = `Pass the key of the ${entity.key}, or an object with the fields that pk() or an index reads.`;
  throw argumentError(call, problem, fix);
}
