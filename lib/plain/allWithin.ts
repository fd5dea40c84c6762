import { isForm } from './isForm';
import { isObject } from './isObject';
import { isPlainObject } from './isPlainObject';

/**
 * A value and everything inside it, at any depth, each once, so that cycles end.
 *
 * @param shouldDescend whether to visit what is inside an object; by default into lists, plain objects and forms
 */
export function allWithin(
  data: unknown,
  shouldDescend: (part: object) => boolean = isOpen,
): readonly unknown[] {
  const found = new Set([data]);
  for (const part of found) {
    if (!isObject(part) || !shouldDescend(part)) continue;
    for (const child of isForm(part) ? part.values() : Object.values(part)) found.add(child);
  }
  return [...found];
}

function isOpen(part: object): boolean {
  return Array.isArray(part) || isPlainObject(part) || isForm(part);
}

/** Visits all strings in plain data until `visit` returns `true`. Returns whether it did. */
export function eachText(data: unknown, visit: (text: string) => unknown): boolean {
  // A list, not recursion, which deep data would exhaust.
  const pending = [data];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && visit(value) === true) return true;
    // One by one: as arguments, more than some ten thousand would exhaust the stack.
    if (isObject(value)) for (const part of Object.values(value)) pending.push(part);
  }
  return false;
}
