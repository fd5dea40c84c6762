import { configureStore, createImmutableStateInvariantMiddleware } from '@reduxjs/toolkit';
import { Controller, createDataClient, type DataState } from 'rdc-toolkit';
import { TodoResource } from '../helpers/todos';

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
