import { currentTurn, noteFirstTurn, turnOf } from '../definitions/candidates';
import { isSuperseded, latestInPlaceOf, placeName } from '../definitions/places';
import { loggedName } from '../definitions/schemaName';
import { kept } from '../plain/kept';
import type { ListSchema } from './listContents';
import type { Membership } from './Membership';

/** A collection that maintains its members. */
export interface Keeper extends ListSchema {
  readonly options: Membership<object>;
}

/** Collections that were made and not looked at yet: the classes of their elements may not be there. */
let made: Keeper[] = [];
const keepersByTable = new Map<string, Keeper[]>();
const keepersByName = new Map<string, Keeper>();

/** More collections of one kind are not kept, should an app make them with every render. */
const MAX_KEEPERS = 64;

/** Makes a collection with `belongs` known. */
export function noteKeeper(keeper: Keeper): void {
  if (process.env.NODE_ENV !== 'production') noteFirstTurn(keeper, currentTurn());
  made.push(keeper);
}

/** The collections with `belongs`, by the table of their lists. */
export function keepersOfTables(): ReadonlyMap<string, readonly Keeper[]> {
  const unread = made;
  made = [];
  for (const keeper of unread) {
    try {
      const known = kept(keepersByTable, keeper.key, () => []);
      if (!known.includes(keeper)) known.push(keeper);
      if (known.length > MAX_KEEPERS) known.splice(Math.max(known.findIndex(isUnused), 0), 1);
    } catch {
      // The class of its elements is not there yet.
      if (made.length < MAX_KEEPERS) made.push(keeper);
    }
  }
  return keepersByTable;
}

/** Whether no list was brought by a collection, or a later one of its name has brought them since. */
function isUnused(keeper: Keeper): boolean {
  return keepersByName.get(loggedName(keeper)) !== keeper;
}

/** Which collection a stored list came by; in development only. */
const bringers = new WeakMap<object, object>();

/** Notes by which collection a stored list came, in development: hot reloading may put one with `belongs` in its place. */
export function noteBringer(list: object | undefined, collection: object | undefined): void {
  if (list && collection) bringers.set(list, collection);
}

/** Notes that a stored list has become another one, in development. */
export function noteChanged(before: object, after: object | undefined): void {
  noteBringer(after, bringers.get(before));
}

/** The name of the collection that maintains a stored list: it is noted beside the list, or stands where that came from. */
export function keeperNameOf(list: object, noted: string | undefined): string | undefined {
  const bringer = process.env.NODE_ENV !== 'production' && noted === undefined && bringers.get(list);
  return bringer ? placeName(bringer) : noted;
}

/** The name of a collection, by which it is found from now on. */
export function nameOfKeeper(keeper: Keeper): string {
  const name = loggedName(keeper);
  keepersByName.set(name, keeper);
  // It may have been dropped before it was used.
  const known = keepersByTable.get(keeper.key);
  if (known && !known.includes(keeper)) known.push(keeper);
  return name;
}

/** The collection with a name: in a process that has not used it, the latest that was made. */
export function keeperNamed(name: string, keepers: readonly Keeper[]): Keeper | undefined {
  const keeper = keeperWithName(name, keepers);
  return process.env.NODE_ENV !== 'production' && keeper && hasLostRule(keeper) ? undefined : keeper;
}

function keeperWithName(name: string, keepers: readonly Keeper[]): Keeper | undefined {
  const known = keepersByName.get(name);
  if (
    known !== undefined &&
    keepers.includes(known) &&
    !isSuperseded(known) &&
    !(process.env.NODE_ENV !== 'production' && isReplaced(known, name, keepers))
  )
    return known;
  const found = keepers.findLast(keeper => loggedName(keeper) === name);
  if (found !== undefined) keepersByName.set(name, found);
  return found;
}

/** Whether hot reloading has put another collection in the place of one; in development only. */
function isReplaced(known: Keeper, name: string, keepers: readonly Keeper[]): boolean {
  const isLater = (keeper: Keeper) => turnOf(keeper) > turnOf(known) && loggedName(keeper) === name;
  // A collection that hangs on no endpoint has the name of all that are like it.
  return keepers.some(isLater) && placeName(known) !== undefined;
}

/** Whether hot reloading has put a collection without `belongs` in the place of one; in development only. */
function hasLostRule(keeper: Keeper): boolean {
  const latest = latestInPlaceOf(keeper) as Partial<Keeper> | undefined;
  return latest?.options !== undefined && latest.options.belongs === undefined;
}
