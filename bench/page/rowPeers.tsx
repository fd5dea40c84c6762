import { createReducer, Controller as DataClientController, initialState } from '@data-client/core';
import { ControllerContext, StateContext, useCache as useDataClientCache } from '@data-client/react';
import { RestEndpoint as DataClientEndpoint, Entity as DataClientEntity } from '@data-client/rest';
import { configureStore, createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import { QueryClient, QueryClientProvider, useQuery as useTanStackQuery } from '@tanstack/react-query';
import { Controller, createDataClient, Entity, resource } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Provider, useSelector } from 'react-redux';
import type { Item, RowPeer } from './RowPeer';

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: { increment: count => count + 1 },
});
const { increment } = counter.actions;

/** A state in each row: what no library can do without. */
const reactAlone: RowPeer = {
  name: 'React alone',
  open(items) {
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    const setters = new Map<string, (title: string) => void>();
    return {
      Provider: ({ children }) => children,
      useTitle(id) {
        const [title, setTitle] = useState(titles.get(id) ?? '');
        setters.set(id, setTitle);
        return title;
      },
      rename: (id, title) => flushSync(() => setters.get(id)?.(title)),
    };
  },
};

/** Items in a `Map`, and for each the one row that shows it. */
class ItemMap {
  readonly #items: Map<string, Item>;
  readonly #notify = new Map<string, () => void>();

  constructor(items: readonly Item[]) {
    this.#items = new Map(items.map(item => [item.id, item]));
  }

  titleOf(id: string) {
    return this.#items.get(id)?.title ?? '';
  }

  subscribe(id: string, notify: () => void) {
    this.#notify.set(id, notify);
    return () => void this.#notify.delete(id);
  }

  rename(id: string, title: string) {
    this.#items.set(id, { id, title });
    this.#notify.get(id)?.();
  }
}

const ItemMapContext = createContext(new ItemMap([]));

/** What no library that reads a store from its provider can do without: a context, and a subscription for each row. */
const byHand: RowPeer = {
  name: 'by hand',
  open(items) {
    const map = new ItemMap(items);
    return {
      Provider: ({ children }) => <ItemMapContext.Provider value={map}>{children}</ItemMapContext.Provider>,
      useTitle(id) {
        const provided = useContext(ItemMapContext);
        const [subscribe] = useState(() => (notify: () => void) => provided.subscribe(id, notify));
        return useSyncExternalStore(subscribe, () => provided.titleOf(id));
      },
      rename: (id, title) => map.rename(id, title),
    };
  },
};

class ItemEntity extends Entity {
  id = '';
  title = '';
  static key = 'Item';
}
const ItemResource = resource({ path: '/items/:id', schema: ItemEntity });

