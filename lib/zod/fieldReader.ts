import type { $ZodCheck, $ZodType, $ZodTypes } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { isPlainObject } from '../plain/isPlainObject';

/** Converts a field's stored value into the one that readers get. */
export type FieldReader = (stored: unknown) => unknown;

/**
 * How a field is read: through its zod type, so that the store keeps what the server
 * sent and readers get the output of codecs and transforms.
 *
 * A value that does not fit the type is read as it is: whether it may be stored is
 * checked elsewhere. The same stored object gives the same value.
 */
export function fieldReader(type: $ZodType): FieldReader {
  if (isReadAsStored(type)) return stored => stored;
  const cache = new WeakMap<object, unknown>();
  const parse = (stored: unknown) => {
    const result = safeParse(type, stored);
    if (!result.success) return stored;
    if (process.env.NODE_ENV !== 'production') freezePlain(result.data);
    return result.data;
  };
  return stored => {
    if (typeof stored !== 'object' || stored === null) return parse(stored);
    if (!cache.has(stored)) cache.set(stored, parse(stored));
    return cache.get(stored);
  };
}

/** Freezes what readers share, as records are frozen; a class instance may have to change itself. */
function freezePlain(value: unknown) {
  if (!(Array.isArray(value) || isPlainObject(value)) || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezePlain(part);
}

/** Whether parsing returns every fitting value itself, so that reading need not parse it again. */
function isReadAsStored(type: $ZodType): boolean {
  const { def } = (type as $ZodTypes)._zod;
  if (('coerce' in def && def.coerce === true) || isAddress(def)) return false;
  if (def.checks?.some(changesValue)) return false;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'any':
    case 'unknown':
    case 'enum':
    case 'literal':
    case 'template_literal':
      return true;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
      return isReadAsStored(def.innerType);
    case 'array':
      return isReadAsStored(def.element);
    case 'union':
      return def.options.every(isReadAsStored);
    default:
      return false;
  }
}

/** Checks such as `.trim()` change their value; custom ones may. */
function changesValue({ _zod: { def } }: $ZodCheck): boolean {
  const kind: string = def.check;
  return kind === 'overwrite' || kind === 'custom' || isAddress(def);
}

/** Zod trims addresses, and normalizes them on request. */
function isAddress(def: object): boolean {
  return 'format' in def && def.format === 'url';
}
