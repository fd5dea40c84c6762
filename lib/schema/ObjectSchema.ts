import type { NameOf } from '../definitions/schemaName';
import type { Denormalized } from '../types/Denormalized';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import { assertSchema } from './assertSchema';

/**
 * An object whose fields have schemas; other fields are stored as they come.
 *
 * `{ user: User }` is short for `new schema.Object({ user: User })`. An object
 * that holds a deleted record is invalid as a whole, and must not be shown.
 *
 * @example
 * ```ts
 * import { Entity, schema } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   static key = 'User';
 * }
 *
 * const page = new schema.Object({ results: [User], total: 0 });
 * ```
 */
export class ObjectSchema<const Shape extends object> {
  /** Only a type: has no value at run time. */
  declare readonly '~value': Denormalized<Shape>;
  /** Only a type: it leads to a list inside. */
  declare readonly '~inner': Shape;
  /** @internal A list in `schema` is written to as if it were this schema. */
  readonly isTransparent = true;

  constructor(readonly schema: Shape) {
    if (process.env.NODE_ENV !== 'production') assertSchema('new schema.Object()', schema);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return nameOf(this.schema);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    return context.visit(this.schema as Schema, input, parent, key);
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    return context.visit(this.schema as Schema, result);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    return context.queryKey(this.schema as Schema, args);
  }
}
