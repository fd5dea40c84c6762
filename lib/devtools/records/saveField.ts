import type { Store } from 'redux';
import { Controller } from '../../controller/Controller';
import { Edited } from '../../lookup/Edited';
import { getOrCreate } from '../../plain/getOrCreate';
import type { EntityClass } from '../../schema/EntityClass';
import { keyIn } from '../../schema/keyByArguments';
import { getValue } from '../../tables/getCell';
import type { Loose } from '../../types/Loose';

const schemas = new WeakMap<EntityClass, Edited>();

/**
 * Writes an edited field into a stored record, and nothing else.
 *
 * @param change the field, as the store holds it
 * @throws {Error} when the record is gone, the field is its key, or the entity's `validate` rejects the value
 */
export function saveField(store: Store, entity: EntityClass, pk: string, change: object): void {
  const controller = new Controller(store as Loose);
  // The current row: the panel may have rendered a frame ago.
  const row = getValue(controller.getState().entities[entity.key], pk);
  if (row === undefined) throw new Error('The record is not in the store any more.');
  if (keyIn(entity, { ...row, ...change }, []) !== keyIn(entity, row, []))
    throw new Error('This field is the key of the record.');
  const schema = getOrCreate(schemas, entity, () => new Edited(entity));
  controller.set(schema as never, pk as never, change as never);
}
