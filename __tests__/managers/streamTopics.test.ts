import {
  All,
  actions,
  Collection,
  Controller,
  createDataClient,
  Entity,
  networkManager,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { Connection, type StreamManagerOptions, streamManager, type Topic } from 'rdc-toolkit/stream';
import { createTestStore, type TestStore, type TestStoreOptions } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { until } from '../helpers/until';

class Price extends Entity {
  id = '';
  amount = 0;
  static key = 'StreamTopics.Price';
}
const { get, getList } = resource({ path: '/prices/:id', schema: Price, Endpoint: ApiEndpoint }).extend({
  getList: { schema: new Collection([Price]) },
});

const own = ({ key }: { readonly key: string }): Topic => ({
  subscribe: { on: key },
  unsubscribe: { off: key },
});
const shared = (): Topic => ({ subscribe: { on: 'prices' }, unsubscribe: { off: 'prices' } });

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function start(options: Partial<StreamManagerOptions> = {}, others: TestStoreOptions = {}) {
  const { connections, sent, source } = heldSource();
  const read = (value: { id: string }) => ({ schema: Price, value });
  const stream = streamManager({ source, read, topicOf: own, baseDelayMs: 1, ...options });
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), stream] });
  const session = (token = 'a', action: { type: string; token?: string }) =>
    action.type === 'session' ? (action.token ?? '') : token;
  const store = createTestStore({ client, reducers: { session }, ...others });
  closers.push(() => client.cleanup(store));
  const status = () => client.selectors.selectQuery(Connection, { id: 'stream' })(store.getState())?.status;
  return { store, connections, sent, status };
}

const turn = () => Promise.resolve();

