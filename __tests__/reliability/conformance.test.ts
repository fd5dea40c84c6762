import {
  configureStore,
  createAsyncThunk,
  createListenerMiddleware,
  createSlice,
  isFulfilled,
  type Middleware,
  type PayloadAction,
} from '@reduxjs/toolkit';
import {
  AbortError,
  Controller,
  createDataClient,
  dehydrate,
  entityChanged,
  focusManager,
  gcManager,
  getSelectors,
  hydrationManager,
  logoutManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList, update, partialUpdate } = TodoResource;
const remove = TodoResource.delete;
const pages = getList.extend({ name: 'conformance.pages', paginationField: 'page' });
const rename = partialUpdate.extend({
  name: 'conformance.rename',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
});

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
const original = { ...console };
let said: string[] = [];

beforeEach(() => {
  said = [];
  for (const method of METHODS) {
    console[method] = (...words: unknown[]) => {
      // The checks warn when they are slow, which depends on the load of the machine.
      if (!/took \d+ms/.test(String(words[0]))) said.push(words.map(String).join(' '));
    };
  }
});
afterEach(() => {
  Object.assign(console, original);
});

const MANAGERS = [
  [
    'the default managers and those that bring reducers',
    () => [networkManager(), subscriptionManager(), gcManager(), hydrationManager()],
  ],
  [
    'every manager',
    () => [
      networkManager({ retry: 1, abortWhenUnused: true }),
      subscriptionManager(),
      logoutManager(),
      gcManager({ intervalMs: 20, keepUnusedMs: 0 }),
      focusManager(),
      hydrationManager(),
    ],
  ],
] as const;

it.each(MANAGERS)('handles every flow without a warning in a minimal store with %s', async (_what, made) => {
  const api = await serveTodos();
  const dataClient = createDataClient({ managers: made() });
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer },
    middleware: getDefault => getDefault().concat(dataClient.middleware),
  });
  const controller = new Controller(store);
  const titles = () =>
    getList
      .select()(store.getState())
      .data?.map(({ title }) => title);

  // Reads: one record, a list, a filtered list, and fresh data.
  expect((await store.dispatch(get.fetch({ id: 1 }))).title).toBe('one');
  expect(await store.dispatch(getList.fetch())).toHaveLength(3);
  expect(await store.dispatch(getList.fetch({ status: 'open' }))).toHaveLength(2);
  expect((await store.dispatch(get.fetchIfStale({ id: 1 }))).title).toBe('one');
  // Writes: creations at both ends, updates, a move to another list, a deletion.
  await store.dispatch(getList.push.fetch({ title: 'four' }));
  await store.dispatch(getList.unshift.fetch({ title: 'five' }));
  await store.dispatch(update.fetch({ id: 1 }, { title: 'uno' }));
  await store.dispatch(partialUpdate.fetch({ id: 2 }, { title: 'dos' }));
  await store.dispatch(getList.move.fetch({ id: 3 }, { status: 'done' }));
  await store.dispatch(remove.fetch({ id: 2 }));
  expect(titles()).toEqual(['five', 'uno', 'three', 'four']);
  expect(getList.select({ status: 'open' })(store.getState()).data).not.toContainEqual(
    expect.objectContaining({ id: '3' }),
  );
  // A page at the end of a list, with records that the list already holds.
  await store.dispatch(getList.fetch({ status: 'done' }));
  api.rows.set('50', { id: '50', title: 'fifty', status: 'done', author: { id: '7', name: 'Ada' } });
  await store.dispatch(pages.getPage.fetch({ status: 'done', page: 2 }));
  const done = getList.select({ status: 'done' })(store.getState()).data;
  expect(done?.map(({ title }) => title)).toEqual(['three', 'fifty']);
  // Optimistic updates: one succeeds, one fails, one is aborted.
  const changed = store.dispatch(rename.fetch({ id: 1 }, { title: 'ein' }));
  expect(titles()).toContain('ein');
  await changed;
  await expect(store.dispatch(rename.fetch({ id: 99 }, { title: 'nobody' }))).rejects.toMatchObject({
    status: 404,
  });
  const held = api.hold('PATCH /todos/1');
  const given = store.dispatch(rename.fetch({ id: 1 }, { title: 'never' }));
  await held.arrived;
  given.abort('changed my mind');
  await expect(given.unwrap()).rejects.toBeInstanceOf(AbortError);
  expect(titles()).toContain('ein');
  // Errors: from the server, in a selector, and set by hand.
  await expect(store.dispatch(get.fetch({ id: 98 }))).rejects.toMatchObject({ status: 404 });
  expect(get.select({ id: 98 })(store.getState()).error).toMatchObject({ status: 404 });
  controller.setError(get, { id: 97 }, new Error('by hand'));
  // Data set by the app.
  controller.setResponse(get, { id: 96 }, { id: '96', title: 'from elsewhere' });
  controller.set(Todo, { id: '95' }, { id: '95', title: 'set', author: { id: '7' } });
  controller.set(Todo, { id: '95' }, (todo: Todo) => ({ ...todo, title: `${todo.title} again` }));
  expect(controller.get(Todo, { id: '95' })?.title).toBe('set again');
  // Stored data becomes stale and invalid, and is refetched.
  controller.expireAll(getList);
  expect(getList.select()(store.getState()).expiryStatus).toBe('stale');
  controller.invalidate(get, { id: 1 });
  controller.invalidateAll(getList);
  expect(titles()).toBeUndefined();
  await store.dispatch(getList.fetch());
  // Subscriptions.
  const polled = get.extend({ name: 'conformance.polled', pollFrequency: 10 });
  const asked = () => api.requests.filter(request => request === 'GET /todos/3').length;
  const before = asked();
  controller.subscribe(polled, { id: 3 });
  while (asked() < before + 2) await new Promise(resolve => setTimeout(resolve, 5));
  controller.unsubscribe(polled, { id: 3 });
  // Selectors of all kinds.
  getSelectors(Todo).selectAll(store.getState());
  dataClient.selectors.selectConfirmed(store.getState());
  // Dehydrate, reset, hydrate, collect.
  const saved = JSON.parse(JSON.stringify(dehydrate(store.getState().rdc)));
  controller.resetEntireStore();
  expect(titles()).toBeUndefined();
  controller.hydrate(saved);
  await controller.resume(saved);
  expect(titles()).toHaveLength(5);
  store.dispatch(dataClient.actions.gc({ entities: { Todo: ['1'] }, requests: [getList.key()] }));

  dataClient.cleanup(store);
  expect(said).toEqual([]);
});

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { add: (count, { payload }: PayloadAction<number>) => count + payload },
});
const double = createAsyncThunk('double', async (count: number, { rejectWithValue }) =>
  count < 0 ? rejectWithValue('negative') : count * 2,
);

