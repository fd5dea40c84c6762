import { type Status, statuses } from '../resources/status';

/** What the list can be sorted by. */
export const sortings = ['number', 'title', 'status', 'assignee', 'updated'] as const;
export type Sorting = (typeof sortings)[number];

/** What the list shows, as in its URL; an empty string does not filter. */
export interface Listing {
  readonly status: Status | '';
  readonly assignee: string;
  readonly label: string;
  readonly q: string;
  /** Empty for the order of the board. */
  readonly sort: Sorting | '';
  readonly descending: boolean;
}

const oneOf = <Word extends string>(words: readonly Word[], word: string | null) =>
  words.find(known => known === word) ?? '';

/** Parses the query of a URL: `status=todo&q=door&sort=-updated`. Unknown parts are ignored. */
export function readListing(search: string): Listing {
  const query = new URLSearchParams(search);
  const sort = query.get('sort') ?? '';
  return {
    status: oneOf(statuses, query.get('status')),
    assignee: query.get('assignee') ?? '',
    label: query.get('label') ?? '',
    q: query.get('q') ?? '',
    sort: oneOf(sortings, sort.replace(/^-/, '')),
    descending: sort.startsWith('-'),
  };
}

/** The query of a URL that shows this. */
export function writeListing({ sort, descending, ...filter }: Listing): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  if (sort) query.set('sort', descending ? `-${sort}` : sort);
  return String(query);
}

/** The URL of the list, filtered and sorted like this. */
export function addressOf(listing: Listing): string {
  const query = writeListing(listing);
  return query ? `#/list?${query}` : '#/list';
}
