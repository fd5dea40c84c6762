import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { createDataClient, Entity } from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';

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

/** A store whose app can undo: its root reducer goes back to the state before. */
function makeStore() {
  const client = createDataClient();
  type Root = { readonly rdc: ReturnType<typeof client.getInitialState> };
  const earlier: Root[] = [];
  const store = configureStore({
    reducer: (root: Root | undefined, action: UnknownAction): Root => {
      if (action.type === 'undo') return earlier[0] as Root;
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

async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 5));
}
