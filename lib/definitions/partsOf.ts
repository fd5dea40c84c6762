import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';

/** One schema within another, and the member under which it stands there. */
export type Part = readonly [member: string, schema: unknown];

/** Members under which schemas hold other ones: of entities, of lists, of deletions, of what writes to lists. */
const MEMBERS = ['schema', 'element', 'entity', 'lists'];

/** What a schema is directly made of; nothing where its class is not there yet. What a `Lazy` stands for is not looked at. */
export function partsOf(schema: unknown): readonly Part[] {
  if (typeof schema === 'function' ? !isSchemaObject(schema as Schema) : typeof schema !== 'object')
    return [];
  if (schema === null) return [];
  if (!isSchemaObject(schema as Schema)) return Object.entries(schema as object);
  return MEMBERS.flatMap(member => {
    const part: unknown = Reflect.get(schema as object, member);
    return part === undefined ? [] : [[member, part] as const];
  });
}

/** What a schema that is looked up later stands for; `undefined` for others, and while it is not there. */
export function lazily(schema: unknown): unknown {
  if (!isLazy(schema)) return undefined;
  try {
    return schema.resolve();
  } catch {
    return undefined;
  }
}

/** Whether a schema is one that is looked up later. */
export function isLazy(schema: unknown): schema is { resolve(): unknown } {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    'resolve' in schema &&
    typeof schema.resolve === 'function' &&
    isSchemaObject(schema as unknown as Schema)
  );
}
