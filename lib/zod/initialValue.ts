import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';

/** Recursive types stop here. */
const MAX_DEPTH = 8;

/**
 * The value of a field without data: its zod default, or the empty value of its
 * type.
 *
 * | type | value |
 * |---|---|
 * | with `.default()`, `.prefault()` or `.catch()`, even if optional or nullable | what that says |
 * | optional, `unknown`, `any` | `undefined` |
 * | nullable | `null` |
 * | string, number, bigint, boolean | `''`, `0`, `0n`, `false` |
 * | date | the beginning of the Unix epoch |
 * | array, set, map, record | an empty one |
 * | object, tuple | one with such values |
 * | enum, literal, union | the first of them |
 * | a codec, a transform | what it makes of such a value, or its output's value |
 * | anything else | `undefined` |
 */
export function initialValue(type: $ZodType, depth = 0): unknown {
  const { def } = (type as $ZodTypes)._zod;
  if (depth > MAX_DEPTH) return undefined;
  const initial = (nested: $ZodType) => initialValue(nested, depth + 1);
  switch (def.type) {
    case 'string':
    case 'template_literal':
      return '';
    case 'number':
      return 0;
    case 'bigint':
      return 0n;
    case 'boolean':
      return false;
    case 'date':
      return new Date(0);
    case 'null':
      return null;
    case 'nullable':
    case 'optional':
      // Parse only if needed: each record that is read starts with such values.
      if (hasDefault(def.innerType, depth)) return parsed(type, undefined);
      return def.type === 'nullable' ? null : undefined;
    case 'array':
      return [];
    case 'record':
      return {};
    case 'map':
      return new Map();
    case 'set':
      return new Set();
    case 'enum':
      return [...(type._zod.values ?? [])][0];
    case 'literal':
      return def.values[0];
    case 'union':
      return def.options[0] && initial(def.options[0]);
    case 'tuple':
      return def.items.map(initial);
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, initial(field)]));
    case 'intersection':
      return Object.assign({}, initial(def.left), initial(def.right));
    case 'lazy':
      return initial(def.getter());
    case 'readonly':
    case 'nonoptional':
      return initial(def.innerType);
    case 'default':
    case 'prefault':
    case 'catch':
      return parsed(type, undefined);
    case 'pipe':
      return parsed(type, initial(def.in)) ?? initial(def.out);
    default:
      return undefined;
  }
}

function hasDefault(type: $ZodType, depth: number): boolean {
  const { def } = (type as $ZodTypes)._zod;
  if (def.type === 'default' || def.type === 'prefault' || def.type === 'catch') return true;
  if (depth > MAX_DEPTH) return false;
  if (def.type === 'lazy') {
    try {
      return hasDefault(def.getter(), depth + 1);
    } catch {
      // The schema behind it is declared later.
      return false;
    }
  }
  if (def.type === 'pipe') return hasDefault(def.in, depth + 1);
  return 'innerType' in def && hasDefault(def.innerType, depth);
}

function parsed(type: $ZodType, value: unknown): unknown {
  try {
    return safeParse(type, value).data;
  } catch {
    // A transform that cannot take an initial value.
    return undefined;
  }
}
