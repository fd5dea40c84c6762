import type { PlacedToken } from './readPath';

/**
 * Whether a text is what tokens can be filled to.
 *
 * Follows all places at once up to which the tokens so far can have reached, so that its time is in proportion to
 * the length of the text, whatever it holds.
 *
 * @param delimiter What no parameter holds, and no wildcard starts with.
 * @param mayBeEmpty Whether a parameter may hold nothing.
 */
export function fits(
  tokens: readonly PlacedToken[],
  text: string,
  delimiter: string,
  mayBeEmpty = false,
): boolean {
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
          if (mayBeEmpty) to.add(start);
          // What another start has reached is not walked again.
          for (let end = start; end < text.length && !to.has(end + 1); to.add(++end)) {
            if (text[end] === delimiter && (end === start || token.type !== 'wildcard')) break;
          }
        }
      }
      from = to;
    }
    return from;
  }
}
