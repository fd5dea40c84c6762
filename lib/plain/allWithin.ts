import { isForm } from './isForm';
import { isObject } from './isObject';
import { isPlainObject } from './isPlainObject';

/**
 * A value and all that stands in it, however deep, each once: what contains itself has an end, too.
 *
 * @param opens whether to look into an object; by default into lists, plain objects and forms
 */
export function allWithin(data: unknown, opens: (part: object) => boolean = isOpen): readonly unknown[] {
  const found = new Set([data]);
  for (const part of found) {
    if (!isObject(part) || !opens(part)) continue;
    for (const one of isForm(part) ? part.values() : Object.values(part)) found.add(one);
  }
  return [...found];
}

function isOpen(part: object): boolean {
  return Array.isArray(part) || isPlainObject(part) || isForm(part);
}

/** Visits all texts in some plain data; one of which `visit` returns `true` is the last. Returns whether there was one. */
export function eachText(data: unknown, visit: (text: string) => unknown): boolean {
  // A list in place of recursion, which deep data would exhaust.
  const pending = [data];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && visit(value) === true) return true;
    // One by one: of more than some ten thousand, arguments would exhaust the stack.
    if (isObject(value)) for (const part of Object.values(value)) pending.push(part);
  }
  return false;
}
