import type { EntityClass } from './EntityClass';

/** Whether a schema is the class of a record. */
export function isEntityClass(schema: unknown): schema is EntityClass {
  return typeof schema === 'function' && 'pk' in schema;
}
