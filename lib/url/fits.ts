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
  return reached(tokens, [0]).at(-1) === text.length;

  /** The places at which tokens can end that start at such places, in order. */
  function reached(level: readonly PlacedToken[], starts: readonly number[]): readonly number[] {
    let from = starts;
    for (const token of level) {
      const to: number[] = [];
      let last = -1;
      for (const start of from) {
        if (token.type === 'text') {
          if (text.startsWith(token.value, start)) to.push(start + token.value.length);
        } else if (token.type !== 'group') {
          if (mayBeEmpty && start > last) to.push(start);
          // What an earlier start has reached is not walked again.
          for (last = Math.max(start, last); last < text.length; to.push(++last)) {
            if (text[last] === delimiter && (last === start || token.type !== 'wildcard')) break;
          }
        }
      }
      from =
        token.type === 'group'
          ? [...new Set([...from, ...reached(token.tokens, from)])].sort((a, b) => a - b)
          : to;
    }
    return from;
  }
}
