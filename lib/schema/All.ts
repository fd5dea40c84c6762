import { makers } from '../definitions/makers';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import type { Denormalized } from '../types/Denormalized';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import { resolved } from './resolved';
import { Union } from './Union';

/**
 * All records of one kind that are stored, in order of arrival; of a union, kind
 * after kind.
 *
 * As the schema of a request it stores an array of records, and reads all there
 * are, whichever request brought them.
 *
 * @example
 * ```ts
 * import { All, Entity } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   completed = false;
 *   static key = 'Todo';
 * }
 *
 * const allTodos = new All(Todo);
 * ```
 */
export class All<const S> {
  static {
    makers.set('All', All);
  }

  /** Only a type: nothing stands here when the program runs. */
  declare readonly '~value': readonly Denormalized<S>[];
  readonly #items: readonly Schema[];
  #kinds: Readonly<Record<string, Schema>> | undefined;
  readonly #joined = new WeakMap<object, readonly unknown[]>();

  constructor(readonly schema: S) {
    this.#items = [schema as Schema];
    noteMade(this);
  }

  /** What it describes, as logs call it. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `All(${nameOf(this.schema)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    context.visit(this.#items, input, parent, key);
    return schemaName(this.#items);
  }

  /** @internal */
  denormalize(_result: unknown, context: DenormalizeContext): unknown {
    const union = resolved(this.schema);
    return union instanceof Union
      ? this.join(context.visit(this.kindsOf(union), { ...union.schema }) as object)
      : context.visit(this.#items, context.keys(schemaName(union)));
  }

  /** @internal */
  queryKey(_args: readonly unknown[], { entities }: QueryContext): unknown {
    const under = resolved(this.schema);
    const kinds = under instanceof Union ? Object.values(under.schema) : [under];
    return kinds.some(kind => Object.hasOwn(entities, schemaName(kind)))
      ? schemaName(this.#items)
      : undefined;
  }

  private kindsOf(union: Union<Readonly<Record<string, unknown>>>): Readonly<Record<string, Schema>> {
    this.#kinds ??= Object.fromEntries(
      Object.entries(union.schema).map(([kind, schema]) => [kind, new All(schema)]),
    );
    return this.#kinds;
  }

  /** One array of the records of all kinds: the same one for as long as none of them changes. */
  private join(byKind: object): readonly unknown[] {
    const joined = this.#joined.get(byKind) ?? Object.freeze(Object.values(byKind).flat());
    this.#joined.set(byKind, joined);
    return joined;
  }
}
