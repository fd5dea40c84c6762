import {
  actions,
  createDataClient,
  Entity,
  networkManager,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { type StreamManagerOptions, streamManager } from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint } from '../helpers/serve';
import { until } from '../helpers/until';

class Price extends Entity {
  id = '';
  amount = 0;
  static key = 'TopicsOfNobody.Price';
}
const { get } = resource({ path: '/prices/:id', schema: Price, Endpoint: ApiEndpoint });

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function start(options: Partial<StreamManagerOptions> = {}) {
  const { connections, sent, source } = heldSource();
  const read: StreamManagerOptions['read'] = value => ({ schema: Price, value });
  const topicOf = ({ key }: { readonly key: string }) => ({
    subscribe: { on: key },
    unsubscribe: { off: key },
  });
  const stream = streamManager({ source, read, topicOf, baseDelayMs: 1, ...options });
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), stream] });
  const session = (token = 'a', action: { type: string; token?: string }) =>
    action.type === 'session' ? (action.token ?? '') : token;
  const store = createTestStore({ client, reducers: { session } });
  closers.push(() => client.cleanup(store));
  return { store, connections, sent };
}

describe('a stream whose last subscriber has just left', () => {
  it('is not opened again by a reset in the same turn', async () => {
    const { store, connections } = start();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(actions.reset());
    await Promise.resolve();

    expect(connections).toHaveLength(1);
  });

  it('is not opened for another session that begins in the same turn', async () => {
    const { store, connections } = start({ enabled: state => state.session });
    await Promise.resolve();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch({ type: 'session', token: 'b' });
    await Promise.resolve();

    expect(connections).toHaveLength(1);
  });

  it('is opened again for one that comes back after a reset in the same turn', async () => {
    const { store, connections, sent } = start();
    store.dispatch(get.subscribe({ id: '1' }));
    connections[0]?.onOpen();

    store.dispatch(get.unsubscribe({ id: '1' }));
    store.dispatch(actions.reset());
    store.dispatch(get.subscribe({ id: '1' }));
    await Promise.resolve();
    connections[1]?.onOpen();

    expect(connections).toHaveLength(2);
    expect(sent).toEqual([{ on: 'GET /prices/1' }, { on: 'GET /prices/1' }]);
  });
});

it('says once of each topic why it cannot be sent, however often the connection breaks', async () => {
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
