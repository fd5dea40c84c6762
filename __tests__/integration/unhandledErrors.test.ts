import { actions, Controller, createDataClient, type ResponseState } from 'rdc-toolkit';
import type { Middleware } from 'redux';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const getThing = new ApiEndpoint({ path: '/things/:id', name: 'unhandled.get' });
const changeThing = new ApiEndpoint({
  path: '/things/:id',
  method: 'PATCH',
  body: undefined,
  name: 'unhandled.change',
});

/** A store whose client records unhandled errors. */
async function noting() {
  const api = await serve({
    'GET /things/:id': () => reply(404, { message: 'none' }),
    'PATCH /things/:id': () => reply(422, { message: 'no' }),
  });
  const told: unknown[] = [];
  const client = createDataClient({
    onError: ({ status, data }, { endpoint, args, key }) =>
      told.push([endpoint.name, args, key.split(' ')[0], status, data]),
  });
  return { api, told, store: createTestStore({ client }) };
}

/** Waits until all requests have ended. */
async function settled({
  getState,
}: {
  getState(): { readonly rdc: { readonly inflight: { size: number } } };
}) {
  while (getState().rdc.inflight.size > 0) await new Promise(resolve => setTimeout(resolve, 5));
}

it('reports failures that no code awaits, with endpoint, arguments and key', async () => {
  const { store, told } = await noting();

  void store.dispatch(getThing.fetch({ id: 1 }));
  void new Controller(store).fetch(changeThing, { id: 2 });
  await settled(store);

  expect(told).toEqual([
    ['unhandled.get', [{ id: 1 }], 'GET', 404, { message: 'none' }],
    ['unhandled.change', [{ id: 2 }], 'PATCH', 422, { message: 'no' }],
  ]);
});

it.each([
  ['a mutation', new ApiEndpoint({ path: '/session', method: 'DELETE', name: 'unhandled.logOut' })],
  ['a read', new ApiEndpoint({ path: '/session', name: 'unhandled.session' })],
])(
  'reports no failure, and hides nothing from listeners, if %s gets an empty response',
  async (_what, endpoint) => {
    await serve({ 'DELETE /session': () => null, 'GET /session': () => null });
    const told: unknown[] = [];
    const seen: unknown[] = [];
    const store = createTestStore({
      client: createDataClient({ onError: error => told.push(error) }),
      first: [
        () => next => action => {
          const result = next(action);
          if (endpoint.matchFulfilled(action)) seen.push(endpoint.name);
          return result;
        },
      ],
    });
    void store.dispatch(endpoint.fetch());
    await settled(store);

    expect(told).toEqual([]);
    expect(seen).toEqual([endpoint.name]);
  },
);

const WAYS: readonly (readonly [how: string, wait: (promise: Promise<unknown>) => unknown])[] = [
  ['await', async promise => await promise],
  ['catch()', promise => promise.catch(() => undefined)],
  ['then()', promise => promise.then(undefined, () => undefined)],
  ['Promise.all()', promise => Promise.all([promise])],
  ['an async function that returns it', async promise => promise],
];

it.each(WAYS)('does not report failures handled by %s', async (_how, wait) => {
  const { store, told } = await noting();
  const { fetch } = new Controller(store);

  const waiting = [fetch(getThing, { id: 1 }), fetch(changeThing, { id: 1 })].map(wait);
  const outcomes = await Promise.allSettled(waiting);
  await settled(store);

  expect(outcomes).toHaveLength(2);
  expect(told).toEqual([]);
});

it('reports each request separately, even if an equal one is handled', async () => {
  const { store, told } = await noting();
  const { fetch } = new Controller(store);

  const handled = fetch(changeThing, { id: 1 }).catch(() => 'handled');
  void fetch(changeThing, { id: 1 });
  await expect(handled).resolves.toBe('handled');
  await settled(store);

  expect(told).toHaveLength(1);
});

it('does not report aborted requests or errors set by hand', async () => {
  const { api, store, told } = await noting();
  const held = api.hold('GET /things/1');

  const promise = store.dispatch(getThing.fetch({ id: 1 }));
  await held.arrived;
  promise.abort();
  store.dispatch(getThing.setError({ id: 2 }, new Error('by hand')));
  await settled(store);

  const { error }: ResponseState<unknown> = getThing.select({ id: 2 })(store.getState());
  expect(error?.message).toBe('by hand');
  expect(told).toEqual([]);
});

