import { schemaClasses } from '../definitions/schemaClasses';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { withArticle } from '../errors/describeValue';
import { MissingKeyError } from '../errors/MissingKeyError';
import { isObject } from '../plain/isObject';
import { sameValue } from '../plain/sameValue';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext } from '../types/Schema';
import type { EntityClass } from './EntityClass';
import type { Removed } from './Removed';
import { resolveLazy } from './resolveLazy';
import { isUnion } from './resolveUnion';
import type { Union } from './Union';

/**
 * Removes a record of an entity or a union: `resource()` deletes with it.
 *
 * A union distinguishes its kinds itself; `Invalidate` adds maps of kinds.
 */
export class Removal<const S> {
  static {
    if (process.env.NODE_ENV !== 'production') schemaClasses.set('Invalidate', Removal);
  }

  /** Only a type: the primary key of the removed record. */
  declare readonly '~value': string;

  /**
   * @param entity an entity class, a union, or a map of kinds
   * @param kinds the union of these
   */
  constructor(
    readonly entity: S,
    readonly kinds?: Union<Readonly<Record<string, unknown>>>,
  ) {
    noteMade(this);
  }

  /** Its name in logs. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `Invalidate(${nameOf(this.kinds ?? this.entity)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, field: string | undefined, context: NormalizeContext): unknown {
    const schema = resolveLazy(this.kinds ?? this.entity) as unknown as EntityClass;
    const removed: Removed = {
      input,
      context,
      keyOf: entity => keyOf(entity, input, parent, field, context),
      refuse: () =>
        context.unexpected(process.env.NODE_ENV === 'production' ? this : describeKey(schema), input, field),
    };
    if (isUnion(schema)) return schema.remove(removed);
    if (Array.isArray(input) || typeof input === 'boolean') throw removed.refuse();
    const pk = removed.keyOf(schema);
    context.invalidate(schema.key, pk);
    return pk;
  }

  /** @internal */
  denormalize(result: unknown, _context: DenormalizeContext): unknown {
    return typeof result === 'string' ? result : INVALID;
  }
}

/** In words, what identifies a record. */
function describeKey(removed: EntityClass | Union<Readonly<Record<string, unknown>>>): string {
  return isUnion(removed)
    ? `an object with its kind (${Object.keys(removed.schema).join(', ')}) and its key`
    : `the key of ${withArticle(removed.key)}, or an object that contains it`;
}

/** The key in a response; if it has none, as `{ ok: true }`, the key of the record that the arguments name. */
function keyOf(
  entity: EntityClass,
  input: unknown,
  parent: unknown,
  field: string | undefined,
  context: NormalizeContext,
): string {
  const { args, origin } = context;
  // If the server sends nothing, the arguments are the response, or the part of it.
  const isOwnArguments = (input === parent || isObject(input)) && sameValue(input, args[0]);
  let cause: unknown;
  let receivedKey: string | undefined;
  try {
    receivedKey = isObject(input) ? keyInResponse(entity, input, parent, field, args) : String(input);
  } catch (thrown) {
    // process() or pk() read a field of a missing value.
    cause = thrown;
  }
  const isStored = (pk = '') => context.getRow(entity.key, pk) !== undefined;
  // A string may be a message, as "deleted".
  const isCertain =
    receivedKey !== undefined &&
    !isOwnArguments &&
    (isObject(input) || input !== parent || isStored(receivedKey));
  const isWhole = input === parent || isOwnArguments;
  const addressed = isCertain || !isWhole ? undefined : context.addressed(entity.key);
  const pk =
    receivedKey === undefined || isOwnArguments || isStored(addressed)
      ? (addressed ?? receivedKey)
      : receivedKey;
  if (pk !== undefined) return pk;
  throw new MissingKeyError(entity.key, input as object, origin, { isRemoval: true, cause });
}

function keyInResponse(
  entity: EntityClass,
  input: object,
  parent: unknown,
  field: string | undefined,
  args: readonly unknown[],
): string | undefined {
  const processed = entity.process(input as never, parent, field, args) ?? input;
  return entity.pk(processed as object, parent, field, args);
}
