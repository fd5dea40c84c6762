import { currentTurn, noteFirstTurn, turnOf } from '../definitions/candidates';
import { loggedName } from '../definitions/schemaName';
import { isSuperseded, latestInPlaceOf, placeName } from '../definitions/schemaPlaces';
import { getOrCreate } from '../plain/getOrCreate';
import type { ListSchema } from './listContents';
import type { Membership } from './Membership';

/** A collection that maintains its members. */
export interface Keeper extends ListSchema {
  readonly options: Membership<object>;
}

/** Collections not yet looked at: their elements' classes may not exist yet. */
let uninspected: Keeper[] = [];
const keepersByTable = new Map<string, Keeper[]>();
const keepersByName = new Map<string, Keeper>();

/** The most collections of one kind to keep, in case an app makes them with every render. */
const MAX_KEEPERS = 64;

/** Registers a collection with `belongs`. */
export function noteKeeper(keeper: Keeper): void {
  if (process.env.NODE_ENV !== 'production') noteFirstTurn(keeper, currentTurn());
  uninspected.push(keeper);
}

/** The collections with `belongs`, by the table of their lists. */
export function keepersOfTables(): ReadonlyMap<string, readonly Keeper[]> {
  const pending = uninspected;
  uninspected = [];
  for (const keeper of pending) {
    try {
      const ofTable = getOrCreate(keepersByTable, keeper.key, () => []);
      if (!ofTable.includes(keeper)) ofTable.push(keeper);
      if (ofTable.length > MAX_KEEPERS) ofTable.splice(Math.max(ofTable.findIndex(isUnused), 0), 1);
    } catch {
      // Its elements' class does not exist yet.
      if (uninspected.length < MAX_KEEPERS) uninspected.push(keeper);
    }
  }
  return keepersByTable;
}

/** Whether a collection has brought no list, or a later one of its name has brought lists since. */
function isUnused(keeper: Keeper): boolean {
  return keepersByName.get(loggedName(keeper)) !== keeper;
}

/** The collection that brought each list; only in development. */
const sources = new WeakMap<object, object>();

/** Notes which collection brought a list, in development: hot reloading may replace it with one that has `belongs`. */
export function noteBringer(list: object | undefined, collection: object | undefined): void {
  if (list && collection) sources.set(list, collection);
}

/** Notes that a stored list has been replaced, in development. */
export function noteChanged(replaced: object, after: object | undefined): void {
  noteBringer(after, sources.get(replaced));
}

/** The name of the collection that maintains a stored list: noted beside the list, or that of the one in its place. */
export function keeperNameOf(list: object, keeperName: string | undefined): string | undefined {
  const source = process.env.NODE_ENV !== 'production' && keeperName === undefined && sources.get(list);
  return source ? placeName(source) : keeperName;
}

/** The name of a collection, which finds it from now on. */
export function nameOfKeeper(keeper: Keeper): string {
  const name = loggedName(keeper);
  keepersByName.set(name, keeper);
  // It may have been dropped before it was used.
  const ofTable = keepersByTable.get(keeper.key);
  if (ofTable && !ofTable.includes(keeper)) ofTable.push(keeper);
  return name;
}

/** The collection with a name: if this process has not used it, the latest with that name. */
export function keeperNamed(name: string, keepers: readonly Keeper[]): Keeper | undefined {
  const keeper = keeperWithName(name, keepers);
  return process.env.NODE_ENV !== 'production' && keeper && hasLostRule(keeper) ? undefined : keeper;
}

function keeperWithName(name: string, keepers: readonly Keeper[]): Keeper | undefined {
  const cached = keepersByName.get(name);
  if (
    cached !== undefined &&
    keepers.includes(cached) &&
    !isSuperseded(cached) &&
    !(process.env.NODE_ENV !== 'production' && isReplaced(cached, name, keepers))
  )
    return cached;
  const latest = keepers.findLast(keeper => loggedName(keeper) === name);
  if (latest !== undefined) keepersByName.set(name, latest);
  return latest;
}

/** Whether hot reloading has replaced a collection; only in development. */
function isReplaced(candidate: Keeper, name: string, keepers: readonly Keeper[]): boolean {
  const isLater = (keeper: Keeper) => turnOf(keeper) > turnOf(candidate) && loggedName(keeper) === name;
  // A collection without an endpoint shares its name with all like it.
  return keepers.some(isLater) && placeName(candidate) !== undefined;
}

/** Whether hot reloading has replaced a collection with one without `belongs`; only in development. */
function hasLostRule(keeper: Keeper): boolean {
  const latest = latestInPlaceOf(keeper) as Partial<Keeper> | undefined;
  return latest?.options !== undefined && latest.options.belongs === undefined;
}
