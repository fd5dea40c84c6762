import { namesIn } from '../../read/jsonPointer.js';
import type { Operation } from '../../read/Operation.js';
import { shapeOfPath } from '../paths.js';
import { singular, wordsOf } from '../words.js';

/** Words of a path that say what is done, or which records are meant, but not what these are. */
const ACTIONS: ReadonlySet<string> = new Set(
  'get list fetch read find search query lookup filter create add new insert update edit patch save set delete remove all latest recent popular featured trending me self current mine bulk batch'.split(
    ' ',
  ),
);

/** The last words of names of lists. */
const LISTS: ReadonlySet<string> = new Set(['list', 'page', 'array']);

/** What an operation is about: what its path is, or its id if that has only a letter, `getTopic` at `/t/{id}`. */
export function nounOfOperation({ path, id = '' }: Pick<Operation, 'path' | 'id'>): string {
  const noun = nounOf(path);
  return (noun.length === 1 && singular(nounIn(id)).join(' ')) || noun;
}

/** What a path or a field is about, in lower-case words: `/pets/{petId}` → `pet`; empty if nothing says it. */
export function nounOf(path: string): string {
  const parts = staticParts(path);
  const nouns = parts.map(part => singular(nounIn(part)).join(' ')).filter(noun => noun !== '');
  return nouns.at(-1) ?? singular(wordsOf(parts.at(-1) ?? '')).join(' ');
}

/**
 * What the items of a list with a name are: `UsersList` → `user`; `undefined` if no such list holds them, or a field
 * inside it says more, as the `widgets` of a `HomePage` do.
 */
export function nounOfList(place: string, field = ''): string | undefined {
  const [components, , name = '', ...inside] = namesIn(place);
  if (components !== 'components' || inside.includes(field)) return undefined;
  const words = wordsOf(name);
  return LISTS.has(words.pop() ?? '') ? singular(nounIn(words.join('-'))).join(' ') || undefined : undefined;
}

/** The nouns of a path from the first to the last: `/posts/{id}/comments` → `post`, `comment`. */
export function nounsOf(path: string): string[] {
  return staticParts(path)
    .map(part => singular(nounIn(part)).join(' '))
    .filter(noun => noun !== '');
}

/** The path of the list that an operation is about: `/pets` for `/pets/{petId}` and `/pets/search`. */
export function collectionOf(path: string): string {
  const bare = shapeOfPath(withoutExtension(path)).replace(/(\/\{\})+$/, '');
  const [around, last] = [bare.slice(0, bare.lastIndexOf('/')), bare.slice(bare.lastIndexOf('/') + 1)];
  const isAction = around !== '' && !around.endsWith('}') && nounIn(last).length === 0;
  return isAction ? around : bare;
}

/** `/pets/{id}.json` → `/pets/{id}` */
export function withoutExtension(path: string): string {
  return path.replace(/\.(json|xml)$/, '');
}

/** The words of a title, without those that say what was done. */
export function nounOfTitle(title: string): string {
  return nounIn(title).join(' ');
}

function staticParts(path: string): string[] {
  return path
    .split('/')
    .map(withoutExtension)
    .filter(part => part !== '' && !part.includes('{') && !/^(api|rest|v\d+\w*|\d+(\.\d+)*)$/i.test(part));
}

/** The words of a segment between its verb and its condition: `getPetById` → `pet`. */
function nounIn(segment: string): string[] {
  const words = wordsOf(segment);
  const from = words.findIndex(word => !ACTIONS.has(word));
  const by = words.indexOf('by');
  return from === -1 ? [] : words.slice(from, by === -1 ? undefined : Math.max(from, by));
}
