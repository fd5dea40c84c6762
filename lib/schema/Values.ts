import { makers } from '../definitions/makers';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { UnexpectedInputError } from '../errors/UnexpectedInputError';
import { INVALID } from '../types/INVALID';
import type { DenormalizeContext, NormalizeContext, Schema } from '../types/Schema';
import { type ElementKind, type ElementValue, elementSchema } from './elementSchema';
import type { Discriminator } from './kindOfValue';

/**
 * A map: an object with any names, whose values are all of one kind; with a
 * discriminator, of several.
 *
 * Entries whose records are deleted are left out when the map is read.
 *
 * @example
 * ```ts
 * import { Collection, Entity, Values } from 'rdc-toolkit';
 *
 * class Rate extends Entity {
 *   currency = '';
 *   value = 0;
 *   override pk() {
 *     return this.currency;
 *   }
 *   static key = 'Rate';
 * }
 *
 * const rates = new Collection(new Values(Rate));
 * ```
 */
export class Values<const S, const By extends Discriminator | undefined = undefined> {
  static {
    if (process.env.NODE_ENV !== 'production') makers.set('Values', Values);
  }

  /** Only a type: nothing stands here when the program runs. */
  declare readonly '~value': Readonly<Record<string, ElementValue<S, By>>>;
  /** Only a type: the schema of an element, of each kind. */
  declare readonly '~element': ElementKind<S, By>;
  readonly element: Schema;
  readonly isMap = true;

  constructor(
    readonly schema: S,
    discriminator?: By,
  ) {
    this.element = elementSchema(schema, discriminator);
    noteMade(this);
  }

  /** What it describes, as logs call it. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `Values(${nameOf(this.element)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      const expected = `a map of ${schemaName(this.element)}`;
      throw new UnexpectedInputError({ expected, received: input, field: key, origin: context.origin });
    }
    // As with an array: the record that holds the map, where there is one.
    const holder = context.insideRecord ? parent : input;
    return mapEntries(input, (value, name) => context.visit(this.element, value, holder, name), undefined);
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    if (typeof result !== 'object' || result === null) return result;
    return context.memo(this, result, () =>
      Object.freeze(mapEntries(result, value => context.visit(this.element, value), INVALID)),
    );
  }
}

/** The entries of a map with other values, without those that became `nothing`. */
function mapEntries(
  map: object,
  change: (value: unknown, name: string) => unknown,
  nothing: unknown,
): Record<string, unknown> {
  const changed = Object.entries(map).map(([name, value]) => [name, change(value, name)] as const);
  // fromEntries defines properties, so `__proto__` is a name like others.
  return Object.fromEntries(changed.filter(([, value]) => value !== nothing));
}
