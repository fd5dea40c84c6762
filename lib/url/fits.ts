import type { PlacedToken } from './readPath';

/**
 * Whether tokens can be filled to give a text.
 *
 * Follows all positions at once that the tokens so far can reach, so its time is proportional to the length of the
 * text, whatever it holds.
 *
 * @param isPair Whether it is a query pair, where a parameter holds anything, or nothing; in a path it holds no slash,
 *   and a wildcard starts with none.
 */
export function fits(tokens: readonly PlacedToken[], text: string, isPair = false): boolean {
  return reachableEnds(tokens, new Set([0])).has(text.length);

  /** The positions at which the tokens can end, given their possible starts. */
  function reachableEnds(level: readonly PlacedToken[], starts: ReadonlySet<number>): ReadonlySet<number> {
    let from = starts;
    for (const token of level) {
      const to = new Set(token.type === 'group' ? [...from, ...reachableEnds(token.tokens, from)] : []);
      for (const start of from) {
        if (token.type === 'text') {
          if (text.startsWith(token.value, start)) to.add(start + token.value.length);
        } else if (token.type !== 'group') {
          if (isPair) to.add(start);
          // Positions that another start has reached are not walked again.
          for (let end = start; end < text.length && !to.has(end + 1); to.add(++end)) {
            if (!isPair && text[end] === '/' && (end === start || token.type === 'param')) break;
          }
        }
      }
      from = to;
    }
    return from;
  }
}
