/** An object with the same fields, other values; `__proto__` is a name like any other. */
export function mapFields<T, U>(
  fields: Readonly<Record<string, T>>,
  change: (name: string, value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]));
}
