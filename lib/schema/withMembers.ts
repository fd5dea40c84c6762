import { identityOf } from '../plain/identityOf';
import type { Schema } from '../types/Schema';
import type { CollectionRow } from '../types/State';
import { isUnionResult } from './kindOfValue';
import type { Entries, MapContents } from './listContents';
import { type ListMerge, without } from './listMerge';

/**
 * A list with more members, each once; existing ones stay where they are. A map can add them itself.
 *
 * @param isUnnamed whether they come without the names they have in a map
 * @param merge adds them to a list; without it, only maps take them
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

/** A list or map without the members of `removed`; the same one if it held none of them. */
export function withoutMembers(
  contents: Schema,
  list: CollectionRow,
  removed: readonly unknown[],
): CollectionRow {
  return Array.isArray(list)
    ? without(list, removed)
    : ((contents as MapContents).without?.(list, removed) ?? list);
}

/** Keeps each record once, whatever the server sends; anything else keeps each of its positions. */
export function uniqueResults(results: readonly unknown[]): readonly unknown[] {
  // Sorted keys, as most servers send them, need no set to tell duplicates.
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
