import { isObject } from '../plain/isObject';
import type { NormalizeContext, Schema } from '../types/Schema';
import type { CollectionRow, EntityRow, RecordRef } from '../types/State';
import { resolveLazy } from './resolveLazy';
import type { Union } from './Union';

/** Whether a schema is a union, judged by its members: code that looks through unions must not ship the class. */
export function isUnion(schema: unknown): schema is Union<Readonly<Record<string, unknown>>> {
  return isObject(schema) && 'isReference' in schema;
}

/** The schema and result behind a result: for a union, those of its kind; otherwise the given ones. */
export function resolveUnion(
  anySchema: unknown,
  result: unknown,
): readonly [schema: Schema, result: unknown] {
  const schema = resolveLazy(anySchema);
  return isUnion(schema) && schema.isReference(result)
    ? resolveUnion(schema.schemaOf(result.schema), result.id)
    : [schema as Schema, result];
}

/** The record that a result refers to; `undefined` for anything else. */
export function recordBehind(element: unknown, result: unknown): RecordRef | undefined {
  const [schema, pk] = resolveUnion(element, result);
  const { key: kind } = (schema ?? {}) as { readonly key?: string };
  return kind !== undefined && typeof pk === 'string' ? { kind, pk } : undefined;
}

/** The primary key of a list's element; elements of unions name their kind beside it. */
export function keyIn(result: unknown): string {
  return (isObject(result) ? (result as { readonly id?: unknown }).id : result) as string;
}

/** The stored fields behind each of some results, in order. */
export function rowsOf(
  element: Schema,
  results: CollectionRow,
  context: Pick<NormalizeContext, 'getRow'>,
): readonly (EntityRow | undefined)[] {
  return Object.values(results).map(one => rowOf(element, one, context));
}

/**
 * The stored fields behind a result: an entity's result is its key, a union's names
 * its kind too, and anything else stands for itself.
 */
function rowOf(
  element: Schema,
  result: unknown,
  { getRow }: Pick<NormalizeContext, 'getRow'>,
): EntityRow | undefined {
  const record = recordBehind(element, result);
  if (record !== undefined) return getRow(record.kind, record.pk) as EntityRow | undefined;
  const [, value] = resolveUnion(element, result);
  return isObject(value) ? (value as EntityRow) : undefined;
}
