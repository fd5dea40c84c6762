import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { nothing } from '../plain/nothing';
import { getValue } from '../tables/getCell';
import type { DataState } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';

/**
 * Arguments with the keys that records have by now, in place of temporary ones.
 *
 * The same array when there is nothing to replace.
 *
 * @param otherwise the key for a record that the server has not named yet
 */
export function withRealKeys(
  { aliases }: Pick<DataState, 'aliases'>,
  args: readonly unknown[],
  otherwise: (createdAs: string) => string | undefined = nothing,
): readonly unknown[] {
  const temporary = temporaryKeysIn(args);
  if (temporary.length === 0) return args;
  const keyOf = (createdAs: string) => getValue(aliases, createdAs) ?? otherwise(createdAs);
  if (temporary.every(key => keyOf(key) === undefined)) return args;
  return args.map(arg => realKeysIn(arg, keyOf));
}

/** The temporary keys among arguments: alone, or as members of an object. */
export function temporaryKeysIn(args: readonly unknown[]): readonly string[] {
  return args.flatMap(arg => (isPlainObject(arg) ? Object.values(arg) : [arg])).filter(isTemporaryKey);
}

function realKeysIn(arg: unknown, keyOf: (createdAs: string) => string | undefined): unknown {
  const real = (value: unknown) => (isTemporaryKey(value) ? (keyOf(value) ?? value) : value);
  if (!isPlainObject(arg)) return real(arg);
  return mapFields(arg as Readonly<Record<string, unknown>>, (_name, value) => real(value));
}
