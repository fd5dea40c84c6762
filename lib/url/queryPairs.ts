import type { Token } from 'path-to-regexp';

/** One `name=value` of an embedded query. */
export interface QueryPair {
  readonly tokens: Token[];
  /** Whether a request may come without it. */
  readonly optional: boolean;
}

/**
 * Cuts the tokens of an embedded query at its ampersands, so that pairs can be found in whatever order an
 * address has them.
 *
 * Optional parts that hold whole pairs are dissolved into optional pairs; one that only lengthens a value,
 * as in `page=:page{,:size}`, stays a part of its pair.
 */
export function queryPairs(tokens: readonly Token[]): QueryPair[] {
  const pairs: { tokens: Token[]; optional: boolean }[] = [];
  let current: Token[] = [];

  const cut = () => {
    current = [];
  };
  const add = (token: Token, optional: boolean) => {
    if (current.length === 0) pairs.push({ tokens: current, optional });
    current.push(token);
  };
  const walk = (level: readonly Token[], optional: boolean) => {
    for (const token of level) {
      if (token.type === 'text') {
        token.value.split('&').forEach((value, index) => {
          if (index > 0) cut();
          if (value) add({ type: 'text', value }, optional);
        });
      } else if (token.type === 'group' && (current.length === 0 || holdsAmpersand(token.tokens))) {
        walk(token.tokens, true);
      } else {
        add(token, optional);
      }
    }
  };

  walk(tokens, false);
  return pairs;
}

function holdsAmpersand(tokens: readonly Token[]): boolean {
  return tokens.some(token =>
    token.type === 'group'
      ? holdsAmpersand(token.tokens)
      : token.type === 'text' && token.value.includes('&'),
  );
}