function openOurs(items: readonly Item[]) {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer, counter: counter.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  store.dispatch(ItemResource.getList.setResponse(items as never));
  const controller = new Controller(store);
  return {
    Provider: ({ children }: { readonly children: React.ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    ),
    rename: (id: string, title: string) => controller.set(ItemEntity, { id, title }),
    unrelated: () => void store.dispatch(increment()),
    store,
  };
}

const ours: RowPeer = {
  name: 'rdc-toolkit',
  open: items => ({
    ...openOurs(items),
    useTitle: id => useSuspense(ItemResource.get, { id }).title,
  }),
};

const oursSelected: RowPeer = {
  name: 'rdc-toolkit, useSelector',
  open(items) {
    const app = openOurs(items);
    for (const item of items)
      app.store.dispatch(ItemResource.get.setResponse({ id: item.id }, item as never));
    return { ...app, useTitle: id => useSelector(ItemResource.get.select({ id }))?.data?.title ?? '' };
  },
};

const entityAdapter: RowPeer = {
  name: 'createEntityAdapter',
  open(items) {
    const adapter = createEntityAdapter<Item>();
    const slice = createSlice({
      name: 'items',
      initialState: adapter.getInitialState(undefined, items),
      reducers: { renamed: adapter.updateOne },
    });
    const store = configureStore({ reducer: { items: slice.reducer, counter: counter.reducer } });
    const { selectById } = adapter.getSelectors((state: ReturnType<typeof store.getState>) => state.items);
    return {
      Provider: ({ children }) => <Provider store={store}>{children}</Provider>,
      useTitle: id =>
        useSelector((state: ReturnType<typeof store.getState>) => selectById(state, id))?.title ?? '',
      rename: (id, title) => void store.dispatch(slice.actions.renamed({ id, changes: { title } })),
      unrelated: () => void store.dispatch(increment()),
    };
  },
};

function openRtkQuery(items: readonly Item[]) {
  const api = createApi({
    baseQuery: fakeBaseQuery(),
    endpoints: build => ({
      getItem: build.query<Item, string>({ queryFn: () => ({ error: 'never asked' }) }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, counter: counter.reducer },
    middleware: getDefault => getDefault().concat(api.middleware),
  });
  store.dispatch(
    api.util.upsertQueryEntries(
      items.map(value => ({ endpointName: 'getItem' as const, arg: value.id, value })),
    ),
  );
  return {
    Provider: ({ children }: { readonly children: React.ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    ),
    rename: (id: string, title: string) =>
      void store.dispatch(
        api.util.updateQueryData('getItem', id, draft => {
          Object.assign(draft, { title });
        }),
      ),
    unrelated: () => void store.dispatch(increment()),
    api,
  };
}

const rtkQuery: RowPeer = {
  name: 'RTK Query',
  open(items) {
    const app = openRtkQuery(items);
    return { ...app, useTitle: id => app.api.useGetItemQuery(id).data?.title ?? '' };
  },
};

const rtkQuerySelected: RowPeer = {
  name: 'RTK Query, useSelector',
  open(items) {
    const app = openRtkQuery(items);
    return { ...app, useTitle: id => useSelector(app.api.endpoints.getItem.select(id)).data?.title ?? '' };
  },
};

const tanStackQuery: RowPeer = {
  name: 'TanStack Query',
  open(items) {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    for (const item of items) client.setQueryData(['item', item.id], item);
    const queryFn = () => Promise.reject(new Error('never asked'));
    return {
      Provider: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
      useTitle: id => useTanStackQuery<Item>({ queryKey: ['item', id], queryFn }).data?.title ?? '',
      rename: (id, title) => void client.setQueryData(['item', id], { id, title }),
    };
  },
};

class DataClientItem extends DataClientEntity {
  id = '';
  title = '';
  static override key = 'Item';
  pk() {
    return this.id;
  }
}
const getItem = new DataClientEndpoint({ path: '/items/:id', schema: DataClientItem });
const getItems = new DataClientEndpoint({ path: '/items', schema: [DataClientItem] });

const dataClient: RowPeer = {
  name: 'data-client',
  open(items) {
    let state = initialState;
    const filling: DataClientController = new DataClientController({
      dispatch: async action => {
        state = reduce(state, action);
      },
      getState: () => state,
    });
    const reduce = createReducer(filling);
    void filling.setResponse(getItems, items as never);
    let show = (_state: typeof initialState) => {};
    const controller: DataClientController = new DataClientController({
      dispatch: async action => {
        state = reduceMounted(state, action);
        show(state);
      },
      getState: () => state,
    });
    const reduceMounted = createReducer(controller);
    // Its own provider is compiled for React 18: the same two contexts, by hand.
    const Store = ({ children }: { readonly children: React.ReactNode }) => {
      const [shown, setShown] = useState(state);
      show = setShown;
      return (
        <ControllerContext.Provider value={controller}>
          <StateContext.Provider value={shown}>{children}</StateContext.Provider>
        </ControllerContext.Provider>
      );
    };
    return {
      Provider: Store,
      useTitle: id => useDataClientCache(getItem, { id })?.title ?? '',
      rename: (id, title) => void controller.setResponse(getItem, { id }, { id, title } as never),
    };
  },
};

/** Rows in the way each library's docs read one record. */
export const rowPeers: readonly RowPeer[] = [
  reactAlone,
  byHand,
  ours,
  rtkQuery,
  entityAdapter,
  tanStackQuery,
  dataClient,
  oursSelected,
  rtkQuerySelected,
];
