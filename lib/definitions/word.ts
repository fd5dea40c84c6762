/** What stands for a sample value, or for a function, in the name of a schema. */
const SAMPLES = new Set('string number boolean bigint undefined null symbol function'.split(' '));

/** What would mean something in the name of a schema; dots do not, where there is something on both sides. */
const SPECIAL = /[[\]{}(),:|"<>\\…]|^\.|\.\.|\.$|^$/;

/** A name inside the name of a schema: as it is, or in quotes where it could be taken for something else. */
export function word(name: string): string {
  return SPECIAL.test(name) || SAMPLES.has(name) ? JSON.stringify(name) : name;
}
