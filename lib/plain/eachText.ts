import { isObject } from './isObject';

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
