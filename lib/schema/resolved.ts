import { isLazy } from '../definitions/walkSchema';
import type { Schema } from '../types/Schema';

/** The schema behind any number of `Lazy`s. */
export function resolved(schema: unknown): Schema {
  return isLazy(schema) ? resolved(schema.resolve()) : (schema as Schema);
}
