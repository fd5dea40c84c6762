import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Action,
  configureStore,
  createSlice,
  type Middleware,
  SHOULD_AUTOBATCH,
} from '@reduxjs/toolkit';
import {
  actions,
  Collection,
  createDataClient,
  type DataClient,
  type DataState,
  dehydrate,
  Entity,
  hydrationManager,
  networkManager,
  resource,
  subscriptionManager,
  type,
} from 'rdc-toolkit';
import {
  Connection,
  type StreamHandlers,
  type StreamManagerOptions,
  type StreamSource,
  type StreamWrite,
  serverSentEventSource,
  streamManager,
  webSocketSource,
} from 'rdc-toolkit/stream';
import { WebSocket } from 'ws';
import { cpuTime } from '../helpers/cpuTime';
import {
  complaints,
  createTestStore,
  type TestStore,
  type TestStoreOptions,
} from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { startSocketServer } from '../helpers/startSocketServer';

class Ticker extends Entity {
  id = '';
  price = 0;
  static key = 'stream.Ticker';
}
const getTicker = new ApiEndpoint({ path: '/tickers/:id', schema: Ticker, name: 'stream.get' });
const getTickers = new ApiEndpoint({
  path: '/tickers',
  schema: new Collection([Ticker]),
  name: 'stream.getList',
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  listening = 0;
});

/** A WebSocket server that is closed after the test. */
async function openSocketServer(port?: number) {
  const server = await startSocketServer(port);
  closers.push(server.close);
  return server;
}

function createStore(
  options: Omit<StreamManagerOptions, 'read'> & Partial<StreamManagerOptions>,
  others: Omit<TestStoreOptions, 'client'> = {},
) {
  const read = (value: { id: string }) => ({ schema: Ticker, value });
  const stream = streamManager({ read, baseDelayMs: 1, ...options });
  const client = createDataClient({
    managers: [networkManager(), subscriptionManager(), hydrationManager(), stream],
  });
  const store = createTestStore({ client, ...others });
  closers.push(() => client.cleanup(store));
  return store;
}

