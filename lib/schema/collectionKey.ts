/** Arguments that name one list, each as a string. */
export type CollectionKey = Readonly<Record<string, string>>;

/** The primary key of a list: its arguments in one order, `1`, `'1'` and `true`, `'true'` being the same. */
export function collectionPk(params: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(params).filter(([, value]) => value !== undefined);
  known.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(known.map(([name, value]) => [name, asString(value)])));
}

/** The arguments that a list's primary key was made of. */
export function collectionKey(pk: string): CollectionKey {
  return JSON.parse(pk) as CollectionKey;
}

/** How values of arguments and of fields are compared. */
export function asString(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
