import { namesIn } from '../read/jsonPointer.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { given } from './given.js';
import type { KindOptions } from './Kinds.js';
import { TAKEN_TYPES, typeName, wordsOf } from './words.js';

/** Words that tell forms of one record apart, and not what the record is. */
const FORM_WORDS: ReadonlySet<string> = new Set(
  'nullable simple full minimal public private basic base detailed details detail summary short compact brief partial lite mini deleted expanded extended read out dto response'.split(
    ' ',
  ),
);

/** The same at the end of a name, several words long. */
const FORM_ENDINGS: readonly string[] = [' search result item', ' search result'];

/** The name that a schema has in the description. */
export function ownName(pointer: string): string {
  const names = namesIn(pointer);
  const last = names.findLast(
    name => !/^\d+$|^(schema|items|properties|content|allOf|oneOf|anyOf)$/.test(name),
  );
  return last ?? 'value';
}

/** A name in small words, as it is and without the words that tell forms of a record apart; a dotted name keeps its dots. */
export function stemmed(name: string): { readonly own: string; readonly stem: string } {
  const [prefix, last] = dotted(name);
  const own = wordsOf(last);
  let words = own;
  const joint = words.indexOf('with');
  if (joint > 0) words = words.slice(0, joint);
  const ending = FORM_ENDINGS.find(each => words.join(' ').endsWith(each));
  if (ending !== undefined) words = wordsOf(words.join(' ').slice(0, -ending.length));
  const isForm = (word: string | undefined) => word !== undefined && FORM_WORDS.has(word);
  while (words.length > 1 && isForm(words[0])) words = words.slice(1);
  while (words.length > 1 && isForm(words.at(-1))) words = words.slice(0, -1);
  return { own: prefix + own.join(' '), stem: prefix + words.join(' ') };
}

/** `io.k8s.api.core.v1.Pod` in two: what stands before the last dot, with it, and the name. `issuing.card` is one name. */
function dotted(name: string): [prefix: string, last: string] {
  const isDotted = /^[\w-]+(\.[\w -]+){2,}$/.test(name);
  const at = isDotted ? name.lastIndexOf('.') + 1 : 0;
  return [name.slice(0, at), name.slice(at)];
}

/** The name of a type for a schema: of a dotted name its last part. */
export function nameOfSchema(name: string): string {
  return typeName(wordsOf(dotted(name)[1]));
}

/** A name for the type of a schema that is not taken. */
export function freeName(
  pointer: string,
  shapes: ShapeReader,
  options: KindOptions,
  taken: ReadonlySet<string>,
  ending: 'Record' | 'Type',
): string {
  const own = ownName(pointer);
  const said = given(options.names, own) ?? shapes.rawAt(pointer)['x-rdc-name'];
  if (said !== undefined && !taken.has(said)) return said;
  const parts = own.split('.');
  for (let from = parts.length - 1; from >= 0; from--) {
    const name = typeName(wordsOf(parts.slice(from).join(' ')));
    if (!taken.has(name)) return name;
  }
  const base = typeName(wordsOf(own));
  // What JavaScript or the library calls so: `PromiseRecord` says more than `Promise2`.
  if (TAKEN_TYPES.has(base) && !taken.has(`${base}${ending}`)) return `${base}${ending}`;
  for (let i = 2; ; i++) if (!taken.has(`${base}${i}`)) return `${base}${i}`;
}
