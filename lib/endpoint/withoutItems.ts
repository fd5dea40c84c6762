import type { Issue } from '../errors/Issue';
import { isObject } from '../plain/isObject';

type Path = readonly (string | number)[];

/**
 * A value without the elements of its lists in which something is wrong, each the
 * innermost one; `undefined` where something is wrong outside all lists.
 */
export function withoutItems(value: unknown, issues: readonly Issue[]): unknown {
  const items = issues.map(({ path }) => innermostItem(value, path));
  return items.every(item => item !== undefined) ? without(value, items) : undefined;
}

function innermostItem(value: unknown, path: Path): Path | undefined {
  let found: Path | undefined;
  let at = value;
  for (const [depth, segment] of path.entries()) {
    if (Array.isArray(at) && Number(segment) in at) found = path.slice(0, depth + 1);
    at = (at as Readonly<Record<string, unknown>> | undefined)?.[segment];
  }
  return found;
}

function without(value: unknown, items: readonly Path[]): unknown {
  if (!isObject(value) || items.length === 0) return value;
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const below = items.filter(([first]) => String(first) === name).map(([, ...rest]) => rest);
    return below.some(rest => rest.length === 0) ? [] : [[name, without(member, below)] as const];
  });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}
