import type { Operation } from '../read/Operation.js';
import { plural, singular, valueName, wordsOf } from './words.js';

/** What an operation is called as a member of a resource: without the name of the record, `lock` and not `lockIssue`. */
export function memberName(
  operation: Operation,
  entity: string,
  itemPath: string,
  taken: ReadonlySet<string>,
): string {
  const words = idWords(operation) ?? pathWords(operation, itemPath);
  const own = wordsOf(entity);
  const shorter = without(without(words, plural(own)), own);
  return free([shorter, words, wordsOf(`${operation.method} ${operation.path}`)], taken);
}

/** What an operation is called that stands alone. */
export function endpointName(operation: Operation, taken: ReadonlySet<string>): string {
  const words = idWords(operation) ?? pathWords(operation, '');
  return free([words, wordsOf(operation.id ?? ''), wordsOf(`${operation.method} ${operation.path}`)], taken);
}

function free(choices: readonly (readonly string[])[], taken: ReadonlySet<string>): string {
  const names = choices.filter(words => words.length > 0).map(words => valueName(words));
  const found = names.find(name => !taken.has(name));
  if (found !== undefined) return found;
  const base = names[0] ?? 'request';
  for (let i = 2; ; i++) if (!taken.has(`${base}${i}`)) return `${base}${i}`;
}

/** The words of an operation's id without its tag; `undefined` where it only repeats method and path. */
function idWords(operation: Operation): string[] | undefined {
  const { id, tag, method, path } = operation;
  if (id === undefined) return undefined;
  const words = wordsOf(id);
  const repeated = wordsOf(`${method} ${path.replace(/^\/(api\/)?(v\d+\w*\/)?/i, '')}`);
  if (words[0] === method.toLowerCase() && isMadeOf(words, repeated)) return undefined;
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
  // In the middle only what is no thing of its own: a group with a version.
  return tag.length > 1 && /^v\d/.test(tag.at(-1) ?? '') ? without(words, tag) : [...words];
}

function isMadeOf(words: readonly string[], source: readonly string[]): boolean {
  const left = new Set(source.flatMap(word => [word, ...singular([word])]));
  return words.every(word => left.has(word) || singular([word]).every(one => left.has(one)));
}

/** Words without a sequence that stands somewhere after the first of them. */
function without(words: readonly string[], sequence: readonly string[]): string[] {
  for (let at = 1; at + sequence.length <= words.length; at++) {
    if (sequence.every((word, i) => words[at + i] === word)) {
      return [...words.slice(0, at), ...words.slice(at + sequence.length)];
    }
  }
  return [...words];
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' } as const;

/** A name made of method and path. */
function pathWords({ method, path, response }: Operation, itemPath: string): string[] {
  const parts = path.split('/').filter(part => part !== '' && !/^(api|v\d+\w*)$/i.test(part));
  const base = itemPath.split('/').filter(part => part !== '' && !/^(api|v\d+\w*)$/i.test(part));
  const isSame = (one: string | undefined, other: string | undefined) =>
    one !== undefined &&
    other !== undefined &&
    (one === other || (one.startsWith('{') && other.startsWith('{')));
  const shared = parts.findIndex((part, i) => !isSame(part, base[i]));
  const own = shared === -1 ? [] : parts.slice(shared);
  const isParameter = (part: string | undefined) => part?.startsWith('{') ?? false;
  const nouns = own.map((part, i) =>
    isParameter(part) ? [] : isParameter(own[i + 1]) ? singular(wordsOf(part)) : wordsOf(part),
  );
  // `POST /charges/{id}/capture`: what stands behind a record is what happens to it.
  const isAction = method === 'POST' && shared > 0 && own.length === 1 && !isParameter(own[0]);
  if (isAction) return nouns.flat();
  const isList = method === 'GET' && response.shape?.kind === 'array';
  const verb = isList ? 'list' : VERBS[method];
  const isCreated = verb === 'create' && !isParameter(own.at(-1));
  const last = nouns.findLastIndex(words => words.length > 0);
  return [verb, ...nouns.flatMap((words, i) => (isCreated && i === last ? singular(words) : words))];
}
