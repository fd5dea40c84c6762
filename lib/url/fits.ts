import type { PlacedToken } from './readPath';

/**
 * Whether a text is what tokens can be filled to.
 *
 * Follows all places at once up to which the tokens so far can have reached, so that its time is in proportion to
 * the length of the text, whatever it holds.
 *
 * @param isPair Whether it is a pair of a query, of which a parameter holds anything, or nothing; in a path it holds
 * no slash, and a wildcard starts with none.
 */
export function fits(tokens: readonly PlacedToken[], text: string, isPair = false): boolean {
  return reached(tokens, new Set([0])).has(text.length);

  /** The places at which tokens can end that start at such places. */
  function reached(level: readonly PlacedToken[], starts: ReadonlySet<number>): ReadonlySet<number> {
    let from = starts;
    for (const token of level) {
      const to = new Set(token.type === 'group' ? [...from, ...reached(token.tokens, from)] : []);
      for (const start of from) {
        if (token.type === 'text') {
          if (text.startsWith(token.value, start)) to.add(start + token.value.length);
        } else if (token.type !== 'group') {
          if (isPair) to.add(start);
          // What another start has reached is not walked again.
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
