import { All, Entity, Query, RestEndpoint, type RestOptions, resource } from 'rdc-toolkit';
import { asVisit, memoized } from '../../overlap/playing';

export class Card extends Entity {
  id = '';
  title = '';
  status = '';
  votes = 0;
  version = 0;
  static key = 'Card';
}

export const allCards = new All(Card);
export const votesInAll = new Query(allCards, cards => cards.reduce((sum, { votes }) => sum + votes, 0));

/** Names each request, so that a play can wait until it reaches the server; fails offline, as in a browser. */
class NamedEndpoint<const O extends RestOptions = RestOptions> extends RestEndpoint<O> {
  override async fetchResponse(input: string, init: RequestInit): Promise<Response> {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    return asVisit(visit => super.fetchResponse(input, { ...init, headers: { ...init.headers, visit } }));
  }
}

const ONE_DAY = 86_400_000;

/** How the resources of a play are defined. */
export interface ResourceSetting {
  /** Mutations are optimistic. */
  readonly isOptimistic: boolean;
  /** Lists follow each change of a record. */
  readonly follows: boolean;
  /** Responses are stale on arrival. */
  readonly isBrief: boolean;
  readonly invalidIfStale: boolean;
  /** The poll interval of subscriptions, in milliseconds. */
  readonly pollFrequency?: number;
  readonly pollWhileHidden?: boolean;
}

const metaOf = ({ headers }: Response) => ({ next: headers.get('next') });

const define = memoized(
  (
    url: string,
    isOptimistic: boolean,
    follows: boolean,
    isBrief: boolean,
    invalidIfStale: boolean,
    pollFrequency: number | undefined,
    pollWhileHidden: boolean | undefined,
  ) => {
    const dataExpiryLength = isBrief ? 0 : ONE_DAY;
    const CardResource = resource({
      urlPrefix: url,
      path: '/cards/:id',
      schema: Card,
      Endpoint: NamedEndpoint,
      searchParams: {} as { status?: string },
      paginationField: 'after',
      optimistic: isOptimistic,
      dataExpiryLength,
      invalidIfStale,
      pollFrequency,
      pollWhileHidden,
      belongs: follows ? (card: Card, { status = card.status }) => card.status === status : undefined,
    })
      .extend({ getList: { meta: metaOf } })
      .extend('vote', { path: '/cards/:id/vote', method: 'POST', body: undefined });
    const getPlain = new NamedEndpoint({
      // The same server at another URL: requests with one URL would share their response.
      urlPrefix: url.replace('127.0.0.1', '127.1'),
      path: '/cards',
      schema: [Card],
      searchParams: {} as { status?: string; after?: string | undefined },
      dataExpiryLength,
      meta: metaOf,
    });
    return { CardResource, getPlain };
  },
);

/** The resources of a server, defined once as in an app; `getPlain` reads lists without a `Collection`. */
export const resourcesFor = (
  url: string,
  { isOptimistic, follows, isBrief, invalidIfStale, pollFrequency, pollWhileHidden }: ResourceSetting,
) => define(url, isOptimistic, follows, isBrief, invalidIfStale, pollFrequency, pollWhileHidden);

export type Resources = ReturnType<typeof resourcesFor>;
