import { schemaClasses } from '../definitions/schemaClasses';
import { type NameOf, schemaName } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import type { Denormalized } from '../types/Denormalized';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import { assertRecordSchema } from './assertSchema';
import { keysOf } from './keysOf';
import { resolveLazy } from './resolveLazy';
import { Union } from './Union';

/**
 * All stored records of one kind, in order of arrival; for a union, kind after
 * kind.
 *
 * As the schema of a request it stores an array of records, and reads all that are
 * stored, whichever request brought them.
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
    if (process.env.NODE_ENV !== 'production') schemaClasses.set('All', All);
  }

  /** Only a type: has no value at run time. */
  declare readonly '~value': readonly Denormalized<S>[];
  readonly #lists: Lists;

  constructor(readonly schema: S) {
    if (process.env.NODE_ENV !== 'production') assertRecordSchema('new All()', schema);
    this.#lists = listsOf(schema);
    noteMade(this);
  }

  /** Its name in logs. */
  get name(): string {
    return schemaName(this);
  }

  /** @internal */
  nameBy(nameOf: NameOf): string {
    return `All(${nameOf(this.schema)})`;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, context: NormalizeContext): unknown {
    context.visit(this.#lists.items, input, parent, key);
    return schemaName(this);
  }

  /** @internal */
  denormalize(_result: unknown, context: DenormalizeContext): unknown {
    const schema = resolveLazy(this.schema);
    if (!(schema instanceof Union))
      return context.visit(itemsOf(schema), context.keys(schemaName(schema), keysOf));
    const lists = this.#lists;
    // Several names may share one kind.
    lists.byKind ??= Object.fromEntries(
      Object.values(schema.schema).map(schema => [schemaName(schema), new All(schema)]),
    );
    return joined(lists, context.visit(lists.byKind, { ...lists.byKind }) as object);
  }

  /** @internal */
  queryKey(_args: readonly unknown[], context: QueryContext): unknown {
    const schema = resolveLazy(this.schema);
    const kinds = schema instanceof Union ? Object.values(schema.schema) : [schema];
    return kinds.some(kind => context.hasKind(schemaName(kind))) ? schemaName(this.#lists.items) : undefined;
  }
}

/** What all `All`s of one schema share, so that derived arrays are built once. */
interface Lists {
  readonly items: readonly Schema[];
  /** For a union, all records of each kind. */
  byKind: Readonly<Record<string, Schema>> | undefined;
  /** All records in one array, by the object of those of each kind. */
  readonly joined: WeakMap<object, readonly unknown[]>;
}

const listsBySchema = new WeakMap<object, Lists>();

function listsOf(schema: unknown): Lists {
  const cached = listsBySchema.get(schema as object);
  if (cached !== undefined) return cached;
  const lists = { items: [schema as Schema], byKind: undefined, joined: new WeakMap() };
  if (typeof schema === 'object' || typeof schema === 'function') listsBySchema.set(schema as object, lists);
  return lists;
}

function itemsOf(schema: Schema): readonly Schema[] {
  return listsOf(schema).items;
}

/** One array of the records of all kinds: the same one while none of them changes. */
function joined({ joined: lists }: Lists, byKind: object): readonly unknown[] {
  const list = lists.get(byKind) ?? Object.freeze(Object.values(byKind).flat());
  lists.set(byKind, list);
  return list;
}
