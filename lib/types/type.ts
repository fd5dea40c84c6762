/**
 * Says a type where an option takes a value: `searchParams` and `body`.
 *
 * Nothing is checked when the program runs; a Standard Schema (Zod, Valibot, ...)
 * in its place does that.
 *
 * @example
 * ```ts
 * import { Entity, resource, type } from 'rdc-toolkit';
 *
 * class Todo extends Entity {
 *   id = '';
 *   done = false;
 *   static key = 'Todo';
 * }
 *
 * const TodoResource = resource({
 *   path: '/todos/:id',
 *   schema: Todo,
 *   searchParams: type<{ done?: boolean }>(),
 * });
 * ```
 */
export function type<T>(): T {
  return SAMPLE as T;
}

const SAMPLE: unknown = Object.freeze({});
