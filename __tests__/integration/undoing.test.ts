import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { Controller, createDataClient, Entity, hydrationManager, networkManager } from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';
import { until } from '../helpers/until';

class Reading extends Entity {
  id = '';
  value = 0;
  static key = 'undoing.Reading';
}
const getReading = new ApiEndpoint({
  path: '/readings/:id',
  schema: Reading,
  pollFrequency: 20,
  name: 'undoing.get',
});

const stores: ReturnType<typeof makeStore>[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
});

/** A store with undo: its root reducer returns to the first state, or to a marked one. */
function makeStore() {
  const client = createDataClient();
  type Root = { readonly rdc: ReturnType<typeof client.getInitialState> };
  const earlier: Root[] = [];
  let marked: Root | undefined;
  const store = configureStore({
    reducer: (root: Root | undefined, action: UnknownAction): Root => {
      if (action.type === 'mark') marked = root;
      if (action.type === 'undo') return marked ?? (earlier[0] as Root);
      const next = { rdc: client.reducer(root?.rdc, action) };
      if (root !== undefined && next.rdc !== root.rdc) earlier.push(next);
      return next;
    },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  return Object.assign(store, { client });
}

it('keeps polling, fetching and storing after an undo of the app', async () => {
  let count = 0;
  const api = await serve({ 'GET /readings/:id': ({ params }) => ({ ...params, value: ++count }) });
  const store = makeStore();
  stores.push(store);
  const read = () => getReading.select({ id: '1' })(store.getState()).data?.value;
  await store.dispatch(getReading.fetch({ id: '1' }));
  store.dispatch(getReading.subscribe({ id: '1' }));
  await until(() => read() === 3);

  const { version } = store.getState().rdc;
  store.dispatch({ type: 'undo' });
  // A poll in flight is recorded again at once, so the exact number depends on timing.
  expect(store.getState().rdc.version).toBeLessThan(version);
  const before = api.requests.length;

  await until(() => api.requests.length > before + 1);
  await until(() => (read() ?? 0) > 3);
  await store.dispatch(getReading.fetch({ id: '2' }));
  expect(getReading.select({ id: '2' })(store.getState()).expiryStatus).toBe('valid');
});

it('keeps polling after an undo with nothing in flight', async () => {
  const api = await serve({ 'GET /readings/:id': ({ params }) => ({ ...params, value: 1 }) });
  const store = makeStore();
  stores.push(store);
  await store.dispatch(getReading.fetch({ id: '1' }));
  store.dispatch({ type: 'mark' });
  await store.dispatch(getReading.fetch({ id: '2' }));

  store.dispatch({ type: 'undo' });
  expect(getReading.select({ id: '2' })(store.getState()).data).toBeUndefined();
  store.dispatch(getReading.subscribe({ id: '1' }));

  // While a store shows its past, nothing is polled and mounting fetches nothing.
  await until(() => api.requests.filter(request => request === 'GET /readings/1').length > 2);
});

it('records requests in flight again, and stores their responses', async () => {
  const api = await serve({ 'GET /readings/:id': ({ params }) => ({ ...params, value: 1 }) });
  const store = makeStore();
  stores.push(store);
  const second = () => getReading.select({ id: '2' })(store.getState());
  await store.dispatch(getReading.fetch({ id: '1' }));
  store.dispatch({ type: 'mark' });
  const held = api.hold('GET /readings/2');
  const fetched = store.dispatch(getReading.fetch({ id: '2' }));
  await held.arrived;

  store.dispatch({ type: 'undo' });
  expect(second().isFetching).toBe(true);
  await held.release();

  expect((await fetched).value).toBe(1);
  expect(second()).toMatchObject({ expiryStatus: 'valid', isFetching: false, data: { value: 1 } });
  expect(store.getState().rdc.inflight.size).toBe(0);
});

describe('with a hydration manager', () => {
  /** A store whose root reducer changes the slice itself. */
  function makeChangedStore(change: (slice: Slice, first: Slice) => Slice) {
    const client = createDataClient({ managers: [networkManager(), hydrationManager()] });
    let first: Slice | undefined;
    const store = configureStore({
      reducer: (root: { readonly rdc: Slice } | undefined, action: UnknownAction) => {
        if (action.type === 'mark') first = root?.rdc;
        if (root !== undefined && action.type === 'change') return { rdc: change(root.rdc, first as Slice) };
        return { rdc: client.reducer(root?.rdc, action) };
      },
      middleware: getDefault => getDefault().concat(client.middleware),
    });
    stores.push(Object.assign(store, { client }) as never);
    return store;
  }
  type Slice = ReturnType<ReturnType<typeof createDataClient>['getInitialState']>;

  it('keeps an undo of the app: later data does not come back', () => {
    const store = makeChangedStore((_slice, first) => first);
    const controller = new Controller(store);
    controller.set(Reading, { id: '1', value: 1 });
    store.dispatch({ type: 'mark' });
    controller.setResponse(getReading, { id: '1' }, { id: '1', value: 2 });

    store.dispatch({ type: 'change' });

    expect(controller.get(Reading, { id: '1' })?.value).toBe(1);
    expect(getReading.select({ id: '1' })(store.getState()).fetchedAt).toBe(0);
  });

  it.each(['entities', 'endpoints'] as const)(
    'keeps changes that the app made to the %s of a slice',
    part => {
      const store = makeChangedStore((slice, first) => ({ ...slice, [part]: first[part] }));
      const controller = new Controller(store);
      controller.set(Reading, { id: '1', value: 1 });
      store.dispatch({ type: 'mark' });
      controller.setResponse(getReading, { id: '1' }, { id: '1', value: 2 });

      store.dispatch({ type: 'change' });

      const isStored = getReading.select({ id: '1' })(store.getState()).fetchedAt > 0;
      const value = part === 'entities' ? 1 : 2;
      expect({ isStored, value: controller.get(Reading, { id: '1' })?.value }).toEqual({
        isStored: part === 'entities',
        value,
      });
    },
  );
});
