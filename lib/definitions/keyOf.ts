import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { isObject } from '../plain/isObject';

const keysOfRecords = new WeakMap<object, string>();

const storedKeys = new WeakMap<object, string>();

/** Notes the key of a record that cannot compute it: its fields are not those that the key was made from. */
export function noteStoredKey(record: object, pk: string): void {
  storedKeys.set(record, pk);
}

/** That key; `undefined` if the record can compute its own. */
export function storedKeyOf(record: object): string | undefined {
  return storedKeys.get(record);
}

/** Notes that a record is on screen under a key that is not its own. */
export function keepKey(record: object, key: string): void {
  keysOfRecords.set(record, key);
}

/**
 * A React key: the key of the record, unchanged when the server names a record that was shown optimistically.
 *
 * @param record an instance of an entity
 * @example
 * ```ts
 * import { keyOf } from 'rdc-toolkit';
 *
 * const items = todos.map(todo => ({ key: keyOf(todo), title: todo.title }));
 * ```
 */
export function keyOf(record: { pk(): string | number | undefined }): string {
  if (
    process.env.NODE_ENV !== 'production' &&
    !(isObject(record) && typeof (record as Partial<typeof record>).pk === 'function')
  )
    throw argumentError(
      'keyOf()',
      `it was given ${describeValue(record)}`,
      'Pass a record, an instance of an entity: keyOf(todo).',
    );
  return keysOfRecords.get(record) ?? storedKeys.get(record) ?? String(record.pk());
}
