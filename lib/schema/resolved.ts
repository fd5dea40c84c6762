import type { Schema } from '../types/Schema';
import { Lazy } from './Lazy';

/** The schema behind any number of `Lazy`s. */
export function resolved(schema: unknown): Schema {
  return schema instanceof Lazy ? resolved(schema.resolve()) : (schema as Schema);
}
