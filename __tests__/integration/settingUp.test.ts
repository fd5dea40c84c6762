import {
  combineSlices,
  configureStore,
  createAsyncThunk,
  createListenerMiddleware,
  createSlice,
  isAnyOf,
  type Middleware,
} from '@reduxjs/toolkit';
import { actions, Controller, createDataClient, entityChanged, getSelectors, isPending } from 'rdc-toolkit';
import { explain } from 'rdc-toolkit/devtools';
import { counter, createTestStore } from '../helpers/createTestStore';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;

describe('reports, with the line to add,', () => {
  it('that the middleware is missing', () => {
    const client = createDataClient();
    const store = configureStore({ reducer: { [client.reducerPath]: client.reducer } });

    const ask = () => store.dispatch(get.fetch({ id: 1 }));

    expect(ask).toThrow(expect.objectContaining({ name: 'UsageError', code: 'setup' }));
    expect(ask).toThrow('middleware: getDefault => getDefault().concat(dataClient.middleware)');
    expect(() => new Controller(store).getState()).toThrow('middleware of the data client is missing');
  });

  it('that the slice is mounted elsewhere', async () => {
    const client = createDataClient();
    const store = configureStore({
      reducer: { data: client.reducer },
      middleware: getDefault => getDefault().concat(client.middleware),
    });

    expect(() => client.selectors.selectView(store.getState())).toThrow('mounted at "data", but');
    expect(() => new Controller(store).getState()).toThrow(
      'mounted at "data", but its reducerPath is "rdc". Mount it there: ' +
        "reducer: { [dataClient.reducerPath]: dataClient.reducer }, or change the path: createDataClient({ reducerPath: 'data' }).",
    );
    await expect(store.dispatch(get.fetch({ id: 1 }))).rejects.toThrow('mounted at "data"');
  });

  it('that a selector looks at the default path of a slice that is mounted elsewhere', () => {
    const client = createDataClient({ reducerPath: 'remote' });
    const { getState } = configureStore({ reducer: { [client.reducerPath]: client.reducer } });
    const { selectTotal } = getSelectors(Todo);
    const fix =
      'looks for the slice of the data client at "rdc", but it is mounted at "remote". ' +
      'Use dataClient.selectors, or pass the slice: select({ rdc: state.remote }).';

    const isChanged = (root: unknown) => entityChanged(Todo)(actions.reset(), root, root);
    const selectors = [
      get.select({ id: 1 }),
      isPending(Todo, { id: 1 }),
      selectTotal,
      explain(Todo, 1),
      isChanged,
    ];
    for (const select of selectors) {
      expect(() => select(getState())).toThrow(fix);
      expect(() => select({ rdc: getState().remote })).not.toThrow();
    }
    expect(
      getSelectors(Todo, (root: ReturnType<typeof getState>) => root.remote).selectTotal(getState()),
    ).toBe(0);
    expect(client.selectors.selectResponse(get, { id: 1 })(getState()).data).toBeUndefined();
  });

  it('that the slice is missing, and sends nothing', async () => {
    const api = await serveTodos();
    const client = createDataClient();
    const store = configureStore({
      reducer: { counter: counter.reducer },
      middleware: getDefault => getDefault().concat(client.middleware),
    });

    await expect(store.dispatch(get.fetch({ id: 1 }))).rejects.toThrow(
      'The slice of the data client is not mounted at "rdc". Add it in configureStore',
    );
    expect(api.requests).toEqual([]);
  });

  it('that the reducer of the slice is used for the whole store', async () => {
    const { reducer, middleware } = createDataClient();
    const store = configureStore({
      reducer,
      middleware: getDefault => getDefault().concat(middleware),
    });

    await expect(store.dispatch(get.fetch({ id: 1 }))).rejects.toThrow(
      'The slice of the data client is not mounted at "rdc". Add it in configureStore',
    );
  });

  it('that one store has two clients', () => {
    const [one, two] = [createDataClient(), createDataClient()];

    const create = () =>
      configureStore({
        reducer: { [one.reducerPath]: one.reducer },
        middleware: getDefault => getDefault().concat(one.middleware, two.middleware),
      });

    expect(create).toThrow('The store has two data clients, the second with the reducerPath "rdc".');
  });

  it('that the middleware is added twice, unless Redux Toolkit reports it first', () => {
    const { middleware, reducer } = createDataClient();

    const create = () =>
      configureStore({
        reducer: { rdc: reducer },
        middleware: getDefault => getDefault().concat(middleware, middleware),
      });

    expect(create).toThrow(/Duplicate middleware references|The store has two data clients/);
  });
});