it('logs an error that onError throws, and continues', async () => {
  await serve({ 'GET /things/:id': () => reply(500) });
  const client = createDataClient({
    onError: () => {
      throw new Error('of the app');
    },
  });
  const store = createTestStore({ client });

  void store.dispatch(getThing.fetch({ id: 1 }));
  await settled(store);

  expect(getThing.select({ id: 1 })(store.getState()).error?.status).toBe(500);
  expect(store.complaints.splice(0).join()).toContain('of the app');
});

it.each<[when: string, wait: (promise: Promise<unknown>) => Promise<unknown>]>([
  ['twice', promise => promise],
  ['after it has ended', () => new Promise(resolve => setTimeout(resolve, 50))],
])('reports the next failure of a read that code awaited %s', async (_when, wait) => {
  let status = 200;
  await serve({ 'GET /things/:id': () => reply(status, {}) });
  const told: unknown[] = [];
  const store = createTestStore({ client: createDataClient({ onError: error => told.push(error.status) }) });
  const asked = store.dispatch(getThing.fetch({ id: 1 }));
  await wait(asked);
  await asked;

  status = 500;
  void store.dispatch(getThing.fetch({ id: 1 }));
  await settled(store);

  expect(told).toEqual([500]);
});

it('reports the next failure of a read that a reset ended while code awaited it', async () => {
  const { api, store, told } = await noting();
  const held = api.hold('GET /things/1');
  const ended = store.dispatch(getThing.fetch({ id: 1 })).catch((error: Error) => error.name);
  await held.arrived;
  new Controller(store).resetEntireStore();
  await expect(ended).resolves.toBe('ResetError');

  void store.dispatch(getThing.fetch({ id: 1 }));
  await settled(store);

  expect(told).toHaveLength(1);
});

it('does not report a failure of a shared read if code awaits one of its promises', async () => {
  const { store, told } = await noting();
  void store.dispatch(getThing.fetch({ id: 1 }));

  await expect(store.dispatch(getThing.fetch({ id: 1 }))).rejects.toThrow('404');

  expect(told).toEqual([]);
});

const boom = (): never => {
  throw new Error('of the endpoint');
};

describe.each<[option: string, options: object]>([
  ['scope', { concurrency: 'serial', scope: boom }],
  ['url', { url: boom }],
  ['key', { key: boom }],
])('a request whose %s throws', (option, options) => {
  const failing = changeThing.extend({ ...options, name: `unhandled.${option}` });

  it('is reported if nothing awaits it', async () => {
    const told: unknown[] = [];
    const client = createDataClient({
      onError: ({ message }, { endpoint, args, by }) => told.push([endpoint.name, args, by, message]),
    });
    const store = createTestStore({ client });

    void store.dispatch(failing.fetch({ id: 1 }));
    void new Controller(store).fetch(failing, { id: 2 });
    await new Promise(resolve => setTimeout(resolve));

    expect(told).toEqual([
      [failing.name, [{ id: 1 }], 'code', 'of the endpoint'],
      [failing.name, [{ id: 2 }], 'code', 'of the endpoint'],
    ]);
  });

  it.each(WAYS)('is not reported if code handles it by %s', async (_how, wait) => {
    const { store, told } = await noting();

    const outcomes = await Promise.allSettled([wait(new Controller(store).fetch(failing, { id: 1 }))]);
    await new Promise(resolve => setTimeout(resolve));

    expect(outcomes).toHaveLength(1);
    expect(told).toEqual([]);
  });
});

it('rejects instead of throwing if the key of a read throws in fetchIfStale', async () => {
  const { store, told } = await noting();
  const failing = getThing.extend({ key: boom, name: 'unhandled.freshKey' });

  await expect(store.dispatch(failing.fetchIfStale({ id: 1 }))).rejects.toThrow('of the endpoint');
  await expect(new Controller(store).fetchIfStale(failing, { id: 1 })).rejects.toThrow('of the endpoint');
  expect(told).toEqual([]);
});

it('leaves a failure to its caller if other middleware copies the action of the response', async () => {
  await serve({ 'GET /things/:id': () => reply(404) });
  const told: unknown[] = [];
  const copying: Middleware = () => next => action =>
    next(actions.setResponse.match(action) ? { ...action } : action);
  const store = createTestStore({
    client: createDataClient({ onError: error => told.push(error) }),
    first: [copying],
  });

  const failing = new Controller(store).fetch(getThing, { id: 1 });
  await expect(failing).rejects.toMatchObject({ name: 'NetworkError', status: 404 });
  expect(told).toEqual([]);
});
