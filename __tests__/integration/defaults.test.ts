import { createDataClient, type DataClient, NetworkError, networkManager } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const getTime = new ApiEndpoint({ name: 'Defaults.getTime', path: '/time' });
const getOwnTime = getTime.extend({
  name: 'Defaults.getOwnTime',
  path: '/own-time',
  invalidIfStale: false,
  errorPolicy: () => 'soft',
});

const statusOf = (store: ReturnType<typeof createTestStore>, endpoint: typeof getTime | typeof getOwnTime) =>
  endpoint.select()(store.getState()).expiryStatus;

async function storeWithTimes(client: DataClient<'rdc'>) {
  let isBroken = false;
  const response = () => (isBroken ? reply(503, { message: 'broken' }) : { now: 5 });
  await serve({ 'GET /time': response, 'GET /own-time': response });
  const store = createTestStore({ client });
  await store.dispatch(getTime.fetch());
  await store.dispatch(getOwnTime.fetch());
  return {
    store,
    breakServer() {
      isBroken = true;
    },
  };
}

it.each([
  ['a client', createDataClient({ dataExpiryLength: 0, invalidIfStale: true })],
  [
    'a manager, which counts before a client',
    createDataClient({
      invalidIfStale: false,
      managers: [networkManager({ dataExpiryLength: 0, invalidIfStale: true })],
    }),
  ],
])('reads invalidIfStale from %s unless the endpoint overrides it', async (_who, client) => {
  const { store } = await storeWithTimes(client);

  expect(statusOf(store, getTime)).toBe('invalid');
  expect(statusOf(store, getOwnTime)).toBe('stale');
});

it.each([
  ['a client', createDataClient({ errorPolicy: () => 'hard' })],
  ['a manager', createDataClient({ managers: [networkManager({ errorPolicy: () => 'hard' })] })],
])('reads errorPolicy from %s unless the endpoint overrides it', async (_who, client) => {
  const { store, breakServer } = await storeWithTimes(client);
  breakServer();
  await store.dispatch(getTime.fetch()).catch(() => undefined);
  await store.dispatch(getOwnTime.fetch()).catch(() => undefined);

  expect(getTime.select()(store.getState()).error).toBeInstanceOf(NetworkError);
  expect(getOwnTime.select()(store.getState()).error).toBeUndefined();
});
