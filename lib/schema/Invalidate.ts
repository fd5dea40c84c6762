import { MissingKeyError } from '../errors/MissingKeyError';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';

/**
 * Removes a record from its table: the schema of a deletion.
 *
 * Lists drop the record; a response that requires it becomes invalid.
 *
 * | the server answers | the record that goes |
 * |---|---|
 * | an object | the one whose key `pk()` finds in it |
 * | a string or number | the one with that key |
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
export class Invalidate<E extends EntityClass> {
  /** Only a type: the primary key of the record that went. */
  declare readonly '~value': string;

  constructor(readonly entity: E) {}

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    const pk = this.keyOf(input, parent, key, context);
    context.invalidate(this.entity.key, pk);
    return pk;
  }

  /** @internal */
  denormalize(result: unknown, _context: DenormalizeContext): unknown {
    return typeof result === 'string' ? result : INVALID;
  }

  private keyOf(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): string {
    if (typeof input !== 'object' || input === null) return String(input);
    const processed = this.entity.process(input as never, parent, key, context.args) ?? input;
    const pk = this.entity.pk(processed as object, parent, key, context.args);
    if (pk === undefined) throw new MissingKeyError(this.entity.key, input, context.origin);
    return pk;
  }
}
