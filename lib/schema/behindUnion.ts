import type { Schema } from '../types/Schema';
import { isUnion } from './isUnion';
import { resolved } from './resolved';

/** The schema and the result for which a result stands: of a union those of its kind, otherwise these themselves. */
export function behindUnion(given: unknown, result: unknown): readonly [schema: Schema, result: unknown] {
  const schema = resolved(given);
  return isUnion(schema) && schema.isReference(result)
    ? behindUnion(schema.schemaOf(result.schema), result.id)
    : [schema as Schema, result];
}