describe('the connection of a stream with topics', () => {
  it('stays open when one subscriber replaces another in the same turn, and nothing is refetched', async () => {
    const api = await serve({ 'GET /prices/:id': ({ params }) => ({ ...params, amount: 1 }) });
    const { store, connections, sent } = start({ feeds: [get] });
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();
    await store.dispatch(get.fetch({ id: '1' }));
    await store.dispatch(get.fetch({ id: '2' }));

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(get.subscribe({ id: '2' }));
    await turn();

    expect(sent).toEqual([{ on: 'GET /prices/1' }, { on: 'GET /prices/2' }, { off: 'GET /prices/1' }]);
    expect(connections).toHaveLength(1);
    expect(api.requests).toEqual(['GET /prices/1', 'GET /prices/2']);
  });

  it('is sent a topic once that starts as soon as it is open', () => {
    const { store, connections, sent, status } = start({}, { isBatching: false });
    store.dispatch(get.subscribe({ id: '1' }));
    const stop = store.subscribe(() => {
      if (status() !== 'open') return;
      stop();
      store.dispatch(get.subscribe({ id: '2' }));
    });

    connections[0]?.onOpen();

    expect(sent).toEqual([{ on: 'GET /prices/1' }, { on: 'GET /prices/2' }]);
  });

  it('stays open when a subscriber returns in the same turn, and sends nothing', async () => {
    const { store, connections, sent, status } = start();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(get.subscribe({ id: '1' }));
    await turn();

    expect([status(), sent]).toEqual(['open', [{ on: 'GET /prices/1' }]]);
  });

  it('keeps the topic of a subscriber that returns in the same turn, whatever else it would send now', async () => {
    let count = 0;
    const numbered = () => {
      const id = ++count;
      return { subscribe: { id }, unsubscribe: { end: id } };
    };
    const { store, connections, sent } = start({ topicOf: numbered });
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(get.subscribe({ id: '1' }));
    store.dispatch(get.subscribe({ id: '1' }));
    await turn();
    expect(sent).toEqual([{ id: 1 }]);

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(get.unsubscribe({ id: '1' }));
    await turn();
    expect(sent).toEqual([{ id: 1 }, { end: 1 }]);
  });

  it('closes without a message if the topic has none for its end', async () => {
    const { store, connections, sent, status } = start({ topicOf: ({ key }) => ({ subscribe: key }) });
    for (const id of ['1', '2']) store.dispatch(get.subscribe({ id }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    await turn();
    expect([status(), sent]).toStrictEqual(['open', ['GET /prices/1', 'GET /prices/2']]);
    store.dispatch(get.unsubscribe({ id: '2' }));
    await turn();

    expect([status(), sent]).toStrictEqual(['closed', ['GET /prices/1', 'GET /prices/2']]);
  });

  it('listens for the network only while it is open', async () => {
    let listening = 0;
    const listen = () => {
      listening++;
      return () => {
        listening--;
      };
    };
    const { store, connections } = start({ listen });
    store.dispatch(get.subscribe({ id: '1' }));
    store.dispatch(get.subscribe({ id: '2' }));
    expect(listening).toBe(1);
    connections[0]?.onOpen();

    for (const id of ['1', '2']) store.dispatch(get.unsubscribe({ id }));
    await turn();
    expect(listening).toBe(0);
    store.dispatch(get.subscribe({ id: '1' }));

    expect(listening).toBe(1);
    store.client.cleanup(store);
    expect(listening).toBe(0);
  });

  it('opens once for all subscriptions of one turn, and closes when none is left', async () => {
    const { store, connections, status } = start();

    for (let i = 0; i < 20; i++) {
      store.dispatch(get.subscribe({ id: '1' }));
      store.dispatch(get.unsubscribe({ id: '1' }));
    }
    await turn();

    expect([status(), connections.length]).toEqual(['closed', 1]);
  });
});

describe('a topic that two subscriptions share', () => {
  it('is sent once, with each connection', async () => {
    const { store, connections, sent } = start({ topicOf: shared });
    store.dispatch(getList.subscribe());
    connections[0]?.onOpen();
    store.dispatch(get.subscribe({ id: '1' }));
    expect(sent).toEqual([{ on: 'prices' }]);

    connections[0]?.onClose();
    await until(() => connections.length === 2);
    connections[1]?.onOpen();

    expect(sent).toEqual([{ on: 'prices' }, { on: 'prices' }]);
  });

  it('is left with the last of them', async () => {
    const { store, connections, sent, status } = start({ topicOf: shared });
    store.dispatch(getList.subscribe());
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(getList.unsubscribe());
    await turn();
    expect([status(), sent]).toEqual(['open', [{ on: 'prices' }]]);

    store.dispatch(get.unsubscribe({ id: '1' }));
    await turn();
    expect([status(), sent]).toEqual(['closed', [{ on: 'prices' }, { off: 'prices' }]]);
  });
});

describe('reports a topic that throws, and serves the others', () => {
  it('when it is made', () => {
    const topicOf: typeof own = subscription => {
      if (getList.testKey(subscription.key)) throw new Error('no topic for lists');
      return own(subscription);
    };
    const { store, connections, sent } = start({ topicOf });

    store.dispatch(getList.subscribe());
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    expect(sent).toEqual([{ on: 'GET /prices/1' }]);
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining('The stream "stream" cannot send a topic: no topic for lists'),
    ]);
  });

  it('when it is sent, with the connection or later', () => {
    const sent: unknown[] = [];
    const send = (message: unknown) => {
      if (JSON.stringify(message).includes('/prices/1')) throw new Error('cannot serialize it');
      sent.push(message);
    };
    const { store } = start({
      source: ({ onOpen }) => {
        onOpen();
        return { send, close() {} };
      },
    });

    for (const id of ['1', '2', '1']) store.dispatch(get.subscribe({ id }));
    store.dispatch(getList.subscribe());

    expect(sent).toEqual([{ on: 'GET /prices/2' }, { on: 'GET /prices' }]);
    expect(store.complaints.splice(0)).toEqual([expect.stringContaining('cannot serialize it')]);
  });
});

