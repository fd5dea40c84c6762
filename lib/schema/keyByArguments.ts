import type { QueryContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';

/** The primary key of the record that arguments mean: by `pk()`, or by one of the indexed fields. */
export function keyByArguments(
  entity: EntityClass,
  params: object,
  args: readonly unknown[],
  context: QueryContext,
): string | undefined {
  return keyIn(entity, params, args) ?? indexedKey(entity, params, context);
}

function keyIn(entity: EntityClass, params: object, args: readonly unknown[]): string | undefined {
  try {
    return entity.pk(params, undefined, undefined, args);
  } catch {
    return undefined;
  }
}

function indexedKey(entity: EntityClass, params: object, context: QueryContext): string | undefined {
  for (const field of entity.indexes ?? []) {
    const value = (params as Readonly<Record<string, unknown>>)[field];
    if (value === undefined) continue;
    const pk = context.findByIndex(entity.key, field, String(value));
    if (pk !== undefined) return pk;
  }
  return undefined;
}
