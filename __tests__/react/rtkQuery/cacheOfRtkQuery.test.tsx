import { type Action, combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { act, waitFor } from '@testing-library/react';
import { actions, Collection, createDataClient, Entity, getSelectors, Invalidate } from 'rdc-toolkit';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
import { useEffect } from 'react';
import { createTestStore, type TestStore } from '../../helpers/createTestStore';
import { startApi } from '../../helpers/startApi';
import { renderIn } from '../renderIn';

class Msg extends Entity {
  id = 0;
  text = '';
  votes = 0;
  company = { name: '' };
  tasks: readonly { text: string }[] = [];
  static key = 'CacheOfRtkQuery.Msg';
}

type Fields = Pick<Msg, 'id' | 'text' | 'votes'> & Partial<Pick<Msg, 'company' | 'tasks'>>;

let url = '';
/** Updates the cached list manually, as a stream does. */
let emit: (recipe: (draft: Fields[]) => void) => void = () => {};

/** The usual infinite scroll: one cache entry for all pages. */
const merged = {
  query: ({ page }: { page: number }) => `pages?page=${page}`,
  serializeQueryArgs: ({ endpointName }: { endpointName: string }) => endpointName,
  merge: (held: Fields[], more: Fields[]) => {
    held.push(...more);
  },
  forceRefetch: ({
    currentArg,
    previousArg,
  }: Record<'currentArg' | 'previousArg', { page: number } | undefined>) =>
    currentArg?.page !== previousArg?.page,
};

const plain = createApi({
  reducerPath: 'cacheOfRtkQuery',
  // biome-ignore lint/suspicious/noExplicitAny: RTK Query wants it where an action brings its own state
  extractRehydrationInfo: (action): any => (action as { readonly hydrated?: unknown }).hydrated,
  baseQuery: (args: Parameters<ReturnType<typeof fetchBaseQuery>>[0], api, extra: object) =>
    fetchBaseQuery({ baseUrl: url })(args, api, extra),
  endpoints: build => ({
    getMsgs: build.query<Fields[], void>({
      query: () => 'msgs',
      async onCacheEntryAdded(_arg, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) {
        await cacheDataLoaded;
        emit = recipe => updateCachedData(recipe);
        await cacheEntryRemoved;
      },
    }),
    getMsg: build.query<Fields, number>({ query: id => `msgs/${id}` }),
    getPages: build.query<Fields[], { page: number }>(merged),
    getPlainPages: build.query<Fields[], { page: number }>(merged),
    getLatePages: build.query<Fields[], { page: number }>({ query: merged.query }),
    editMsg: build.mutation<Fields | null, Pick<Fields, 'id'> & Partial<Fields>>({
      query: ({ id, ...body }) => ({ url: `msgs/${id}`, method: 'PATCH', body }),
    }),
    patchMsg: build.mutation<null, { id: number; patch: Partial<Fields>; isQuiet: boolean }>({
      query: ({ id, patch }) => ({ url: `msgs/${id}`, method: 'PATCH', body: patch }),
    }),
    deleteMsg: build.mutation<null, Pick<Fields, 'id'>>({
      query: ({ id }) => ({ url: `msgs/${id}`, method: 'DELETE' }),
    }),
  }),
});

const api = bridgeApi(plain, {
  getMsgs: [Msg],
  getMsg: Msg,
  getPages: new Collection([Msg]),
  getPlainPages: [Msg],
  getLatePages: new Collection([Msg]),
  editMsg: Msg,
  patchMsg: Msg,
  deleteMsg: new Invalidate(Msg),
});

const { query: _query, ...merging } = merged;
api.enhanceEndpoints({ endpoints: { getLatePages: merging } });

async function opened() {
  const msg = (id: number) => ({ id, text: `text ${id}`, votes: 0 });
  const server = await startApi({
    'GET /msgs': () => [msg(1), msg(2)],
    'GET /msgs/:id': () => ({ ...msg(1), company: { name: 'Old' }, tasks: [{ text: 'old' }] }),
    'GET /pages': ({ query }) => [msg(Number(query.page) * 2 - 1), msg(Number(query.page) * 2)],
    'PATCH /msgs/:id': () => null,
    'DELETE /msgs/:id': () => null,
  });
  url = server.url;
  const store = createTestStore({ reducers: { cacheOfRtkQuery: api.reducer }, first: [api.middleware] });
  return { server, store };
}

function Msgs() {
  const { data } = api.useGetMsgsQuery();
  return <p>{data?.map(({ id, text, votes }) => `${id}:${text}/${votes}`).join() ?? 'wait'}</p>;
}

it('shows all fields of a record that only the cache holds after one of them was changed there', async () => {
  const { store } = await opened();
  const page = renderIn(store, <Msgs />);
  await waitFor(() => expect(page.text()).toBe('1:text 1/0,2:text 2/0'));
  await act(async () => emit(draft => void draft.push({ id: 3, text: 'pushed', votes: 0 })));
  await waitFor(() => expect(page.text()).toBe('1:text 1/0,2:text 2/0,3:pushed/0'));

  await act(async () =>
    emit(draft => {
      (draft[2] as Fields).votes = 1;
    }),
  );

  await waitFor(() => expect(page.text()).toBe('1:text 1/0,2:text 2/0,3:pushed/1'));
});

it('does the same after the tables were reset', async () => {
  const { store } = await opened();
  const page = renderIn(store, <Msgs />);
  await waitFor(() => expect(page.text()).toBe('1:text 1/0,2:text 2/0'));
  act(() => void store.dispatch(store.client.actions.reset()));

  await act(async () =>
    emit(draft => {
      (draft[0] as Fields).votes = 9;
    }),
  );

  await waitFor(() => expect(page.text()).toBe('1:text 1/9,2:text 2/0'));
});

it('returns the same `refetch` in every render, so that an effect on it runs once', async () => {
  const { store, server } = await opened();
  const seen = new Set<unknown>();
  function Page() {
    const { data, refetch } = api.useGetMsgQuery(1);
    useEffect(() => {
      seen.add(refetch);
      if (server.requests.length < 20) void refetch();
    }, [refetch]);
    return <p>{data?.text ?? 'wait'}</p>;
  }
  const page = renderIn(store, <Page />);

  await waitFor(() => expect(page.text()).toBe('text 1'));
  await act(() => new Promise(resolve => setTimeout(resolve, 100)));

  expect(seen.size).toBe(1);
  expect(server.requests.length).toBeLessThanOrEqual(2);
});

describe.each([
  ['a list', api.useGetPlainPagesQuery, 'getPlainPages'],
  ['a collection', api.useGetPagesQuery, 'getPages'],
  ['a collection by enhanceEndpoints()', api.useGetLatePagesQuery, 'getLatePages'],
] as const)('the merged pages of %s', (_what, usePages, name) => {
  async function firstPage() {
    const { store, server } = await opened();
    function Page({ page }: { page: number }) {
      const { data } = usePages({ page });
      return <p>{data?.map(({ id, text }) => `${id}:${text}`).join() ?? 'wait'}</p>;
    }
    const page = renderIn(store, <Page page={1} />);
    await waitFor(() => expect(page.text()).toBe('1:text 1,2:text 2'));
    const turn = () => page.rerender(<Page page={2} />);
    const next = async () => {
      turn();
      await waitFor(() => expect(page.text()).toContain('4:text 4'));
    };
    return { store, server, page, turn, next };
  }

  it('are shown', async () => {
    const { page, next } = await firstPage();

    await next();

    expect(page.text()).toBe('1:text 1,2:text 2,3:text 3,4:text 4');
  });

  it('do not undo a change made since the first page', async () => {
    const { store, page, next } = await firstPage();
    await act(
      async () => void (await store.dispatch(api.endpoints.editMsg.initiate({ id: 1, text: 'new' }))),
    );

    await next();

    expect(page.text()).toBe('1:new,2:text 2,3:text 3,4:text 4');
  });

  it('do not bring back a record deleted since the first page', async () => {
    const { store, page, next } = await firstPage();
    await act(async () => void (await store.dispatch(api.endpoints.deleteMsg.initiate({ id: 1 }))));

    await next();

    expect(getSelectors(Msg).selectById(store.getState(), 1)).toBeUndefined();
    expect(page.text()).toBe('2:text 2,3:text 3,4:text 4');
  });

  it('can be updated manually while the next page is in flight', async () => {
    const { store, server, page, turn } = await firstPage();
    await act(
      async () => void (await store.dispatch(api.endpoints.editMsg.initiate({ id: 1, text: 'new' }))),
    );
    const held = server.hold('GET /pages');
    turn();
    await held.arrived;
    await act(async () => {
      store.dispatch(
        plain.util.updateQueryData(name, { page: 2 }, draft => {
          (draft[1] as Fields).text = 'by hand';
        }) as never,
      );
    });
    await waitFor(() => expect(page.text()).toBe('1:new,2:by hand'));

    await act(() => held.release());

    await waitFor(() => expect(page.text()).toBe('1:new,2:by hand,3:text 3,4:text 4'));
  });
});

it.each<[what: string, sent: Partial<Fields>]>([
  ['an object', { text: 'new', company: { name: 'ACME' } }],
  ['a list of objects', { text: 'new', tasks: [{ text: 'new' }] }],
])('an empty response confirms a field of a mutation whose value is %s', async (_what, sent) => {
  const { store } = await opened();
  await store.dispatch(api.endpoints.getMsg.initiate(1));

  await store.dispatch(api.endpoints.editMsg.initiate({ id: 1, ...sent }));

  expect(getSelectors(Msg).selectById(store.getState(), 1)).toMatchObject(sent);
});

it('an empty response confirms the fields in the one object among the arguments', async () => {
  const { store } = await opened();
  await store.dispatch(api.endpoints.getMsg.initiate(1));

  await store.dispatch(api.endpoints.patchMsg.initiate({ id: 1, patch: { text: 'new' }, isQuiet: true }));

  expect(getSelectors(Msg).selectById(store.getState(), 1)?.text).toBe('new');
});

it('enhanceEndpoints() of a bridged API returns its hooks', () => {
  const enhanced = api.enhanceEndpoints({ endpoints: {} }) as unknown as typeof api;

  expect(enhanced.useGetMsgsQuery).toBe(api.useGetMsgsQuery);
});

it('shows what another library hydrates into the cache, such as a server-rendered page', async () => {
  const { store } = await opened();
  const page = renderIn(store, <Msgs />);
  await waitFor(() => expect(page.text()).toBe('1:text 1/0,2:text 2/0'));
  const text = JSON.stringify((store.getState() as unknown as { cacheOfRtkQuery: object }).cacheOfRtkQuery);
  const hydrated = JSON.parse(text.replace('text 1', 'later')) as object;

  act(() => void store.dispatch({ type: 'hydrate', hydrated }));

  await waitFor(() => expect(page.text()).toBe('1:later/0,2:text 2/0'));
  expect(getSelectors(Msg).selectById(store.getState(), 1)?.text).toBe('later');
});

describe('state that another library hydrates into the cache', () => {
  const slice = (store: TestStore) =>
    JSON.stringify((store.getState() as unknown as { cacheOfRtkQuery: object }).cacheOfRtkQuery);

  it('undoes nothing if it equals what the cache holds', async () => {
    const { store } = await opened();
    await store.dispatch(api.endpoints.getMsgs.initiate());
    await store.dispatch(api.endpoints.editMsg.initiate({ id: 1, text: 'new' }));
    const { undo } = store.dispatch(
      plain.util.updateQueryData('getMsgs', undefined, draft => {
        (draft[1] as Fields).votes = 5;
      }) as never,
    ) as unknown as { undo(): void };

    store.dispatch({ type: 'hydrate', hydrated: JSON.parse(slice(store)) as object });

    const { selectById } = getSelectors(Msg);
    expect(selectById(store.getState(), 1)?.text).toBe('new');
    expect(selectById(store.getState(), 2)?.votes).toBe(5);
    undo();
    expect(selectById(store.getState(), 2)?.votes).toBe(0);
  });

  it('notifies subscribers once, however many queries it has', async () => {
    const { store: first } = await opened();
    await first.dispatch(api.endpoints.getMsgs.initiate());
    for (const id of [1, 2, 3]) await first.dispatch(api.endpoints.getMsg.initiate(id));
    const { store } = await opened();
    // With the first action, RTK Query registers its middleware.
    store.dispatch({ type: 'first' });
    const seen: (string | undefined)[] = [];
    store.subscribe(() => seen.push(getSelectors(Msg).selectById(store.getState(), 1)?.company.name));

    store.dispatch({ type: 'hydrate', hydrated: JSON.parse(slice(first)) as object });

    // RTK Query's own action, and what the bridge makes of it.
    expect(seen).toEqual([undefined, 'Old']);
  });

  it('is stored even if something else is stored within the same action', async () => {
    const { store: first } = await opened();
    const alongside: Middleware =
      ({ dispatch }) =>
      next =>
      action => {
        const result = next(action);
        if ((action as Action).type === 'hydrate')
          dispatch(actions.set(Msg, { args: [], value: { id: 9, text: 'other' } }));
        return result;
      };
    const client = createDataClient();
    const store = configureStore({
      reducer: { rdc: client.reducer, cacheOfRtkQuery: api.reducer },
      middleware: getDefault => getDefault().concat(api.middleware, client.middleware, alongside),
    });
    await first.dispatch(api.endpoints.getMsgs.initiate());
    await store.dispatch(api.endpoints.getMsgs.initiate() as never);
    const hydrated = JSON.parse(slice(first).replace('text 1', 'later')) as object;

    store.dispatch({ type: 'hydrate', hydrated } as Action);

    expect(getSelectors(Msg).selectById(store.getState(), 1)?.text).toBe('later');
    client.cleanup(store);
    store.dispatch(api.util.resetApiState());
  });
});

it.each(['preloaded', 'preloaded as far as its queries', 'restored'])(
  'a cache that was %s with the tables does not undo their changes',
  async how => {
    const { store } = await opened();
    await store.dispatch(api.endpoints.getMsgs.initiate());
    await store.dispatch(api.endpoints.editMsg.initiate({ id: 1, text: 'new' }));
    const { counter: _counter, ...saved } = JSON.parse(JSON.stringify(store.getState())) as {
      counter: number;
      cacheOfRtkQuery: { config?: object };
    };
    if (how.endsWith('queries')) delete saved.cacheOfRtkQuery.config;
    const client = createDataClient();
    const all = combineReducers({ rdc: client.reducer, cacheOfRtkQuery: api.reducer });
    type State = ReturnType<typeof all>;
    const again = configureStore({
      reducer: (state: State | undefined, action: Action) =>
        action.type === 'restore' ? (saved as unknown as State) : all(state, action),
      ...(how !== 'restored' && { preloadedState: saved as unknown as State }),
      middleware: getDefault => getDefault().concat(api.middleware, client.middleware),
    });
    again.dispatch({ type: how === 'restored' ? 'restore' : 'other' });
    const page = renderIn(again as unknown as TestStore, <Msgs />);
    await waitFor(() => expect(page.text()).toBe('1:new/0,2:text 2/0'));

    await act(async () => {
      const change = plain.util.updateQueryData('getMsgs', undefined, draft => {
        (draft[1] as Fields).votes = 5;
      });
      again.dispatch(change as never);
    });

    await waitFor(() => expect(page.text()).toBe('1:new/0,2:text 2/5'));
  },
);
