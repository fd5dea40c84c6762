import { isObject } from '../plain/isObject';
import type { NormalizeContext, Schema } from '../types/Schema';
import type { EntityRow } from '../types/State';
import { isUnion } from './isUnion';
import { resolved } from './resolved';

/** The schema and the result for which a result stands: of a union those of its kind, otherwise these themselves. */
export function behindUnion(given: unknown, result: unknown): readonly [schema: Schema, result: unknown] {
  const schema = resolved(given);
  return isUnion(schema) && schema.isReference(result)
    ? behindUnion(schema.schemaOf(result.schema), result.id)
    : [schema as Schema, result];
}

/**
 * The stored fields behind a result: that of an entity is its key, that of a union
 * names its kind too, and anything else stands for itself.
 */
export function rowOf(
  element: Schema,
  result: unknown,
  { getRow }: Pick<NormalizeContext, 'getRow'>,
): EntityRow | undefined {
  const [under, own] = behindUnion(element, result);
  if (isObject(own)) return own as EntityRow;
  const { key: kind } = under as { readonly key?: string };
  if (typeof own !== 'string' || kind === undefined) return undefined;
  return getRow(kind, own) as EntityRow | undefined;
}
