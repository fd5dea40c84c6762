import { isObject } from '../plain/isObject';
import { own } from '../plain/own';
import type { EntityRow } from '../types/State';
import { asString, type CollectionKey } from './collectionKey';

/** The arguments of a list that narrow it down, with their values. */
export type Filters = readonly (readonly [name: string, value: string])[];

/** Which lists of a collection a record belongs to, by their arguments. */
export interface ListFilters {
  /** The filters of a list. */
  filtersOf(key: CollectionKey): Filters;
  /** Whether a record of a write meets all filters of a list; `undefined` where that is unknown for one of them. */
  meets(key: CollectionKey, args: readonly unknown[], row?: EntityRow): boolean | undefined;
}

/** @param isFilter whether an argument narrows a list down */
export function listFilters(isFilter: (argument: string) => boolean): ListFilters {
  const filtersOf = (key: CollectionKey): Filters => Object.entries(key).filter(([name]) => isFilter(name));

  return {
    filtersOf,
    meets(key, args, row) {
      let isMet: boolean | undefined = true;
      for (const [name, value] of filtersOf(key)) {
        const known = knownValues(name, args, row);
        if (known.length === 0) isMet = undefined;
        else if (!known.includes(value)) return false;
      }
      return isMet;
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
