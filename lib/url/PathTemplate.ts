import type { Key } from 'path-to-regexp';
import { pathArgumentError } from '../errors/pathArgumentError';
import { getOrCreate } from '../plain/getOrCreate';
import type { ParamRoles } from '../types/EndpointInterface';
import { checkPath } from './checkPath';
import { encode, encodeLiteral, hasLoneSurrogate } from './encode';
import { fits } from './fits';
import { keysOf } from './keysOf';
import { type PathTokens, type PlacedToken, readPath } from './readPath';

/**
 * A path pattern that arguments can fill, and that recognizes filled paths.
 *
 * | pattern | arguments | filled |
 * |---|---|---|
 * | `/users/:id` | `{ id: 5 }` | `/users/5` |
 * | `/:owner/*path` | `{ owner: 'ada', path: ['a', 'b c'] }` | `/ada/a/b%20c` |
 * | `/posts{/:id}` | `{}` | `/posts` |
 * | `/search?{q=:q}{&page=:page}` | `{ page: 2 }` | `/search?page=2` |
 */
export interface PathTemplate {
  /** Names of the parameters, in order of first appearance. */
  readonly names: readonly string[];
  /** Names of the required parameters. */
  readonly required: readonly string[];
  /**
   * The path with its values filled in and encoded, including an embedded query.
   *
   * A value never adds a segment, a query, a fragment or a host. Arguments that the pattern does not name are ignored;
   * a part in braces is omitted when one of its arguments is `undefined` or `null`.
   *
   * @throws {UsageError} when a required argument is missing, or one has a value that no path can carry.
   */
  fill(params: Readonly<Record<string, unknown>>): string;
  /** Roles of the parameters that `fill` would write into the path for these arguments. */
  roles(params: Readonly<Record<string, unknown>>): ParamRoles;
  /**
   * Whether `fill` could have written a path, with any arguments. Query pairs may be in any order and among others.
   * Takes time proportional to the path's length, and never throws.
   */
  fits(path: string): boolean;
}

/** Caches only definitions: a template depends on nothing but its path. */
const templates = new Map<string, PathTemplate>();

/**
 * Reads a path pattern in the grammar of path-to-regexp 8, with an optional embedded query.
 *
 * @returns The same template for the same source.
 * @throws {UsageError} with the position and a remedy, when the source is not a path pattern.
 */
export function parsePath(source: string): PathTemplate {
  return getOrCreate(templates, source, createTemplate);
}

function createTemplate(source: string): PathTemplate {
  const tokens = readPath(source, encodeLiteral);
  const all = [...tokens.path, ...tokens.query];
  const pairs = requiredPairs(tokens.query);
  if (process.env.NODE_ENV !== 'production') checkPath(source, tokens);
  const hasGroups = tokens.path.some(({ type }) => type === 'group');
  // The same for all arguments, and read for each row of a list.
  const fixed = hasGroups ? undefined : rolesIn(tokens.path, {});

  return {
    names: [...new Set(keysOf(all).map(key => key.name))],
    required: all.filter(isKey).map(key => key.name),
    fill: filler(source, tokens),
    roles: params => fixed ?? rolesIn(tokens.path, params),
    fits(address) {
      const [, pathname = '', search = ''] = ADDRESS.exec(encodeLiteral(address)) ?? [];
      const searchPairs = search.split('&');
      return (
        fits(tokens.path, pathname) && pairs.every(pair => searchPairs.some(each => fits(pair, each, true)))
      );
    },
  };
}

