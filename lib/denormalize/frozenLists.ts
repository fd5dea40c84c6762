// Decided once: outside a bundle each check of the environment costs as much as a short list.

/** Freezes in development only: array methods of a frozen array are four to thirty times slower in V8. */
export const frozen: (values: readonly unknown[]) => readonly unknown[] =
  process.env.NODE_ENV === 'production' ? values => values : Object.freeze;

/** A part of an array, from `start` up to `end`; a frozen array is copied in a loop, because its `slice` is as slow. */
export const copyOf: <T>(values: readonly T[], start?: number, end?: number) => T[] =
  process.env.NODE_ENV === 'production' ? (values, start, end) => values.slice(start, end) : copyOfFrozen;

function copyOfFrozen<T>(values: readonly T[], start = 0, end = values.length): T[] {
  if (!Object.isFrozen(values)) return values.slice(start, end);
  const copy: T[] = [];
  for (let i = start; i < end; i++) copy.push(values[i] as T);
  return copy;
}
