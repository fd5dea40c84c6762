import { getOrCreate } from '../plain/getOrCreate';
import { isObject } from '../plain/isObject';

/** Objects by the values of their fields, one field per level. */
interface Level {
  /** Freed with the value, so that nothing is kept for data that is gone. */
  readonly byObject: WeakMap<object, Level>;
  readonly byOther: Map<unknown, Level>;
  object: object | undefined;
}

/** How many values, such as times, are kept beside one object: polls that bring a new one each time must not add up. */
const MAX_VALUES = 500;

const levels = new WeakMap<object, Level>();

/**
 * `object`, or an earlier one of `owner` with identical fields.
 *
 * Keeps the identity of what has no node in the state, such as records joined by their keys. An object whose fields
 * hold no object is not cached.
 */
export function sameObject<T extends Readonly<Record<string, unknown>>>(owner: object, object: T): T {
  const fields = Object.entries(object);
  const objects = fields.filter(([, value]) => isObject(value));
  if (objects.length === 0) return object;
  let level = getOrCreate(levels, owner, newLevel);
  // Objects first: everything below them is freed with them.
  for (const [, value] of objects) level = nextLevel(level, value);
  for (const [name, value] of fields) {
    level = nextLevel(level, name);
    if (!isObject(value)) level = nextLevel(level, value);
  }
  level.object ??= object;
  return level.object as T;
}

function nextLevel({ byObject, byOther }: Level, value: unknown): Level {
  if (byOther.size > MAX_VALUES) byOther.clear();
  const map: { get(key: unknown): Level | undefined; set(key: unknown, level: Level): unknown } = isObject(
    value,
  )
    ? (byObject as never)
    : byOther;
  return getOrCreate(map, value, newLevel);
}

function newLevel(): Level {
  return { byObject: new WeakMap(), byOther: new Map(), object: undefined };
}