/** A store in which an action replaces the slice with a saved one. */
function restorableStore(client: DataClient, preloadedState?: { readonly rdc: DataState }) {
  type Root = { readonly rdc: DataState };
  const store = configureStore({
    reducer: (state: Root | undefined, action: Action & { readonly saved?: DataState }): Root => ({
      rdc: client.reducer(action.type === 'restore' ? action.saved : state?.rdc, action),
    }),
    ...(preloadedState && { preloadedState }),
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  closers.push(() => client.cleanup(store));
  return store;
}

type Read = Pick<TestStore, 'client'> & { getState(): unknown };
const statusIn = (store: Read) =>
  store.client.selectors.selectQuery(Connection, { id: 'stream' })(store.getState())?.status;
const connectionIn = (store: Read) =>
  store.client.selectors.selectQuery(Connection, { id: 'stream' })(store.getState());
const priceIn = (store: Read, id = '5') =>
  store.client.selectors.selectQuery(Ticker, { id })(store.getState())?.price;

describe('a WebSocket', () => {
  it('stores the data of its messages', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');

    server.send({ id: '5', price: 100 }, { id: '5', price: 101 });

    await until(() => priceIn(store) === 101);
  });

  it('can bring responses, several things at once, or nothing', async () => {
    const server = await openSocketServer();
    const store = createStore({
      source: webSocketSource(server.url, { WebSocket }),
      read: (message: { kind: string; rows: unknown }) =>
        message.kind === 'list'
          ? [
              { endpoint: getTickers, args: [], response: message.rows },
              { schema: Ticker, value: { id: '9', price: 9 } },
            ]
          : undefined,
    });
    await until(() => statusIn(store) === 'open');

    server.send({ kind: 'ping' }, { kind: 'list', rows: [{ id: '1' }, { id: '2' }] });

    await until(() => getTickers.select()(store.getState()).data?.length === 2);
    expect(priceIn(store, '9')).toBe(9);
  });

  it('adds a new record to the list within a response, for the arguments it names', async () => {
    const server = await openSocketServer();
    const { getList } = resource({
      path: '/markets/:market/tickers/:id',
      schema: Ticker,
      paginationField: 'cursor',
    }).extend({
      getList: { schema: { items: new Collection([Ticker]), nextCursor: type<string | null>() } },
    });
    const store = createStore({
      source: webSocketSource(server.url, { WebSocket }),
      read: ({ market, ...ticker }: { market: string; id: string }) => ({
        schema: getList.schema.items.unshift,
        args: [{ market }],
        value: ticker,
      }),
    });
    const shown = (market: string) => {
      const { items, nextCursor } = getList.select({ market })(store.getState()).data ?? {};
      return [items?.map(({ id }) => id), nextCursor];
    };
    for (const market of ['a', 'b'])
      store.dispatch(getList.setResponse({ market }, { items: [{ id: `${market}1` }], nextCursor: 'c' }));
    await until(() => statusIn(store) === 'open');

    server.send({ market: 'a', id: 'a2', price: 2 }, { market: 'a', id: 'a1', price: 1 });

    await until(() => priceIn(store, 'a1') === 1);
    expect(shown('a')).toEqual([['a2', 'a1'], 'c']);
    expect(shown('b')).toEqual([['b1'], 'c']);
  });

  it('continues after a message that cannot be read', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');

    server.send('{ not json', { id: '5', price: 100 });

    await until(() => priceIn(store) === 100);
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining('"stream" could not read a message'),
    ]);
  });

  it('notifies subscribers of a burst of messages once per frame', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');
    await wait(50);
    const told: number[] = [];
    store.subscribe(() => told.push(performance.now()));

    server.send(...Array.from({ length: 200 }, (_, price) => ({ id: '5', price })));
    await until(() => priceIn(store) === 199 && told.length > 0);
    await wait(50);

    const writes = store.log
      .filter(actions.set.match)
      .filter(({ schemaName }) => schemaName !== Connection.key);
    expect(writes.filter(({ meta }) => meta[SHOULD_AUTOBATCH])).toHaveLength(writes.length);
    // However slow the messages: at most one per frame of 10 ms, by a clock that may be some ms off.
    const waits = told.slice(1).map((at, i) => at - (told[i] ?? 0));
    expect(waits.filter(ms => ms < 5)).toEqual([]);
  });

  it('reconnects when it breaks, and refetches its mounted feeds', async () => {
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price: 1 }) });
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }), feeds: [getTicker] });
    await until(() => statusIn(store) === 'open');
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await store.dispatch(getTicker.fetch({ id: '5' }));
    await store.dispatch(getTicker.fetch({ id: '6' }));

    server.cut();
    await until(() => server.connections() === 2 && statusIn(store) === 'open');

    await until(() => api.requests.length === 3);
    expect(api.requests.at(-1)).toBe('GET /tickers/5');
    expect(getTicker.select({ id: '6' })(store.getState()).expiryStatus).toBe('stale');
  });

  it.each([
    ['another session opens it', 'bob'],
    ['it was closed for a while', ''],
  ])('refetches subscribed feeds from before %s', async (_why, between) => {
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price: 1 }) });
    const server = await openSocketServer();
    const session = createSlice({
      name: 'session',
      initialState: 'ada',
      reducers: { become: (_token, { payload }: { payload: string }) => payload },
    });
    const store = createStore(
      {
        source: webSocketSource(server.url, { WebSocket }),
        feeds: [getTicker],
        enabled: (state: { session: string }) => state.session,
      },
      { reducers: { session: session.reducer } },
    );
    const become = (user: string) => store.dispatch(session.actions.become(user) as never);
    await until(() => statusIn(store) === 'open');
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await store.dispatch(getTicker.fetch({ id: '5' }));
    await store.dispatch(getTicker.fetch({ id: '6' }));
    await wait(2);

    become(between);
    if (between === '') become('ada');
    await until(() => server.connections() === 2 && statusIn(store) === 'open');

    await until(() => api.requests.length === 3);
    expect(api.requests.at(-1)).toBe('GET /tickers/5');
    expect(getTicker.select({ id: '6' })(store.getState()).expiryStatus).toBe('stale');
  });

  it('refetches subscribed feeds that were fetched while it could not connect', async () => {
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price: 1 }) });
    const refusing = await startSocketServer();
    await refusing.close();
    const store = createStore({ source: webSocketSource(refusing.url, { WebSocket }), feeds: [getTicker] });
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await until(() => statusIn(store) === 'waiting');
    await store.dispatch(getTicker.fetch({ id: '5' }));
    await store.dispatch(getTicker.fetch({ id: '6' }));

    await openSocketServer(Number(new URL(refusing.url).port));
    await until(() => statusIn(store) === 'open' && api.requests.length === 3);

    expect(api.requests.at(-1)).toBe('GET /tickers/5');
    expect(getTicker.select({ id: '6' })(store.getState()).expiryStatus).toBe('stale');
  });

  it('refetches its feeds when a lost subscription returns, except those fetched since', async () => {
    let price = 1;
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price }) });
    const lost = await startSocketServer();
    const store = createStore({
      source: webSocketSource(lost.url, { WebSocket }),
      feeds: [getTicker],
      topicOf: ({ key }) => ({ subscribe: key }),
    });
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await until(() => statusIn(store) === 'open');
    await store.dispatch(getTicker.fetch({ id: '5' }));
    await lost.close();
    await until(() => statusIn(store) === 'waiting');
    await wait(2);

    store.dispatch(getTicker.unsubscribe({ id: '5' }));
    price = 2;
    await wait(2);
    await openSocketServer(lost.port);
    await store.dispatch(getTicker.fetch({ id: '6' }));
    for (const id of ['5', '6']) store.dispatch(getTicker.subscribe({ id }));
    await until(() => statusIn(store) === 'open' && priceIn(store) === 2);

    expect(api.requests).toEqual(['GET /tickers/5', 'GET /tickers/6', 'GET /tickers/5']);
  });

  it('refetches restored feeds when it first opens, except those fetched since', async () => {
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price: 1 }) });
    const saved = createTestStore();
    await saved.dispatch(getTicker.fetch({ id: '5' }));
    await saved.dispatch(getTicker.fetch({ id: '6' }));
    await new Promise(resolve => setTimeout(resolve, 5));
    const server = await openSocketServer();
    let handlers: StreamHandlers | undefined;
    const connect = webSocketSource(server.url, { WebSocket });
    const store = createStore({
      source: (given, memory) => {
        handlers = given;
        return connect({ ...given, onOpen() {} }, memory);
      },
      feeds: [getTicker],
    });
    store.dispatch(actions.hydrate(dehydrate(saved.getState().rdc)));
    for (const id of ['5', '7']) store.dispatch(getTicker.subscribe({ id }));
    await store.dispatch(getTicker.fetch({ id: '7' }));
    await until(() => server.connections() === 1);
    const before = api.requests.length;
    handlers?.onOpen();
    await until(() => statusIn(store) === 'open' && api.requests.length > before);

    expect(api.requests.slice(before)).toEqual(['GET /tickers/5']);
    expect(getTicker.select({ id: '6' })(store.getState()).expiryStatus).toBe('stale');
    expect(getTicker.select({ id: '7' })(store.getState()).expiryStatus).toBe('valid');
  });

  it.each([
    ['hydrated', 0, (saved: DataState) => actions.hydrate(dehydrate(saved))],
    ['put in place of the slice', 0, (saved: DataState) => ({ type: 'restore', saved })],
    ['put there by a clock ahead', 60_000, (saved: DataState) => ({ type: 'restore', saved })],
  ])(
    'refetches feeds once that are %s while it is open, except those fetched since',
    async (_, ahead, restore) => {
      const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price: 1 }) });
      const saved = createTestStore();
      const { now } = Date;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
      await saved.dispatch(getTicker.fetch({ id: '5' }));
      await saved.dispatch(getTicker.fetch({ id: '6' }));
      await new Promise(resolve => setTimeout(resolve, 5));
      clock.mockRestore();
      const server = await openSocketServer();
      const stream = streamManager({
        source: webSocketSource(server.url, { WebSocket }),
        read: (value: { id: string }) => ({ schema: Ticker, value }),
        feeds: [getTicker],
      });
      const client = createDataClient({
        managers: [networkManager(), subscriptionManager(), hydrationManager(), stream],
      });
      const store = restorableStore(client);
      for (const id of ['5', '7']) store.dispatch(getTicker.subscribe({ id }));
      await store.dispatch(getTicker.fetch({ id: '7' }));
      await until(() => statusIn({ client, getState: store.getState }) === 'open');
      const before = api.requests.length;
      store.dispatch(restore(saved.getState().rdc));
      await until(() => api.requests.length > before);
      await store.dispatch(getTicker.fetchIfStale({ id: '5' }));

      expect(api.requests.slice(before)).toEqual(['GET /tickers/5']);
      expect(getTicker.select({ id: '6' })(store.getState()).expiryStatus).toBe('stale');
      expect(getTicker.select({ id: '7' })(store.getState()).expiryStatus).toBe('valid');
    },
  );

  it.each([
    ['another', true],
    ['the first', false],
  ])('refetches despite %s read in flight that was sent before it reopened', async (_, isStored) => {
    let price = 1;
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price }) });
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }), feeds: [getTicker] });
    await until(() => statusIn(store) === 'open');
    store.dispatch(getTicker.subscribe({ id: '5' }));
    if (isStored) await store.dispatch(getTicker.fetch({ id: '5' }));
    const held = api.hold('GET /tickers/5');
    const early = store.dispatch(getTicker.fetch({ id: '5' }));
    await held.arrived;

    price = 2;
    server.cut();
    await until(() => priceIn(store) === 2);
    await held.release();
    await early;

    expect(priceIn(store)).toBe(2);
    expect(api.requests).toHaveLength(isStored ? 3 : 2);
  });

  it('brings data that stays fresh as long as the client says', async () => {
    const server = await openSocketServer();
    const stream = streamManager({
      source: webSocketSource(server.url, { WebSocket }),
      read: ({ isResponse, ...value }: { isResponse?: true; id: string }) =>
        isResponse
          ? { endpoint: getTicker, args: [{ id: value.id }], response: value }
          : { schema: Ticker, value },
    });
    const client = createDataClient({ managers: [networkManager(), stream], dataExpiryLength: 600_000 });
    const store = createTestStore({ client });
    closers.push(() => client.cleanup(store));
    await until(() => statusIn(store) === 'open');

    server.send({ id: '5', price: 1 }, { id: '6', price: 1, isResponse: true });
    await until(() => priceIn(store, '6') === 1);

    const writes = store.log.filter(
      action =>
        actions.setResponse.match(action) ||
        (actions.set.match(action) && action.schemaName !== Connection.key),
    ) as readonly unknown[] as readonly {
      readonly meta: { readonly date: number; readonly expiresAt: number };
    }[];
    expect(writes.map(({ meta }) => meta.expiresAt - meta.date)).toEqual([600_000, 600_000]);
  });

  it('reports its status', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }), baseDelayMs: 50 });
    await until(() => statusIn(store) === 'open');
    await server.close();
    await until(() => statusIn(store) === 'waiting');
    const again = await openSocketServer(server.port);
    await until(() => statusIn(store) === 'open');
    store.client.cleanup(store);

    const said = store.log.filter(actions.set.match).map(({ value }) => (value as { status: string }).status);
    expect(said.slice(0, 3)).toEqual(['connecting', 'open', 'waiting']);
    expect(said.slice(-3)).toEqual(['connecting', 'open', 'closed']);
    expect(again.connections()).toBe(1);
  });

  it('opens no connection after the clean-up, whatever happens in the store', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');
    store.client.cleanup(store);

    store.dispatch(actions.reset());
    await wait(20);

    expect(server.connections()).toBe(1);
    expect(statusIn(store)).toBeUndefined();
  });

  it('is open only while a topic it serves has a subscriber', async () => {
    const server = await openSocketServer();
    const store = createStore({
      source: webSocketSource(server.url, { WebSocket }),
      topicOf: ({ endpoint, args }) =>
        endpoint.name === getTicker.name
          ? { subscribe: { join: args[0] }, unsubscribe: { leave: args[0] } }
          : undefined,
    });
    await wait(20);
    expect(server.connections()).toBe(0);

    store.dispatch(getTickers.subscribe());
    store.dispatch(getTicker.subscribe({ id: '5' }));
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await until(() => server.received.length === 1);
    store.dispatch(getTicker.subscribe({ id: '6' }));
    await until(() => server.received.length === 2);
    server.cut();
    await until(() => server.received.length === 4);
    store.dispatch(getTicker.unsubscribe({ id: '6' }));
    await until(() => server.received.length === 5);
    store.dispatch(getTicker.unsubscribe({ id: '5' }));
    await wait(0);
    expect(statusIn(store)).toBe('open');
    store.dispatch(getTicker.unsubscribe({ id: '5' }));
    await until(() => server.received.length === 6);

    expect(statusIn(store)).toBe('closed');
    expect(server.received).toEqual([
      { join: { id: '5' } },
      { join: { id: '6' } },
      { join: { id: '5' } },
      { join: { id: '6' } },
      { leave: { id: '6' } },
      { leave: { id: '5' } },
    ]);
  });

  it.each(['at once', 'later'])('sends the topics to a custom source that opens %s', async when => {
    const sent: unknown[] = [];
    const source: StreamSource = ({ onOpen }) => {
      if (when === 'at once') onOpen();
      else queueMicrotask(onOpen);
      return { send: message => void sent.push(message), close() {} };
    };
    const store = createStore({ source, topicOf: ({ key }) => ({ subscribe: key }) });

    store.dispatch(getTicker.subscribe({ id: '5' }));
    await until(() => statusIn(store) === 'open');

    expect(sent).toEqual(['GET /tickers/5']);
  });

  it('is opened for a new session after a reset', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');

    store.dispatch(actions.reset());
    await until(() => server.connections() === 2 && statusIn(store) === 'open');
    server.send({ id: '5', price: 100 });

    await until(() => priceIn(store) === 100);
  });

  it('is opened for a new session after a root reducer resets the slice, and the earlier one is ignored', async () => {
    const opened: StreamHandlers[] = [];
    const manager = streamManager({
      source(handlers) {
        opened.push(handlers);
        return { close() {} };
      },
      read: (ticker: { id: string }) => ({ schema: Ticker, value: ticker }),
    });
    const client = createDataClient({ managers: [manager] });
    type Root = { readonly rdc: ReturnType<typeof client.reducer> };
    const store = configureStore({
      reducer: (state: Root | undefined, action: Action): Root => ({
        rdc: client.reducer(action.type === 'log out' ? undefined : state?.rdc, action),
      }),
      middleware: getDefault => getDefault().concat(client.middleware),
    });
    await until(() => opened.length === 1);
    opened[0]?.onOpen();
    store.dispatch({ type: 'log out' });
    await until(() => opened.length === 2);
    opened[1]?.onOpen();
    opened[0]?.onMessage({ id: '1', price: 1 }, 'message');
    opened[1]?.onMessage({ id: '2', price: 2 }, 'message');

    const prices = ['1', '2'].map(
      id => client.selectors.selectQuery(Ticker, { id })(store.getState())?.price,
    );
    expect(prices).toEqual([undefined, 2]);
  });

  it('follows the state: closed before login, reopened for another user, closed after logout', async () => {
    const server = await openSocketServer();
    const urls: string[] = [];
    const session = createSlice({
      name: 'session',
      initialState: '',
      reducers: { become: (_token, { payload }: { payload: string }) => payload },
    });
    const { become } = session.actions;
    const stream = streamManager({
      source: webSocketSource(
        (token: string) => {
          urls.push(token);
          return `${server.url}?token=${token}`;
        },
        { WebSocket },
      ),
      read: (value: { id: string }) => ({ schema: Ticker, value }),
      enabled: (state: { session: string }) => state.session,
    });
    const client = createDataClient({ managers: [networkManager(), stream] });
    const made = configureStore({
      reducer: { rdc: client.reducer, session: session.reducer },
      middleware: getDefault => getDefault().concat(client.middleware),
    });
    const store = Object.assign(made, { client });
    closers.push(() => client.cleanup(store));
    await wait(20);
    expect(server.connections()).toBe(0);

    store.dispatch(become('ada'));
    await until(() => statusIn(store) === 'open');
    store.dispatch({ type: 'unrelated' });
    store.dispatch(become('bob'));
    await until(() => server.connections() === 2 && statusIn(store) === 'open');
    server.send({ id: '5', price: 7 });
    await until(() => priceIn(store) === 7);
    store.dispatch(become(''));
    expect(statusIn(store)).toBe('closed');
    await wait(30);

    expect(urls).toEqual(['ada', 'bob']);
    expect(server.connections()).toBe(2);
  });

  it('stores nothing more of a message whose first part ended the session', async () => {
    const { connections, source } = heldSource();
    const store = createStore(
      { source, read: (values: { id: string }[]) => values.map(value => ({ schema: Ticker, value })) },
      { isBatching: false },
    );
    await until(() => connections.length === 1);
    const stop = store.subscribe(() => {
      if (priceIn(store) !== 0) return;
      stop();
      store.dispatch(actions.reset());
    });

    connections[0]?.onMessage(
      [
        { id: '5', price: 0 },
        { id: '9', price: 1 },
      ],
      'message',
    );

    expect([priceIn(store), priceIn(store, '9')]).toEqual([undefined, undefined]);
  });

  it.each([['connecting'], ['open']])('stays closed when an app logs out while it is %s', async status => {
    const session = createSlice({ name: 'session', initialState: true, reducers: { leave: () => false } });
    let opened = 0;
    let closed = 0;
    const leaving: Middleware = api => next => action => {
      const result = next(action);
      const said = (action as { readonly value?: { readonly status?: string } }).value?.status;
      if (said === status) api.dispatch(session.actions.leave());
      return result;
    };
    const store = createStore(
      {
        source(handlers) {
          opened++;
          handlers.onOpen();
          return { close: () => closed++ };
        },
        enabled: (state: { session: boolean }) => state.session,
      },
      { first: [leaving], reducers: { session: session.reducer } },
    );
    await until(() => statusIn(store) === 'closed');

    expect(opened - closed).toBe(0);
  });

  it('stays open while enabled() returns an equal object', async () => {
    const server = await openSocketServer();
    const opened: unknown[] = [];
    const store = createStore({
      source: webSocketSource(
        ({ user }: { user: string }) => {
          opened.push(user);
          return server.url;
        },
        { WebSocket },
      ),
      enabled: () => ({ user: 'ada' }),
    });
    await until(() => statusIn(store) === 'open');
    store.dispatch({ type: 'unrelated' });

    expect(statusIn(store)).toBe('open');
    expect(opened).toEqual(['ada']);
  });

  it('reports that enabled() returned a promise', async () => {
    let opened = 0;
    const stream = streamManager({
      source: () => {
        opened++;
        return { close: () => {} };
      },
      read: () => undefined,
      enabled: async () => 'token',
    });
    const store = createTestStore({ client: createDataClient({ managers: [networkManager(), stream] }) });
    await Promise.resolve();

    store.dispatch({ type: 'any' });

    expect(opened).toBe(0);
    expect(new Set(complaints.splice(0))).toEqual(
      new Set([
        expect.stringContaining(
          'Cannot call streamManager: its `enabled` returned a promise. Put what it waits for into the store, ' +
            'and return it from there: enabled: state => state.session.token.',
        ),
      ]),
    );
  });

  it('closes if enabled() throws, and still dispatches the action', async () => {
    const server = await openSocketServer();
    const user = createSlice({
      name: 'user',
      initialState: { token: 'ada' } as { readonly token: string } | null,
      reducers: { leave: () => null },
    });
    const stream = streamManager({
      source: webSocketSource(server.url, { WebSocket }),
      read: (value: { id: string }) => ({ schema: Ticker, value }),
      enabled: (state: { user: { token: string } }) => state.user.token,
    });
    const client = createDataClient({ managers: [networkManager(), stream] });
    const made = configureStore({
      reducer: { rdc: client.reducer, user: user.reducer },
      middleware: getDefault => getDefault().concat(client.middleware),
    });
    const store = Object.assign(made, { client });
    closers.push(() => client.cleanup(store));
    await until(() => statusIn(store) === 'open');

    store.dispatch(user.actions.leave());

    expect(store.getState().user).toBeNull();
    expect(statusIn(store)).toBe('closed');
    // Once per action for which it throws.
    const said = complaints.splice(0);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter(text => !text.includes('Cannot read properties of null'))).toEqual([]);
  });

  it('is closed with its store and not reopened', async () => {
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');

    store.client.cleanup(store);
    await wait(50);

    expect(server.connections()).toBe(1);
    expect(statusIn(store)).toBe('closed');
  });
});

