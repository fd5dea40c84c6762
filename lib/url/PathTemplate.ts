import type { Key } from 'path-to-regexp';
import { pathArgumentError } from '../errors/pathArgumentError';
import { kept } from '../plain/kept';
import type { ParamRoles } from '../types/EndpointInterface';
import { checkPath } from './checkPath';
import { encode, encodeLiteral, hasLoneSurrogate } from './encode';
import { fits } from './fits';
import { keysOf } from './keysOf';
import { type PathTokens, type PlacedToken, readPath } from './readPath';

/**
 * A path pattern that can be filled with arguments and recognized again.
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
  /** Names of those without which it cannot be filled. */
  readonly required: readonly string[];
  /**
   * The path with its values filled in and encoded, embedded query included.
   *
   * A value never adds a segment, a query, a fragment or a host. Arguments that the pattern does not name
   * are ignored; a part in braces is left out when an argument in it is `undefined` or `null`.
   *
   * @throws {UsageError} when a required argument is missing, or one has a value no path can carry.
   */
  fill(params: Readonly<Record<string, unknown>>): string;
  /** What each of the parameters names that `fill` would write of such arguments into the path. */
  roles(params: Readonly<Record<string, unknown>>): ParamRoles;
  /**
   * Whether `fill` could have written a path, of any arguments. Pairs of the query may stand in any order and among
   * others. Takes time in proportion to the path's length, and never throws.
   */
  fits(path: string): boolean;
}

/** Holds definitions only: what is kept under a path depends on nothing but the path. */
const templates = new Map<string, PathTemplate>();

/**
 * Reads a path pattern in the grammar of path-to-regexp 8, with an optional embedded query.
 *
 * @returns The same template for the same source.
 * @throws {UsageError} with the position and a remedy, when the source is not a path pattern.
 */
export function parsePath(source: string): PathTemplate {
  return kept(templates, source, createTemplate);
}

function createTemplate(source: string): PathTemplate {
  const tokens = readPath(source, encodeLiteral);
  const all = [...tokens.path, ...tokens.query];
  const pairs = requiredPairs(tokens.query);
  if (process.env.NODE_ENV !== 'production') checkPath(source, tokens);
  const hasGroups = tokens.path.some(({ type }) => type === 'group');
  // The same for all arguments: a read of each row of a list looks at them.
  const fixed = hasGroups ? undefined : rolesIn(tokens.path, {});

  return {
    names: [...new Set(keysOf(all).map(key => key.name))],
    required: all.filter(isKey).map(key => key.name),
    fill: filler(source, tokens),
    roles: params => fixed ?? rolesIn(tokens.path, params),
    fits(address) {
      const [, pathname = '', search = ''] = ADDRESS.exec(encodeLiteral(address)) ?? [];
      const given = search.split('&');
      return fits(tokens.path, pathname) && pairs.every(pair => given.some(each => fits(pair, each, true)));
    },
  };
}

const ADDRESS = /^([^?#]*)(?:\?([^#]*))?/;

/** The pairs of an embedded query without which no request comes: those that cannot be empty. */
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
  let at = last;
  // What may be left out behind a parameter names nothing else than that.
  while (at > 0 && !path.includes(written[at] as PlacedToken)) {
    const before = written.slice(0, at).findLastIndex(isKey);
    if (before < 0 || leadsOn(written.slice(before + 1, at))) break;
    at = before;
  }
  const before = written.slice(0, at).findLastIndex(isKey);
  // Behind a text it may be the name of any that stands below such a parent: the second of each project, say.
  const isOwn = before < 0 || !leadsOn(written.slice(before + 1, at));
  const nameAt = (place: number) => (written[place] as Key | undefined)?.name;
  return { own: isOwn ? nameAt(at) : undefined, last: nameAt(at), parents: namesBefore(at) };
}

/** Whether a text stands among tokens that begins a segment of the path. */
function leadsOn(tokens: readonly PlacedToken[]): boolean {
  return /\/[^/]/.test(tokens.map(token => (token.type === 'text' ? token.value : '')).join(''));
}

/** The texts and parameters of a path that is filled: optional parts without an argument are left out. */
function writtenOf(
  tokens: readonly PlacedToken[],
  params: Readonly<Record<string, unknown>>,
): readonly PlacedToken[] {
  return tokens.flatMap(token => {
    if (token.type !== 'group') return [token];
    const isLeftOut = token.tokens.some(each => isKey(each) && argument(params, each.name) == null);
    return isLeftOut ? [] : writtenOf(token.tokens, params);
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
        process.env.NODE_ENV !== 'production' && fix(key, value) + givenBesides(key, params),
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
      // Parts that were left out leave their ampersands behind.
      ?.split('&')
      .filter(Boolean);
    return pairs?.length ? `${pathname}?${pairs.join('&')}` : `${pathname}`;
  };
}

/** What was given instead of a parameter: its name may be misspelt. */
function givenBesides({ name }: Key, params: Readonly<Record<string, unknown>>): string {
  const given = Object.keys(params);
  return given.length === 0 || given.includes(name) ? '' : ` It was given ${given.join(', ')}.`;
}

/** The text of tokens and values; `undefined` for a group without an argument that it needs. */
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

/** Getters of a class count as arguments; what every object inherits, as `constructor`, does not. */
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

/** Whether a text can be a segment of a path. */
function isSegment(text: string): boolean {
  // Browsers and servers read dots as a step within the path, even when they are encoded.
  return text !== '' && text !== '.' && text !== '..' && !hasLoneSurrogate(text);
}

/** What to pass in place of a value that was refused. */
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
