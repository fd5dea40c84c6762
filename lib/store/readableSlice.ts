import { filterFields } from '../plain/filterFields';
import { isPlainObject } from '../plain/isPlainObject';
import { kept } from '../plain/kept';
import { warnOnce } from '../plain/warnOnce';
import { sealTable } from '../tables/Owner';
import { emptyTable, type Table } from '../tables/Table';
import { initialState } from '../types/initialState';
import type { DataState } from '../types/State';

const readable = new WeakMap<object, DataState>();

/** What is read of a slice that another version of this library has saved; the rest is about requests that are over. */
const KEPT_FIELDS: readonly (keyof DataState)[] = [
  'entities',
  'deleted',
  'indexes',
  'endpoints',
  'optimistic',
  'links',
  'aliases',
  'lastReset',
  'version',
];

/**
 * A slice that can be read and written, whatever stands in its place: a state that an
 * app has saved may be of an earlier version, or of something else altogether.
 *
 * The very slice where it has all parts. Of one that lacks some, records, responses
 * and pending mutations are kept. Where these are no tables, nothing is read.
 *
 * @returns The same object for the same slice.
 */
export function readableSlice(slice: unknown): DataState {
  if (!isPlainObject(slice)) return unreadable();
  return kept(readable, slice, mended);
}

function mended(slice: Readonly<Record<string, unknown>>): DataState {
  const names = Object.keys(initialState) as (keyof DataState)[];
  if (names.every(name => isSound(name, slice[name]))) {
    // What an action made is frozen; what was restored is not, and Redux Toolkit's checks would walk all of it.
    if (process.env.NODE_ENV !== 'production' && !Object.isFrozen(slice)) sealTables(Object.values(slice));
    return slice as object as DataState;
  }
  if (!KEPT_FIELDS.slice(0, 4).every(name => isSound(name, slice[name]))) return unreadable();
  const keeps = (name: string, part: unknown) =>
    KEPT_FIELDS.includes(name as keyof DataState) && isSound(name as keyof DataState, part);
  if (
    process.env.NODE_ENV !== 'production' &&
    slice.optimistic !== undefined &&
    !isSound('optimistic', slice.optimistic)
  ) {
    const text = 'The pending mutations of a restored state were ignored: not all of them are mutations.';
    warnOnce('optimistic', text);
  }
  return { ...initialState, ...filterFields(slice, keeps) };
}

function sealTables(parts: readonly unknown[]): void {
  for (const part of parts) {
    if (isTable(part)) sealTable(part as Table<unknown, unknown>);
    else if (isPlainObject(part)) sealTables(Object.values(part).filter(isTable));
  }
}

function unreadable(): DataState {
  if (process.env.NODE_ENV !== 'production')
    warnOnce(
      'unreadable slice',
      'This version cannot read the state of the data client, which another version may have saved. It was ignored.',
    );
  // Not the initial state itself: that one ends the session.
  return { ...initialState, endpoints: emptyTable() };
}

/** Whether a part of a slice has the form of that part of an empty store; of its tables, that they are tables. */
function isSound(name: keyof DataState, part: unknown): boolean {
  const empty: unknown = initialState[name];
  if (name === 'entities' || name === 'deleted' || name === 'overlaps')
    return isPlainObject(part) && Object.values(part).every(isTable);
  if (isTable(empty)) return isTable(part);
  if (name === 'optimistic')
    return Array.isArray(part) && part.every(update => typeof update?.endpointName === 'string');
  if (Array.isArray(empty)) return Array.isArray(part);
  return isPlainObject(empty) ? isPlainObject(part) : typeof part === typeof empty;
}

function isTable(part: unknown): boolean {
  return (
    isPlainObject(part) &&
    typeof part.size === 'number' &&
    typeof part.next === 'number' &&
    typeof part.root === 'object'
  );
}
