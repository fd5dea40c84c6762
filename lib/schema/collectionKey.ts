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

const keysByRow = new WeakMap<object, { readonly pk: string; readonly key: CollectionKey }>();

/** The same, parsed once for each version of the list: a write looks at all lists of its kind. */
export function keyOfList(pk: string, row: object): CollectionKey {
  const known = keysByRow.get(row);
  // A merge of one's own may put the same row under two keys.
  if (known?.pk === pk) return known.key;
  const key = collectionKey(pk);
  keysByRow.set(row, { pk, key });
  return key;
}

/** How values of arguments and of fields are compared: by what they mean, at any depth. */
export function asString(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return asString(value.toJSON());
  if (Array.isArray(value)) return JSON.stringify(value.map(asString));
  return collectionPk({ ...value });
}
