import { isObject } from '../plain/isObject';
import type { Union } from './Union';

/** What stands for a value of a union: the result under the schema of its kind, and which that is. */
export interface UnionResult {
  readonly id: unknown;
  readonly schema: string;
}

/** Whether a result stands for a value of a union, whichever kinds that has. */
export function isUnionResult(result: unknown): result is UnionResult {
  if (!isObject(result)) return false;
  const { schema } = result as Partial<UnionResult>;
  return typeof schema === 'string' && Object.hasOwn(result, 'id') && Object.keys(result).length === 2;
}

/** Whether a schema is a union, judged by its members: code that looks through unions must not ship the class. */
export function isUnion(schema: unknown): schema is Union<Readonly<Record<string, unknown>>> {
  return isObject(schema) && 'isReference' in schema;
}
