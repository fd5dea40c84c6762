import { namesIn } from '../read/jsonPointer.js';
import type { ShapeReader } from '../read/shapeOf.js';
import { given } from './given.js';
import type { KindOptions } from './Kinds.js';
import { recordName, TAKEN_TYPES, typeName, wordsOf } from './words.js';

/** Words that only distinguish forms of one record. */
const FORM_WORDS: ReadonlySet<string> = new Set(
  'nullable simple full minimal public private basic base detailed details detail summary short compact brief partial lite mini deleted expanded extended read out dto response'.split(
    ' ',
  ),
);

/** The same in several words, at the end of a name. */
const FORM_ENDINGS: readonly string[] = [' search result item', ' search result'];

/** The name that a schema has in the description. */
export function ownName(pointer: string): string {
  const names = namesIn(pointer);
  const last = names.findLast(
    name => !/^\d+$|^(schema|items|properties|content|allOf|oneOf|anyOf)$/.test(name),
  );
  return last ?? 'value';
}

/** A name in lower-case words, with and without those that distinguish forms; a dotted name keeps its prefix. */
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

/** Splits `io.k8s.api.core.v1.Pod` and Go's `model.User` behind the last dot. `issuing.card` is one name. */
function dotted(name: string): [prefix: string, last: string] {
  const isDotted = /^[\w-]+(\.[\w -]+){2,}$|^[a-z]\w*\.[A-Z]\w*$/.test(name);
  const at = isDotted ? name.lastIndexOf('.') + 1 : 0;
  return [name.slice(0, at), name.slice(at)];
}

/** The type name for a schema: the last part of a dotted name. */
export function nameOfSchema(name: string): string {
  return typeName(wordsOf(dotted(name)[1]));
}

/** A free name for the type of a schema. */
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
  // JavaScript or the library uses this name: `PromiseRecord` says more than `Promise2`.
  const apart = ending === 'Record' ? recordName(base) : `${base}${ending}`;
  if (TAKEN_TYPES.has(base) && !taken.has(apart)) return apart;
  for (let i = 2; ; i++) if (!taken.has(`${base}${i}`)) return `${base}${i}`;
}
