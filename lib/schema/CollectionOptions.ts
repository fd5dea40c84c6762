import type { Loose } from '../types/Loose';
import type { CollectionKey } from './collectionKey';
import type { Membership } from './Membership';

/** Tells which arguments of a list do not filter it, such as an order or a page. */
export type NonFilterArgumentKeys = readonly string[] | RegExp | ((key: string) => boolean);

/** Tells, by the arguments of a write, whether a list with some arguments takes part in it. */
export type CollectionFilter = (...args: never[]) => (key: CollectionKey) => boolean;

/** What makes two lists the same list, and which writes reach it. */
export interface CollectionOptions<Kept = Loose> extends Membership<Kept> {
  /** The arguments that name a list; by default the first argument of the endpoint. */
  readonly argsKey?: (...args: never[]) => Readonly<Record<string, unknown>>;
  /** The same for a list nested in a record. */
  readonly nestKey?: (parent: never, key: string) => Readonly<Record<string, unknown>>;
  /** @default names that start with `order`, but for those that end with `Id`, `ID` or `_id` */
  readonly nonFilterArgumentKeys?: NonFilterArgumentKeys | undefined;
  /** Replaces the rule by which a creation finds the lists that it belongs to. */
  readonly createCollectionFilter?: CollectionFilter;
}

/** An argument with such a name orders a list, and does not filter it; `orderId` says which order it is of, `orderById` how to order. */
export const DEFAULT_NON_FILTER_ARGUMENTS = /^order(?!(?!_?[bB]y).*(Id|ID|_id)$)/;