describe('a stream whose status was saved', () => {
  const failure = { name: 'Error', message: 'refused' };

  /** The saved state of another session, with this status of its stream. */
  function savedState(connection?: object): DataState {
    const saved = createTestStore();
    saved.dispatch(actions.set(Ticker, { value: { id: '5', price: 1 } }));
    if (connection) saved.dispatch(actions.set(Connection, { value: { id: 'stream', ...connection } }));
    return saved.getState().rdc;
  }

  function createClient(options: Partial<StreamManagerOptions>) {
    const source: StreamSource = handlers => {
      queueMicrotask(() => handlers.onOpen());
      return { close() {} };
    };
    const read = (value: { id: string }) => ({ schema: Ticker, value });
    const stream = streamManager({ source, read, ...options });
    return createDataClient({ managers: [networkManager(), hydrationManager(), stream] });
  }

  it.each([
    ['put in place of the slice', { status: 'waiting', error: failure }, 'restore'],
    ['put there without a status', undefined, 'restore'],
    ['hydrated', { status: 'waiting', error: failure }, 'hydrate'],
  ])('shows its current status: %s', async (_, connection, way) => {
    const client = createClient({});
    const store = restorableStore(client);
    const shown = { client, getState: store.getState };
    await until(() => statusIn(shown) === 'open');
    await new Promise(resolve => setTimeout(resolve, 5));

    const saved = savedState(connection);
    store.dispatch(way === 'hydrate' ? actions.hydrate(dehydrate(saved)) : { type: 'restore', saved });

    expect(connectionIn(shown)).toMatchObject({ status: 'open', error: null });
    expect(priceIn(shown)).toBe(1);
  });

  it.each<[string, Partial<StreamManagerOptions>]>([
    ['is not enabled', { enabled: () => false }],
    ['has no topic', { topicOf: () => undefined }],
  ])('is closed if it %s when the store is created', async (_, options) => {
    const client = createClient(options);
    const store = restorableStore(client, { rdc: savedState({ status: 'open', error: null }) });

    await new Promise(resolve => setTimeout(resolve));

    expect(statusIn({ client, getState: store.getState })).toBe('closed');
  });
});

