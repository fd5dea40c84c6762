import { identityOf } from '../plain/identityOf';
import type { Schema } from '../types/Schema';
import type { CollectionRow } from '../types/State';
import { isUnionResult } from './kindOfValue';
import type { Entries, MapContents } from './listContents';
import { type ListMerge, without } from './listMerge';

/**
 * A list with more members: each once, and what is there stays where it is. A map knows how to take them itself.
 *
 * @param isUnnamed whether they come without the names that they have in a map
 * @param merge puts them into a list; without it, only maps take them
 */
export function withMembers(
  contents: Schema,
  list: CollectionRow,
  joining: Entries,
  isUnnamed: boolean,
  merge?: ListMerge,
): CollectionRow {
  if (joining.length === 0) return list;
  return Array.isArray(list)
    ? (merge?.(list, resultsOf(joining)) ?? list)
    : ((contents as MapContents).joined?.(list, joining, isUnnamed) ?? list);
}

/** A list, or a map, without the members of `gone`; the same one when it held none of them. */
export function withoutMembers(
  contents: Schema,
  list: CollectionRow,
  gone: readonly unknown[],
): CollectionRow {
  return Array.isArray(list)
    ? without(list, gone)
    : ((contents as MapContents).without?.(list, gone) ?? list);
}

/** A list holds a record once, whatever the server sends; what is none keeps its position each time. */
export function uniqueResults(results: readonly unknown[]): readonly unknown[] {
  // In their order, as most servers send them, keys need no set to be told apart.
  if (
    results.every(
      (result, i) => typeof result === 'string' && !(i > 0 && result <= (results[i - 1] as string)),
    )
  )
    return results;
  const identities = new Set(results.map(identityOf));
  if (identities.size === results.length) return results;
  const isRecord = (result: unknown) => typeof result === 'string' || isUnionResult(result);
  return results.filter(result => identities.delete(identityOf(result)) || !isRecord(result));
}

/** The results alone. */
export function resultsOf(entries: Entries): readonly unknown[] {
  return entries.map(([, result]) => result);
}
