import { Controller, Endpoint, RestEndpoint } from 'rdc-toolkit';
import { createBareStore } from '../helpers/createBareStore';
import { createTestStore } from '../helpers/createTestStore';
import { startApi } from '../helpers/startApi';

const getNumber = new Endpoint(async ({ id }: { id: number }) => id, { name: 'expiringAll.getNumber' });
const getOther = new Endpoint(async ({ id }: { id: number }) => id, { name: 'expiringAll.getOther' });

function filled(count: number) {
  const store = createTestStore();
  const controller = new Controller(store);
  const store1 = (endpoint: typeof getNumber, id: number) => controller.setResponse(endpoint, { id }, id);
  for (let id = 0; id < count; id++) store1(getOther, id);
  return { controller, put: store1 };
}

const statusOf = (controller: Controller, endpoint: typeof getNumber, id: number) =>
  controller.getResponse(endpoint, { id }).expiryStatus;

test('expireAll finds responses stored since its last call, among many others', () => {
  const { controller, put } = filled(150);
  for (const round of [0, 1, 2]) {
    for (let id = 0; id < 3; id++) put(getNumber, 3 * round + id);
    controller.expireAll(getNumber);
    for (let id = 0; id < 3 * (round + 1); id++) expect(statusOf(controller, getNumber, id)).toBe('stale');
  }
  expect(statusOf(controller, getOther, 149)).toBe('valid');
  controller.invalidateAll(getNumber);
  for (let id = 0; id < 9; id++) expect(statusOf(controller, getNumber, id)).toBe('invalid');
});

test('expireAll finds responses that another endpoint or function did not match', () => {
  const { controller, put } = filled(60);
  put(getNumber, 1);
  controller.expireAll({ testKey: () => false });
  controller.invalidateAll(new Endpoint(async () => 0, { name: 'expiringAll.getNothing' }));
  expect(statusOf(controller, getNumber, 1)).toBe('valid');
  controller.expireAll(getNumber);
  controller.expireAll(getOther);
  expect(statusOf(controller, getNumber, 1)).toBe('stale');
  expect(statusOf(controller, getOther, 59)).toBe('stale');
});

test('expireAll runs testKey again, in case it matches other keys now', () => {
  const { controller, put } = filled(0);
  const sought = { name: 'expiringAll.getNothing', testKey: (key: string) => key.startsWith(sought.name) };
  put(getNumber, 1);
  controller.expireAll(sought);
  expect(statusOf(controller, getNumber, 1)).toBe('valid');
  sought.name = getNumber.name;
  controller.expireAll(sought);
  expect(statusOf(controller, getNumber, 1)).toBe('stale');
});

test('expireAll finds the responses of the current urlPrefix if that changes', () => {
  let server = 'https://a.test';
  const moving = new RestEndpoint({ path: '/numbers/:id', name: 'expiringAll.moving' });
  Object.defineProperty(moving, 'urlPrefix', { get: () => server });
  const store = createTestStore();
  const controller = new Controller(store);
  const status = () => controller.getResponse(moving, { id: 1 }).expiryStatus;
  server = 'https://b.test';
  controller.setResponse(moving, { id: 1 }, { id: 1 });
  server = 'https://a.test';
  controller.expireAll(moving);
  server = 'https://b.test';
  expect(status()).toBe('valid');
  controller.expireAll(moving);
  expect(status()).toBe('stale');
});

/** A server of one list, whose next response can be held back. */
async function listServer() {
  const server = { title: 'old', requests: 0 };
  const api = await startApi({
    'GET /expiring': () => {
      server.requests++;
      return [{ title: server.title }];
    },
  });
  const getList = new RestEndpoint({ urlPrefix: api.url, path: '/expiring', name: 'expiringAll.getList' });
  return { server, getList, hold: () => api.hold('GET /expiring') };
}

test.each([
  ['a first read', false],
  ['a later read', true],
])('%s that left before expireAll lands stale, and the next one is fresh', async (_, hasData) => {
  const { server, getList, hold } = await listServer();
  const store = createTestStore();
  const controller = new Controller(store);
  if (hasData) await controller.fetch(getList);

  const held = hold();
  const slow = controller.fetch(getList);
  await held.arrived;
  server.title = 'new';
  controller.expireAll(getList);
  await held.release();

  expect(await slow).toEqual([{ title: 'old' }]);
  expect(controller.getResponse(getList)).toMatchObject({
    data: [{ title: 'old' }],
    expiryStatus: 'stale',
    expiresAt: 0,
  });
  expect(await controller.fetchIfStale(getList)).toEqual([{ title: 'new' }]);
  expect(controller.getResponse(getList).expiryStatus).toBe('valid');
});

test('a request after expireAll does not share one from before it', async () => {
  const { server, getList, hold } = await listServer();
  const controller = new Controller(createTestStore());
  const held = hold();
  const slow = controller.fetch(getList);
  await held.arrived;
  server.title = 'new';
  controller.expireAll(getList);

  expect(await controller.fetch(getList)).toEqual([{ title: 'new' }]);
  await held.release();
  await slow;

  expect(server.requests).toBe(2);
  expect(controller.getResponse(getList)).toMatchObject({ data: [{ title: 'new' }], expiryStatus: 'valid' });
});

test('expireAll expires more than a thousand responses at once', () => {
  const controller = new Controller(createBareStore());
  for (let id = 0; id <= 1_000; id++) controller.setResponse(getNumber, { id }, id);
  controller.expireAll(getNumber);

  expect(statusOf(controller, getNumber, 0)).toBe('stale');
  expect(statusOf(controller, getNumber, 1_000)).toBe('stale');
});

test('expireAll does not change responses that are already stale', () => {
  const { controller } = filled(10);
  controller.expireAll(getOther);
  const before = controller.getState();
  controller.expireAll(getOther);

  expect(controller.getState().endpoints).toBe(before.endpoints);
});
