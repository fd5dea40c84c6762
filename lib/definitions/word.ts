/** What stands for a sample value, or for a function, in the name of a schema. */
const SAMPLES = new Set('string number boolean bigint undefined null symbol function'.split(' '));

/** Any run of characters that mean nothing in the name of a schema, and dots between them. */
const PLAIN = /^[^[\]{}(),:|"<>.\\…]+(?:\.[^[\]{}(),:|"<>.\\…]+)*$/;

/** A name inside the name of a schema: as it is, or in quotes where it could be taken for something else. */
export function word(name: string): string {
  return PLAIN.test(name) && !SAMPLES.has(name) ? name : JSON.stringify(name);
}
