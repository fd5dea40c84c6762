import { deleteCell } from '../tables/deleteCell';
import { getCell } from '../tables/getCell';
import { forEachCell } from '../tables/iterate';
import type { Owner } from '../tables/Owner';
import { putCell } from '../tables/putCell';
import { emptyTable, type Table } from '../tables/Table';

/** What a list's primary key was made of. */
export type ListArguments = Readonly<Record<string, string>>;

/** The values of an argument with which a list may be meant; `undefined` where the argument tells nothing. */
export type ValuesOf = (argument: string) => readonly string[] | undefined;

/** Some primary keys. */
type Keys = Table<null, null>;

/** Lists whose arguments have the same names. */
interface Shape {
  readonly names: readonly string[];
  readonly all: Keys;
  /** The lists by each of their arguments, and by its value. */
  readonly byValue: Readonly<Record<string, Table<Keys, null>>>;
}

/**
 * Where the lists of one kind stand, by their arguments.
 *
 * A value as the table of lists is: a write makes another one, which shares with it what did not change.
 */
export interface ListIndex {
  readonly argumentsOf: (pk: string) => ListArguments;
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** Not in the state, which holds nothing that can be derived: hydrated or replaced, it is made anew when it is needed. */
const indexes = new WeakMap<object, ListIndex>();

/** The index of a table of lists, if somebody has needed it. */
export function knownListIndex(lists: object): ListIndex | undefined {
  return indexes.get(lists);
}

/** Notes the index of a table of lists, for as long as there is that table. */
export function noteListIndex(lists: object, index: ListIndex): void {
  indexes.set(lists, index);
}

/** The index of a table of lists, made by looking at each of them. */
export function listIndexOf(
  lists: Table<unknown, unknown>,
  argumentsOf: ListIndex['argumentsOf'],
  owner: Owner,
): ListIndex {
  let index: ListIndex = { argumentsOf, shapes: {} };
  forEachCell(lists, pk => {
    index = withList(index, pk, owner);
  });
  return index;
}

/** The index with one list more. */
export function withList(index: ListIndex, pk: string, owner: Owner): ListIndex {
  return changed(index, pk, keys => putCell(keys, pk, { meta: null }, owner), owner);
}

/** The index with one list less. */
export function withoutList(index: ListIndex, pk: string, owner: Owner): ListIndex {
  return changed(index, pk, keys => deleteCell(keys, pk, owner), owner);
}

function changed(
  { argumentsOf, shapes }: ListIndex,
  pk: string,
  change: (keys: Keys) => Keys,
  owner: Owner,
): ListIndex {
  const args = argumentsOf(pk);
  const names = Object.keys(args);
  const name = JSON.stringify(names);
  const { all = emptyTable<null, null>(), byValue = {} } = shapes[name] ?? {};
  const after = names.map(argument => {
    const values = Object.hasOwn(byValue, argument) ? byValue[argument] : undefined;
    const value = args[argument] ?? '';
    const keys = change(getCell(values, value)?.value ?? emptyTable());
    const table = values ?? emptyTable<Keys, null>();
    const isEmpty = keys.size === 0;
    return [
      argument,
      isEmpty ? deleteCell(table, value, owner) : putCell(table, value, { value: keys, meta: null }, owner),
    ];
  });
  const shape: Shape = { names, all: change(all), byValue: Object.fromEntries(after) };
  return { argumentsOf, shapes: { ...shapes, [name]: shape } };
}

/** Primary keys of the lists that may be meant: for each shape those of the argument that leaves the fewest. */
export function listsWith({ shapes }: ListIndex, valuesOf: ValuesOf): readonly string[] {
  return Object.values(shapes).flatMap(({ names, all, byValue }) => {
    let fewest: readonly Keys[] = [all];
    for (const name of names) {
      const values = valuesOf(name);
      if (values === undefined) continue;
      const found = values.flatMap(value => getCell(byValue[name], value)?.value ?? []);
      if (sizeOf(found) < sizeOf(fewest)) fewest = found;
    }
    return fewest.flatMap(keysOf);
  });
}

function sizeOf(tables: readonly Keys[]): number {
  return tables.reduce((sum, { size }) => sum + size, 0);
}

function keysOf(table: Keys): readonly string[] {
  const keys: string[] = [];
  forEachCell(table, pk => keys.push(pk));
  return keys;
}
