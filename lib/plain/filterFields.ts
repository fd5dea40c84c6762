/** An object's fields that pass a test; `__proto__` is a name like any other. */
export function filterFields<T>(
  fields: Readonly<Record<string, T>>,
  test: (name: string, value: T) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => test(name, value)));
}
