import { isPlainObject } from '../plain/isPlainObject';
import { getCell } from '../tables/getCell';
import type { DataState } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';

/**
 * Arguments with the keys that records have by now, in place of temporary ones.
 *
 * The same array when there is nothing to replace.
 */
export function realArgs(
  { aliases }: Pick<DataState, 'aliases'>,
  args: readonly unknown[],
): readonly unknown[] {
  return temporaryKeysIn(args).some(key => getCell(aliases, key) !== undefined)
    ? args.map(arg => withRealKeys(arg, aliases))
    : args;
}

/** The temporary keys among arguments: alone, or as members of an object. */
export function temporaryKeysIn(args: readonly unknown[]): readonly string[] {
  return args.flatMap(arg => (isRecord(arg) ? Object.values(arg) : [arg])).filter(isTemporaryKey);
}

function withRealKeys(arg: unknown, aliases: DataState['aliases']): unknown {
  if (!isRecord(arg)) return withRealKey(arg, aliases);
  const members = Object.entries(arg).map(([name, value]) => [name, withRealKey(value, aliases)]);
  return Object.fromEntries(members);
}

function withRealKey(value: unknown, aliases: DataState['aliases']): unknown {
  return isTemporaryKey(value) ? (getCell(aliases, value)?.value ?? value) : value;
}

function isRecord(arg: unknown): arg is Readonly<Record<string, unknown>> {
  return isPlainObject(arg);
}
