import { identityOf } from '../plain/identityOf';
import { sameValue } from '../plain/sameValue';
import type { CollectionRow } from '../types/State';
import { type ListMerge, without } from './listMerge';

/**
 * A list, or a map, with more members: each once, and what is there stays where it is.
 *
 * @param isUnnamed whether the members have no names of their own: a map holds them under their keys
 */
export function withMembers(
  list: CollectionRow,
  joining: readonly (readonly [name: string, result: unknown])[],
  isUnnamed: boolean,
  merge: ListMerge,
): CollectionRow {
  if (joining.length === 0) return list;
  if (Array.isArray(list)) {
    return merge(
      list,
      joining.map(([, result]) => result),
    );
  }
  const held = new Set(Object.values(list).map(identityOf));
  const fresh = isUnnamed ? joining.filter(([, result]) => !held.has(identityOf(result))) : joining;
  return withEntries(
    list,
    fresh.map(([name, result]) => [isUnnamed ? keyIn(result) : name, result]),
  );
}

/** A map with more entries; the same map when there are none. */
export function withEntries(
  map: CollectionRow,
  entries: readonly (readonly [name: string, result: unknown])[],
): CollectionRow {
  // fromEntries defines properties, so `__proto__` is a name like others.
  return entries.length === 0 ? map : { ...map, ...Object.fromEntries(entries) };
}

/** A list, or a map, without the members of `gone`; the same one when it held none of them. */
export function withoutMembers(list: CollectionRow, gone: readonly unknown[]): CollectionRow {
  if (Array.isArray(list)) return without(list, gone);
  const entries = Object.entries(list);
  const kept = entries.filter(([, result]) => !gone.some(one => sameValue(one, result)));
  return kept.length === entries.length ? list : Object.fromEntries(kept);
}

/** A list holds a record once, whatever the server sends. */
export function uniqueResults(results: readonly unknown[]): readonly unknown[] {
  const identities = new Set(results.map(identityOf));
  if (identities.size === results.length) return results;
  return results.filter(result => identities.delete(identityOf(result)));
}

/** The primary key in a result: that of a union names the kind, too. */
function keyIn(result: unknown): string {
  return String((result as { readonly id?: unknown } | null)?.id ?? result);
}
