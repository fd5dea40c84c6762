import { allWithin } from '../plain/allWithin';
import { isForm } from '../plain/isForm';
import { isPlainObject } from '../plain/isPlainObject';
import { mapFields } from '../plain/mapFields';
import { noop } from '../plain/noop';
import { getCell, getValue } from '../tables/getCell';
import type { DataState, EntityRow } from '../types/State';
import { isTemporaryKey } from '../types/temporaryKey';

/**
 * Arguments with the keys that records have by now in place of temporary ones.
 *
 * The same array if there is nothing to replace.
 *
 * @param otherwise the key for a record that has no key from the server yet
 */
export function withRealKeys(
  state: Pick<DataState, 'aliases' | 'entities'>,
  args: readonly unknown[],
  otherwise: (createdAs: string) => string | undefined = noop,
): readonly unknown[] {
  // Most states have no temporary keys.
  if (state.aliases.size === 0 && otherwise === noop) return args;
  const temporary = temporaryKeysIn(args);
  if (temporary.length === 0) return args;
  const keyOf = (createdAs: string) => realKey(state, createdAs) ?? otherwise(createdAs);
  if (temporary.every(key => keyOf(key) === undefined)) return args;
  return args.map(arg => realKeysIn(arg, keyOf));
}

/** The key that the server gave, as it is in the record: a number if the server gave a number. */
function realKey(
  { aliases, entities }: Pick<DataState, 'aliases' | 'entities'>,
  createdAs: string,
): string | number | undefined {
  const pk = getValue(aliases, createdAs);
  if (pk === undefined) return undefined;
  const cells = Object.values(entities).map(table => getCell(table, pk));
  const row = cells.find(cell => cell?.meta.createdAs === createdAs)?.value as EntityRow | undefined;
  const isNumber = (value: unknown) => typeof value === 'number' && String(value) === pk;
  const values = Object.values(row ?? {});
  // If the key is a string, another field, such as a count, may happen to be the same number.
  const isNumbered = isNumber(row?.id) || (values.some(isNumber) && !values.includes(pk));
  return isNumbered ? Number(pk) : pk;
}

/** The temporary keys in arguments, at any depth of lists and plain objects, and in the entries of forms. */
export function temporaryKeysIn(args: readonly unknown[]): readonly string[] {
  return allWithin(args).filter(isTemporaryKey);
}

function realKeysIn(arg: unknown, keyOf: (createdAs: string) => string | number | undefined): unknown {
  if (isTemporaryKey(arg)) return keyOf(arg) ?? arg;
  if (Array.isArray(arg)) return arg.map(part => realKeysIn(part, keyOf));
  if (isForm(arg)) return withRealEntries(arg, keyOf);
  return isPlainObject(arg) ? mapFields(arg, (_name, part) => realKeysIn(part, keyOf)) : arg;
}

function withRealEntries<Form extends FormData | URLSearchParams>(
  form: Form,
  keyOf: (createdAs: string) => string | number | undefined,
): Form {
  const copy = new (form.constructor as new () => Form)();
  for (const [name, entry] of form) {
    const key = isTemporaryKey(entry) ? keyOf(entry) : undefined;
    copy.append(name, key === undefined ? (entry as never) : String(key));
  }
  return copy;
}
