import { isObject } from '../plain/isObject';
import { own } from '../plain/own';
import type { EntityRow } from '../types/State';
import type { CollectionFilter, CollectionOptions } from './CollectionOptions';
import { asString, type CollectionKey } from './collectionKey';
import { isUnionResult } from './kindOfValue';
import type { ListSchema } from './listContents';

/** The arguments of a list that narrow it down, with their values. */
export type Filters = readonly (readonly [name: string, value: string])[];

/** Lists whose arguments decide which records they hold. */
export interface FilteredLists extends ListSchema {
  readonly options: Pick<CollectionOptions, 'createCollectionFilter'>;
  /** Whether an argument narrows a list down. */
  isFilter(argument: string): boolean;
  createCollectionFilter?(...args: never[]): (key: CollectionKey) => boolean;
}

/** The filters of a list. */
export function filtersOf(lists: FilteredLists, key: CollectionKey): Filters {
  return Object.entries(key).filter(([name]) => lists.isFilter(name));
}

/** Whether a written record meets all filters of a list; `undefined` if one of them is unknown. */
export function meets(
  lists: FilteredLists,
  key: CollectionKey,
  args: readonly unknown[],
  row?: EntityRow,
): boolean | undefined {
  let isMet: boolean | undefined = true;
  for (const [name, value] of filtersOf(lists, key)) {
    const known = knownValues(name, args, row);
    if (known.length === 0) isMet = undefined;
    else if (!known.includes(value)) return false;
  }
  return isMet;
}

/** A custom rule for which lists a creation joins; `undefined` if their filters decide. */
export function ruleOf(lists: FilteredLists): CollectionFilter | undefined {
  return lists.options.createCollectionFilter ?? lists.createCollectionFilter?.bind(lists);
}

/**
 * The values of a list's argument in a write: from the caller's path or body, or
 * else from what is stored.
 */
export function knownValues(name: string, args: readonly unknown[], row?: EntityRow): readonly string[] {
  const sent = args.flatMap(arg => {
    const value = ownValue(arg, name);
    return value === undefined || isSentWhole(value, ownValue(row, name)) ? [] : [asString(value, name)];
  });
  return sent.length > 0 || row === undefined ? sent : knownValues(name, [row]);
}

/** Whether a sent value holds a whole record, of which the stored row has the key. */
function isSentWhole(sent: unknown, stored: unknown): boolean {
  if (!isObject(sent) || stored === undefined) return false;
  if (!isObject(stored) || isUnionResult(stored)) return true;
  return Object.entries(sent).some(([name, one]) => isSentWhole(one, ownValue(stored, name)));
}

/** The value of an object's own field. */
export function ownValue(fields: unknown, name: string): unknown {
  return isObject(fields) ? own(fields as EntityRow, name) : undefined;
}
