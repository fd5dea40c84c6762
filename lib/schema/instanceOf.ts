import { omitFields } from '../plain/omitFields';
import type { EntityRow } from '../types/State';
import type { EntityClass } from './EntityClass';
import { entityShape } from './entityShape';

/** An instance of a stored row, not yet frozen; members of its class stay as they are. */
export function instanceOf<E extends object>(entity: EntityClass & (new () => E), fields: EntityRow): E {
  return Object.assign(new entity() as object, omitFields(fields, entityShape(entity).reserved)) as E;
}
