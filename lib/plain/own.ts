/** An object's own field; `undefined` for what it inherits, as every object does `constructor`. */
export function own<T>(fields: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Assigns a field, even `__proto__`. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === '__proto__') defineField(target, name, value);
  else (target as Record<string, unknown>)[name] = value;
}

/** Defines a field, over an inherited or a read-only one: `__proto__`, or the `name` of a function. */
export function defineField(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
