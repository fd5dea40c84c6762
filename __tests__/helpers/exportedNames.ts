/** The sorted names of an entry point's exports, without the CommonJS `default` in tests of the packed package. */
export function exportedNames(entry: object): string[] {
  const isPacked = process.env.RDC_PACKAGE !== undefined;
  return Object.keys(entry)
    .filter(name => !(isPacked && name === 'default'))
    .sort();
}
