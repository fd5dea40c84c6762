import {
  Collection,
  Entity,
  Invalidate,
  RestEndpoint,
  type RestOptions,
  resource,
  Union,
  Values,
} from 'rdc-toolkit';

import { type StreamSource, streamManager } from 'rdc-toolkit/stream';

/** The server's address, the only difference between the two processes. */
export const base = { url: '' };

class ToServer<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return super.fetchResponse(`${base.url}${input}`, init);
  }
}

class Person extends Entity {
  id = '';
  name = '';
  static key = 'Session.Person';
}

export class Card extends Entity {
  id = '';
  title = '';
  status = '';
  by = Person.fromJS();
  static key = 'Session.Card';
  static schema = { by: Person };
}

export const CardResource = resource({
  path: '/cards/:id',
  schema: Card,
  searchParams: {} as { status?: string },
  optimistic: true,
  belongs: (card, { status }) => status === undefined || card.status === status,
  Endpoint: ToServer,
}).extend('vote', { path: '/cards/:id/vote', method: 'POST', body: undefined });

class Message extends Entity {
  id = '';
  text = '';
  static key = 'Session.Message';
}

export const MessageResource = resource({
  path: '/messages/:id',
  schema: Message,
  paginationField: 'after',
  Endpoint: ToServer,
});

class Book extends Entity {
  id = '';
  kind = 'book';
  title = '';
  static key = 'Session.Book';
}

class Film extends Entity {
  id = '';
  kind = 'film';
  title = '';
  static key = 'Session.Film';
}

export const WorkResource = resource({
  path: '/works/:id',
  schema: new Union({ book: Book, film: Film }, 'kind'),
  optimistic: true,
  Endpoint: ToServer,
});

class Price extends Entity {
  id = '';
  amount = 0;
  static key = 'Session.Price';
}

export const getPrices = new ToServer({
  path: '/prices',
  schema: new Collection(new Values(Price)),
  name: 'Session.getPrices',
});

const removeCard = new Invalidate(Card);

/** Brings changed cards, and the keys of deleted ones. */
export const stream = (source: StreamSource = () => ({ close() {} })) =>
  streamManager({
    source,
    read: (message: { readonly gone?: string }) =>
      message.gone === undefined
        ? { schema: Card, value: message }
        : { schema: removeCard, value: message.gone },
    feeds: [CardResource.getList],
    baseDelayMs: 1,
  });
