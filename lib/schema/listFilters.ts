import { isObject } from '../plain/isObject';
import { kept } from '../plain/kept';
import { own } from '../plain/own';
import type { EntityRow } from '../types/State';
import { asString, type CollectionKey } from './collectionKey';

/** The arguments of a list that narrow it down, with their values. */
type Filters = readonly (readonly [name: string, value: string])[];

/** Which lists of a collection a record belongs to, by their arguments. */
export interface ListFilters {
  /** The first filter of a list. */
  first(key: CollectionKey): readonly [name: string, value: string] | undefined;
  /** Whether a record of a write meets all filters of a list; `undefined` where that is unknown for one of them. */
  meets(key: CollectionKey, args: readonly unknown[], row?: EntityRow): boolean | undefined;
}

/** @param isFilter whether an argument narrows a list down */
export function listFilters(isFilter: (argument: string) => boolean): ListFilters {
  const filtersByKey = new WeakMap<CollectionKey, Filters>();

  const filtersOf = (key: CollectionKey): Filters =>
    kept(filtersByKey, key, () => Object.entries(key).filter(([name]) => isFilter(name)));

  return {
    first: key => filtersOf(key)[0],
    meets(key, args, row) {
      const met = filtersOf(key).map(([name, value]) => {
        const known = knownValues(name, args, row);
        return known.length === 0 ? undefined : known.includes(value);
      });
      if (met.includes(false)) return false;
      return met.includes(undefined) ? undefined : true;
    },
  };
}

/**
 * The values that an argument of a list has in a write: what the caller said, in
 * path or body; failing that, what is stored.
 */
export function knownValues(name: string, args: readonly unknown[], row?: EntityRow): readonly string[] {
  const said = args.flatMap(arg => {
    const value = ownValue(arg, name);
    return value === undefined ? [] : [asString(value, name)];
  });
  return said.length > 0 || row === undefined ? said : knownValues(name, [row]);
}

/** The value of a field, where an object has that field itself. */
export function ownValue(fields: unknown, name: string): unknown {
  return isObject(fields) ? own(fields as EntityRow, name) : undefined;
}