/** Handles strings, which no reducer accepts. */
const strings: Middleware = () => next => action =>
  typeof action === 'string' ? `heard ${action}` : next(action);

/** A store with a client's middleware at some place in the chain, or without it. */
function storeWith(place: number | undefined) {
  const dataClient = createDataClient();
  const listener = createListenerMiddleware();
  const heard: string[] = [];
  listener.startListening({
    actionCreator: counter.actions.add,
    effect: ({ type }) => void heard.push(type),
  });
  listener.startListening({ matcher: isFulfilled(double), effect: ({ type }) => void heard.push(type) });
  listener.startListening({
    predicate: entityChanged(Todo) as never,
    effect: () => void heard.push('a todo changed'),
  });
  const store = configureStore({
    reducer: { [dataClient.reducerPath]: dataClient.reducer, counter: counter.reducer },
    middleware: getDefault => {
      const chain: Middleware[] = [listener.middleware, strings, ...getDefault()];
      if (place !== undefined) chain.splice(place, 0, dataClient.middleware);
      return chain as unknown as ReturnType<typeof getDefault>;
    },
  });
  return { store, heard };
}

/** What dispatching anything else returns or throws, in comparable form. */
async function everythingElse(place: number | undefined) {
  const { store, heard } = storeWith(place);
  const dispatch = store.dispatch as (action: unknown) => unknown;
  const outcome = async (run: () => unknown) => {
    try {
      return { returned: await run() };
    } catch (error) {
      return { threw: error instanceof Error ? error.message : error };
    }
  };
  const action = counter.actions.add(2);
  const results = [
    dispatch(action) === action,
    dispatch((_: unknown, getState: () => { counter: number }) => getState().counter),
    await outcome(() => (dispatch(double(4)) as { unwrap(): Promise<unknown> }).unwrap()),
    await outcome(() => (dispatch(double(-4)) as { unwrap(): Promise<unknown> }).unwrap()),
    dispatch('hello'),
    await outcome(() => dispatch(null)),
    await outcome(() => dispatch(undefined)),
    await outcome(() => dispatch({ noType: true })),
    await outcome(() => dispatch({ type: Symbol.iterator })),
    await outcome(() => dispatch({ type: 'rdc' })),
    typeof dispatch({ type: 'listenerMiddleware/add', payload: { type: 'x', effect() {} } }),
    store.getState().counter,
  ];
  await new Promise(resolve => setTimeout(resolve, 0));
  return { results, heard };
}

const PLACES = [0, 1, 2, 3, 4, 5, 6];

it.each(PLACES)('does not change what other dispatches return, at place %s of the chain', async place => {
  expect(await everythingElse(place)).toEqual(await everythingElse(undefined));
});

it.each(PLACES)('works at place %s of the chain', async place => {
  await serveTodos();
  const { store, heard } = storeWith(place);

  const todo = await store.dispatch(get.fetch({ id: 1 }));
  new Controller(store).resetEntireStore();

  expect(todo.title).toBe('one');
  expect(get.select({ id: 1 })(store.getState()).data).toBeUndefined();

  expect(heard).toEqual(['a todo changed', 'a todo changed']);
  expect(said).toEqual([]);
});
