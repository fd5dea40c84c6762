import type { Schema, SchemaObject } from './Schema';

/** True for schemas that walk themselves: entity classes, collections, unions and so on. */
export function isSchemaObject(schema: Schema): schema is SchemaObject {
  return (
    (typeof schema === 'object' || typeof schema === 'function') &&
    schema !== null &&
    typeof (schema as Partial<SchemaObject>).normalize === 'function'
  );
}

/** Whether a part of a schema is a function of what is stored, not a class. */
export function isReader(part: unknown): boolean {
  return typeof part === 'function' && !isSchemaObject(part as never);
}
