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
import type { Visit } from './scriptedRoutes';
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

/** The same without optimistic responses: what a mutation writes is told by its body, or by its response. */
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

/** Cards under a name of their own, in lists that hold those with their status. */
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
 * Cards 1 and 2 are open, 3 is done; `like-1` is there.
 */
export async function startCards(options: Parameters<typeof networkManager>[0] = {}) {
  const server = await startScriptedServer();
  serveWith(server.api);
  server.reset();
  const client = createDataClient({ managers: [networkManager(options), hydrationManager()] });
  const store = createTestStore({ client });
  const taken = new Set<Visit>();

  /** The next request like this one that arrives, or has arrived and was not asked for yet. */
  async function arrival(request: string): Promise<Visit> {
    for (let patience = 15_000; patience > 0; patience--) {
      const visit = server.visits.find(one => one.request === request && !taken.has(one));
      if (visit !== undefined) {
        taken.add(visit);
        return visit;
      }
      await new Promise(resolve => setTimeout(resolve, 2));
    }
    throw new Error(
      `No ${request} has arrived, but ${server.visits.map(one => one.request).join(', ') || 'nothing'}.`,
    );
  }

  /** Sends a request which the server acts on and responds to at once. */
  async function done<T>(thunk: (...given: never[]) => Promise<T>): Promise<T> {
    const before = new Set(server.visits);
    const promise = store.dispatch(thunk as never) as Promise<T>;
    let isDone = false;
    const settle = () => {
      isDone = true;
    };
    promise.then(settle, settle);
    while (!isDone) {
      await new Promise(resolve => setTimeout(resolve, 1));
      for (const visit of [...server.visits]) if (!before.has(visit)) visit.respond();
    }
    return promise;
  }

  /** Responds to what has arrived and arrives, until nothing does any more; returns what it was. */
  async function settle(): Promise<readonly string[]> {
    const served: string[] = [];
    for (let quiet = 0; quiet < 4; ) {
      await new Promise(resolve => setTimeout(resolve, 4));
      const waiting = [...server.visits];
      for (const visit of waiting) visit.respond();
      served.push(...waiting.map(({ request }) => request));
      quiet = waiting.length === 0 && store.getState().rdc.inflight.size === 0 ? quiet + 1 : 0;
    }
    return served;
  }

  return {
    server,
    store,
    client,
    controller: new Controller(store),
    arrival,
    done,
    settle,
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
    /** Numbers of what is in doubt. */
    doubts: () => store.getState().rdc.doubts,
    /** The requests that the server has seen, from now on. */
    newRequests() {
      const from = server.api.requests.length;
      return () => server.api.requests.slice(from);
    },
  };
}

export type Cards = Awaited<ReturnType<typeof startCards>>;