const ADDRESS = /^([^?#]*)(?:\?([^#]*))?/;

/** The pairs of an embedded query that every request has: those that cannot be empty. */
function requiredPairs(tokens: readonly PlacedToken[]): PlacedToken[][] {
  const pairs: PlacedToken[][] = [[]];
  for (const token of tokens) {
    const parts =
      token.type === 'text' ? token.value.split('&').map(value => ({ ...token, value })) : [token];
    for (const [i, part] of parts.entries()) {
      if (i > 0) pairs.push([]);
      pairs.at(-1)?.push(part);
    }
  }
  return pairs.filter(pair => !fits(pair, '', true));
}

// --- Roles of parameters ---------------------------------------------------------------------------------

function rolesIn(path: readonly PlacedToken[], params: Readonly<Record<string, unknown>>): ParamRoles {
  const written = writtenOf(path, params);
  const last = written.findLastIndex(isKey);
  const namesBefore = (end: number) =>
    written
      .slice(0, end)
      .filter(isKey)
      .map(key => key.name);
  if (leadsOn(written.slice(last + 1))) return { parents: namesBefore(last + 1) };
  let index = last;
  // Optional parameters right after a parameter identify nothing else than that one does.
  while (index > 0 && !path.includes(written[index] as PlacedToken)) {
    const before = written.slice(0, index).findLastIndex(isKey);
    if (before < 0 || leadsOn(written.slice(before + 1, index))) break;
    index = before;
  }
  const before = written.slice(0, index).findLastIndex(isKey);
  // After a text segment, a value may be unique only within its parent: the second of each project, for example.
  const isOwn = before < 0 || !leadsOn(written.slice(before + 1, index));
  const nameAt = (position: number) => (written[position] as Key | undefined)?.name;
  return { own: isOwn ? nameAt(index) : undefined, last: nameAt(index), parents: namesBefore(index) };
}

/** Whether the tokens contain text that starts a segment of the path. */
function leadsOn(tokens: readonly PlacedToken[]): boolean {
  return /\/[^/]/.test(tokens.map(token => (token.type === 'text' ? token.value : '')).join(''));
}

/** The texts and parameters of a filled path, without optional parts that lack an argument. */
function writtenOf(
  tokens: readonly PlacedToken[],
  params: Readonly<Record<string, unknown>>,
): readonly PlacedToken[] {
  return tokens.flatMap(token => {
    if (token.type !== 'group') return [token];
    const isOmitted = token.tokens.some(each => isKey(each) && argument(params, each.name) == null);
    return isOmitted ? [] : writtenOf(token.tokens, params);
  });
}

// --- Filling ---------------------------------------------------------------------------------------------

function filler(source: string, { path, query }: PathTokens): PathTemplate['fill'] {
  return params => {
    const refuse = (key: Key, value: unknown) =>
      pathArgumentError(
        source,
        key.name,
        value,
        process.env.NODE_ENV !== 'production' && fix(key, value) + otherParamsText(key, params),
      );

    const scalar = (key: Key, value: unknown): string => {
      if (!isScalar(value)) throw refuse(key, value);
      return String(value);
    };
    const segment = (key: Key, value: unknown): string => {
      const text = scalar(key, value);
      if (!isSegment(text)) throw refuse(key, value);
      return encode(text);
    };
    const segments = (key: Key, value: unknown): string => {
      if (!Array.isArray(value) || value.length === 0) throw refuse(key, value);
      return Array.from(value, each => segment(key, each)).join('/');
    };

    const pathname = write(path, params, (key, value) =>
      key.type === 'wildcard' ? segments(key, value) : segment(key, value),
    );
    const pairs = write(query, params, (key, value) => encode(scalar(key, value)))
      // Omitted parts leave their ampersands behind.
      ?.split('&')
      .filter(Boolean);
    return pairs?.length ? `${pathname}?${pairs.join('&')}` : `${pathname}`;
  };
}

/** Lists the given arguments, since the parameter's name may be misspelt. */
function otherParamsText({ name }: Key, params: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(params);
  return names.length === 0 || names.includes(name) ? '' : ` It was given ${names.join(', ')}.`;
}

/** Writes tokens and values; `undefined` for a group that lacks an argument. */
function write(
  tokens: readonly PlacedToken[],
  params: Readonly<Record<string, unknown>>,
  writeValue: (key: Key, value: unknown) => string,
  isGroup = false,
): string | undefined {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'text') {
      text += token.value;
    } else if (token.type === 'group') {
      text += write(token.tokens, params, writeValue, true) ?? '';
    } else {
      const value = argument(params, token.name);
      if (isGroup && value == null) return undefined;
      text += writeValue(token, value);
    }
  }
  return text;
}

/** Getters of a class count as arguments; members that every object inherits, such as `constructor`, do not. */
function argument(params: Readonly<Record<string, unknown>>, name: string): unknown {
  return name in Object.prototype && !Object.hasOwn(params, name) ? undefined : params[name];
}

function isKey(token: PlacedToken): token is PlacedToken & Key {
  return token.type === 'param' || token.type === 'wildcard';
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** Whether a text can be a path segment. */
function isSegment(text: string): boolean {
  // Browsers and servers resolve dots as relative paths, even when they are encoded.
  return text !== '' && text !== '.' && text !== '..' && !hasLoneSurrogate(text);
}

/** What to pass instead of a refused value. */
function fix(key: Key, value: unknown): string {
  if (isScalar(value) && !isSegment(String(value))) return segmentFault(String(value));
  return key.type === 'wildcard'
    ? 'Pass a list of segments, such as ["docs", "intro.md"].'
    : 'Pass a string or a finite number.';
}

function segmentFault(text: string): string {
  if (text === '') return 'It would make an empty segment. Pass at least one character.';
  if (hasLoneSurrogate(text)) return 'It contains a lone surrogate, which a URL cannot hold.';
  return 'Browsers and servers resolve this segment as a relative path, even when it is encoded.';
}
