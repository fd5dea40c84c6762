import type { Key } from 'path-to-regexp';
import type { PlacedToken } from './readPath';

/** The parameters and wildcards among tokens, also in optional parts, in order. */
export function keysOf(tokens: readonly PlacedToken[]): Key[] {
  return tokens.flatMap(token => {
    if (token.type === 'text') return [];
    return token.type === 'group' ? keysOf(token.tokens) : [token];
  });
}
