import { isObject } from './isObject';

/** Visits all texts in some plain data. */
export function eachText(data: unknown, visit: (text: string) => void): void {
  // A list in place of recursion, which deep data would exhaust.
  const pending = [data];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') visit(value);
    // One by one: of more than some ten thousand, arguments would exhaust the stack.
    else if (isObject(value)) for (const part of Object.values(value)) pending.push(part);
  }
}
