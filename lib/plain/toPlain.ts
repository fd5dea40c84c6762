import { classOf } from './classOf';
import { filterFields } from './filterFields';
import { hasToJson, isObject } from './isObject';
import { isPlain } from './isPlain';
import { isPlainObject } from './isPlainObject';
import { jsonForm } from './jsonForm';
import { setOwn } from './own';

/** How deep data may be, and the error for data that is deeper. */
export interface DepthLimit {
  readonly levels: number;
  /** @param path the first names of the path, joined by dots */
  refuse(path: string): Error;
}

/**
 * The same data as plain JSON data.
 *
 * Plain data is returned as it is, the same object.
 *
 * | comes | becomes |
 * |---|---|
 * | what has `toJSON` (dates, URLs) | what that returns |
 * | a `Set` | an array |
 * | an instance of a class | an object of its own fields |
 * | an instance made by `fromJS` | an object of the fields that it was given |
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
  const pending: Copy[] = [];
  const seen = new Set<object>();
  let isSame = true;

  /** The plain form of a value, `undefined` to leave it out; an object's fields are filled in later. */
  function begin(original: unknown, parent: Copy | undefined, name: string): unknown {
    const isCircular = isObject(original) && seen.has(original) && isWithin(original, parent);
    const form = isCircular ? keyOf(original) : formOf(original);
    isSame &&= Object.is(form, original) && form !== undefined;
    if (!isObject(form)) return form;
    const level = (parent?.level ?? 0) + 1;
    const copy = {
      source: original as object,
      form,
      target: Array.isArray(form) ? [] : {},
      parent,
      name,
      level,
    };
    seen.add(copy.source);
    pending.push(copy);
    if (limit !== undefined && level > limit.levels) {
      throw limit.refuse(process.env.NODE_ENV === 'production' ? '' : pathOf(copy));
    }
    return copy.target;
  }

  const plain = begin(value, undefined, '');
  // A list, not recursion, which deep data would exhaust.
  for (const copy of pending) {
    const { form, target } = copy;
    // Including an array's holes.
    for (const [name, field] of Object.entries(Array.isArray(form) ? Array.from(form) : form)) {
      const plain = begin(field, copy, name);
      if (Array.isArray(target)) target.push(plain ?? null);
      else if (plain !== undefined) setOwn(target, name, plain);
    }
  }
  return isSame ? value : plain;
}

/** An unfinished plain copy of an object. */
interface Copy {
  /** The original, to recognize it inside itself. */
  readonly source: object;
  /** The object to walk: `source` itself, or a plain form of it. */
  readonly form: object;
  readonly target: object;
  /** The copy around it. */
  readonly parent: Copy | undefined;
  readonly name: string;
  readonly level: number;
}

/** Whether an object is, or is inside, another one. */
function isWithin(object: object, copy: Copy | undefined): boolean {
  for (let ancestor = copy; ancestor !== undefined; ancestor = ancestor.parent)
    if (ancestor.source === object) return true;
  return false;
}

/** How many names describe a place. */
const NAMES_SHOWN = 5;

function pathOf(copy: Copy): string {
  const names: string[] = [];
  for (let ancestor: Copy = copy; ancestor.parent !== undefined; ancestor = ancestor.parent)
    names.unshift(ancestor.name);
  return names.slice(0, NAMES_SHOWN).join('.');
}

/** A value's plain form, or an object of its own fields, not yet converted; `undefined` to leave it out. */
function formOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (!isObject(value)) return value;
  if (Array.isArray(value) || isPlainObject(value)) return value;
  if (value instanceof Set) return [...value];
  const customForm = jsonForm(value);
  if (customForm !== undefined) return customForm;
  if (!hasToJson(value)) return tagOf(value) ?? { ...value };
  const json = value.toJSON();
  if (!isObject(json)) return formOf(json) ?? null;
  return Array.isArray(json) || isPlainObject(json) ? json : { ...json };
}

function keyOf(value: { readonly pk?: unknown }): unknown {
  return typeof value.pk === 'function' ? (value.pk() ?? null) : null;
}

/** Bodies that `fetch` sends unchanged, by class name. */
export const BODIES = 'Blob File FormData URLSearchParams ReadableStream ArrayBuffer'.split(' ');

/** Objects whose content JSON cannot hold, by their names in `Object.prototype.toString`. */
const UNSERIALIZABLE = [...BODIES, ...'Uint8Array DataView Request Response Promise Map'.split(' ')];

function tagOf(value: object): object | undefined {
  const $type = classOf(value);
  if (!UNSERIALIZABLE.includes($type)) return undefined;
  const { name, type, size, byteLength } = value as Readonly<Record<string, unknown>>;
  const isDetail = (_name: string, detail: unknown) =>
    typeof detail === 'string' || typeof detail === 'number';
  return { $type, ...filterFields({ name, type, size: size ?? byteLength }, isDetail) };
}

/** Whether plain data describes what JSON cannot hold: a file, a form, a stream. */
export function isDescription(
  value: unknown,
): value is { readonly $type: string } & Readonly<Record<string, unknown>> {
  return isPlainObject(value) && UNSERIALIZABLE.includes(value.$type as string);
}
