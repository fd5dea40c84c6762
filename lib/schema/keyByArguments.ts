import { storedKeyOf } from '../definitions/keyOf';
import { attempt } from '../plain/attempt';
import { own } from '../plain/own';
import type { QueryContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';

/** What makes primary keys. */
export interface Keyed {
  readonly key: string;
  pk(input: object, parent?: unknown, key?: string, args?: readonly unknown[]): string | undefined;
}

/** The primary key of the record that arguments mean: from `pk()`, or from an indexed field. */
export function keyByArguments(
  entity: EntityClass,
  params: object,
  args: readonly unknown[],
  context: QueryContext,
): string | undefined {
  return keyIn(entity, params, args) ?? indexedKey(entity, params, context);
}

/** The primary key that some fields make; `undefined` if they make none, or `pk()` reads into a missing one. */
export function keyIn(entity: Keyed, params: object, args: readonly unknown[]): string | undefined {
  return storedKeyOf(params) ?? attempt(() => entity.pk(params, undefined, undefined, args));
}

/** The key that some fields make, and the names of the fields it is made of. */
export function keyMadeOf(
  entity: Keyed,
  fields: object,
  args: readonly unknown[],
): { readonly pk: string | undefined; readonly names: ReadonlySet<PropertyKey> } {
  const names = new Set<PropertyKey>();
  // Once a key is made, all fields are searched for the source of its text.
  let isMade = false;
  const recorder = new Proxy(fields, {
    get(target, name) {
      if (!isMade) names.add(name);
      return Reflect.get(target, name);
    },
    ownKeys(target) {
      isMade = true;
      return Reflect.ownKeys(target);
    },
  });
  return { pk: keyIn(entity, recorder, args), names };
}

function indexedKey(entity: EntityClass, params: object, context: QueryContext): string | undefined {
  for (const field of entity.indexes ?? []) {
    const value = own(params as Readonly<Record<string, unknown>>, field);
    if (value === undefined) continue;
    const pk = context.findByIndex(entity.key, field, String(value));
    if (pk !== undefined) return pk;
  }
  return undefined;
}
