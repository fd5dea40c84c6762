import { parse, type Token } from 'path-to-regexp';
import { invalidPathError } from '../errors/invalidPathError';
import { invalidPath } from './invalidPath';

/** A path pattern taken apart: its path, and the query that it may embed. */
export interface PathTokens {
  readonly path: Token[];
  readonly query: Token[];
  /** Where the query begins in the source; the length of the source when there is none. */
  readonly queryAt: number;
}

/**
 * What can stand between the tokens of a path: the mark that begins a query (`?`, `\?`, or `{?` when all
 * of it is optional), and the two places where a question mark means nothing (escapes and quoted names).
 */
const LEXEMES = /(?<mark>\{?\\?\?)|\\.|[:*]"(?:\\.|[^"\\])*"/gsu;

/**
 * Reads the tokens of a path pattern. The grammar is path-to-regexp 8, plus an embedded query that begins
 * at the first question mark, bare or escaped.
 *
 * @param encodePath Applied to each literal text; none is changed without it.
 * @throws {UsageError} with the position and a remedy, when the pattern does not parse.
 */
export function readPath(source: string, encodePath = (text: string) => text): PathTokens {
  const { mark, at } = findQuery(source);
  // The brace of "{?q=:q}" opens a part of the query, though it stands before the mark.
  const brace = mark.startsWith('{') ? 1 : 0;
  const queryStart = at + mark.length;
  const query = source.slice(queryStart);
  if (process.env.NODE_ENV !== 'production' && mark && /^\/|^$/.test(query)) {
    throw invalidPathError(
      source,
      queryStart - 1,
      'the "?" does not start a query',
      'Write a query as "?q=:q", and an optional part of the path as "{/:id}".',
    );
  }
  const read = (part: string, offset: number) => {
    try {
      return parse(part, { encodePath }).tokens;
    } catch (error) {
      throw process.env.NODE_ENV !== 'production' ? invalidPath(source, error, part, offset) : error;
    }
  };
  return {
    path: read(source.slice(0, at), 0),
    query: read('{'.repeat(brace) + query, queryStart - brace),
    queryAt: at,
  };
}

function findQuery(source: string): { mark: string; at: number } {
  for (const { groups, index } of source.matchAll(LEXEMES)) {
    if (groups?.mark) return { mark: groups.mark, at: index };
  }
  return { mark: '', at: source.length };
}
