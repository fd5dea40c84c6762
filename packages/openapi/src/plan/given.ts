/** What an option says of a schema; `undefined` where it says nothing, also of one that is called `constructor`. */
export function given<T>(option: Readonly<Record<string, T>>, schema: string): T | undefined {
  return Object.hasOwn(option, schema) ? option[schema] : undefined;
}
