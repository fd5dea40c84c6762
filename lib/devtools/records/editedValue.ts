/**
 * Parses what the user typed for a field: a string as it is, anything else as JSON, and `null` for any field.
 *
 * @throws {Error} saying what the field holds, if the text is of another type
 */
export function editedValue(text: string, before: unknown): unknown {
  if (text === 'null') return null;
  if (typeof before === 'string') return text;
  const value = jsonIn(text);
  if (before === null || before === undefined) return value === undefined ? text : value;
  if (value === undefined || typeOf(value) !== typeOf(before)) {
    throw new Error(`This field holds ${typeOf(before)}. Type one as JSON, or null.`);
  }
  return value;
}

/** `undefined` if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