describe('a message that arrives while a request is in flight', () => {
  it('is not overwritten by the response, which may be older', async () => {
    const api = await serve({ 'GET /tickers/:id': ({ params }) => ({ ...params, price: 1 }) });
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }) });
    await until(() => statusIn(store) === 'open');
    const held = api.hold('GET /tickers/5');

    const request = store.dispatch(getTicker.fetch({ id: '5' }));
    await held.arrived;
    server.send({ id: '5', price: 100 });
    await until(() => priceIn(store) === 100);
    await held.release();

    expect((await request).price).toBe(100);
  });

  it('joins the list that the response brings', async () => {
    const api = await serve({ 'GET /tickers': () => [{ id: '1', price: 1 }] });
    const server = await openSocketServer();
    const store = createStore({
      source: webSocketSource(server.url, { WebSocket }),
      read: (value: unknown) => ({ schema: getTickers.schema.push, value }),
    });
    await until(() => statusIn(store) === 'open');
    const held = api.hold('GET /tickers');

    const request = store.dispatch(getTickers.fetch());
    await held.arrived;
    server.send({ id: '2', price: 2 });
    await until(() => priceIn(store, '2') === 2);
    await held.release();
    await request;

    const shown = getTickers.select()(store.getState()).data;
    expect(shown?.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

describe('a message about a record in lists with `belongs`', () => {
  class Ticket extends Entity {
    id = '';
    status = 'open';
    votes = 0;
    static key = 'stream.Ticket';
  }
  const Tickets = resource({
    path: '/tickets/:id',
    schema: Ticket,
    searchParams: type<{ status: string }>(),
    Endpoint: ApiEndpoint,
    belongs: (ticket, { status }) => ticket.status === status,
    addTo: (one, other) => other.votes - one.votes,
  });

  it.each<[as: string, read: (message: { id: string }) => StreamWrite]>([
    ['a record', value => ({ schema: Ticket, value })],
    ['a response', response => ({ endpoint: Tickets.get, args: [{ id: response.id }], response })],
  ])('moves it between them as %s, to its place', async (_as, read) => {
    const api = await serve({
      'GET /tickets': ({ query: { status } }) =>
        status === 'open'
          ? [{ id: '1', status, votes: 5 }]
          : [
              { id: '2', status, votes: 7 },
              { id: '3', status, votes: 3 },
            ],
    });
    const server = await openSocketServer();
    const store = createStore({ source: webSocketSource(server.url, { WebSocket }), read });
    const ids = (status: string) =>
      Tickets.getList
        .select({ status })(store.getState())
        .data?.map(({ id }) => id)
        .join();
    await until(() => statusIn(store) === 'open');
    await store.dispatch(Tickets.getList.fetch({ status: 'open' }));
    await store.dispatch(Tickets.getList.fetch({ status: 'done' }));

    server.send({ id: '1', status: 'done' });
    await until(() => ids('done') === '2,1,3' && ids('open') === '');

    server.send({ id: '4', status: 'open', votes: 1 }, { id: '3', status: 'open' });
    await until(() => ids('open') === '3,4' && ids('done') === '2,1');
    expect(api.requests).toEqual(['GET /tickets?status=open', 'GET /tickets?status=done']);
  });
});

describe('server-sent events', () => {
  it('are stored, wherever their chunks are cut', async () => {
    const api = await serve({
      'GET /events': () =>
        eventStream(': hello\n\nid: 7\nev', 'ent: price\ndata: {"id":"5",\r', '\ndata: "price":100}\n', '\n'),
    });
    const types: string[] = [];
    const store = createStore({
      source: serverSentEventSource(`${api.url}/events`),
      read: (value: unknown, type) => {
        types.push(type);
        return { schema: Ticker, value };
      },
    });

    await until(() => priceIn(store) === 100);

    expect(types[0]).toBe('price');
  });

  it('continue after the last one received when the connection breaks', async () => {
    let count = 0;
    const api = await serve({
      'GET /events': () => {
        count++;
        return count < 3
          ? ended(`retry: 1\nid: ${count}\ndata: {"id":"5","price":${count}}\n\n`)
          : reply(204);
      },
    });
    const store = createStore({ source: serverSentEventSource(`${api.url}/events`) });

    await until(() => statusIn(store) === 'closed');

    expect(api.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '2']);
    expect(priceIn(store)).toBe(2);
  });

  it.each([
    ['was refused with 401', 401],
    ['was ended with 204', 204],
    ['cannot connect', 503],
  ])(
    'of a new session refetch feeds after a stream broke and %s, without the old event id',
    async (_, status) => {
      let isOver = false;
      let price = 1;
      const api = await serve({
        'GET /events': ({ headers }) => {
          if (headers.authorization !== 'ada') return eventStream(': hello\n\n');
          return isOver ? reply(status) : ended('id: 7\ndata: {"id":"9","price":1}\n\n');
        },
        'GET /tickers/:id': ({ params }) => ({ ...params, price }),
      });
      const session = createSlice({
        name: 'session',
        initialState: 'ada',
        reducers: { become: (_token, { payload }: { payload: string }) => payload },
      });
      const store = createStore(
        {
          source: serverSentEventSource(`${api.url}/events`, {
            requestInit: (authorization: string) => ({ headers: { authorization } }),
          }),
          feeds: [getTicker],
          enabled: (state: { session: string }) => state.session,
          maxDelayMs: 1,
        },
        { reducers: { session: session.reducer } },
      );
      store.dispatch(getTicker.subscribe({ id: '5' }));
      await until(() => priceIn(store, '9') === 1);
      isOver = true;
      await until(() => api.seen.at(-1)?.headers['last-event-id'] === '7');
      await until(() => statusIn(store) === (status === 503 ? 'waiting' : 'closed'));
      await store.dispatch(getTicker.fetch({ id: '5' }));
      price = 2;
      await wait(2);

      store.dispatch(session.actions.become('bob') as never);
      await until(() => statusIn(store) === 'open' && priceIn(store) === 2);

      const opened = api.seen.find(({ headers }) => headers.authorization === 'bob');
      expect(opened?.headers['last-event-id']).toBeUndefined();
      store.complaints.splice(0);
    },
  );

  it.each([
    ['breaks', true],
    ['is open', false],
  ])(
    'continue after the last one when a subscription returns that ended while it %s, unless reset',
    async (_, isBroken) => {
      let isBreaking = isBroken;
      const api = await serve({
        'GET /events': () => {
          const event = 'id: 7\ndata: {"id":"9","price":1}\n\n';
          return isBreaking ? ended(event) : eventStream(event);
        },
      });
      const store = createStore({
        source: serverSentEventSource(`${api.url}/events`),
        topicOf: ({ key }) => ({ subscribe: key }),
        ...(isBroken && { baseDelayMs: 1e9, maxDelayMs: 1e9 }),
      });
      store.dispatch(getTicker.subscribe({ id: '5' }));
      await until(() => priceIn(store, '9') === 1 && statusIn(store) === (isBroken ? 'waiting' : 'open'));

      store.dispatch(getTicker.unsubscribe({ id: '5' }));
      await wait(0);
      isBreaking = false;
      store.dispatch(getTicker.subscribe({ id: '5' }));
      await until(() => statusIn(store) === 'open');
      store.dispatch(getTicker.unsubscribe({ id: '5' }));
      await wait(0);
      store.dispatch(actions.reset());
      store.dispatch(getTicker.subscribe({ id: '5' }));
      await until(() => statusIn(store) === 'open');

      expect(api.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7', undefined]);
    },
  );

  it('continue after the last one stored if the subscription ended before the rest was read', async () => {
    const asked: (string | null)[] = [];
    // A browser's body holds all chunks that have arrived; that of Node.js holds one.
    const sending = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (_url, { headers, signal } = {}) => {
        asked.push(new Headers(headers).get('last-event-id'));
        const piece = (price: number) =>
          new TextEncoder().encode(`id: ${price}\ndata: {"id":"5","price":${price}}\n\n`);
        const body = new ReadableStream({
          start(controller) {
            for (const price of [1, 2, 3]) controller.enqueue(piece(price));
            signal?.addEventListener('abort', () => controller.error(signal.reason));
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      });
    closers.push(() => sending.mockRestore());
    const store = createStore(
      {
        source: serverSentEventSource('http://localhost/events'),
        topicOf: ({ key }) => ({ subscribe: key }),
      },
      { isBatching: false },
    );
    const stop = store.subscribe(() => {
      if (priceIn(store) !== 1) return;
      stop();
      store.dispatch(getTicker.unsubscribe({ id: '5' }));
    });
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await until(() => statusIn(store) === 'closed');
    await wait(0);

    store.dispatch(getTicker.subscribe({ id: '5' }));

    await until(() => asked.length === 2);
    expect([priceIn(store), asked]).toEqual([1, [null, '1']]);
  });

  it('start over if an event without data clears the id', async () => {
    let count = 0;
    const api = await serve({
      'GET /events': () =>
        ++count < 2 ? ended('retry: 1\nid: 5\ndata: {"id":"5","price":1}\n\nid\n\n') : reply(204),
    });
    const store = createStore({ source: serverSentEventSource(`${api.url}/events`) });

    await until(() => statusIn(store) === 'closed');

    expect(api.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, undefined]);
  });

  it.each(['é7', '注文-7'])('continue after the event %s, whose id is not ASCII', async id => {
    let count = 0;
    const api = await serve({
      'GET /events': () =>
        ++count < 2 ? ended(`retry: 1\nid: ${id}\ndata: {"id":"5","price":1}\n\n`) : reply(204),
    });
    const store = createStore({ source: serverSentEventSource(`${api.url}/events`) });

    await until(() => statusIn(store) === 'closed');

    // Node.js reads each byte of a header as one character.
    const sent = Buffer.from(String(api.seen[1]?.headers['last-event-id']), 'latin1');
    expect(sent.toString()).toBe(id);
  });

  it('with a line of 8 MiB take hardly longer than reading its chunks', async () => {
    const api = await serve({ 'GET /events': () => ended(longLine(8)) });
    const readText = () => fetch(`${api.url}/events`).then(response => response.text());
    const received: number[] = [];
    const readEvents = () =>
      new Promise<void>(resolve => {
        const handlers = {
          onOpen() {},
          onMessage: (data: unknown) => received.push(String(data).length),
          onClose: () => resolve(),
        };
        serverSentEventSource(`${api.url}/events`)(handlers, {});
      });
    /** The fastest of three, since garbage of other tests is collected in between. */
    async function timeOf(read: () => Promise<unknown>) {
      let least = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 3; i++) {
        const startedAt = cpuTime();
        await read();
        least = Math.min(least, cpuTime() - startedAt);
      }
      return least;
    }
    const ofText = await timeOf(readText);

    expect(await timeOf(readEvents)).toBeLessThan(10 * ofText);
    expect(received).toEqual(Array(3).fill(8 * 1024 * KIB));
  });

  it('send the headers of the app', async () => {
    const api = await serve({ 'GET /events': () => reply(204) });
    const store = createStore({
      source: serverSentEventSource(() => `${api.url}/events`, {
        requestInit: { headers: { 'x-token': 't' } },
      }),
    });

    await until(() => statusIn(store) === 'closed');

    expect(api.seen[0]?.headers).toMatchObject({ 'x-token': 't', accept: 'text/event-stream' });
  });

  it('leave no connection open when refused', async () => {
    const sockets = new Set<object>();
    let refused = 0;
    const server = http.createServer((_request, response) => {
      refused++;
      response.writeHead(503, { 'content-type': 'text/html' });
      // More than a client buffers without reading it.
      response.end('x'.repeat(1_000_000));
    });
    server.on('connection', socket => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    // fetch keeps the last connection for the next request.
    closers.push(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    createStore({
      source: serverSentEventSource(`http://127.0.0.1:${port}/events`),
      baseDelayMs: 1,
      maxDelayMs: 1,
    });

    await until(() => refused >= 10);
    expect(sockets.size).toBeLessThan(5);
  });

  it.each([
    [401, 'closed'],
    [404, 'closed'],
    [429, 'waiting'],
    [503, 'waiting'],
  ])('that are refused with %d leave the stream %s', async (status, expected) => {
    const api = await serve({ 'GET /events': () => reply(status) });
    const store = createStore({
      source: serverSentEventSource(`${api.url}/events`),
      baseDelayMs: 1e9,
      maxDelayMs: 1e9,
    });

    await until(() => statusIn(store) !== undefined && statusIn(store) !== 'connecting');

    expect(statusIn(store)).toBe(expected);
    const { error } = connectionIn(store) ?? {};
    const said = store.complaints.splice(0);
    if (expected === 'closed') {
      expect(error).toMatchObject({ status, message: expect.stringContaining(`${api.url}/events`) });
      expect(said).toEqual([
        expect.stringMatching(`"stream" has ended: .*/events returned the status ${status}`),
      ]);
    } else expect({ error, said }).toEqual({ error: null, said: [] });
  });

  it.each([
    ['204', () => reply(204)],
    ['403', () => reply(403)],
  ])('that ended with %s stay closed for every topic until a reset', async (_status, respond) => {
    const api = await serve({ 'GET /events': respond });
    const store = createStore({
      source: serverSentEventSource(`${api.url}/events`),
      topicOf: ({ key }) => ({ subscribe: key }),
    });
    store.dispatch(getTicker.subscribe({ id: '5' }));
    await until(() => statusIn(store) === 'closed');

    store.dispatch(getTicker.subscribe({ id: '6' }));
    for (const id of ['5', '6']) store.dispatch(getTicker.unsubscribe({ id }));
    await wait(0);
    store.dispatch(getTicker.subscribe({ id: '7' }));
    await wait(50);
    expect(api.requests).toEqual(['GET /events']);

    store.dispatch(actions.reset());
    await until(() => api.requests.length === 2 && statusIn(store) === 'closed');
    store.complaints.splice(0);
  });

  it('that turn out to be a page are reported, without the query of the URL', async () => {
    const api = await serve({ 'GET /events': () => reply(200, '<p>', { 'content-type': 'text/html' }) });
    const store = createStore({ source: serverSentEventSource(`${api.url}/events?token=secret`) });

    await until(() => statusIn(store) === 'closed');

    const said = store.complaints.splice(0);
    expect(said).toEqual([expect.stringContaining('the status 200 with text/html, no event stream')]);
    expect(said.join()).not.toContain('secret');
  });

  it.each(['\n', '\r\n', '\r'])(
    'resume from an id that came without data, with the line ending %j',
    async end => {
      let count = 0;
      const lines = (...all: readonly string[]) => all.join(end);
      const api = await serve({
        'GET /events': () => {
          count++;
          if (count > 2) return reply(204);
          const pieces =
            count === 1
              ? [
                  lines('retry: 1', 'id: 8', 'data: {"id":"5","price":8}', '', 'i'),
                  lines('d: 10', ''),
                  lines('', ':'),
                ]
              : [lines('id: 11', ':no end of the event', '')];
          return ended(
            (async function* () {
              for (const piece of pieces) {
                yield piece;
                await wait(1);
              }
            })(),
          );
        },
      });
      const store = createStore({ source: serverSentEventSource(`${api.url}/events`) });

      await until(() => statusIn(store) === 'closed');

      expect(api.seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '10', '10']);
    },
  );

  it('end with their store', async () => {
    const api = await serve({ 'GET /events': () => eventStream(': open\n\n') });
    const store = createStore({ source: serverSentEventSource(`${api.url}/events`) });
    await until(() => statusIn(store) === 'open');

    expect(listening).toBe(1);

    store.client.cleanup(store);

    await until(() => listening === 0);
    expect(api.requests).toHaveLength(1);
    expect(statusIn(store)).toBe('closed');
  });
});

describe('a source that throws', () => {
  it.each([
    ['web socket', (url: () => string) => webSocketSource(url, { WebSocket })],
    ['server-sent events', (url: () => string) => serverSentEventSource(url)],
  ])('is retried: %s', async (kind, sourceOf) => {
    const api = await serve({ 'GET /events': () => eventStream(': open\n\n') });
    const sockets = await openSocketServer();
    let attempts = 0;
    const failing = () => {
      attempts++;
      if (attempts < 3) throw new Error('the token is not there yet');
      return kind === 'web socket' ? sockets.url : `${api.url}/events`;
    };
    const store = createStore({ source: sourceOf(failing) });

    await until(() => statusIn(store) === 'open');

    expect(attempts).toBe(3);
    const said = store.log.filter(actions.set.match).map(({ value }) => value);
    expect(said[1]).toMatchObject({ status: 'waiting', error: { message: 'the token is not there yet' } });
    expect(connectionIn(store)?.error).toBeNull();
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining('The stream "stream" cannot connect: the token is not there yet'),
    ]);
  });

  it.each([
    ['a bad address of a web socket', () => webSocketSource('not a url', { WebSocket }), /URL/],
    ['a bad address of events', () => serverSentEventSource('/relative'), /URL/],
    [
      'requestInit',
      () =>
        serverSentEventSource('http://127.0.0.1:1', {
          requestInit: () => {
            throw new Error('no headers');
          },
        }),
      /no headers/,
    ],
    [
      'a requestInit that is async',
      () => serverSentEventSource('http://127.0.0.1:1', { requestInit: (async () => ({})) as never }),
      /requestInit\(\) returned a promise/,
    ],
  ])('is reported on the console: %s', async (_, sourceOf, problem) => {
    const store = createStore({ source: sourceOf(), baseDelayMs: 1e9, maxDelayMs: 1e9 });

    await until(() => statusIn(store) === 'waiting');

    expect(connectionIn(store)?.error?.message).toMatch(problem);
    expect(store.complaints.splice(0)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('a message that cannot be stored', () => {
  it.each<[string, (value: { id?: string }) => StreamWrite, string]>([
    ['data', value => ({ schema: Ticker, value }), 'pk() found no key'],
    [
      'a response',
      value => ({ endpoint: getTicker, args: [{ id: '5' }], response: value }),
      'pk() found no key',
    ],
    [
      'what JSON cannot hold',
      ({ id }) => ({ schema: Ticker, value: { id, price: new Map() } }),
      'a Map, at "price"',
    ],
  ])('is reported with the stream, which continues: %s', async (name, read, text) => {
    const server = await openSocketServer();
    const stored = (value: { id?: string }) => ({ schema: Ticker, value });
    const store = createStore({
      name: `unstorable ${name}`,
      source: webSocketSource(server.url, { WebSocket }),
      read: (value: { id?: string; isBad?: true }) => (value.isBad ? read(value) : stored(value)),
    });
    await until(() => server.connections() === 1);

    await until(() => {
      server.send({ isBad: true }, { id: '5', price: 1 });
      return priceIn(store) === 1;
    });

    const said = store.complaints.splice(0);
    expect(said).toEqual([expect.stringContaining(`The stream "unstorable ${name}" could not`)]);
    expect(said[0]).toContain(text);
  });
});

describe('a subscriber of the store that throws', () => {
  it.each(['messages', 'connecting and opening'])(
    'is reported, and the stream continues: on %s',
    async when => {
      let isOver = false;
      const api = await serve({
        'GET /events': ({ headers }) => {
          const isFirst = headers['last-event-id'] === undefined;
          return isFirst
            ? eventStream('id: 1\ndata: {"id":"5","price":1}\n\n', 'id: 2\ndata: {"id":"5","price":2}\n\n')
            : reply(204);
        },
      });
      const store = createStore(
        { source: serverSentEventSource(`${api.url}/events`) },
        { isBatching: false },
      );
      store.subscribe(() => {
        const isAtMessage = priceIn(store) !== undefined;
        if (!isOver && isAtMessage === (when === 'messages')) throw new Error('of a subscriber');
      });

      await until(() => priceIn(store) === 2);
      isOver = true;

      expect([api.requests, statusIn(store)]).toEqual([['GET /events'], 'open']);
      const said = store.complaints.splice(0);
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter(text => !text.includes('of a subscriber'))).toEqual([]);
    },
  );
});

describe('a mistake in the result of read()', () => {
  it.each<[string, unknown, string]>([
    ['schema', { schema: undefined, value: { id: '1' } }, 'read() returned the schema undefined'],
    ['promise', Promise.resolve({ schema: Ticker, value: {} }), 'read() returned a promise'],
    ['typo', { shema: Ticker, value: {} }, 'read() returned { shema, value }'],
    ['text', 'x', 'read() returned "x"'],
    ['resource', { endpoint: {}, args: [], response: {} }, 'Return an endpoint'],
    ['args', { endpoint: getTicker, response: {} }, 'without its arguments'],
  ])(
    'is reported with the stream, and the rest of the message is stored: %s',
    async (name, mistake, text) => {
      const server = await openSocketServer();
      const store = createStore({
        name: `mistaken ${name}`,
        source: webSocketSource(server.url, { WebSocket }),
        read: () => [mistake, { schema: Ticker, value: { id: '5', price: 1 } }] as readonly StreamWrite[],
      });
      await until(() => server.connections() === 1);

      await until(() => {
        server.send({});
        return priceIn(store) === 1;
      });

      const said = store.complaints.splice(0);
      expect(said).toEqual([
        expect.stringContaining(`"mistaken ${name}" could not read a message: read() returned`),
      ]);
      expect(said[0]).toContain(text);
    },
  );
});

it.each<[call: string, problem: string, make: () => unknown]>([
  ['streamManager', 'it was given undefined. Pass an obj', () => (streamManager as () => unknown)()],
  ['streamManager', '`source` is undefined. Pass a fun', () => streamManager({} as never)],
  ['webSocketSource()', 'its address is undefined. Pass a U', () => webSocketSource(undefined as never)],
  ['serverSentEventSource()', 'its address is ""', () => serverSentEventSource('')],
])('reports what is missing in a call of %s: %s', (call, problem, make) => {
  expect(make).toThrow(`Cannot call ${call}: ${problem}`);
});

it('says which line to add if there is no WebSocket class', async () => {
  const { WebSocket: known } = globalThis;
  Reflect.deleteProperty(globalThis, 'WebSocket');
  try {
    const handlers = { onOpen() {}, onMessage() {}, onClose() {} };
    expect(() => webSocketSource('ws://127.0.0.1')(handlers, {})).toThrow(
      /webSocketSource\(url, \{ WebSocket \}\)/,
    );
  } finally {
    if (known !== undefined) globalThis.WebSocket = known;
  }
});

/** The number of clients with an open stream. */
let listening = 0;

const KIB = 1024;

/** One event with this many MiB of data, in chunks of 16 KiB. */
async function* longLine(mib: number) {
  yield 'data: ';
  for (let i = 0; i < mib * 64; i++) yield 'x'.repeat(16 * KIB);
  yield '\n\n';
}

/** Chunks of a stream that stays open. */
function eventStream(...pieces: readonly string[]) {
  async function* stream() {
    listening++;
    try {
      for (const piece of pieces) {
        yield piece;
        await wait(10);
      }
      // Until the client disconnects, which the server notices when it writes again.
      for (;;) {
        yield ':\n';
        await wait(20);
      }
    } finally {
      listening--;
    }
  }
  return reply(200, stream(), { 'content-type': 'text/event-stream' });
}

/** A stream that breaks off. */
function ended(body: string | AsyncIterable<string>) {
  return reply(200, body, { 'content-type': 'text/event-stream' });
}

function wait(length: number) {
  return new Promise(resolve => setTimeout(resolve, length));
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 5));
}
