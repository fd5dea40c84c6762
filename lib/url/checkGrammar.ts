import { parse, pathToRegexp, type Token, TokenData } from 'path-to-regexp';
import { invalidPathError } from '../errors/invalidPathError';
import { invalidPath } from './invalidPath';

/**
 * Refuses what path-to-regexp cannot read. Called in development only, so that no app ships it.
 *
 * @param queryAt Where the embedded query begins; the length of the source when there is none.
 * @param queryStart Where the query continues after its question mark.
 * @throws {UsageError} with the position and a remedy.
 */
export function checkGrammar(source: string, queryAt: number, queryStart: number): void {
  const query = source.slice(queryStart);
  // The brace of "{?q=:q}" opens a part of the query, although it precedes the question mark.
  const brace = source.slice(queryAt, queryStart).startsWith('{') ? '{' : '';
  if (queryAt < source.length && /^\/|^$/.test(query)) {
    throw invalidPathError(
      source,
      queryStart - 1,
      'the "?" does not start a query',
      'Write a query as "?q=:q", and an optional part of the path as "{/:id}".',
    );
  }
  checkPart(source, source.slice(0, queryAt), 0, tokens => [tokens], '/');
  checkPart(source, brace + query, queryStart - brace.length, pairsOf, '&');
}

function checkPart(
  source: string,
  part: string,
  offset: number,
  split: (tokens: Token[]) => Token[][],
  delimiter: '/' | '&',
): void {
  try {
    const { tokens } = parse(part);
    // The expression is not used, but this refuses adjacent parameters and too many optional parts.
    for (const each of split(tokens)) pathToRegexp(new TokenData(each), { delimiter });
  } catch (error) {
    throw invalidPath(source, error, part, offset);
  }
}

/** Each parameter of a query with the text around it: pairs may come in any order, and any may be missing. */
function pairsOf(tokens: readonly Token[]): Token[][] {
  const pairs: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'group') pairs.push(...pairsOf(token.tokens), []);
    else if (token.type === 'text' && token.value.includes('&')) pairs.push([]);
    else pairs.at(-1)?.push(token);
  }
  return pairs;
}
