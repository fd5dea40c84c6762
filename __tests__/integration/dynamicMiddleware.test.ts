import { combineSlices, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { createDataClient, gcManager, networkManager, subscriptionManager } from 'rdc-toolkit';
import { serveTodos, TodoResource } from '../helpers/todos';

const { get, getList, update } = TodoResource;

/** An app whose store exists before its data client, which a route adds later. */
function storeBeforeClient() {
  const dynamic = createDynamicMiddleware();
  const reducer = combineSlices({ counter: (count = 0) => count });
  const store = configureStore({
    reducer,
    middleware: getDefault => getDefault().concat(dynamic.middleware),
  });
  return {
    store,
    add() {
      const client = createDataClient({ managers: [networkManager(), subscriptionManager(), gcManager()] });
      store.replaceReducer(reducer.inject(client as never) as never);
      dynamic.addMiddleware(client.middleware);
      return client;
    },
  };
}

it('works as middleware added to an existing store', async () => {
  const api = await serveTodos();
  const { store, add } = storeBeforeClient();
  const client = add();

  const [one, same] = await Promise.all([
    store.dispatch(get.fetch({ id: '1' })),
    store.dispatch(get.fetch({ id: '1' })),
  ]);
  await store.dispatch(getList.fetch());
  await store.dispatch(update.fetch({ id: '1' }, { title: 'uno' }));

  expect(one).toBe(same);
  expect(get.select({ id: '1' })(store.getState()).data?.title).toBe('uno');
  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos', 'PUT /todos/1']);
  client.cleanup(store);
});

it('reports the missing middleware until it is added', () => {
  const { store } = storeBeforeClient();

  expect(() => store.dispatch(get.fetch({ id: '1' }))).toThrow('middleware of the data client is missing');
});

it('passes other actions on, and stays one client across actions', async () => {
  await serveTodos();
  const { store, add } = storeBeforeClient();
  const client = add();

  expect(store.dispatch({ type: 'other' })).toEqual({ type: 'other' });
  await store.dispatch(get.fetch({ id: '1' }));
  const running = store.dispatch(getList.fetch());
  running.abort();

  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  client.cleanup(store);
});
