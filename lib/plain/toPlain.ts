import { isPlain } from './isPlain';
import { isPlainObject } from './isPlainObject';
import { writtenForm } from './writtenForm';

/** How deep data may be, and what to throw where it is deeper. */
export interface DepthLimit {
  readonly levels: number;
  /** @param where the first names of the path, joined by dots */
  refuse(where: string): Error;
}

/**
 * The same data as plain JSON data.
 *
 * What is plain already is returned as it is, the same object.
 *
 * | comes | becomes |
 * |---|---|
 * | what has `toJSON` (dates, URLs) | what that returns |
 * | an instance of a class | an object of its own fields |
 * | an instance that `fromJS` has made | an object of the fields that it was given |
 * | `undefined` in an object, a function, a symbol | left out |
 * | `undefined` in an array, `NaN`, an infinite number | `null` |
 * | negative zero | zero |
 * | a `bigint` | a string |
 * | binary data, forms, streams | `{ $type, ... }` with name, type and size as far as known |
 * | an object inside itself | its `pk()` if it has one, otherwise `null` |
 *
 * @param limit none: as deep as memory goes
 */
export function toPlain(value: unknown, limit?: DepthLimit): unknown {
  return isPlain(value) ? value : converted(value, limit);
}

function converted(value: unknown, limit: DepthLimit | undefined): unknown {
  const walks: Walk[] = [];
  const path = new Set<object>();
  // A list of walks in place of recursion, which deep data would exhaust.
  let plain = begin(value, walks, path);
  for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
    if (plain !== BEGUN) take(walk, plain);
    if (limit !== undefined && walks.length > limit.levels) {
      throw limit.refuse(process.env.NODE_ENV === 'production' ? '' : placeOf(walks));
    }
    if (walk.next < walk.names.length) plain = begin(childOf(walk), walks, path);
    else {
      walks.pop();
      path.delete(walk.source);
      plain = finished(walk);
    }
  }
  return plain === LEFT_OUT ? undefined : plain;
}

/** How many names tell a place. */
const NAMES_SHOWN = 5;

function placeOf(walks: readonly Walk[]): string {
  const names = walks.slice(0, NAMES_SHOWN).map(walk => nameAt(walk, walk.next - 1));
  return names.join('.');
}

const LEFT_OUT = Symbol('left out');
const BEGUN = Symbol('begun');

/** An object that is being converted to plain data. */
interface Walk {
  /** What came, to be known again when it stands inside itself. */
  readonly source: object;
  /** What is walked in its place: `source` itself, or a plain form of it. */
  readonly target: Readonly<Record<string | number, unknown>>;
  readonly isArray: boolean;
  /** The names of its fields, or the positions in an array. */
  readonly names: ArrayLike<string | number>;
  /** How many of its children have been begun. */
  next: number;
  /** Made when the first child turns out to differ from its plain form. */
  copy: [name: string | number, plain: unknown][] | undefined;
}

/** The plain form of a value; `BEGUN` where its children have to be walked first. */
function begin(value: unknown, walks: Walk[], path: Set<object>): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return plainNumber(value);
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : beginObject(value, walks, path);
    default:
      return LEFT_OUT;
  }
}

function plainNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  // JSON has no negative zero.
  return value === 0 ? 0 : value;
}

function beginObject(value: object, walks: Walk[], path: Set<object>): unknown {
  if (path.has(value)) return keyOf(value);
  const form = writtenForm(value);
  if (form !== undefined) return enter(value, form, walks, path);
  if (Array.isArray(value) || isPlainObject(value)) return enter(value, value, walks, path);
  if (!('toJSON' in value && typeof value.toJSON === 'function')) {
    return tagOf(value) ?? enter(value, { ...value }, walks, path);
  }
  const json: unknown = value.toJSON();
  if (typeof json === 'object' && json !== null) return enter(value, openForm(json), walks, path);
  const plain = begin(json, walks, path);
  return plain === LEFT_OUT ? null : plain;
}

/** An object whose own fields can be walked. */
function openForm(value: object): object {
  return Array.isArray(value) || isPlainObject(value) ? value : { ...value };
}

function enter(source: object, target: object, walks: Walk[], path: Set<object>): typeof BEGUN {
  const isArray = Array.isArray(target);
  // Of an array the length is all that is read: an array of its positions would be made for nothing.
  const names = isArray ? target : Object.keys(target);
  walks.push({ source, target: target as Walk['target'], isArray, names, next: 0, copy: undefined });
  path.add(source);
  return BEGUN;
}

/** The name of a child, or its position in an array. */
function nameAt({ isArray, names }: Walk, i: number): string | number {
  return isArray ? i : (names[i] as string);
}

function childOf(walk: Walk): unknown {
  return walk.target[nameAt(walk, walk.next++)];
}

/** Puts the plain form of the child that was begun last into its place. */
function take(walk: Walk, given: unknown) {
  const { target, isArray, next } = walk;
  const name = nameAt(walk, next - 1);
  const plain = isArray && given === LEFT_OUT ? null : given;
  if (walk.copy === undefined && !Object.is(plain, target[name])) {
    walk.copy = Array.from({ length: next - 1 }, (_, i) => [nameAt(walk, i), target[nameAt(walk, i)]]);
  }
  if (plain !== LEFT_OUT) walk.copy?.push([name, plain]);
}

function finished({ target, isArray, copy }: Walk): unknown {
  if (copy === undefined) return target;
  // fromEntries defines properties, so `__proto__` is a name like others.
  return isArray ? copy.map(([, plain]) => plain) : Object.fromEntries(copy);
}

function keyOf(value: object): unknown {
  return 'pk' in value && typeof value.pk === 'function' ? (value.pk() ?? null) : null;
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