describe('a stream whose last subscriber has just left', () => {
  it('is not reopened by a reset in the same turn', async () => {
    const { store, connections } = start();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(actions.reset());
    await turn();

    expect(connections).toHaveLength(1);
  });

  it('is not opened for a new session in the same turn', async () => {
    const { store, connections } = start({ enabled: state => state.session });
    await turn();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch({ type: 'session', token: 'b' });
    await turn();

    expect(connections).toHaveLength(1);
  });

  it('is reopened for a subscriber that returns after a reset in the same turn', async () => {
    const { store, connections, sent } = start();
    await turn();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(actions.reset());
    store.dispatch(get.subscribe({ id: '1' }));
    await turn();
    connections[1]?.onOpen();

    expect(connections).toHaveLength(2);
    expect(sent).toEqual([{ on: 'GET /prices/1' }, { on: 'GET /prices/1' }]);
  });
});

describe('the topic of a record that is being created', () => {
  class Offer extends Price {
    static override key = 'StreamTopics.Offer';
  }
  const { get, getList } = resource({
    path: '/offers/:id',
    schema: Offer,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });

  let api: Awaited<ReturnType<typeof serve>>;
  beforeEach(async () => {
    const offers: Record<string, unknown> = { id: '7', amount: 1 };
    api = await serve({ 'POST /offers': () => offers, 'GET /offers/:id': () => offers });
  });

  /** A creation in flight. */
  async function create(store: TestStore) {
    const held = api.hold('POST /offers');
    const known = new Set(new Controller(store).get(new All(Offer))?.map(offer => offer.id));
    const creating = store.dispatch(getList.push.fetch({ amount: 1 }));
    await held.arrived;
    const created = new Controller(store).get(new All(Offer))?.find(offer => !known.has(offer.id));
    return { id: created?.id ?? '', held, creating };
  }

  /** A creation in flight, and a subscription to its record. */
  async function startCreating(options: Partial<StreamManagerOptions> = {}) {
    const started = start(options);
    const { store } = started;
    const { id, held, creating } = await create(store);
    store.dispatch(get.subscribe({ id }));
    return { ...started, api, id, held, creating };
  }

  it('is sent with the created key once the server responds', async () => {
    const { store, connections, sent, id, held, creating } = await startCreating();
    expect(connections).toEqual([]);

    await held.release();
    await creating;
    connections[0]?.onOpen();
    expect(sent).toEqual([{ on: 'GET /offers/7' }]);

    store.dispatch(get.subscribe({ id: '7' }));
    store.dispatch(get.unsubscribe({ id }));
    await turn();
    expect(sent).toHaveLength(1);
    store.dispatch(get.unsubscribe({ id: '7' }));
    await turn();
    expect(sent).toEqual([{ on: 'GET /offers/7' }, { off: 'GET /offers/7' }]);
  });

  it('is not sent if the creation fails or nothing is subscribed any more', async () => {
    const { store, connections, id, held, creating } = await startCreating();
    store.dispatch(get.unsubscribe({ id }));
    await turn();
    await held.release();
    await creating;
    expect(connections).toEqual([]);

    const other = await startCreating();
    await other.held.release(reply(409));
    await expect(other.creating).rejects.toThrow('409');
    expect(other.connections).toEqual([]);
  });

  it('is sent if another creation is still in flight', async () => {
    const { store, connections, sent, id, held, creating } = await startCreating();
    await held.release();
    await creating;
    store.dispatch(get.unsubscribe({ id }));
    await turn();
    const { id: other, held: heldOther, creating: creatingOther } = await create(store);
    store.dispatch(get.subscribe({ id: other }));

    store.dispatch(get.subscribe({ id }));
    connections.at(-1)?.onOpen();
    expect(sent).toEqual([{ on: 'GET /offers/7' }]);

    await heldOther.release(reply(409));
    await expect(creatingOther).rejects.toThrow('409');
  });

  it('is refetched under the created key only, after the stream has reopened', async () => {
    const { api, connections, held, creating } = await startCreating({ feeds: [get] });
    await held.release();
    await creating;
    connections[0]?.onOpen();

    connections[0]?.onClose();
    await until(() => connections.length === 2);
    connections[1]?.onOpen();
    await until(() => api.requests.length === 2);
    await turn();

    expect(api.requests).toEqual(['POST /offers', 'GET /offers/7']);
  });

  it('is sent once the server has named both records that a request is about', async () => {
    const getPair = new ApiEndpoint({ path: '/pairs/:one/:other', name: 'StreamTopics.getPair' });
    const { store, connections, sent } = start();
    const first = await create(store);
    const second = await create(store);
    store.dispatch(getPair.subscribe({ one: first.id, other: second.id }));

    await first.held.release();
    await first.creating;
    expect(connections).toEqual([]);
    await second.held.release({ id: '8', amount: 1 });
    await second.creating;
    connections[0]?.onOpen();

    expect(sent).toEqual([{ on: 'GET /pairs/7/8' }]);
  });

  it('is not sent if its request refuses the created key, and others are', async () => {
    const getRefusing = get.extend({
      name: 'StreamTopics.refusing',
      key: ({ id }) => {
        if (id === '7') throw new Error('refused');
        return `refusing ${id}`;
      },
    });
    const { store, connections, sent, id, held, creating } = await startCreating();
    store.dispatch(get.unsubscribe({ id }));
    store.dispatch(getRefusing.subscribe({ id }));
    store.dispatch(get.subscribe({ id }));

    await held.release();
    await creating;
    connections[0]?.onOpen();

    expect(sent).toEqual([{ on: 'GET /offers/7' }]);
  });

  it('costs other actions nothing while the creation is in flight', async () => {
    const { store, sent, connections, held, creating } = await startCreating();
    await held.release();
    await creating;
    connections[0]?.onOpen();
    const other = await create(store);
    store.dispatch(get.subscribe({ id: other.id }));
    const args = JSON.stringify([{ id: other.id }]);
    store.dispatch({ type: 'other' });

    const looks = jest.spyOn(Object, 'values');
    store.dispatch({ type: 'other' });
    const looked = looks.mock.calls.filter(([given]) => JSON.stringify(given) === args);
    looks.mockRestore();

    expect(looked).toEqual([]);
    await other.held.release({ id: '8', amount: 1 });
    await other.creating;
    expect(sent).toEqual([{ on: 'GET /offers/7' }, { on: 'GET /offers/8' }]);
  });

  it('is sent with the created key if a subscription still has the temporary one', async () => {
    const { store, connections, sent, id, held, creating } = await startCreating();
    store.dispatch(get.unsubscribe({ id }));
    await turn();
    await held.release();
    await creating;

    store.dispatch(get.subscribe({ id }));
    connections[0]?.onOpen();

    expect(sent).toEqual([{ on: 'GET /offers/7' }]);
  });
});

