import { configureStore, createImmutableStateInvariantMiddleware } from '@reduxjs/toolkit';
import { Controller, createDataClient, type DataState } from 'rdc-toolkit';
import { Todo, TodoResource } from '../helpers/todos';

/** How many values Redux Toolkit's check looks at for one action that is not of this library. */
function looksAfter(preloadedState: { readonly rdc: DataState }): number {
  let looks = 0;
  const client = createDataClient();
  const store = configureStore({
    reducer: { rdc: client.reducer },
    preloadedState,
    middleware: getDefault =>
      getDefault({ immutableCheck: false, serializableCheck: false }).concat(
        createImmutableStateInvariantMiddleware({
          isImmutable: (value: unknown) => {
            looks++;
            return typeof value !== 'object' || value === null || Object.isFrozen(value);
          },
        }),
        client.middleware,
      ),
  });
  store.dispatch({ type: 'first' });
  looks = 0;
  store.dispatch({ type: 'second' });
  return looks;
}

it('a restored state is frozen in development, so that the checks of Redux Toolkit pass over its records', () => {
  const client = createDataClient();
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const todos = Array.from({ length: 2_000 }, (_, at) => ({ id: String(at), title: `Todo ${at}` }));
  new Controller(store).setResponse(TodoResource.getList, {}, todos);

  const looks = looksAfter(JSON.parse(JSON.stringify(store.getState())));

  // A few at each leaf of the tables; 60 at each record where it walks all of them.
  expect(looks).toBeLessThan(10_000);
});

it.each([[null], [1], ['x']])(
  'a restored state whose pending updates hold %p goes on without them',
  async damage => {
    const client = createDataClient();
    const preloadedState = { rdc: { ...client.getInitialState(), optimistic: [damage] as never } };
    const store = configureStore({
      reducer: { rdc: client.reducer },
      preloadedState,
      middleware: getDefault => getDefault().concat(client.middleware),
    });
    const controller = new Controller(store);
    expect(controller.getResponse(TodoResource.get, { id: 1 }).data).toBeUndefined();
    // What was in flight when the state was saved is dropped a moment after the store is made.
    await new Promise(resolve => setTimeout(resolve));
    controller.set(Todo, { id: '1', title: 'one' });
    expect(controller.get(Todo, { id: '1' })?.title).toBe('one');
    expect(store.getState().rdc.optimistic).toEqual([]);
  },
);
