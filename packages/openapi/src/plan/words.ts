import { camelCase, noCase, pascalCase } from 'change-case';
import pluralize from 'pluralize';

// Words that look plural, or that people leave as they are.
for (const word of [
  'data',
  'metadata',
  'status',
  'progress',
  'media',
  'cms',
  'sms',
  'dns',
  'aws',
  'https',
  'alias',
  'canvas',
  'kubernetes',
  'access',
  'address',
  'tls',
  'cors',
  'gps',
  'os',
]) {
  const plural = { alias: 'aliases', canvas: 'canvases', address: 'addresses', access: 'accesses' }[word];
  if (plural === undefined) pluralize.addUncountableRule(word);
  else pluralize.addIrregularRule(word, plural);
}

/** The words of a name in any notation, in lower case. */
export function wordsOf(name: string): string[] {
  return noCase(name.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}

/** A name of a type: `pull-request` → `PullRequest`. */
export function typeName(words: string | readonly string[]): string {
  const name = pascalCase(typeof words === 'string' ? wordsOf(words).join(' ') : words.join(' '), {
    mergeAmbiguousCharacters: true,
  });
  return /^[\p{L}_$]/u.test(name) ? name : `_${name}`;
}

/** Another name for a record whose name is taken: `Promise` → `PromiseRecord`. */
export function recordName(name: string): string {
  return `${name}${name === 'Record' ? 'Entity' : 'Record'}`;
}

/** A name of a value: `list for-org` → `listForOrg`. */
export function valueName(words: string | readonly string[]): string {
  const name = camelCase(typeof words === 'string' ? wordsOf(words).join(' ') : words.join(' '), {
    mergeAmbiguousCharacters: true,
  });
  const safe = /^[\p{L}_$]/u.test(name) ? name : `_${name}`;
  return RESERVED.has(safe) ? `${safe}_` : safe;
}

/** A name for a value in code: the given one if it is valid there. */
export function localName(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && !RESERVED.has(name) ? name : valueName(name);
}

/** `['pull', 'requests']` → `['pull', 'request']`. */
export function singular(words: readonly string[]): string[] {
  return words.map((word, i) => (i === words.length - 1 ? pluralize.singular(word) : word));
}

/** `['pull', 'request']` → `['pull', 'requests']`. */
export function plural(words: readonly string[]): string[] {
  return words.map((word, i) => (i === words.length - 1 ? pluralize.plural(word) : word));
}

/** Whether two names are the same words, singular or plural, in any notation. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => singular(wordsOf(name)).join('');
  return plain(one) === plain(other);
}

/** Whether a field has a usual name for the content of a response. */
export function isEnvelope(field: string): boolean {
  return /^(data|result|response|payload|_embedded)$/i.test(field);
}

/** Names that a value cannot have. */
const RESERVED = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
);

/** Type names that generated code uses for something else. */
export const TAKEN_TYPES: ReadonlySet<string> = new Set(
  'Array Blob Collection Date FormData Object Partial Promise Readonly Record RequestInit URLSearchParams Entity Union Values Lazy Invalidate RestEndpoint RestOptions ApiEndpoint FormEndpoint JsonEndpoint'.split(
    ' ',
  ),
);
