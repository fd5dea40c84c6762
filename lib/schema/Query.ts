import type { NameOf } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { jsonOf } from '../errors/jsonOf';
import { toPlain } from '../plain/toPlain';
import type { Denormalized } from '../types/Denormalized';
import { INVALID } from '../types/INVALID';
import type { Loose } from '../types/Loose';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';

/**
 * What a function makes of the data of another schema: a filter, an order, a sum, a join.
 *
 * The function is called again only when that data or the arguments are others;
 * readers get the same object in between.
 *
 * @example
 * ```ts
 * import { All, Entity, Query } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   userId = '';
 *   completed = false;
 *   static key = 'Todo';
 * }
 *
 * const openTodos = new Query(new All(Todo), (todos, { userId }: { userId: string }) =>
 *   todos.filter(todo => todo.userId === userId && !todo.completed),
 * );
 * ```
 */
export class Query<const S, Args extends readonly Loose[], Value> {
  /** Only a type: nothing stands here when the program runs. */
  declare readonly '~value': Value;
  /** Only a type: a list in it is found through this. */
  declare readonly '~inner': S;
  /** @internal A list in `schema` is written to as if it stood here itself. */
  readonly isTransparent = true;
  /** What was made of each value, by arguments; goes with the value. */
  readonly #made = new WeakMap<object, Map<string, Value>>();

  /** @param process makes the result of the schema's value and the arguments; pure */
  constructor(
    readonly schema: S,
    readonly process: (value: Denormalized<S>, ...args: Args) => Value,
  ) {
    noteMade(this);
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
    const value = context.visit(this.schema as Schema, result);
    return value === INVALID ? INVALID : this.made(value as Denormalized<S>, context.args as Args);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    return context.queryKey(this.schema as Schema, args);
  }

  private made(value: Denormalized<S>, args: Args): Value {
    if (typeof value !== 'object' || value === null) return this.process(value, ...args);
    const byArgs = this.#made.get(value) ?? new Map<string, Value>();
    this.#made.set(value, byArgs);
    const key = jsonOf('a Query', 'arguments', toPlain(args));
    if (!byArgs.has(key)) byArgs.set(key, this.process(value, ...args));
    return byArgs.get(key) as Value;
  }
}
