import type { Traced } from '../denormalize/denormalize';
import { Memo, NESTED } from '../denormalize/Memo';
import type { Schema } from '../types/Schema';
import type { DataState } from '../types/State';
import { findData } from './findData';
import { notingLookUps } from './queryKey';
import { viewOf } from './viewOf';
import { type GapReader, watchGaps } from './watchGaps';
import { withShownKeys } from './withShownKeys';

/**
 * What `selectQuery` finds, and all that it depends on: what the data was made from, and everywhere it was searched
 * for.
 */
export function readQuery(state: DataState, schema: Schema, givenArgs: readonly unknown[]): Traced {
  const args = withShownKeys(state, givenArgs);
  const view = viewOf(state);
  const dependencies: unknown[] = [];
  const found = findData(view, schema, args, notingLookUps(dependencies));
  if (found !== undefined) {
    dependencies.push(NESTED, undefined, found.memo);
    if (process.env.NODE_ENV !== 'production') watchGaps(state, found.memo, queryReader(schema, givenArgs));
  }
  const value = found?.value;
  return { value, memo: new Memo(value, dependencies, 0, true) };
}

/** Describes a query for messages about gaps in what it shows. */
function queryReader(schema: Schema, args: readonly unknown[]): GapReader {
  const { key } = (schema ?? {}) as { readonly key?: unknown };
  return {
    where: typeof key === 'string' ? ` in what ${key} finds` : '',
    read: state => readQuery(state, schema, args).memo,
  };
}
