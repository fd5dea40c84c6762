import { getOrCreate, newWeakMap } from './getOrCreate';
import { isObject } from './isObject';

/** What readers cache for one array or table across versions, each reader under its own object. */
export type Notes = WeakMap<object, unknown>;

const lineages = new WeakMap<object, Notes>();

/**
 * Notes on a part of the state, shared by all its versions in one store.
 *
 * They let a reader find its result for the last version, and redo only what
 * differs. They are hints: without them everything is read again, with the same
 * outcome. They are collected with the last version.
 */
export function notesOf(version: object): Notes {
  return getOrCreate(lineages, version, newWeakMap<object, unknown>);
}

/**
 * Passes the notes on `before` to `after`, which replaces it, and those on each
 * field to the field that replaces it.
 */
export function passNotesOn(before: unknown, after: unknown): void {
  if (!inherit(before, after) || Array.isArray(after)) return;
  const fieldsBefore = before as Readonly<Record<string, unknown>>;
  const fieldsAfter = after as Readonly<Record<string, unknown>>;
  for (const name in fieldsAfter) {
    if (Object.hasOwn(fieldsBefore, name)) inherit(fieldsBefore[name], fieldsAfter[name]);
  }
}

/** Whether there was anything to inherit from. */
function inherit(before: unknown, after: unknown): boolean {
  if (before === after || !isObject(before) || !isObject(after)) return false;
  const notes = lineages.get(before);
  if (notes !== undefined && !lineages.has(after)) lineages.set(after, notes);
  return true;
}
