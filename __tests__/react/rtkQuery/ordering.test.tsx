import { combineReducers, configureStore, type Reducer } from '@reduxjs/toolkit';
import { act, render, waitFor } from '@testing-library/react';
import { createDataClient, getSelectors } from 'rdc-toolkit';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
import { Provider } from 'react-redux';
import { reply } from '../../helpers/startApi';
import { untilQuiet } from '../../helpers/untilQuiet';
import { renderIn } from '../renderIn';
import { api, Post, plainApi, renameOwnPost } from './definitions';
import { openBlog } from './openBlog';

const { useGetPostsQuery, useGetPostQuery } = api;

function Titles() {
  const { data } = useGetPostsQuery();
  return <p>{data?.map(({ title, votes }) => `${title}/${votes}`).join()}</p>;
}

async function opened() {
  const blog = await openBlog();
  const page = renderIn(blog.store, <Titles />);
  await waitFor(() => expect(page.text()).toBe('post 1/0,post 2/0,post 3/0'));
  const run = (start: () => unknown) => act(async () => void start());
  return { ...blog, page, run };
}

it('numbers a request of RTK Query when it starts and ends, like its own', async () => {
  const { store, run } = await opened();
  await run(() => store.dispatch(api.endpoints.editPost.initiate({ id: 1, title: 'new' })));
  await waitFor(() => expect(store.log.filter(({ type }) => type === 'rdc/setresponse')).toHaveLength(2));
  const numbers = store.log.map(({ type, meta }) => {
    const { began, left, landed } = meta as Readonly<Record<string, number | undefined>>;
    return [type, { began, left, landed }];
  });
  expect(numbers).toEqual([
    ['rdc/fetch', { began: 1 }],
    ['rdc/setresponse', { left: 2, landed: 3 }],
    ['rdc/fetch', { began: 4 }],
    ['rdc/setresponse', { left: 5, landed: 6 }],
  ]);
});

it('a read by RTK Query that overlaps a mutation of this library does not undo it', async () => {
  const { server, store, page, run } = await opened();
  const held = server.hold('GET /posts');
  await run(() => store.dispatch(api.endpoints.getPosts.initiate(undefined, { forceRefetch: true })));
  await held.arrived;
  await run(() => store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'mine' })));
  await waitFor(() => expect(server.requests).toHaveLength(3));
  await act(() => held.release());
  await waitFor(() => expect(store.getState().rdc).toMatchObject({ mutating: 0, inflight: { size: 0 } }));
  expect(page.text()).toBe('mine/0,post 2/0,post 3/0');
});

it('keeps both fields when a mutation of RTK Query overlaps one of this library', async () => {
  const { server, store, page, run } = await opened();
  const held = server.hold('PATCH /posts/:id');
  await run(() => store.dispatch(api.endpoints.editPost.initiate({ id: 1, votes: 9 })));
  await held.arrived;
  await run(() => store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'mine' })));
  await waitFor(() => expect(server.requests).toHaveLength(3));
  await act(() => held.release());
  await waitFor(() => expect(page.text()).toBe('mine/9,post 2/0,post 3/0'));
});

it('keeps an optimistic update of RTK Query when another library copies the state', async () => {
  const { server } = await openBlog();
  const client = createDataClient();
  const parts = combineReducers({ rdc: client.reducer, blog: api.reducer });
  const reducer: Reducer<ReturnType<typeof parts>> = (state, action) =>
    state !== undefined && action.type === 'copied'
      ? { ...state, rdc: JSON.parse(JSON.stringify(state.rdc)) }
      : parts(state, action);
  const store = configureStore({
    reducer,
    middleware: getDefault => getDefault().concat(api.middleware, client.middleware),
  });
  const votes = () => getSelectors(Post).selectById(store.getState(), 1)?.votes;
  await store.dispatch(api.endpoints.getPosts.initiate());
  const held = server.hold('POST /posts/:id/vote');
  const voted = store.dispatch(api.endpoints.votePost.initiate(1));
  await held.arrived;
  expect(votes()).toBe(1);

  store.dispatch({ type: 'copied' });
  expect(votes()).toBe(1);

  await held.release();
  await voted;
  expect(votes()).toBe(1);
  client.cleanup(store);
});

it('refetches once, through RTK Query, what is on screen and in doubt', async () => {
  const { server, store, page, run, change } = await opened();
  const held = server.hold('PATCH /posts/:id');
  await run(() => store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'mine' })).catch(() => {}));
  await held.arrived;
  change(1, { title: 'done anyway', votes: 3 });
  await act(() => held.release(reply(500, {})));
  await waitFor(() => expect(page.text()).toBe('done anyway/3,post 2/0,post 3/0'));
  expect(server.requests).toEqual(['GET /posts', 'PATCH /posts/1', 'GET /posts']);
  expect(store.getState().rdc).toMatchObject({ doubts: {} });
});

