import type { Operation } from '../read/Operation.js';
import type { EntityKind, Kinds } from './Kinds.js';
import { nonFiltersOf } from './listParameters.js';
import type { Listing } from './Plan.js';
import { arrayIn, recordIn, recordsIn } from './responses.js';
import type { At } from './touched.js';

/** The lists besides the usual ones of resources, and the creations that add to them. */
export interface Listings {
  /** How an operation reads such a list, or adds to it. */
  readonly of: (operation: Operation) => Listing | undefined;
  /** Whether no list gets what an operation creates, because it is unclear which lists have to. */
  readonly isUnlisted: (operation: Operation) => boolean;
}

interface Pair {
  readonly list: Operation;
  readonly creation: Operation;
  readonly listing: Omit<Listing, 'place' | 'isCreation'>;
  readonly listPlace: readonly string[];
  readonly createPlace: readonly string[];
  readonly records: string;
}

/**
 * Finds lists with a creation at their path.
 *
 * Lists of one kind of record differ only in their arguments. So a list counts only if it is the one of its kind, and
 * no resource has a usual one.
 *
 * @param listed kinds of records that have a usual list
 * @param isTogether whether two operations are written into one file
 */
export function findListings(
  operations: readonly Operation[],
  at: At,
  kinds: Kinds,
  listed: ReadonlySet<EntityKind>,
  isTogether: (one: Operation, other: Operation) => boolean,
): Listings {
  const pairs = operations.flatMap(creation => {
    const list = creation.method === 'POST' ? at(creation.path, 'GET') : undefined;
    const pair = list && list.path === creation.path ? pairOf(list, creation, kinds) : undefined;
    return pair === undefined ? [] : [pair];
  });
  const isClear = ({ list, creation, records }: Pair) =>
    isTogether(list, creation) &&
    list.server === creation.server &&
    pairs.every(other => other.creation === creation || other.records !== records) &&
    ![...listed].some(({ name }) => name === records);
  const clear = pairs.filter(isClear);
  return {
    of(operation) {
      for (const { list, creation, listing, listPlace, createPlace } of clear) {
        if (operation === list) return { ...listing, place: listPlace, isCreation: false };
        if (operation === creation) return { ...listing, place: createPlace, isCreation: true };
      }
      return undefined;
    },
    isUnlisted: operation => pairs.some(pair => pair.creation === operation && !clear.includes(pair)),
  };
}

/** A list and its creation, whose response is one record of the same kinds, alone or in a field. */
function pairOf(list: Operation, creation: Operation, kinds: Kinds): Pair | undefined {
  const found = arrayIn(list.response.shape, kinds, item => recordsIn(item, kinds).length > 0);
  const entities = found && recordsIn(found.item, kinds);
  if (found === undefined || entities === undefined || entities.length === 0) return undefined;
  const records = namesOf(entities);
  const { shape } = creation.response;
  const item = recordIn(shape, kinds);
  const isWhole = namesOf(recordsIn(shape, kinds)) === records;
  if (!isWhole && item?.entity.name !== records) return undefined;
  return {
    list,
    creation,
    listing: { path: list.path, item: found.item, nonFilters: nonFiltersOf(list) },
    listPlace: found.place,
    createPlace: isWhole ? [] : (item?.place ?? []),
    records,
  };
}

const namesOf = (entities: readonly EntityKind[]) =>
  entities
    .map(({ name }) => name)
    .sort()
    .join();
