import type { Loose } from '../types/Loose';
import type { CollectionKey } from './collectionKey';
import type { Membership } from './Membership';

/** Which arguments of a list do not filter it, such as an order or a page. */
export type NonFilterArgumentKeys = readonly string[] | RegExp | ((key: string) => boolean);

/** Decides, from the arguments of a write, whether it applies to the list with some arguments. */
export type CollectionFilter = (...args: never[]) => (key: CollectionKey) => boolean;

/** What identifies a list, and which writes reach it. */
export interface CollectionOptions<Kept = Loose> extends Membership<Kept> {
  /** The arguments that name a list; by default the first argument of the endpoint. */
  readonly argsKey?: (...args: never[]) => Readonly<Record<string, unknown>>;
  /** The same for a list nested in a record. */
  readonly nestKey?: (parent: never, key: string) => Readonly<Record<string, unknown>>;
  /** @default names that start with `order`, except those that end with `Id`, `ID` or `_id` */
  readonly nonFilterArgumentKeys?: NonFilterArgumentKeys | undefined;
  /** Replaces the rule by which a creation finds the lists that it joins. */
  readonly createCollectionFilter?: CollectionFilter;
}

/** Arguments so named sort a list, and do not filter it: `orderById` does, but `orderId` names an order. */
export const DEFAULT_NON_FILTER_ARGUMENTS = /^order(?!(?!_?[bB]y).*(Id|ID|_id)$)/;
