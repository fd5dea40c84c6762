import type { NameOf } from '../definitions/schemaName';
import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import type { Denormalized } from '../types/Denormalized';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';

/**
 * A schema that is looked up on first use: for entities that hold each other, or
 * themselves, and whose classes do not all exist yet.
 *
 * @example
 * ```ts
 * import { Entity, Lazy } from 'rdc-toolkit';
 *
 * class Folder extends Entity {
 *   id = '';
 *   name = '';
 *   folders: readonly Folder[] = [];
 *   static key = 'Folder';
 *   static schema = { folders: [new Lazy((): typeof Folder => Folder)] };
 * }
 * ```
 */
export class Lazy<S> {
  /** Only a type: has no value at run time. */
  declare readonly '~value': Denormalized<S>;
  /** Only a type: it leads to a list inside. */
  declare readonly '~inner': S;
  readonly #schema: () => S;

  constructor(schema: () => S) {
    if (process.env.NODE_ENV !== 'production') assertFunction(schema);
    this.#schema = schema;
  }

  /** The schema itself. */
  resolve(): Schema {
    return this.#schema() as Schema;
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return nameOf(this.resolve());
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    return context.visit(this.resolve(), input, parent, key);
  }

  /** @internal */
  denormalize(result: unknown, context: DenormalizeContext): unknown {
    return context.visit(this.resolve(), result);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    return context.queryKey(this.resolve(), args);
  }
}

/** An entity is a class, which would only fail on the first read. */
function assertFunction(schema: unknown) {
  const { key } = (schema ?? {}) as { readonly key?: unknown };
  if (typeof schema === 'function' && key === undefined) return;
  const given = typeof key === 'string' ? `the schema ${key} itself` : describeValue(schema);
  throw argumentError('new Lazy()', `it was given ${given}`, 'Pass a function: new Lazy(() => TheSchema).');
}
