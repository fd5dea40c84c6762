import { filterFields } from './filterFields';

/** Fields but for some; the same object where it has none of these. */
export function without<T>(
  fields: Readonly<Record<string, T>>,
  names: readonly string[],
): Readonly<Record<string, T>> {
  if (!names.some(name => Object.hasOwn(fields, name))) return fields;
  return filterFields(fields, name => !names.includes(name));
}
