import {
  Controller,
  createDataClient,
  Entity,
  hydrationManager,
  Invalidate,
  networkManager,
  resource,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serveWith } from '../helpers/serve';
import { mount } from './mount';
import { script } from './script';
import { type Row, startScriptedServer } from './scriptedServer';

export class Card extends Entity {
  id = '';
  title = '';
  status = '';
  votes = 0;
  version = 0;
  static key = 'Overlap.Card';
}

export class Like extends Entity {
  id = '';
  title = '';
  static key = 'Overlap.Like';
}

export const CardResource = resource({
  path: '/cards/:id',
  schema: Card,
  searchParams: {} as { status: string },
  Endpoint: ApiEndpoint,
  optimistic: true,
}).extend('vote', { path: '/cards/:id/vote', method: 'POST', body: undefined });

/** The same without optimistic responses: the body or the response tells what a mutation writes. */
export const plain = {
  rename: new ApiEndpoint({
    path: '/cards/:id',
    method: 'PATCH',
    body: {} as Partial<Row>,
    schema: Card,
    name: 'Overlap.rename',
  }),
  create: new ApiEndpoint({
    path: '/cards',
    method: 'POST',
    body: {} as Partial<Row>,
    schema: CardResource.getList.schema.push,
    name: 'Overlap.create',
  }),
  move: new ApiEndpoint({
    path: '/cards/:id',
    method: 'PATCH',
    body: {} as Partial<Row>,
    schema: CardResource.getList.schema.move,
    name: 'Overlap.plainMove',
  }),
  remove: new ApiEndpoint({
    path: '/cards/:id',
    method: 'DELETE',
    schema: new Invalidate(Card),
    name: 'Overlap.remove',
  }),
};

/** Cards with their own key, in lists by status with `belongs`. */
export const keptCards = (schema: typeof Card) =>
  resource({
    path: '/cards/:id',
    schema,
    Endpoint: ApiEndpoint,
    searchParams: {} as { status: string },
    belongs: (card: Card, { status }) => card.status === status,
  });

export const LikeResource = resource({
  path: '/likes/:id',
  schema: Like,
  Endpoint: ApiEndpoint,
  optimistic: true,
});

/**
 * A store with a server that acts and responds when the test says so.
 *
 * Cards 1 and 2 are open, 3 is done; `like-1` exists.
 */
export async function startCards(options: Parameters<typeof networkManager>[0] = {}) {
  const server = await startScriptedServer();
  serveWith(server.api);
  server.reset();
  const client = createDataClient({ managers: [networkManager(options), hydrationManager()] });
  const store = createTestStore({ client });
  return {
    server,
    store,
    client,
    controller: new Controller(store),
    ...script(store, server.visits, server.api),
    mount: (endpoint: Parameters<typeof mount>[1], ...args: readonly unknown[]) =>
      mount(store, endpoint, args),
    card: (id = '1') => {
      const { data } = CardResource.get.select({ id })(store.getState());
      return data && { ...data };
    },
    list: (status: string) =>
      CardResource.getList
        .select({ status })(store.getState())
        .data?.map(({ id }) => id),
    likes: () =>
      LikeResource.getList
        .select()(store.getState())
        .data?.map(({ id }) => id),
    /** The numbers of what is in doubt. */
    doubts: () => store.getState().rdc.doubts,
  };
}

export type Cards = Awaited<ReturnType<typeof startCards>>;
