import { isObject } from '../plain/isObject';
import type { Union } from './Union';

/** Whether a schema is a union, judged by its members: code that looks through unions must not ship the class. */
export function isUnion(schema: unknown): schema is Union<Readonly<Record<string, unknown>>> {
  return isObject(schema) && 'isReference' in schema;
}
