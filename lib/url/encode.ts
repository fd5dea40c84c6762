const LONE_SURROGATE = /\p{Surrogate}/gu;

/** All but printable ASCII, and the backslash (5c), which browsers read as a slash. */
const NOT_LITERAL = /[^\x21-\x5b\x5d-\x7e]+/g;

/**
 * Percent-encodes a value or a name, so that it cannot end its part of the URL.
 *
 * Never throws, unlike `encodeURIComponent`: a lone surrogate, as `text.slice(0, 10)` may leave of an emoji, becomes
 * U+FFFD as in `URLSearchParams`.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD'));
}

/**
 * Percent-encodes what a URL cannot contain as it is (spaces, backslashes, letters outside ASCII), and keeps delimiters
 * and existing encoding.
 */
export function encodeLiteral(text: string): string {
  return text.replace(NOT_LITERAL, encode);
}

/** Whether a text contains a lone surrogate, which no URL can carry. */
export function hasLoneSurrogate(text: string): boolean {
  return text.search(LONE_SURROGATE) >= 0;
}
