/** Whether a value is an object of any class, an array included. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
