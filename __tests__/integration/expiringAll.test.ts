import { Controller, Endpoint, RestEndpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

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

test('expireAll finds what was stored since the last time, among any number of other responses', () => {
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

test('expireAll of one endpoint finds responses that another endpoint, or a function, did not mean', () => {
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

test('a function that looks for something else the next time finds that', () => {
  const { controller, put } = filled(0);
  const sought = { name: 'expiringAll.getNothing', testKey: (key: string) => key.startsWith(sought.name) };
  put(getNumber, 1);
  controller.expireAll(sought);
  expect(statusOf(controller, getNumber, 1)).toBe('valid');
  sought.name = getNumber.name;
  controller.expireAll(sought);
  expect(statusOf(controller, getNumber, 1)).toBe('stale');
});

test('an endpoint whose server changes finds the responses of each', () => {
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
