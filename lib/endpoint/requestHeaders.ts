/** Header fields by name, as `getHeaders` gets them. */
export type HeaderFields = Readonly<Record<string, string>>;

/** Header fields of several sources; of a field that is there twice, in any spelling, the later wins. */
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
