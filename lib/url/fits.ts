import type { PlacedToken } from './readPath';

/**
 * Whether a text is what tokens can be filled to.
 *
 * Follows all places at once up to which the tokens so far can have reached, so that its time is in proportion to
 * the length of the text, whatever it holds: a parameter visits no place twice.
 *
 * @param delimiter What no parameter holds; a wildcard does.
 * @param shortest How much a parameter holds at least.
 */
export function fits(tokens: readonly PlacedToken[], text: string, delimiter: string, shortest = 1): boolean {
  return reached(tokens, text, delimiter, shortest, new Set([0])).has(text.length);
}

function reached(
  tokens: readonly PlacedToken[],
  text: string,
  delimiter: string,
  shortest: number,
  from: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = from;
  for (const token of tokens) {
    const next = new Set<number>();
    for (const place of places) {
      if (token.type === 'text') {
        if (text.startsWith(token.value, place)) next.add(place + token.value.length);
      } else if (token.type !== 'group') {
        if (shortest === 0) next.add(place);
        for (
          let end = place + 1;
          end <= text.length &&
          !next.has(end) &&
          (text[end - 1] !== delimiter || (token.type === 'wildcard' && end - 1 > place));
          end++
        ) {
          next.add(end);
        }
      }
    }
    places =
      token.type === 'group'
        ? new Set([...places, ...reached(token.tokens, text, delimiter, shortest, places)])
        : next;
  }
  return places;
}
