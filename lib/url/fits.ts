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
  const start = new Uint8Array(text.length + 1);
  start[0] = 1;
  return reached(tokens, start)[text.length] === 1;

  /** Marks the places at which tokens can end that start at marked places. */
  function reached(level: readonly PlacedToken[], starts: Uint8Array): Uint8Array {
    let from = starts;
    for (const token of level) {
      const to = new Uint8Array(text.length + 1);
      const inside = token.type === 'group' ? reached(token.tokens, from) : from;
      let isOpen = false;
      for (let i = 0; i <= text.length; i++) {
        if (token.type === 'group') {
          to[i] = from[i] || inside[i] || 0;
        } else if (token.type === 'text') {
          if (from[i] && text.startsWith(token.value, i)) to[i + token.value.length] = 1;
        } else {
          to[i] = isOpen || (mayBeEmpty && from[i]) ? 1 : 0;
          isOpen = text[i] === delimiter ? isOpen && token.type === 'wildcard' : isOpen || from[i] === 1;
        }
      }
      from = to;
    }
    return from;
  }
}
