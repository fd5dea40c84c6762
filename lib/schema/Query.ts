import type { NameOf } from '../definitions/schemaName';
import { noteMade } from '../definitions/schemas';
import { argumentError } from '../errors/argumentError';
import { describeValue, isClass } from '../errors/describeValue';
import { jsonOf } from '../errors/jsonOf';
import { attempt } from '../plain/attempt';
import { getOrCreate } from '../plain/getOrCreate';
import { isObject } from '../plain/isObject';
import { isPlain } from '../plain/isPlain';
import { isPlainObject } from '../plain/isPlainObject';
import { numberOf } from '../plain/numberOf';
import { toPlain } from '../plain/toPlain';
import type { Denormalized } from '../types/Denormalized';
import { INVALID } from '../types/INVALID';
import type { Loose } from '../types/Loose';
import type { DenormalizeContext, NormalizeContext, QueryContext, Schema } from '../types/Schema';
import { assertSchema } from './assertSchema';

/** How many recent results are kept for readers that come back to them, held elsewhere or not. */
const MAX_RECENT = 50;

/** After this many new arguments, results that nothing holds are dropped. */
const NEW_ARGUMENTS = 500;

/** The results for one value. */
interface Results {
  /** By arguments; objects are held weakly. */
  readonly byArgs: Map<string, unknown>;
  /** The latest objects. */
  readonly recent: object[];
}

/**
 * The result of a function of another schema's data: a filter, an order, a sum, a join.
 *
 * The function is called again only when that data or the arguments change;
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
  /** Only a type: has no value at run time. */
  declare readonly '~value': Value;
  /** Only a type: it leads to a list inside. */
  declare readonly '~inner': S;
  /** @internal A list in `schema` is written to as if it were this schema. */
  readonly isTransparent = true;
  /** The results for each value, collected along with it. */
  readonly #results = new WeakMap<object, Results>();

  /** @param process makes the result from the schema's value and the arguments; pure */
  constructor(
    readonly schema: S,
    readonly process: (value: Denormalized<S>, ...args: Args) => Value,
  ) {
    assertQuery(schema, process);
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
    return value === INVALID ? INVALID : this.resultOf(value as Denormalized<S>, context.args as Args);
  }

  /** @internal */
  queryKey(args: readonly unknown[], context: QueryContext): unknown {
    return context.queryKey(this.schema as Schema, args);
  }

  private resultOf(value: Denormalized<S>, args: Args): Value {
    if (!isObject(value)) return this.process(value, ...args);
    const { byArgs, recent } = getOrCreate(this.#results, value, newResults);
    const key = textOf(args);
    const cached = byArgs.get(key);
    const result = cached instanceof WeakRef ? cached.deref() : cached;
    if (result !== undefined || (cached === undefined && byArgs.has(key))) return result as Value;
    const newResult = this.process(value, ...args);
    if (byArgs.size % NEW_ARGUMENTS === 0) forgetUnheld(byArgs);
    byArgs.set(key, isObject(newResult) ? new WeakRef(newResult) : newResult);
    if (isObject(newResult) && recent.push(newResult) > MAX_RECENT) recent.shift();
    return newResult;
  }
}

/** For development; in its caller `process` is the parameter. */
function assertQuery(schema: unknown, compute: unknown): void {
  if (process.env.NODE_ENV === 'production') return;
  const call = 'new Query()';
  assertSchema(call, schema);
  if (typeof compute === 'function' && !isClass(compute)) return;
  const fix = 'Pass what makes the result: new Query(new All(Todo), todos => ...).';
  throw argumentError(call, `its function is ${describeValue(compute)}`, fix);
}

function newResults(): Results {
  return { byArgs: new Map(), recent: [] };
}

/** Drops results that nothing holds, and primitives, which nothing can. */
function forgetUnheld(byArgs: Results['byArgs']) {
  for (const [key, cached] of byArgs)
    if (!(cached instanceof WeakRef) || cached.deref() === undefined) byArgs.delete(key);
}

/** Equal for equal arguments; what JSON cannot hold equals only itself. */
function textOf(args: readonly unknown[]): string {
  if (isPlain(args)) return JSON.stringify(args);
  return (
    attempt(() => JSON.stringify(args, withMarkedValues)) ?? jsonOf('a Query', 'arguments', toPlain(args))
  );
}

/** A replacer for values that `JSON.stringify` would omit or confuse with others. */
function withMarkedValues(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const original = this[name];
  if (isObject(original) ? Array.isArray(original) || isPlainObject(original) : isPlain(original))
    return value;
  if (original === undefined && !Array.isArray(this)) return undefined;
  if (!Object.is(original, value)) return { '\0': value };
  return {
    '\0':
      isObject(original) || typeof original === 'function'
        ? numberOf(original)
        : `${typeof original} ${String(original)}`,
  };
}
