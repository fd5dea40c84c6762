import { without } from '../plain/without';
import type { EntityRow } from '../types/State';
import type { EntityClass } from './EntityClass';
import { entityShape } from './entityShape';

/** An instance of a stored row, not frozen yet; what its class defines stays as it is. */
export function instanceOf<E extends object>(entity: EntityClass & (new () => E), fields: EntityRow): E {
  return Object.assign(new entity() as object, without(fields, entityShape(entity).reserved)) as E;
}
