/**
 * Says a type where an option takes a value: `searchParams`, `body`, and a field of a schema.
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

/** A text: in a schema it describes a value that is kept as it comes, as any sample does; an object would want one. */
const SAMPLE: unknown = '';