it.each([
  ['renames', () => renameOwnPost.fetch({ id: 1 }, { title: 'third' }), 'third/0,post 2/0,post 3/0'],
  ['deletes', () => api.endpoints.deletePost.initiate(1), 'post 2/0,post 3/0'],
])(
  'a refetch that is overtaken by a mutation that %s the record shows no error in a hook of RTK Query',
  async (_what, mutate, shown) => {
    const { server, store, page, run } = await opened();
    const failures: unknown[] = [];
    const Failing = () => {
      const { error } = useGetPostsQuery();
      if (error !== undefined) failures.push(error);
      return null;
    };
    renderIn(store, <Failing />);
    // Both write the same field: the record is in doubt, and refetched.
    const first = server.hold('PATCH /posts/:id');
    await run(() => store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'first' })).catch(() => {}));
    await first.arrived;
    const refetch = server.hold('GET /posts');
    await act(async () => {
      const second = store.dispatch(renameOwnPost.fetch({ id: 1 }, { title: 'second' }));
      await first.release();
      await second;
      await refetch.arrived;
    });

    await act(async () => {
      await store.dispatch(mutate() as never);
      await refetch.release();
      await untilQuiet(
        () => server.requests.length,
        () => store.getState().rdc.inflight.size > 0,
      );
    });
    await waitFor(() => expect(page.text()).toBe(shown));
    expect(failures).toEqual([]);
  },
);

it('shows the data of RTK Query if the tables do not hold the record', async () => {
  const { store } = await openBlog();
  function Given() {
    const { data } = useGetPostQuery(2);
    return <p>{data instanceof Post ? data.shout : 'none'}</p>;
  }
  const page = renderIn(store, <Given />);
  await waitFor(() => expect(page.text()).toBe('POST 2'));
  act(() => void store.dispatch(store.client.actions.reset()));
  expect(store.getState().rdc).toMatchObject({ entities: {} });
  expect(page.text()).toBe('POST 2');
});

it('adds a created record to a list that only the cache of RTK Query held at first', async () => {
  const { store } = await openBlog();
  await store.dispatch(api.endpoints.getDrafts.initiate());
  const { blog } = store.getState() as unknown as { readonly blog: ReturnType<typeof api.reducer> };
  const client = createDataClient();
  const again = configureStore({
    preloadedState: { blog },
    reducer: { [client.reducerPath]: client.reducer, [api.reducerPath]: api.reducer },
    middleware: getDefault => getDefault().concat(api.middleware, client.middleware),
  });
  function Drafts() {
    const { data } = api.useGetDraftsQuery();
    return <p>{data?.map(({ title }) => title).join()}</p>;
  }
  const page = renderIn(again as unknown as typeof store, <Drafts />);
  expect(page.text()).toBe('draft 10');

  await act(async () => void (await again.dispatch(api.endpoints.addDraft.initiate({ title: 'new' }))));

  await waitFor(() => expect(page.text()).toBe('draft 10,new'));
});

it('aborts the requests of RTK Query when the store is reset', async () => {
  const { server, store, run } = await opened();
  const held = server.hold('GET /posts/:id');
  await run(() => store.dispatch(api.endpoints.getPost.initiate(3)));
  await held.arrived;
  await run(() => store.dispatch(store.client.actions.reset()));
  await act(() => held.release());
  await waitFor(() => expect(store.log.at(-1)).toMatchObject({ type: 'rdc/setresponse' }));
  expect(store.getState().rdc).toMatchObject({ entities: {}, inflight: { size: 0 } });
});

it('throws if the store has the middleware of the plain API', async () => {
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer, [plainApi.reducerPath]: plainApi.reducer },
    middleware: getDefault => getDefault().concat(plainApi.middleware, client.middleware),
  });
  const showing = () =>
    render(
      <Provider store={store}>
        <Titles />
      </Provider>,
      { onCaughtError: () => {} },
    );
  expect(showing).toThrow(/middleware that bridgeApi\(\) returned for "blog"/);
});

it('names a missing endpoint, and the existing ones', () => {
  expect(() => bridgeApi(plainApi, { getPots: [Post] } as object)).toThrow(
    /"blog" has no endpoint "getPots"; it has getPosts, getFeed/,
  );
});

it('bridges endpoints that are injected later into the same store', async () => {
  const { store } = await openBlog();
  const injected = plainApi.injectEndpoints({
    endpoints: build => ({
      getLater: build.query<{ id: number; title: string }, number>({ query: id => `posts/${id}` }),
    }),
    overrideExisting: true,
  });
  const { useGetLaterQuery } = bridgeApi(injected, { getLater: Post });
  function Later() {
    return <p>{useGetLaterQuery(2).data?.shout}</p>;
  }
  const page = renderIn(store, <Later />);
  await waitFor(() => expect(page.text()).toBe('POST 2'));
  expect(store.getState().rdc).toMatchObject({ entities: { 'Blog.Post': { size: 1 } } });
});
