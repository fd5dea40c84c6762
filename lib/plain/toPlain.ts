import { isPlainObject } from './isPlainObject';

/**
 * The same data as plain JSON data.
 *
 * What is plain already is returned as it is, the same object.
 *
 * | comes | becomes |
 * |---|---|
 * | what has `toJSON` (dates, URLs) | what that returns |
 * | an instance of a class | an object of its own fields |
 * | `undefined` in an object, a function, a symbol | left out |
 * | `undefined` in an array, `NaN`, an infinite number | `null` |
 * | a `bigint` | a string |
 * | binary data, forms, streams | `{ $type, ... }` with name, type and size as far as known |
 * | an object inside itself | its `pk()` if it has one, otherwise `null` |
 */
export function toPlain(value: unknown): unknown {
  const plain = plainOf(value, []);
  return plain === LEFT_OUT ? undefined : plain;
}

const LEFT_OUT = Symbol('left out');

function plainOf(value: unknown, path: object[]): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : plainObjectOf(value, path);
    default:
      return LEFT_OUT;
  }
}

function plainObjectOf(value: object, path: object[]): unknown {
  if (path.includes(value)) return keyOf(value);
  path.push(value);
  const plain = Array.isArray(value)
    ? plainItems(value, path)
    : isPlainObject(value)
      ? plainFields(value, path)
      : plainInstance(value, path);
  path.pop();
  return plain;
}

function keyOf(value: object): unknown {
  return 'pk' in value && typeof value.pk === 'function' ? (value.pk() ?? null) : null;
}

function plainItems(items: readonly unknown[], path: object[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const plain = plainOf(item, path);
    const kept = plain === LEFT_OUT ? null : plain;
    if (copy === undefined && kept !== item) copy = items.slice(0, i);
    copy?.push(kept);
  }
  return copy ?? items;
}

function plainFields(fields: Readonly<Record<string, unknown>>, path: object[]): object {
  let copy: [string, unknown][] | undefined;
  const names = Object.keys(fields);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const plain = plainOf(fields[name], path);
    if (copy === undefined && plain !== fields[name]) {
      copy = names.slice(0, i).map(earlier => [earlier, fields[earlier]]);
    }
    if (plain !== LEFT_OUT) copy?.push([name, plain]);
  }
  return copy === undefined ? fields : Object.fromEntries(copy);
}

function plainInstance(value: object, path: object[]): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const plain = plainOf(value.toJSON(), path);
    return plain === LEFT_OUT ? null : plain;
  }
  return tagOf(value) ?? plainFields({ ...value }, path);
}

/** Objects whose content JSON cannot hold, by the name that `Object.prototype.toString` gives them. */
const LIVE = new Set(
  'Blob File FormData URLSearchParams ReadableStream ArrayBuffer Uint8Array DataView Request Response Promise Map Set'.split(
    ' ',
  ),
);

function tagOf(value: object): object | undefined {
  const $type = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (!LIVE.has($type)) return undefined;
  const { name, type, size, byteLength } = value as Readonly<Record<string, unknown>>;
  const known = Object.entries({ name, type, size: size ?? byteLength });
  return { $type, ...Object.fromEntries(known.filter(([, detail]) => isDetail(detail))) };
}

function isDetail(detail: unknown): boolean {
  return typeof detail === 'string' || typeof detail === 'number';
}
