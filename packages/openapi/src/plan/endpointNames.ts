import type { Operation } from '../read/Operation.js';
import { plural, singular, valueName, wordsOf } from './words.js';

/** The name of an operation as a member of a resource, without the name of the record: `lock`, not `lockIssue`. */
export function memberName(
  operation: Operation,
  entity: string,
  itemPath: string,
  taken: ReadonlySet<string>,
  beside: Beside,
): string {
  const words = idWords(operation) ?? pathWords(operation, itemPath, beside);
  const own = wordsOf(entity);
  const shorter = without(without(words, plural(own)), own);
  return free([shorter, words, wordsOf(`${operation.method} ${operation.path}`)], taken);
}

/** The name of an operation outside resources. */
export function endpointName(operation: Operation, taken: ReadonlySet<string>, beside: Beside): string {
  const words = idWords(operation) ?? pathWords(operation, '', beside);
  return free([words, wordsOf(operation.id ?? ''), wordsOf(`${operation.method} ${operation.path}`)], taken);
}

function free(choices: readonly (readonly string[])[], taken: ReadonlySet<string>): string {
  const names = choices.filter(words => words.length > 0).map(words => valueName(words));
  const found = names.find(name => !taken.has(name));
  if (found !== undefined) return found;
  const base = names[0] ?? 'request';
  for (let i = 2; ; i++) if (!taken.has(`${base}${i}`)) return `${base}${i}`;
}

/** The words of an operation's id without its tag; `undefined` if it only repeats method and path. */
function idWords(operation: Operation): string[] | undefined {
  const { id, tag, method, path } = operation;
  if (id === undefined) return undefined;
  // NestJS writes the class before the name: `CatsController_upload`.
  const words = wordsOf(id.replace(/^\w*Controller[_.](?=.)/, ''));
  const repeated = wordsOf(`${method} ${path.replace(/^\/(api\/)?(v\d+\w*\/)?/i, '')}`);
  const isRepeated = words.length === 1 || isMadeOf(repeated, words);
  if (words[0] === method.toLowerCase() && isRepeated && isMadeOf(words, repeated)) return undefined;
  // `issues/list-for-repo`, tagged `issues`; `listCoreV1Node`, tagged `core_v1`; `users_read_users`, tagged `users`.
  const tagWords = wordsOf(tag ?? '');
  const shorter = tagWords.length === 0 ? words : withoutTag(words, tagWords);
  // FastAPI writes path and method behind the name: `read_users_users__get`.
  const tail = wordsOf(`${path} ${method}`).join(' ');
  const text = shorter.join(' ');
  return tail.length < text.length && text.endsWith(` ${tail}`)
    ? wordsOf(text.slice(0, -tail.length))
    : shorter;
}

function withoutTag(words: readonly string[], tag: readonly string[]): string[] {
  const starts = tag.every((word, i) => words[i] === word);
  if (starts && words.length > tag.length) return words.slice(tag.length);
  // In the middle, drop only a versioned group: others may name a thing.
  return tag.length > 1 && /^v\d/.test(tag.at(-1) ?? '') ? without(words, tag) : [...words];
}

function isMadeOf(words: readonly string[], source: readonly string[]): boolean {
  const left = new Set(source.flatMap(word => [word, ...singular([word])]));
  return words.every(word => left.has(word) || singular([word]).every(one => left.has(one)));
}

/** Removes a sequence of words that starts after the first word. */
function without(words: readonly string[], sequence: readonly string[]): string[] {
  for (let at = 1; at + sequence.length <= words.length; at++) {
    if (sequence.every((word, i) => words[at + i] === word)) {
      return [...words.slice(0, at), ...words.slice(at + sequence.length)];
    }
  }
  return [...words];
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' } as const;

/** Last words of a path that name an action. */
const ACTIONS = new Set([
  'search',
  'find',
  'query',
  'export',
  'download',
  'preview',
  'count',
  'lookup',
  'validate',
  'check',
]);

/** What else is at the path of an operation. */
export interface Beside {
  /** The `GET` there. */
  readonly read: (operation: Operation) => Operation | undefined;
  /** Whether the response is a list. */
  readonly isList: (operation: Operation) => boolean;
}

/** A name from method and path. */
function pathWords(operation: Operation, itemPath: string, beside: Beside): string[] {
  const { method, path } = operation;
  const split = (text: string) =>
    text.split('/').filter(part => part !== '' && !/^(api|v\d+\w*)$/i.test(part));
  const [parts, base] = [split(path), split(itemPath)];
  const isParameter = (part: string | undefined) => part?.startsWith('{') ?? false;
  const isSame = (one: string | undefined, other: string | undefined) =>
    one !== undefined && (one === other || (isParameter(one) && isParameter(other)));
  const shared = parts.findIndex((part, i) => !isSame(part, base[i]));
  const own = shared === -1 ? [] : parts.slice(shared);
  const nouns = own.map((part, i) =>
    isParameter(part) ? [] : isParameter(own[i + 1]) ? singular(wordsOf(part)) : wordsOf(part),
  );
  const words = nouns.flat();
  const last = wordsOf(own.at(-1) ?? '');
  const [action] = last;
  if (method === 'GET' && last.length === 1 && action !== undefined && ACTIONS.has(action)) {
    return [action, ...nouns.slice(0, -1).flat()];
  }
  const read = beside.read(operation);
  if (method === 'POST' && !isParameter(own.at(-1))) {
    // `POST /customers/{id}/sources` creates if a GET there reads a list, and updates if it reads one thing.
    if (read !== undefined)
      return beside.isList(read) ? ['create', ...singular(words)] : ['update', ...words];
    // `POST /charges/{id}/capture`: one segment behind a record is an action on it.
    if (shared > 0 && own.length === 1) return words;
    return ['create', ...singular(words)];
  }
  const isListed = method === 'GET' && beside.isList(operation);
  return [method === 'POST' && read !== undefined ? 'update' : isListed ? 'list' : VERBS[method], ...words];
}
