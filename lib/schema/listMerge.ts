/** Puts the results of new elements among those that a list holds already. */
export type ListMerge = (existing: readonly unknown[], incoming: readonly unknown[]) => readonly unknown[];

/** Puts new elements at the end. What the list holds already stays where it is. */
export const push: ListMerge = (existing, incoming) => {
  const fresh = notIn(existing, incoming);
  return fresh.length === 0 ? existing : [...existing, ...fresh];
};

/**
 * Puts new elements at the beginning. What the list holds already stays where it is.
 *
 * A merge function for `Collection.addWith` and `Collection.moveWith`.
 */
export const unshift: ListMerge = (existing, incoming) => {
  const fresh = notIn(existing, incoming);
  return fresh.length === 0 ? existing : [...fresh, ...existing];
};

/** Puts the elements of a page at the end; a list with a comparison then gives them their places. */
export const appendPage: ListMerge = (existing, incoming) => push(existing, incoming);

/** The elements of `incoming`, each once, that `existing` does not hold. */
function notIn(existing: readonly unknown[], incoming: readonly unknown[]): readonly unknown[] {
  const [first] = incoming;
  if (incoming.length === 1 && typeof first === 'string') return existing.includes(first) ? [] : incoming;
  const seen = new Set(existing.map(identityOf));
  return incoming.filter(result => {
    const identity = identityOf(result);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** Something that is equal for equal results: those of unions are objects. */
export function identityOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? JSON.stringify(result) : result;
}

/** `list` without the elements of `gone`; the same list when it held none of them. */
export function without(list: readonly unknown[], gone: readonly unknown[]): readonly unknown[] {
  if (gone.length === 0) return list;
  const leaving = new Set(gone.map(identityOf));
  const kept = list.filter(result => !leaving.has(identityOf(result)));
  return kept.length === list.length ? list : kept;
}
