/**
 * Gives a type where an option takes a value: `searchParams`, `body`, and a field of a schema.
 *
 * Nothing is checked at run time; a Standard Schema (Zod, Valibot, ...) in its place
 * does that.
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

/** A string: in a schema it describes a value that is stored as it comes, like any sample; an object would need one. */
const SAMPLE: unknown = '';
