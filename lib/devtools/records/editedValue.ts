/**
 * What a person has typed for a field: the text itself for a text, JSON for anything else, and `null` for every field.
 *
 * @throws {Error} telling what the field holds, where the text is of another type
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

/** `undefined` where it is not JSON. */
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
