import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { identityOf } from '../plain/identityOf';

/** Adds the results of new elements to those that a list holds. */
export type ListMerge = (existing: readonly unknown[], incoming: readonly unknown[]) => readonly unknown[];

/** Puts new elements at the end. Existing ones stay where they are. */
export const push: ListMerge = (existing, incoming) => {
  const added = notIn(existing, incoming);
  return added.length === 0 ? existing : existing.concat(added);
};

/**
 * Puts new elements at the beginning. Existing ones stay where they are.
 *
 * A merge function for `Collection.addWith` and `Collection.moveWith`.
 */
export const unshift: ListMerge = (existing, incoming) => {
  const added = notIn(existing, incoming);
  return added.length === 0 ? existing : added.concat(existing);
};

/** Puts the elements of a page at the end; a list with a comparison then moves them into place. */
export const appendPage: ListMerge = (existing, incoming) => push(existing, incoming);

/** The elements of `incoming`, each once, that `existing` lacks. */
export function notIn(existing: readonly unknown[], incoming: readonly unknown[]): readonly unknown[] {
  if (process.env.NODE_ENV !== 'production' && !(Array.isArray(existing) && Array.isArray(incoming))) {
    const problem = `it was given ${describeValue(existing)} and ${describeValue(incoming)}`;
    throw argumentError(
      'unshift()',
      problem,
      'Pass two lists, what is there first: unshift(existing, incoming).',
    );
  }
  const [first] = incoming;
  if (incoming.length === 1 && typeof first === 'string') return existing.includes(first) ? [] : incoming;
  const added = new Map<unknown, unknown>();
  for (const result of incoming) {
    const identity = identityOf(result);
    if (!added.has(identity)) added.set(identity, result);
  }
  // Scan the list, which may be long, rather than build a set of it.
  for (let i = 0; i < existing.length && added.size > 0; i++) added.delete(identityOf(existing[i]));
  return [...added.values()];
}

/** `list` without the elements of `removed`; the same list when it held none of them. */
export function without(list: readonly unknown[], removed: readonly unknown[]): readonly unknown[] {
  if (removed.length === 0) return list;
  const [first] = removed;
  if (removed.length === 1 && typeof first === 'string') return withoutKey(list, first);
  const identities = new Set(removed.map(identityOf));
  const kept: unknown[] = [];
  for (let i = 0; i < list.length; i++) if (!identities.has(identityOf(list[i]))) kept.push(list[i]);
  return kept.length === list.length ? list : kept;
}

/** `without` for one key, the most common call: 0.07 ms in place of 0.9 for a list of 10 000. */
function withoutKey(list: readonly unknown[], key: string): readonly unknown[] {
  let index = list.indexOf(key);
  if (index < 0) return list;
  const kept = list.slice();
  for (; index >= 0; index = kept.indexOf(key, index)) kept.splice(index, 1);
  return kept;
}
