const LONE_SURROGATE = /\p{Surrogate}/gu;

/** All but printable ASCII, and the backslash (5c), which browsers take for a slash. */
const NOT_LITERAL = /[^\x21-\x5b\x5d-\x7e]+/g;

/**
 * Percent-encodes a value or a name, so that nothing in it can end the part of the address it stands in.
 *
 * Never throws: half a character, as `text.slice(0, 10)` leaves of an emoji, becomes U+FFFD just as in
 * `URLSearchParams`, where `encodeURIComponent` would throw.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD'));
}

/**
 * Percent-encodes what an address cannot carry as it is (spaces, backslashes, letters outside ASCII), and
 * leaves delimiters and existing encoding alone.
 */
export function encodeLiteral(text: string): string {
  return text.replace(NOT_LITERAL, encode);
}

/** Whether a text holds half a character, which no address can carry and bring back. */
export function hasLoneSurrogate(text: string): boolean {
  return text.search(LONE_SURROGATE) >= 0;
}
