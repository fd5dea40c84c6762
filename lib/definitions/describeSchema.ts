import { withArticle } from '../errors/describeValue';
import { isObject } from '../plain/isObject';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';
import { schemaName } from './schemaName';

/** Describes a schema for messages, and takes words as they are; in production, its name. */
export const describeSchema: (schema: unknown) => string =
  process.env.NODE_ENV === 'production' ? schemaName : described;

function described(schema: unknown): string {
  if (typeof schema === 'string') return schema;
  if (typeof schema === 'function') return `${withArticle(String(Reflect.get(schema, 'key')))} object`;
  if (Array.isArray(schema)) return `an array of ${schemaName(schema[0])}`;
  if (isObject(schema) && 'element' in schema) {
    const isMap = 'isMap' in schema && schema.isMap;
    return `${isMap ? 'a map' : 'an array'} of ${schemaName(schema.element)}`;
  }
  if (!isObject(schema) || isSchemaObject(schema as Schema)) return schemaName(schema);
  return `an object with the fields ${Object.keys(schema).join(', ')}`;
}
