import { filterFields } from './filterFields';

/** Fields except some; the same object if it has none of these. */
export function omitFields<T>(
  fields: Readonly<Record<string, T>>,
  names: readonly string[],
): Readonly<Record<string, T>> {
  // A loop, since this runs for each record that is read.
  for (let i = 0; i < names.length; i++)
    if (Object.hasOwn(fields, names[i] as string)) return filterFields(fields, name => !names.includes(name));
  return fields;
}
