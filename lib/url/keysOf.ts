import type { Key, Token } from 'path-to-regexp';

/** The parameters and wildcards among tokens, those of optional parts included, in order. */
export function keysOf(tokens: readonly Token[]): Key[] {
  return tokens.flatMap(token => {
    if (token.type === 'text') return [];
    return token.type === 'group' ? keysOf(token.tokens) : [token];
  });
}
