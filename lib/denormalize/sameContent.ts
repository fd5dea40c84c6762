import { isObject } from '../plain/isObject';
import { isSameList } from '../plain/isSameList';

/** Whether two values are lists of the same items, or objects with the same fields. */
export function isSameContent(before: unknown, after: unknown): boolean {
  if (Array.isArray(after)) return isSameList(before, after);
  if (!isObject(before) || !isObject(after)) return false;
  const [earlier, later] = [before, after] as Readonly<Record<string, unknown>>[];
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every(name => earlier?.[name] === later?.[name] && Object.hasOwn(before, name))
  );
}
