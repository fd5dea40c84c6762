const MAX_CHARACTERS = 60;

/**
 * Describes a value for an error message: short, on one line, and safe for any value.
 *
 * | value | description |
 * |---|---|
 * | `'a b'` | `"a b"`, shortened after 60 characters |
 * | `5`, `null`, `NaN`, `10n` | `5`, `null`, `NaN`, `10n` |
 * | `[1, 2]` | `an array of 2` |
 * | `{ id: 5 }` | `an object with id` |
 * | `() => 5`, `class Todo {}` | `a function`, `the class Todo` |
 * | `Promise.resolve(5)` | `a promise` |
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (typeof value === 'bigint') return `${value}n`;
  if (process.env.NODE_ENV !== 'production' && isClass(value))
    return `the class ${(value as { readonly name: string }).name || 'without a name'}`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeObject(value);
  return String(value);
}

function describeObject(value: object): string {
  const members = Object.keys(value);
  if (members.length > 0) return shorten(`an object with ${members.join(', ')}`);
  if (value instanceof Promise) return 'a promise';
  return value instanceof Date ? 'a Date' : 'an object without members';
}

function shorten(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

/** Whether a function is a class, which cannot be called. */
export function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

/** A name with its article: "an Issue", "a Todo", "a User". */
export function withArticle(name: string): string {
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;
}
