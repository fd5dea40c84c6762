import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { createDataClient, Entity } from 'rdc-toolkit';
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

/** A store whose app can undo: its root reducer goes back to the first state, or to one that was marked. */
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

it('goes on polling, fetching and storing after an action of the app has led back to an earlier state', async () => {
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
  // A poll that is in flight is noted again at once, so the exact number depends on the moment.
  expect(store.getState().rdc.version).toBeLessThan(version);
  const before = api.requests.length;

  await until(() => api.requests.length > before + 1);
  await until(() => (read() ?? 0) > 3);
  await store.dispatch(getReading.fetch({ id: '2' }));
  expect(getReading.select({ id: '2' })(store.getState()).expiryStatus).toBe('valid');
});

it('goes on when nothing was in flight, neither before nor after', async () => {
  const api = await serve({ 'GET /readings/:id': ({ params }) => ({ ...params, value: 1 }) });
  const store = makeStore();
  stores.push(store);
  await store.dispatch(getReading.fetch({ id: '1' }));
  store.dispatch({ type: 'mark' });
  await store.dispatch(getReading.fetch({ id: '2' }));

  store.dispatch({ type: 'undo' });
  expect(getReading.select({ id: '2' })(store.getState()).data).toBeUndefined();
  store.dispatch(getReading.subscribe({ id: '1' }));

  // Nothing is polled, and nothing that has just mounted is fetched, while a store shows its past.
  await until(() => api.requests.filter(request => request === 'GET /readings/1').length > 2);
});

it('notes again what was in flight, and stores its response', async () => {
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
