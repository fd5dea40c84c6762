import { InvalidEntityError } from '../errors/InvalidEntityError';
import { MissingKeyError } from '../errors/MissingKeyError';
import { attempt } from '../plain/attempt';
import { isObject } from '../plain/isObject';
import type { NormalizeContext } from '../types/Schema';
import type { EntityRow } from '../types/State';
import { checkRow } from './checkEntity';
import type { EntityClass } from './EntityClass';
import { entityShape } from './entityShape';
import { isInvalidKey } from './isInvalidKey';
import { keyMadeOf } from './keyByArguments';

/**
 * Stores a received record, and returns its key.
 *
 * @param usual the life cycle of an entity that overrides nothing
 */
export function normalizeRecord(
  entity: EntityClass,
  usual: Pick<EntityClass, 'createIfValid' | 'process' | 'validate'>,
  input: unknown,
  parent: unknown,
  key: string | undefined,
  context: NormalizeContext,
): unknown {
  if (process.env.NODE_ENV !== 'production') entityShape(entity);
  const parentRecord = parent === input || Array.isArray(parent) ? undefined : parent;
  const isRecord = isObject(input);
  const processed = isRecord
    ? entity.process(input as never, parentRecord, key, context.args)
    : processedKey(entity, usual, input, parentRecord, key, context);
  if (!isRecord && processed === undefined) return keyOfStored(entity, input, parent, key, context);
  if (processed !== input) context.distrust();
  if (processed === undefined) return invalidate(entity, input as object, parentRecord, key, context);
  if (!isObject(processed) || Array.isArray(processed)) {
    throw context.unexpected(entity, processed, key);
  }
  let row = processed as EntityRow;
  if (entity.sources !== undefined) {
    row = withSources(row, entity.sources);
    context.distrust();
  }
  let pk: string | undefined;
  let cause: unknown;
  try {
    pk = entity.pk(row, parentRecord, key, context.args);
  } catch (error) {
    // pk() read a field of a missing value.
    cause = error;
  }
  // An app's own static pk may return anything.
  if (pk === undefined || isInvalidKey(pk)) {
    // The server has yet to name it.
    pk = context.temporaryKey();
    if (pk === undefined) throw new MissingKeyError(entity.key, row, context.origin, { cause });
    row = named(entity, row, pk);
  }
  if (process.env.NODE_ENV !== 'production') checkRow(entity, usual, row);
  if (entity.validate !== usual.validate) check(entity, pk, row, context);
  context.record(entity, pk, row, entity.schema, isRecord ? input : undefined);
  return pk;
}

/** A row with its key in the field that `pk()` returns; in `id` if that combines fields. */
function named(entity: EntityClass, row: EntityRow, pk: string): EntityRow {
  const missing = [...keyMadeOf(entity, row, []).names].filter(name => (row[name as string] ?? '') === '');
  const filled = { ...row, ...Object.fromEntries(missing.map(name => [name, pk])) };
  return attempt(() => entity.pk(filled)) === pk ? filled : { ...row, id: pk };
}

/** A row with values that came under other names; those under the field's own name stay. */
export function withSources(row: EntityRow, sources: Readonly<Record<string, string>>): EntityRow {
  const renamed = Object.entries(sources).filter(
    ([field, name]) => row[field] === undefined && Object.hasOwn(row, name),
  );
  return { ...row, ...Object.fromEntries(renamed.map(([field, name]) => [field, row[name]])) };
}

function check(entity: EntityClass, pk: string, row: EntityRow, context: NormalizeContext) {
  const reason = entity.validate(row, () => context.getRow(entity.key, pk) as EntityRow | undefined);
  if (reason !== undefined) context.refuse(new InvalidEntityError(entity.key, row, reason, context.origin));
}

/** A primitive in place of a record is its key, as in a response that does not expand nested records. */
function keyOfStored(
  entity: EntityClass,
  input: unknown,
  parent: unknown,
  key: string | undefined,
  context: NormalizeContext,
): unknown {
  const pk = String(input);
  const isKey = typeof input === 'string' || Number.isFinite(input);
  // Always look it up: a kind with only keys so far gets a table, unlike one that a saved state lacks.
  const isStored = isKey && context.getRow(entity.key, pk) !== undefined;
  if (!isKey || (input === parent && !isStored)) throw context.unexpected(entity, input, key);
  return pk;
}

/** The record that `process` makes of a primitive; `undefined` if that has no key. */
function processedKey(
  entity: EntityClass,
  usual: Pick<EntityClass, 'process'>,
  input: unknown,
  parent: unknown,
  key: string | undefined,
  { args }: NormalizeContext,
): object | undefined {
  if (entity.process === usual.process) return undefined;
  // If it throws, it expects objects: the value is a record's key, as without `process`.
  return attempt(() => {
    const processed = entity.process(input as never, parent, key, args);
    const isRecord = isObject(processed) && !Array.isArray(processed);
    return isRecord && entity.pk(processed, parent, key, args) !== undefined ? processed : undefined;
  });
}

function invalidate(
  entity: EntityClass,
  input: object,
  parent: unknown,
  key: string | undefined,
  context: NormalizeContext,
): unknown {
  const pk = entity.pk(input, parent, key, context.args);
  if (pk !== undefined) context.invalidate(entity.key, pk);
  return pk;
}
