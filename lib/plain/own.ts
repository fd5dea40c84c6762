/** A field of an object itself; `undefined` for what it inherits, as every object does `constructor`. */
export function own<T>(fields: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}
