import type { EntityRow } from '../types/State';
import type { EntityClass } from './EntityClass';
import { entityShape } from './entityShape';

/** An instance of a stored row, not frozen yet; what its class defines stays as it is. */
export function instanceOf<E extends object>(entity: EntityClass & (new () => E), fields: EntityRow): E {
  const { reserved } = entityShape(entity);
  const instance = new entity();
  if (!isAny(reserved, fields)) return Object.assign(instance as object, fields) as E;
  const open = Object.entries(fields).filter(([name]) => !reserved.includes(name));
  return Object.assign(instance as object, Object.fromEntries(open)) as E;
}

function isAny(names: readonly string[], fields: EntityRow): boolean {
  for (let i = 0; i < names.length; i++) if (Object.hasOwn(fields, names[i] as string)) return true;
  return false;
}