it('reports once per topic why it cannot be sent, however often the connection breaks', async () => {
  const connections: Parameters<StreamManagerOptions['source']>[0][] = [];
  const { store } = start({
    source: handlers => {
      connections.push(handlers);
      return {
        send(message) {
          throw new Error(`cannot send ${JSON.stringify(message)}`);
        },
        close() {},
      };
    },
  });
  store.dispatch(get.subscribe({ id: '1' }));
  store.dispatch(get.subscribe({ id: '2' }));
  for (let n = 0; n < 3; n++) {
    await until(() => connections.length === n + 1);
    connections[n]?.onOpen();
    connections[n]?.onClose();
  }

  expect(store.complaints.splice(0)).toHaveLength(2);
});

it('stays closed if sending a topic has ended it', () => {
  const opened: Parameters<StreamManagerOptions['source']>[0][] = [];
  const { store, status } = start({
    source: handlers => {
      opened.push(handlers);
      return { send: () => handlers.onClose({ isFinal: true }), close() {} };
    },
  });
  store.dispatch(get.subscribe({ id: '1' }));
  opened[0]?.onOpen();
  expect(status()).toBe('closed');

  store.dispatch(get.unsubscribe({ id: '1' }));
  store.dispatch(get.subscribe({ id: '2' }));
  expect([status(), opened.length]).toEqual(['closed', 1]);
});
