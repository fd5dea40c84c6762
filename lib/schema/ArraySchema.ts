import { type NameOf, schemaName } from '../definitions/schemaName';
import type { DenormalizeContext, NormalizeContext, Schema } from '../types/Schema';
import { assertSchema } from './assertSchema';
import { type ElementKind, type ElementValue, elementSchema } from './elementSchema';
import type { Discriminator } from './kindOfValue';

/**
 * An array of one kind of value or, with a discriminator, of several.
 *
 * `[Todo]` is short for `new schema.Array(Todo)`. Elements whose records are
 * deleted are left out when the array is read.
 *
 * @example
 * ```ts
 * import { Entity, schema } from 'rdc-toolkit';
 *
 * class Post extends Entity {
 *   id = '';
 *   static key = 'Post';
 * }
 * class Link extends Entity {
 *   id = '';
 *   static key = 'Link';
 * }
 *
 * const feed = new schema.Array({ post: Post, link: Link }, 'type');
 * ```
 */
export class ArraySchema<const S, const By extends Discriminator | undefined = undefined> {
  /** Only a type: has no value at run time. */
  declare readonly '~value': readonly ElementValue<S, By>[];
  /** Only a type: the schema of an element, of each kind. */
  declare readonly '~element': ElementKind<S, By>;
  readonly element: Schema;
  readonly isMap = false;
  readonly #items: readonly Schema[];

  constructor(
    readonly schema: S,
    discriminator?: By,
  ) {
    if (process.env.NODE_ENV !== 'production') assertSchema('new schema.Array()', schema);
    this.element = elementSchema(schema, discriminator);
    this.#items = [this.element];
  }

  /** Its name in logs. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `Array(${nameOf(this.element)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    return context.visit(this.#items, input, parent, key);
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    return context.visit(this.#items, result);
  }
}
