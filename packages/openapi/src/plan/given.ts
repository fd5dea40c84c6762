/** An option's value for a schema; `undefined` if it has none, even for a schema called `constructor`. */
export function given<T>(option: Readonly<Record<string, T>>, schema: string): T | undefined {
  return Object.hasOwn(option, schema) ? option[schema] : undefined;
}
