import { makers } from '../definitions/makers';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { MissingKeyError } from '../errors/MissingKeyError';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';
import { isUnion } from './isUnion';
import { resolved } from './resolved';
import { type Discriminator, toldKind } from './toldKind';
import { unionName } from './unionName';

/**
 * Removes a record from its table: the schema of a deletion.
 *
 * Lists drop the record; a response that requires it becomes invalid.
 *
 * | the server responds with | the record that is removed |
 * |---|---|
 * | an object | the one whose key `pk()` finds in it |
 * | a string or number | the one with that key |
 *
 * Of a union, or of a map of kinds with a discriminator, the kind is told as
 * there. A response without it means the one stored record with that key.
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
export class Invalidate<const S> {
  static {
    if (process.env.NODE_ENV !== 'production') makers.set('Invalidate', Invalidate);
  }

  /** Only a type: the primary key of the record that went. */
  declare readonly '~value': string;
  /** The kinds of which a record may be, where there are several. */
  readonly #kinds: Readonly<Record<string, unknown>> | undefined;
  readonly #by: Discriminator | undefined;

  /**
   * @param entity an entity class, a union, or a map of kinds
   * @param discriminator tells the kinds of a map apart
   */
  constructor(
    readonly entity: S,
    discriminator?: Discriminator,
  ) {
    if (process.env.NODE_ENV !== 'production' && Array.isArray(entity)) {
      const wayOut =
        'Pass the schema of one record: new Invalidate(Todo), in an array for several: [new Invalidate(Todo)].';
      throw argumentError('new Invalidate()', 'it was given an array', wayOut);
    }
    const { schema = entity, discriminator: by = discriminator } = isUnion(entity) ? entity : {};
    this.#by = by;
    if (by !== undefined) this.#kinds = schema as Readonly<Record<string, unknown>>;
    noteMade(this);
  }

  /** What it removes, as logs call it. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    const isMap = this.#kinds === this.entity;
    return `Invalidate(${isMap ? unionName(this.entity, this.#by, nameOf) : nameOf(this.entity)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    if (Array.isArray(input) || typeof input === 'boolean') throw this.unexpected(input, key, context);
    const kinds = this.kindsFor(input);
    const keys = kinds.map(entity => keyOf(entity, input, parent, key, context));
    const told = kinds.length === 1 ? 0 : this.onlyStored(kinds, keys, input, key, context);
    const [entity, pk] = [kinds[told], keys[told]];
    if (entity === undefined || pk === undefined) return keys.find(known => known !== undefined);
    context.invalidate(entity.key, pk);
    return pk;
  }

  /** @internal */
  denormalize(result: unknown, _context: DenormalizeContext): unknown {
    return typeof result === 'string' ? result : INVALID;
  }

  /** The kinds of which the record may be. */
  private kindsFor(input: unknown): readonly EntityClass[] {
    const kinds = this.#kinds ?? { '': this.entity };
    const told = this.#by && toldKind(this.#by, input);
    const meant = told !== undefined && Object.hasOwn(kinds, told) ? [kinds[told]] : Object.values(kinds);
    return meant.map(kind => resolved(kind) as unknown as EntityClass);
  }

  /** Which of the kinds has the record; -1 when none has, so that nothing is left to remove. */
  private onlyStored(
    kinds: readonly EntityClass[],
    keys: readonly (string | undefined)[],
    input: unknown,
    key: string | undefined,
    context: NormalizeContext,
  ): number {
    const isStored = kinds.map((entity, i) => {
      const pk = keys[i];
      return pk !== undefined && context.getRow(entity.key, pk) !== undefined;
    });
    const told = isStored.indexOf(true);
    // Two kinds may number their records alike: removing the wrong one would be worse than failing.
    const isAmbiguous = told !== isStored.lastIndexOf(true);
    if (isAmbiguous || keys.every(pk => pk === undefined)) throw this.unexpected(input, key, context);
    return told;
  }

  private unexpected(
    received: unknown,
    field: string | undefined,
    { origin }: NormalizeContext,
  ): UnexpectedInputError {
    const expected =
      this.#kinds === undefined
        ? `the key of a ${(resolved(this.entity) as unknown as EntityClass).key}, or an object that contains it`
        : `an object with its kind (${Object.keys(this.#kinds).join(', ')}) and its key`;
    return new UnexpectedInputError({ expected, received, field, origin });
  }
}

function keyOf(
  entity: EntityClass,
  input: unknown,
  parent: unknown,
  key: string | undefined,
  { args, origin }: NormalizeContext,
): string {
  if (typeof input !== 'object' || input === null) return String(input);
  let cause: unknown;
  try {
    const processed = entity.process(input as never, parent, key, args) ?? input;
    const pk = entity.pk(processed as object, parent, key, args);
    if (pk !== undefined) return pk;
  } catch (thrown) {
    // process() or pk() read a field of something that is not there.
    cause = thrown;
  }
  throw new MissingKeyError(entity.key, input, origin, { isRemoval: true, cause });
}
