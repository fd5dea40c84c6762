import { checkWalk } from '../errors/checkValues';
import type { Denormalized } from '../types/Denormalized';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import type { Deleted, Entities, Readable } from '../types/State';
import { takeGaps, warnOfGap } from './gaps';
import type { Memo } from './Memo';
import { Walk } from './Walk';

/** The value of a result, and what it was made from. */
export interface Traced {
  /** `INVALID` if a record that it requires is missing. */
  readonly value: unknown;
  readonly memo: Memo;
}

/**
 * The value that a result stands for; `undefined` if a record that it requires is missing.
 *
 * Pure: the same result and rows give the same object to all readers. Records are frozen; in development lists are
 * too. Independent of Redux.
 *
 * @param entities tables as {@link normalize} returns them
 * @param args arguments of the request, for schemas that compute with them
 * @param deleted the deleted records, as {@link normalize} returns them: what requires one of them is not shown
 * @example
 * ```ts
 * import { denormalize, Entity, normalize } from 'rdc-toolkit';
 *
 * class User extends Entity {
 *   id = '';
 *   name = '';
 *   static key = 'User';
 * }
 *
 * const { result, entities } = normalize([User], [{ id: '5', name: 'Ada' }]);
 * const users = denormalize([User], result, entities);
 * // users[0] instanceof User, and is the same object the next time
 * ```
 */
export function denormalize<const S>(
  schema: S,
  result: unknown,
  entities: Entities,
  args: readonly unknown[] = [],
  deleted: Deleted = NONE_DELETED,
): Denormalized<S> | undefined {
  if (process.env.NODE_ENV !== 'production') checkWalk('denormalize()', schema, entities);
  const { value, memo } = trace(schema as Schema, result, { entities, deleted }, args, false);
  if (process.env.NODE_ENV !== 'production')
    for (const gap of takeGaps(memo, { entities, deleted })) warnOfGap(gap, '');
  return (value === INVALID ? undefined : value) as Denormalized<S> | undefined;
}

/** One object for all calls: a change of tables is detected by identity. */
const NONE_DELETED: Deleted = {};

/** {@link denormalize}, with what the value was made from. */
export function trace(
  schema: Schema,
  result: unknown,
  tables: Readable,
  args: readonly unknown[],
  isStore = true,
): Traced {
  const walk = new Walk(tables, args, isStore);
  let value: unknown;
  try {
    value = walk.visit(schema, result);
  } catch (thrown) {
    walk.forgetWaiting();
    if (thrown !== INVALID) throw thrown;
    value = INVALID;
  }
  return { value, memo: walk.memoOf(value) };
}
