/** The sorted names that an entry point exports. Tests of the packed package import CommonJS, of which all is the `default`, too. */
export function exportedNames(entry: object): string[] {
  const isPacked = process.env.RDC_PACKAGE !== undefined;
  return Object.keys(entry)
    .filter(name => !(isPacked && name === 'default'))
    .sort();
}
