import type { Issue } from '../errors/Issue';

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
  const below = (segment: string | number) =>
    items.filter(([first]) => String(first) === String(segment)).map(([, ...rest]) => rest);
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, i) => {
      const rests = below(i);
      return rests.some(rest => rest.length === 0) ? [] : [rests.length === 0 ? item : without(item, rests)];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const rests = below(name);
    return [name, rests.length === 0 ? field : without(field, rests)];
  });
  return Object.fromEntries(fields);
}
