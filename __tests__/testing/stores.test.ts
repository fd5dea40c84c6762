import { createListenerMiddleware, createSlice } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query';
import { createFixtureStore, MissingFixtureError } from 'rdc-toolkit/testing';
import { TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;
const one = { id: '1', title: 'one', status: 'open', author: { id: '7', name: 'Ada' } };

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});

it('contains initial fixtures before any request', () => {
  const { getState, controller } = createFixtureStore({
    initialFixtures: [
      { endpoint: getList, args: [], response: [one] },
      { endpoint: get, args: [{ id: '9' }], error: { status: 404 } },
      { endpoint: get, args: [{ id: '2' }], response: ({ id }: { id: string }) => ({ ...one, id }) },
    ],
  });

  expect(getList.select()(getState())).toMatchObject({ expiryStatus: 'valid', isFetching: false });
  expect(controller.get(getList.schema)).toMatchObject([{ title: 'one' }]);
  expect(controller.getError(get, { id: '9' })).toMatchObject({ status: 404 });
  expect(controller.getResponse(get, { id: '2' }).data?.id).toBe('2');
});

it('stores the error of an initial fixture, and the result of process for no body', () => {
  const args = [{ id: '3', tags: ['a'] }];
  const getNothing = get.extend({ name: 'Stores.getNothing', process: () => one });
  const failing = (given: { tags?: string[] }) => {
    given.tags?.push('changed');
    throw Object.assign(new Error('out of milk'), { status: 500 });
  };
  const { controller } = createFixtureStore({
    initialFixtures: [
      { endpoint: get, args: args as never, response: failing },
      { endpoint: getNothing, args: [{ id: '1' }] },
    ],
  });

  expect(controller.getError(get, args[0] as never)).toMatchObject({ message: 'out of milk', status: 500 });
  expect(args).toEqual([{ id: '3', tags: ['a'] }]);
  expect(controller.getResponse(getNothing, { id: '1' }).data?.title).toBe('one');
});

it('rejects an async response of an initial fixture', () => {
  const asynchronous = { endpoint: get, args: [{ id: '1' }], response: async () => one } as const;

  expect(() => createFixtureStore({ initialFixtures: [asynchronous] })).toThrow(
    `the response of ${get.name} is a promise`,
  );
});

it('rejects an initial fixture without a body if process is async', () => {
  const getNothing = get.extend({ name: 'Stores.getNothingYet', process: async () => one });

  expect(() =>
    createFixtureStore({ initialFixtures: [{ endpoint: getNothing, args: [{ id: '1' }] }] }),
  ).toThrow(
    'the response of Stores.getNothingYet is a promise, and an initial fixture is stored at once. ' +
      'Return the data itself as its `response`, or move it to `fixtures`.',
  );
});

it('uses initial fixtures for a refetch if nothing else matches', async () => {
  const { controller } = createFixtureStore({
    initialFixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
  });
  controller.invalidateAll(get);
  expect(await controller.fetch(get, { id: '1' })).toMatchObject({ title: 'one' });
  await expect(controller.fetch(get, { id: '2' })).rejects.toThrow(MissingFixtureError);
});

it('prefers fixtures over initial ones for a refetch', async () => {
  const { controller } = createFixtureStore({
    initialFixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
    fixtures: [{ endpoint: get, args: [{ id: '1' }], response: { ...one, title: 'uno' } }],
  });
  expect(controller.getResponse(get, { id: '1' }).data?.title).toBe('one');
  expect(await controller.fetch(get, { id: '1' })).toMatchObject({ title: 'uno' });
});

it('lets initial data expire as configured', () => {
  const { controller } = createFixtureStore({
    dataExpiryLength: 5_000,
    initialFixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
  });
  const { expiresAt } = controller.getResponse(get, { id: '1' });
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(5_000);
});

it('also contains the slices of the app', () => {
  const store = createFixtureStore({
    reducer: { counter: counter.reducer },
    preloadedState: { counter: 5 },
  });
  store.dispatch(counter.actions.increment());
  expect(store.getState().counter).toBe(6);
});

it('also runs the middleware of the app', async () => {
  const api = createApi({
    baseQuery: fakeBaseQuery(),
    keepUnusedDataFor: Number.POSITIVE_INFINITY,
    endpoints: build => ({ getName: build.query({ queryFn: () => ({ data: 'Ada' }) }) }),
  });
  const heard: unknown[] = [];
  const listener = createListenerMiddleware();
  listener.startListening({
    matcher: get.matchFulfilled,
    effect: ({ response }) => void heard.push(response),
  });
  const store = createFixtureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: getDefault => getDefault().prepend(listener.middleware).concat(api.middleware),
    fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
  });

  const query = store.dispatch(api.endpoints.getName.initiate(undefined, { subscribe: false }));
  expect(await query).toMatchObject({ data: 'Ada' });
  await store.controller.fetch(get, { id: '1' });
  expect(heard).toEqual([one]);
});

it('leaves out the checks that the app turns off', () => {
  const store = createFixtureStore({
    reducer: { counter: counter.reducer },
    middleware: getDefault => getDefault({ serializableCheck: false }),
  });
  const said = jest.spyOn(console, 'error').mockImplementation(() => {});
  store.dispatch({ type: 'holds a function', payload: () => {} });
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

it('has the default development checks of Redux Toolkit', () => {
  const store = createFixtureStore({ reducer: { counter: counter.reducer } });
  const said = jest.spyOn(console, 'error').mockImplementation(() => {});
  store.dispatch({ type: 'holds a function', payload: () => {} });
  expect(said.mock.calls[0]?.[0]).toMatch(/non-serializable value/);
  said.mockRestore();
});

it('aborts requests in flight when it is cleaned up', async () => {
  const store = createFixtureStore({
    fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one, delay: Number.POSITIVE_INFINITY }],
  });
  const request = store.dispatch(get.fetch({ id: '1' }));
  store.client.cleanup(store);
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
});

it('leaves requests in flight pending when it is closed and clears its timers', async () => {
  jest.useFakeTimers();
  try {
    const store = createFixtureStore({
      fixtures: [
        { endpoint: get, args: [{ id: '1' }], response: one, delay: 1_000 },
        { endpoint: get, args: [{ id: '2' }], response: async () => one },
      ],
    });
    const settled = jest.fn();
    for (const id of ['1', '2']) void store.dispatch(get.fetch({ id })).finally(settled);
    store.close();
    await jest.advanceTimersByTimeAsync(500);
    expect(jest.getTimerCount()).toBe(0);
    await jest.advanceTimersByTimeAsync(1_000);

    expect(settled).not.toHaveBeenCalled();
  } finally {
    jest.useRealTimers();
  }
});
