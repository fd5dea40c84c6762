import { schemaClasses } from '../definitions/schemaClasses';
import { assertRecordSchema } from './assertSchema';
import type { Discriminator } from './kindOfValue';
import { Removal } from './Removal';
import { Union } from './Union';

/**
 * Removes a record from its table: the schema of a deletion.
 *
 * Lists drop the record; a response that requires it becomes invalid.
 *
 * | the server responds with | the record that is removed |
 * |---|---|
 * | an object | the one whose key `pk()` finds in it |
 * | a string or number | the one with that key |
 * | an object without a key, as `{ ok: true }` | the one that the arguments of the request name |
 *
 * For a union, or a map of kinds with a discriminator, the response names the
 * kind. Without it, the only stored record with that key is removed.
 *
 * @example
 * ```ts
 * import { Entity, Invalidate, RestEndpoint } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   static key = 'User';
 * }
 *
 * const deleteUser = new RestEndpoint({
 *   path: '/users/:id',
 *   method: 'DELETE',
 *   schema: new Invalidate(User),
 * });
 * ```
 */
export class Invalidate<const S> extends Removal<S> {
  static {
    if (process.env.NODE_ENV !== 'production') schemaClasses.set('Invalidate', Invalidate);
  }

  /**
   * @param entity an entity class, a union, or a map of kinds
   * @param discriminator tells the kinds of a map apart
   */
  constructor(entity: S, discriminator?: Discriminator) {
    if (process.env.NODE_ENV !== 'production' && discriminator === undefined)
      assertRecordSchema('new Invalidate()', entity, ', in an array for several: [new Invalidate(Todo)]');
    super(
      entity,
      discriminator === undefined ? undefined : new Union(entity as object as never, discriminator),
    );
  }
}
