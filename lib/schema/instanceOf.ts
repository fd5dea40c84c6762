import { without } from '../plain/without';
import type { EntityRow } from '../types/State';
import type { EntityClass } from './EntityClass';
import { entityShape } from './entityShape';

/** An instance of a stored row, not frozen yet; what its class defines stays as it is. */
export function instanceOf<E extends object>(entity: EntityClass & (new () => E), fields: EntityRow): E {
  const { reserved } = entityShape(entity);
  const instance = new entity();
  return Object.assign(instance as object, isAny(reserved, fields) ? without(fields, reserved) : fields) as E;
}

/** A loop, since this is run for each record that is read. */
function isAny(names: readonly string[], fields: EntityRow): boolean {
  for (let i = 0; i < names.length; i++) if (Object.hasOwn(fields, names[i] as string)) return true;
  return false;
}