describe('works', () => {
  it('at another path', async () => {
    await serveTodos();
    const client = createDataClient({ reducerPath: 'remote' });
    const store = configureStore({
      reducer: { [client.reducerPath]: client.reducer },
      middleware: getDefault => getDefault().concat(client.middleware),
    });

    const todo = await store.dispatch(get.fetch({ id: 1 }));

    expect(client.selectors.selectResponse(get, { id: 1 })(store.getState()).data).toBe(todo);
    expect(store.getState().remote.entities).toHaveProperty('Todo');
  });

  it('in combineSlices', async () => {
    await serveTodos();
    const client = createDataClient();
    const store = configureStore({
      reducer: combineSlices(client, counter),
      middleware: getDefault => getDefault().concat(client.middleware),
    });

    const todo = await store.dispatch(get.fetch({ id: 1 }));

    expect(get.select({ id: 1 })(store.getState()).data).toBe(todo);
  });

  it('when the slice is injected later, with selectors working until then', async () => {
    await serveTodos();
    const client = createDataClient();
    const reducer = combineSlices(counter);
    const store = configureStore({
      reducer,
      middleware: getDefault => getDefault().concat(client.middleware),
    });
    const controller = new Controller(store);
    expect(get.select({ id: 1 })(store.getState())).toMatchObject({ data: undefined, isFetching: false });
    expect(client.selectors.selectQuery(getList.schema)(store.getState())).toBeUndefined();

    reducer.inject(client);
    expect(controller.getResponse(get, { id: 1 })).toMatchObject({ data: undefined });
    const todo = await store.dispatch(get.fetch({ id: 1 }));

    expect(get.select({ id: 1 })(store.getState()).data).toBe(todo);
  });

  it('as the first middleware as well as the last', async () => {
    await serveTodos();
    const client = createDataClient();
    const store = configureStore({
      reducer: { [client.reducerPath]: client.reducer },
      middleware: getDefault => getDefault().prepend(client.middleware),
    });

    const todo = await store.dispatch(get.fetch({ id: 1 }));

    expect(new Controller(store).getResponse(get, { id: 1 }).data).toBe(todo);
  });

  it('with one client for several stores, which share nothing', async () => {
    const api = await serveTodos();
    const client = createDataClient();
    const [one, two] = [createTestStore({ client }), createTestStore({ client })];

    const todo = await one.dispatch(get.fetch({ id: 1 }));

    expect(get.select({ id: 1 })(two.getState()).data).toBeUndefined();
    expect(await two.dispatch(get.fetch({ id: 1 }))).not.toBe(todo);
    new Controller(one).resetEntireStore();
    expect(get.select({ id: 1 })(two.getState()).data?.title).toBe('one');
    expect(api.requests).toHaveLength(2);
  });
});

describe('leaves alone', () => {
  const double = createAsyncThunk('double', async (n: number) => n * 2);
  const counts = createSlice({
    name: 'counts',
    initialState: 0,
    reducers: {},
    extraReducers: builder => builder.addCase(double.fulfilled, (_, { payload }) => payload),
  });

  it.each(['last', 'first'])('what other thunks return, as %s middleware', async where => {
    const client = createDataClient();
    const store = configureStore({
      reducer: { [client.reducerPath]: client.reducer, counts: counts.reducer },
      middleware: getDefault =>
        where === 'last' ? getDefault().concat(client.middleware) : getDefault().prepend(client.middleware),
    });

    expect(await store.dispatch(double(2)).unwrap()).toBe(4);
    expect(store.getState().counts).toBe(4);
    const increment = counter.actions.increment();
    expect(store.dispatch(increment)).toBe(increment);
  });

  it('what later middleware returns', () => {
    const responding: Middleware = () => next => action =>
      (action as { readonly type: string }).type === 'read' ? 'found' : next(action);
    const client = createDataClient();
    const store = configureStore({
      reducer: { [client.reducerPath]: client.reducer },
      middleware: getDefault => getDefault().concat(client.middleware, responding),
    });

    expect(store.dispatch({ type: 'read' })).toBe('found');
  });

  it('listeners, which see every action once and only actions', async () => {
    await serveTodos();
    const seen: string[] = [];
    const listener = createListenerMiddleware();
    listener.startListening({ predicate: ({ type }) => seen.push(type) > 0, effect: () => {} });
    const store = createTestStore({ first: [listener.middleware] });
    const controller = new Controller(store);

    await controller.fetch(get, { id: 1 });
    controller.getResponse(get, { id: 1 });
    store.dispatch(counter.actions.increment());

    expect(seen).toEqual(['rdc/fetch', 'rdc/setresponse', 'counter/increment']);
  });
});

describe('action creators and matchers', () => {
  it('work in addCase, isAnyOf and startListening', async () => {
    await serveTodos();
    const log = createSlice({
      name: 'log',
      initialState: [] as string[],
      reducers: {},
      extraReducers: builder =>
        builder
          .addCase(actions.fetch, (state, { key }) => {
            state.push(`asked ${key}`);
          })
          .addMatcher(isAnyOf(actions.setResponse, actions.set), (state, { type }) => {
            state.push(type);
          }),
    });
    const heard: string[] = [];
    const listener = createListenerMiddleware();
    listener.startListening({
      actionCreator: actions.setResponse,
      effect: ({ key, endpoint }) => {
        heard.push(`${key} of ${endpoint.name}`);
      },
    });
    const client = createDataClient();
    const store = configureStore({
      reducer: { [client.reducerPath]: client.reducer, log: log.reducer },
      middleware: getDefault => getDefault().prepend(listener.middleware).concat(client.middleware),
    });

    await store.dispatch(get.fetch({ id: 1 }));

    expect(store.getState().log).toEqual(['asked GET /todos/1', 'rdc/setresponse']);
    expect(heard).toEqual(['GET /todos/1 of Todo.get']);
  });

  it('match the requests of one endpoint only, live and after JSON', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(getList.fetch());
    await store.dispatch(get.fetch({ id: 1 }));
    await expect(store.dispatch(get.fetch({ id: 99 }))).rejects.toThrow();

    const matched = (log: readonly unknown[]) =>
      [get.matchPending, get.matchFulfilled, get.matchRejected].map(
        match => log.filter(action => match(action)).length,
      );

    expect(matched(store.log)).toEqual([2, 1, 1]);
    expect(matched(JSON.parse(JSON.stringify(store.log)))).toEqual([2, 1, 1]);
  });
});

it('rejects a request whose arguments lack a path parameter', async () => {
  const store = createTestStore();

  await expect(store.dispatch(get.fetch({} as { id: string }))).rejects.toThrow('id');
  expect(store.log).toEqual([]);
});
