import { namesIn, pointerTo } from './jsonPointer.js';
import { placeOf } from './shapeOf.js';

/** Lets references into what was moved, those of discriminators too, lead to its new place. */
export function withReferences(
  value: unknown,
  moved: ReadonlyMap<string, string>,
  isMapping = false,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(each => withReferences(each, moved));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' && (isMapping || name === '$ref')
        ? placeNow(each, moved)
        : withReferences(each, moved, name === 'mapping'),
    ]),
  );
}

function placeNow(reference: string, moved: ReadonlyMap<string, string>): string {
  const names = namesIn(placeOf(reference));
  for (let length = names.length; length > 0; length--) {
    const pointer = moved.get(pointerTo('#', ...names.slice(0, length)));
    if (pointer !== undefined) return pointerTo(pointer, ...names.slice(length));
  }
  return reference;
}
