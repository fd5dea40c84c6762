import { isLazy } from '../definitions/walkSchema';
import type { Schema } from '../types/Schema';

/** The schema behind any number of `Lazy`s. */
export function resolveLazy(schema: unknown): Schema {
  return isLazy(schema) ? resolveLazy(schema.resolve()) : (schema as Schema);
}
