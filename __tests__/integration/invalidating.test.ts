import { Controller } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;

async function loaded() {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  await store.dispatch(getList.fetch({ status: 'open' }));
  await store.dispatch(get.fetch({ id: 1 }));
  const controller = new Controller(store);
  const statuses = () => [
    controller.getResponse(getList).expiryStatus,
    controller.getResponse(getList, { status: 'open' }).expiryStatus,
    controller.getResponse(get, { id: 1 }).expiryStatus,
  ];
  return { api, store, controller, statuses };
}

it('invalidates one response and hides it until a refetch', async () => {
  const { store, controller, statuses } = await loaded();

  controller.invalidate(get, { id: 1 });

  expect(statuses()).toEqual(['valid', 'valid', 'invalid']);
  expect(controller.getResponse(get, { id: 1 }).data).toBeUndefined();
  await store.dispatch(get.fetch({ id: 1 }));
  expect(statuses()).toEqual(['valid', 'valid', 'valid']);
});

it('invalidates all responses of an endpoint', async () => {
  const { controller, statuses } = await loaded();

  controller.invalidateAll(getList);

  expect(statuses()).toEqual(['invalid', 'invalid', 'valid']);
});

it('expires responses but still shows them', async () => {
  const { controller, statuses } = await loaded();

  controller.expireAll({ testKey: key => key.endsWith('/1') || key.includes('?') });

  expect(statuses()).toEqual(['valid', 'stale', 'stale']);
  expect(controller.getResponse(get, { id: 1 }).data?.title).toBe('one');
});

it('logs the keys that a test function matched', async () => {
  const { store, controller } = await loaded();

  controller.invalidateAll({ testKey: key => key === 'GET /todos/1' });

  expect(JSON.parse(JSON.stringify(store.log.at(-1)))).toEqual({
    type: 'rdc/invalidateall',
    keys: ['GET /todos/1'],
    meta: { landed: expect.any(Number) },
  });
});

it('logs each read once and no mutation, even with both in flight', async () => {
  const { api, store, controller } = await loaded();
  const holds = [api.hold('PATCH /todos/1'), api.hold('GET /todos/1'), api.hold('GET /todos/2')];
  const requests = [
    store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'new' })),
    store.dispatch(get.fetch({ id: 1 })),
    store.dispatch(get.fetch({ id: 2 })),
  ];
  for (const held of holds) await held.arrived;
  const test = { testKey: (key: string) => /todos\/\d/.test(key) };

  controller.expireAll(test);
  controller.invalidateAll(test);

  const keys = ['GET /todos/1', 'GET /todos/2'];
  expect(store.log.slice(-2)).toMatchObject([{ keys }, { keys }]);
  for (const held of holds) await held.release();
  await Promise.all(requests);
});

it('invalidates a record that only a list has brought', async () => {
  const { controller } = await loaded();
  expect(controller.getResponse(get, { id: 2 }).data?.title).toBe('two');

  controller.invalidate(get, { id: 2 });

  expect(controller.getResponse(get, { id: 2 })).toMatchObject({ data: undefined, expiryStatus: 'invalid' });
});

it('clears an earlier error', async () => {
  const { store, controller } = await loaded();
  await expect(store.dispatch(get.fetch({ id: 99 }))).rejects.toThrow();
  expect(controller.getError(get, { id: 99 })).toMatchObject({ status: 404 });

  store.dispatch(get.invalidate({ id: 99 }));

  expect(controller.getError(get, { id: 99 })).toBeUndefined();
});

it('keeps the objects that selectors return', async () => {
  const { store, controller } = await loaded();
  const before = getList.select()(store.getState()).data;

  controller.expireAll(getList);

  expect(getList.select()(store.getState()).data).toBe(before);
});

describe('an endpoint that hides its keys', () => {
  const replaced = {
    'by a url of its own': { url: () => 'http://127.0.0.1:9/elsewhere' },
    'by a key of its own': { key: () => 'my todos' },
  };
  const fetchResponse = async () => Response.json([]);

  it.each(Object.entries(replaced))('%s, is reported by expireAll', async (how, options) => {
    const store = createTestStore();
    const controller = new Controller(store);
    const own = getList.extend({
      name: `Invalidating.own ${how}`,
      fetchResponse,
      ...options,
    } as object) as typeof getList;
    await store.dispatch(own.fetch());

    controller.expireAll(own);
    controller.expireAll(own);

    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining(`controller.expireAll() does not find the responses of ${own.name}`),
    ]);
  });

  it('is found by its own testKey', async () => {
    const store = createTestStore();
    const controller = new Controller(store);
    const own = getList.extend({
      name: 'Invalidating.tested',
      fetchResponse,
      key: () => 'tested',
      testKey: key => key === 'tested',
    });
    await store.dispatch(own.fetch());

    controller.expireAll(own);

    expect(controller.getResponse(own).expiryStatus).toBe('stale');
  });
});
