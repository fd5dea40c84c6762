import { isObject } from '../plain/isObject';
import { isSameList } from '../plain/isSameList';
import { resolveLazy } from '../schema/resolveLazy';
import { isSchemaObject } from '../types/isSchemaObject';
import type { Schema } from '../types/Schema';

/** One page as received. */
export interface PageData {
  readonly data: unknown;
  /** The number under which its request left. */
  readonly left: number;
  /** What was shown of the page before. */
  readonly shown: unknown;
}

/**
 * The data of pages with each record once: on the page requested last among those that have it.
 *
 * A page that loses nothing is the same object, and so is one that loses what it lost before.
 *
 * @param schema of one page
 */
export function uniqueRecords(schema: Schema, pages: readonly PageData[]): readonly unknown[] {
  const path = pathOfList(schema);
  const all = pages.map(({ data }) => data);
  if (path === undefined || pages.length < 2) return all;
  const shownRecords = new Set<unknown>();
  const latestFirst = pages.map(({ left }, i) => ({ left, i })).sort((a, b) => b.left - a.left);
  for (const { i } of latestFirst) all[i] = without(all[i], path, shownRecords, pages[i]?.shown);
  return all;
}

/**
 * A page without the list elements in `shownRecords`; adds its own to `shownRecords`.
 *
 * @param before the page as last shown, returned if it is the same
 */
function without(
  page: unknown,
  path: readonly string[],
  shownRecords: Set<unknown>,
  before: unknown,
): unknown {
  const [name, ...rest] = path;
  if (name !== undefined) {
    const list = fieldOf(page, name);
    const listBefore = fieldOf(before, name);
    const kept = without(list, rest, shownRecords, listBefore);
    if (kept === list) return page;
    const changed = { ...(page as object), [name]: kept };
    return isSameList(Object.values(before ?? {}), Object.values(changed)) ? before : Object.freeze(changed);
  }
  if (!Array.isArray(page)) return page;
  const kept = page.filter(element => !shownRecords.has(element));
  // A record is one object for all its readers, but equal strings and numbers may be different elements.
  for (const element of kept) if (typeof element === 'object' && element !== null) shownRecords.add(element);
  if (kept.length === page.length) return page;
  return isSameList(before, kept) ? before : Object.freeze(kept);
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

interface FoundList {
  /** Names of the fields that lead to it. */
  readonly path: readonly string[];
  readonly isCollection: boolean;
}

/** The path to a page's list: its first collection, or its only array; `undefined` if that is not clear. */
function pathOfList(schema: Schema): readonly string[] | undefined {
  const lists = listsIn(schema, []);
  const list = lists.find(({ isCollection }) => isCollection) ?? (lists.length === 1 ? lists[0] : undefined);
  return list?.path;
}

function listsIn(anySchema: unknown, path: readonly string[]): readonly FoundList[] {
  const schema = resolveLazy(anySchema);
  if (!isObject(schema)) return [];
  if (Array.isArray(schema)) return [{ path, isCollection: false }];
  if (!isSchemaObject(schema as Schema))
    return Object.entries(schema).flatMap(([name, nested]) => listsIn(nested, [...path, name]));
  if ('isTransparent' in schema) {
    const inner = listsIn((schema as { readonly schema?: unknown }).schema, path);
    // The result of a Query over a list takes the list's place.
    return 'process' in schema ? inner.slice(0, 1).map(list => ({ ...list, path })) : inner;
  }
  // A collection, a schema that writes to one, or another array.
  const isCollection = 'addWith' in schema || 'lists' in schema;
  return isCollection || 'isMap' in schema ? [{ path, isCollection }] : [];
}
