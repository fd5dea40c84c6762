import {
  actions,
  Collection,
  createDataClient,
  Entity,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { type StreamHandlers, streamManager, webSocketSource } from 'rdc-toolkit/stream';
import { WebSocket } from 'ws';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startSocketServer } from '../helpers/startSocketServer';
import { until } from '../helpers/until';

class Price extends Entity {
  id = '';
  amount = 0;
  static key = 'streamTopics.Price';
}
const getPrice = new ApiEndpoint({ path: '/prices/:id', schema: Price, name: 'streamTopics.getPrice' });
const getPrices = new ApiEndpoint({
  path: '/prices',
  schema: new Collection([Price]),
  name: 'streamTopics.getPrices',
});
const read = (value: { id: string }) => ({ schema: Price, value });

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const wait = (length: number) => new Promise(resolve => setTimeout(resolve, length));

async function openSocketServer() {
  const server = await startSocketServer();
  closers.push(server.close);
  return server;
}

function createStore(options: object, others: object = {}) {
  const client = createDataClient({
    managers: [
      networkManager(),
      subscriptionManager(),
      streamManager({ read, baseDelayMs: 1, ...options } as never),
    ],
  });
  const store = createTestStore({ client, ...others });
  closers.push(() => client.cleanup(store));
  return store;
}

const byId = ({ args }: { args: readonly unknown[] }) => {
  const { id } = args[0] as { id: string };
  return { subscribe: { on: id }, unsubscribe: { off: id } };
};

describe('topics', () => {
  it('of one reader that makes way for another keep the connection, and fetch nothing twice', async () => {
    const server = await openSocketServer();
    const api = await serve({ 'GET /prices/:id': ({ params }) => ({ id: params.id, amount: 1 }) });
    const source = webSocketSource(server.url, { WebSocket });
    const store = createStore({ source, topicOf: byId, feeds: [getPrice] });
    store.dispatch(getPrice.subscribe({ id: '1' }));
    await store.dispatch(getPrice.fetch({ id: '1' }));
    await until(() => server.received.length === 1);

    // What `useLive` does where its id changes: the fetch in rendering, then both effects, in one turn.
    await store.dispatch(getPrice.fetch({ id: '2' }));
    store.dispatch(getPrice.unsubscribe({ id: '1' }));
    store.dispatch(getPrice.subscribe({ id: '2' }));
    await until(() => server.received.some(message => (message as { on?: string }).on === '2'));
    await wait(50);

    expect(api.requests).toEqual(['GET /prices/1', 'GET /prices/2']);
    expect(server.connections()).toBe(1);
  });

  it('that two subscriptions share are sent once, and left with the last of them', async () => {
    const server = await openSocketServer();
    const source = webSocketSource(server.url, { WebSocket });
    const topicOf = () => ({ subscribe: { on: 'prices' }, unsubscribe: { off: 'prices' } });
    const store = createStore({ source, topicOf });
    store.dispatch(getPrices.subscribe());
    store.dispatch(getPrice.subscribe({ id: '1' }));
    await until(() => server.received.length > 0);
    await wait(30);
    // The page of one price is closed; the list stays on screen.
    store.dispatch(getPrice.unsubscribe({ id: '1' }));
    await wait(50);
    expect(server.received).toEqual([{ on: 'prices' }]);

    store.dispatch(getPrice.subscribe({ id: '2' }));
    store.dispatch(getPrices.unsubscribe());
    await wait(50);
    expect(server.received).toEqual([{ on: 'prices' }]);
    store.dispatch(getPrice.unsubscribe({ id: '2' }));
    await until(() => server.received.length > 1);

    expect(server.received).toEqual([{ on: 'prices' }, { off: 'prices' }]);
  });
});

it('one that cannot be made does not throw into the component that subscribes', async () => {
  const server = await openSocketServer();
  const source = webSocketSource(server.url, { WebSocket });
  const topicOf = ({ key }: { key: string }) => {
    if (key === getPrices.key()) throw new Error('no topic for lists');
    return { subscribe: key };
  };
  const store = createStore({ source, topicOf });
  store.dispatch(getPrice.subscribe({ id: '1' }));
  await until(() => server.received.length === 1);

  expect(() => store.dispatch(getPrices.subscribe())).not.toThrow();
  store.complaints.splice(0);
});

it('a source whose close() throws does not keep a reset from ending the session, and the stream opens again', async () => {
  const opened: StreamHandlers[] = [];
  const source = (handlers: StreamHandlers) => {
    opened.push(handlers);
    return {
      close() {
        // As a client of another transport does, which has lost its connection itself.
        if (opened.length === 1) throw new Error('not connected');
      },
    };
  };
  const store = createStore({ source });
  await until(() => opened.length === 1);
  opened[0]?.onOpen();
  let thrown: unknown;
  try {
    store.dispatch(actions.reset());
  } catch (error) {
    thrown = error;
  }
  store.complaints.splice(0);

  expect({ thrown, connections: opened.length }).toEqual({ thrown: undefined, connections: 2 });
});
