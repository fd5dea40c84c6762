import { configureStore, createImmutableStateInvariantMiddleware } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  type DataState,
  hydrationManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { Todo, TodoResource } from '../helpers/todos';

/** How many values Redux Toolkit's check visits for one action from outside this library. */
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

it('freezes a restored state in development, so that the checks of Redux Toolkit skip its records', () => {
  const client = createDataClient();
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const todos = Array.from({ length: 2_000 }, (_, at) => ({ id: String(at), title: `Todo ${at}` }));
  new Controller(store).setResponse(TodoResource.getList, {}, todos);

  const looks = looksAfter(JSON.parse(JSON.stringify(store.getState())));

  // A few per leaf of the tables; walking all records would take 60 per record.
  expect(looks).toBeLessThan(10_000);
});

it.each([[null], [1], ['x']])('drops pending updates of a restored state that hold %p', async damage => {
  const client = createDataClient();
  const preloadedState = { rdc: { ...client.getInitialState(), optimistic: [damage] as never } };
  const store = configureStore({
    reducer: { rdc: client.reducer },
    preloadedState,
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const controller = new Controller(store);
  expect(controller.getResponse(TodoResource.get, { id: 1 }).data).toBeUndefined();
  // Requests that were in flight at the save are dropped shortly after the store is created.
  await new Promise(resolve => setTimeout(resolve));
  controller.set(Todo, { id: '1', title: 'one' });
  expect(controller.get(Todo, { id: '1' })?.title).toBe('one');
  expect(store.getState().rdc.optimistic).toEqual([]);
});

/** A saved state of two records and a list, with the value at a path replaced. */
function damaged(path: string, by: unknown): DataState {
  const client = createDataClient();
  const store = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const controller = new Controller(store);
  controller.setResponse(TodoResource.getList, {}, [{ id: '1', title: 'one' }]);
  controller.set(Todo, { id: '2', title: 'two' });
  const state = JSON.parse(JSON.stringify(store.getState().rdc));
  const names = path.split('/');
  const last = names.pop() ?? '';
  names.reduce((node, name) => node[name], state)[last] = by;
  return state;
}

/** A controller of a store that has restored a saved state. */
function restored(saved: DataState, way: string): Controller {
  const client = createDataClient({
    managers: [networkManager(), subscriptionManager(), hydrationManager()],
  });
  const store = configureStore({
    reducer: { rdc: client.reducer },
    ...(way === 'preloadedState' && { preloadedState: { rdc: saved } }),
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const controller = new Controller(store);
  if (way === 'hydrate()') controller.hydrate(saved);
  return controller;
}

it('reports once which part of a saved state is damaged', () => {
  const warn = jest.spyOn(console, 'error').mockImplementation();
  const saved = damaged('links/Todo', 5);

  restored(saved, 'hydrate()');
  restored(saved, 'preloadedState').get(Todo, { id: '1' });

  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('Damaged data of a restored state (in links) was left out.')],
  ]);
});

describe.each(['preloadedState', 'hydrate()'])('a saved state whose links are damaged, as %s', way => {
  it.each([[5], [{ '': 5 }], [{ '': {} }], [{ '': [5] }]])('accepts later responses of a list: %j', links => {
    const error = jest.spyOn(console, 'error').mockImplementation();
    const controller = restored(damaged(`links/${TodoResource.getList.schema.key}`, links), way);
    error.mockClear();

    controller.setResponse(TodoResource.getList, {}, [{ id: '3', title: 'three' }]);

    expect(controller.getResponse(TodoResource.getList).data?.map(({ title }) => title)).toEqual(['three']);
    expect(error).not.toHaveBeenCalled();
  });
});

it.each(['fetchedAt', 'date', 'expiresAt'])('hydrates no record without its %s', stamp => {
  const controller = restored(damaged(`entities/Todo/root/0/meta/${stamp}`, null), 'hydrate()');

  expect(['1', '2'].map(id => controller.get(Todo, { id })?.title)).toEqual([undefined, 'two']);
});

describe.each(['preloadedState', 'hydrate()'])('a saved state that is damaged, as %s', way => {
  it.each<[path: string, by: unknown, rest: readonly (string | undefined)[]]>([
    ['entities/Todo/root', {}, [undefined, undefined]],
    ['entities/Todo/root', 'x', [undefined, undefined]],
    ['entities/Todo/root/0', null, [undefined, 'two']],
    ['entities/Todo/root/0', [null], [undefined, 'two']],
    ['entities/Todo/root/1', 5, ['one', undefined]],
    ['entities/Todo/root/0/meta', null, [undefined, 'two']],
    ['entities/Todo/root/0/value', 'x', [undefined, 'two']],
    ['entities/Todo/root/0/key', null, [undefined, 'two']],
    ['endpoints/root', {}, ['one', 'two']],
    ['endpoints/root/0', [null], ['one', 'two']],
    ['endpoints/root/0/meta', null, ['one', 'two']],
    ['deleted', { Todo: { size: 1, next: 1, root: {} } }, ['one', 'two']],
    ['indexes', { Todo: { title: { size: 1, next: 1, root: [5] } } }, ['one', 'two']],
    ['links/Todo', 5, ['one', 'two']],
    ['links/Todo', { author: 5 }, ['one', 'two']],
  ])('loses only the damaged part: %s is %j', (path, by, rest) => {
    const warn = jest.spyOn(console, 'error').mockImplementation();
    const controller = restored(damaged(path, by), way);

    expect(['1', '2'].map(id => controller.get(Todo, { id })?.title)).toEqual(rest);
    expect(warn).toHaveBeenCalled();
    controller.setResponse(TodoResource.getList, {}, [
      { id: '1', title: 'one' },
      { id: '3', title: 'three' },
    ]);
    expect(controller.getResponse(TodoResource.getList).data?.map(({ title }) => title)).toEqual([
      'one',
      'three',
    ]);
    expect(controller.get(Todo, { id: '2' })?.title).toBe(rest[1]);
  });
});
