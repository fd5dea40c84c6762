import { type Traced, trace } from '../denormalize/denormalize';
import { KEYS, LOOK_UP, Memo, NESTED } from '../denormalize/Memo';
import { INVALID } from '../types/INVALID';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { queryKey } from './queryKey';
import { viewOf } from './viewOf';
import { type GapReader, watchGaps } from './watchGaps';
import { withShownKeys } from './withShownKeys';

/**
 * What `selectQuery` finds, and all that it depends on: what the data was made
 * from, and where it was searched for, found or not.
 */
export function readQuery(state: DataState, schema: Schema, given: readonly unknown[]): Traced {
  const args = withShownKeys(state, given);
  const view = viewOf(state);
  const dependencies: unknown[] = [];
  const key = queryKey(schema, args, view, {
    record: (kind, pk) => dependencies.push(LOOK_UP, kind, pk),
    table: kind => dependencies.push(KEYS, kind, undefined),
  });
  const found = key === undefined ? undefined : trace(schema, key, view, args);
  if (process.env.NODE_ENV !== 'production' && found !== undefined)
    watchGaps(state, found.memo, queryReader(schema, given));
  const value = found === undefined || found.value === INVALID ? undefined : found.value;
  if (found !== undefined) dependencies.push(NESTED, undefined, found.memo);
  return { value, memo: new Memo(value, dependencies, 0, true) };
}

/** What reads a schema by arguments, for messages about what it shows. */
export function queryReader(schema: Schema, args: readonly unknown[]): GapReader {
  const { key } = (schema ?? {}) as { readonly key?: unknown };
  return {
    where: typeof key === 'string' ? ` in what ${key} finds` : '',
    read: state => readQuery(state, schema, args).memo,
  };
}
