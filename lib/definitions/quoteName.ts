/** The words for a sample value or a function in the name of a schema. */
const SAMPLES = new Set('string number boolean bigint undefined null symbol function'.split(' '));

/** Characters with a meaning in the name of a schema; a dot between others has none. */
const SPECIAL = /[[\]{}(),:|"<>\\…]|^\.|\.\.|\.$|^$/;

/** A name inside the name of a schema, in quotes if it could be misread. */
export function quoteName(name: string): string {
  return SPECIAL.test(name) || SAMPLES.has(name) ? JSON.stringify(name) : name;
}
