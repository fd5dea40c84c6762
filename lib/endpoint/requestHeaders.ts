/** Header fields by name, as passed to `getHeaders`. */
export type HeaderFields = Readonly<Record<string, string>>;

/** Merges header fields of several sources; for a repeated field, in any spelling, the last one wins. */
export function mergeHeaders(...sources: readonly (HeadersInit | undefined)[]): HeaderFields {
  const fields = new Map<string, readonly [name: string, value: string]>();
  for (const source of sources) {
    for (const [name, value] of entriesOf(source)) fields.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(fields.values());
}

function entriesOf(source: HeadersInit | undefined): Iterable<readonly [string, string]> {
  if (source === undefined) return [];
  return Symbol.iterator in source ? (source as Headers) : Object.entries(source as HeaderFields);
}
