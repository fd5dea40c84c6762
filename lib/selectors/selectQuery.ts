import { trace } from '../denormalize/denormalize';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { queryKey } from './queryKey';
import { queryReader } from './readQuery';
import { viewOf } from './viewOf';
import { watchGaps } from './watchGaps';
import { withShownKeys } from './withShownKeys';

/**
 * The data of a schema, found by arguments alone; `undefined` where there is none.
 *
 * @returns The same object for as long as nothing in it changes.
 */
export function selectQuery(
  state: DataState | undefined,
  schema: Schema,
  given: readonly unknown[],
): unknown {
  if (state === undefined) return undefined;
  const args = withShownKeys(state, given);
  const view = viewOf(state);
  const key = queryKey(schema, args, view);
  if (key === undefined) return undefined;
  const { value, memo } = trace(schema, key, view, args);
  if (process.env.NODE_ENV !== 'production') watchGaps(state, memo, queryReader(schema, given));
  return value === INVALID ? undefined : value;
}
