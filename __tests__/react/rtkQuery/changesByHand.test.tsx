import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { act, waitFor } from '@testing-library/react';
import {
  All,
  Collection,
  Controller,
  Entity,
  getSelectors,
  Invalidate,
  Query,
  RestEndpoint,
} from 'rdc-toolkit';
import { useDLE, useQuery } from 'rdc-toolkit/react';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
import { changedRows, type RemovedRows } from '../../../lib/rtk-query/changedRows';
import { createTestStore } from '../../helpers/createTestStore';
import { reply, startApi } from '../../helpers/startApi';
import { untilServed } from '../../helpers/untilQuiet';
import { renderIn } from '../renderIn';

class Post extends Entity {
  id = '';
  title = '';
  static key = 'ChangesByHand.Post';
}

interface Row {
  readonly id: string;
  readonly title: string;
}

const PostList = new Collection([Post]);
const count = new Query(new All(Post), posts => posts.length);
const { selectById, selectIds } = getSelectors(Post);

let url = '';
let undoEdit = () => {};
const getOwnPosts = new RestEndpoint({
  path: '/posts',
  schema: PostList,
  name: 'ChangesByHand.getOwnPosts',
}).extend({
  url: () => `${url}/posts`,
});

const dropOwnPost = new RestEndpoint({
  path: '/posts/:id',
  method: 'DELETE',
  schema: new Invalidate(Post),
  name: 'ChangesByHand.dropOwnPost',
});

/** The API as apps write it, with `undo` if a mutation fails. */
function apiWith(reducerPath: string) {
  const plain = createApi({
    reducerPath,
    tagTypes: ['Post'],
    baseQuery: (args: Parameters<ReturnType<typeof fetchBaseQuery>>[0], api, extra: object) =>
      fetchBaseQuery({ baseUrl: url })(args, api, extra),
    endpoints: build => ({
      getPosts: build.query<Row[], void>({ query: () => 'posts', providesTags: ['Post'] }),
      getPost: build.query<Row, string>({ query: id => `posts/${id}` }),
      editPost: build.mutation<Row, Row>({
        query: ({ id, ...body }) => ({ url: `posts/${id}`, method: 'PATCH', body }),
        onQueryStarted({ id, title }, { dispatch, queryFulfilled }) {
          const patch = dispatch(
            plain.util.updateQueryData('getPosts', undefined, draft => {
              const at = draft.findIndex(post => post.id === id);
              draft[at] = { id, title };
            }),
          );
          undoEdit = patch.undo;
          queryFulfilled.catch(patch.undo);
        },
      }),
      addPost: build.mutation<Row | null, { readonly id: string; readonly title: string }>({
        query: body => ({ url: 'posts', method: 'POST', body }),
        async onQueryStarted(post, { dispatch, queryFulfilled }) {
          const { updateQueryData } = plain.util;
          const patch = dispatch(updateQueryData('getPosts', undefined, draft => void draft.push(post)));
          try {
            const { data } = await queryFulfilled;
            if (data === null) return;
            dispatch(
              updateQueryData('getPosts', undefined, draft => {
                const at = draft.findIndex(({ id }) => id === post.id);
                if (at >= 0) draft[at] = data;
              }),
            );
          } catch {
            patch.undo();
          }
        },
      }),
      addTwo: build.mutation<unknown, void>({
        query: () => ({ url: 'posts', method: 'POST', body: {} }),
        onQueryStarted(_arg, { dispatch }) {
          const patches = ['a', 'b'].map(id =>
            dispatch(
              plain.util.updateQueryData(
                'getPosts',
                undefined,
                draft => void draft.push({ id, title: 'new' }),
              ),
            ),
          );
          undoEdit = () => {
            for (const patch of patches.reverse()) patch.undo();
          };
        },
      }),
      touchPost: build.mutation<unknown, string>({
        query: id => ({ url: `posts/${id}`, method: 'PATCH', body: {} }),
        invalidatesTags: ['Post'],
      }),
      dropPost: build.mutation<unknown, string>({
        query: id => ({ url: `posts/${id}`, method: 'DELETE' }),
        onQueryStarted(id, { dispatch, queryFulfilled }) {
          const patch = dispatch(
            plain.util.updateQueryData('getPosts', undefined, draft => draft.filter(post => post.id !== id)),
          );
          queryFulfilled.catch(patch.undo);
        },
      }),
    }),
  });
  return plain;
}

const plainList = apiWith('changesByHandList');
const plainCollection = apiWith('changesByHandCollection');
const apis = {
  list: bridgeApi(plainList, {
    getPosts: [Post],
    getPost: Post,
    editPost: Post,
    addPost: Post,
    touchPost: Post,
    dropPost: new Invalidate(Post),
  }),
  collection: bridgeApi(plainCollection, {
    getPosts: PostList,
    getPost: Post,
    editPost: Post,
    addPost: PostList.push,
    touchPost: Post,
    dropPost: new Invalidate(Post),
  }) as never,
};

async function opened(how: 'list' | 'collection') {
  const api: (typeof apis)['list'] = apis[how];
  const plain = how === 'list' ? plainList : plainCollection;
  const posts = new Map(['1', '2', '3'].map(id => [id, { id, title: `post ${id}` }]));
  const server = await startApi({
    'GET /posts': () => [...posts.values()],
    'GET /posts/:id': ({ params }) => posts.get(String(params.id)),
    'PATCH /posts/:id': ({ params, body }) => {
      const post = { ...(body as Row), id: String(params.id) };
      posts.set(post.id, post);
      return post;
    },
    'POST /posts': ({ body }) => {
      const post = { ...(body as Row), id: '9' };
      posts.set(post.id, post);
      return post;
    },
    'DELETE /posts/:id': ({ params }) => {
      posts.delete(String(params.id));
      return {};
    },
  });
  ({ url } = server);
  const store = createTestStore({ reducers: { [api.reducerPath]: api.reducer }, first: [api.middleware] });
  const { useGetPostsQuery } = api;
  let refetch!: () => Promise<unknown>;
  function View() {
    const { data, ...query } = useGetPostsQuery();
    ({ refetch } = query);
    return <p>{data?.map(({ id, title }) => `${id}:${title}`).join() ?? 'wait'}</p>;
  }
  const page = renderIn(store, <View />);
  await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3'));
  /** Waits for everything in flight, and what follows. */
  const settled = () => act(async () => void (await untilServed(server, store)));
  const run = (start: () => unknown) => act(async () => void start());
  const refetched = () => act(async () => void (await refetch()));
  const shownByServer = () => [...posts.values()].map(({ id, title }) => `${id}:${title}`).join();
  return { api, plain, posts, server, store, page, settled, run, refetched, shownByServer };
}

const both = ['list', 'collection'] as const;

describe.each(both)('undoing a manual update of a %s after a refetch with other positions', how => {
  it.each([
    ['an edit', 'PATCH /posts/:id', '2:mine,3:post 3'],
    ['a removal', 'DELETE /posts/:id', how === 'list' ? '2:post 2,3:post 3' : '3:post 3'],
  ])('leaves other records alone: %s', async (what, route, pending) => {
    const { api, posts, server, store, page, settled, run, refetched, shownByServer } = await opened(how);
    const held = server.hold(route);
    await run(() =>
      what === 'an edit'
        ? store.dispatch(api.endpoints.editPost.initiate({ id: '2', title: 'mine' }))
        : store.dispatch(api.endpoints.dropPost.initiate('2')),
    );
    await held.arrived;
    posts.clear();
    for (const id of ['2', '3']) posts.set(id, { id, title: `post ${id}` });
    await refetched();
    await waitFor(() => expect(page.text()).toBe(pending));

    await act(() => held.release(reply(409, {})));
    await settled();

    await waitFor(() => expect(page.text()).toBe(shownByServer()));
    expect(selectById(store.getState(), '3')?.title).toBe('post 3');
  });

  it('leaves other records alone: a change without a mutation', async () => {
    const { plain, posts, store, page, run, refetched, shownByServer } = await opened(how);
    let undo = () => {};
    await run(() => {
      const change = plain.util.updateQueryData('getPosts', undefined, draft => {
        draft[1] = { id: '2', title: 'mine' };
      });
      ({ undo } = store.dispatch(change as never) as unknown as { undo(): void });
    });
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:mine,3:post 3'));
    posts.delete('1');
    await refetched();

    await waitFor(() => expect(page.text()).not.toContain('post 1'));
    await run(undo);

    await waitFor(() => expect(page.text()).toBe(shownByServer()));
  });
});

it.each(both)(
  'undoing a manual update of a %s restores the changed records, not those now at their positions',
  async how => {
    const { plain, store, page, run } = await opened(how);
    let undo = () => {};
    await run(() => {
      const change = plain.util.updateQueryData('getPosts', undefined, draft => {
        draft[1] = { id: '2', title: 'mine' };
      });
      ({ undo } = store.dispatch(change as never) as unknown as { undo(): void });
    });
    await run(() =>
      store.dispatch(plain.util.updateQueryData('getPosts', undefined, draft => draft.slice(1)) as never),
    );
    await waitFor(() => expect(page.text()).toBe('2:mine,3:post 3'));

    await run(undo);

    await waitFor(() => expect(page.text()).toBe('2:post 2,3:post 3'));
    expect(selectById(store.getState(), '3')?.title).toBe('post 3');
    const { data } = plain.endpoints.getPosts.select()(store.getState() as never);
    expect(data?.at(-1)).toEqual({ id: '3', title: 'post 3' });
  },
);

describe.each([
  ['the records are stored', false],
  ['the store was emptied', true],
])('while %s', (_what, isEmptied) => {
  it.each(both)('undoing a manual update of a %s twice undoes it once', async how => {
    const { plain, store, page, run } = await opened(how);
    if (isEmptied) await run(() => store.dispatch(store.client.actions.reset()));
    const { updateQueryData, patchQueryData } = plain.util;
    let change!: { undo(): void; readonly patches: never[] };
    await run(() => {
      const removal = updateQueryData('getPosts', undefined, draft => void draft.splice(1, 1));
      change = store.dispatch(removal as never) as never;
    });
    await waitFor(() => expect(page.text()).toBe('1:post 1,3:post 3'));

    await run(() => change.undo());
    await run(() => change.undo());
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3'));

    await run(() => store.dispatch(patchQueryData('getPosts', undefined, change.patches) as never));
    await waitFor(() => expect(page.text()).toBe('1:post 1,3:post 3'));
    await run(() => change.undo());
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3'));
  });
});

describe.each(both)('adding a stored record to a %s manually', how => {
  async function without3() {
    const blog = await opened(how);
    const { plain, posts, store, page, run, refetched } = blog;
    posts.delete('3');
    await refetched();
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2'));
    let undo = () => {};
    const put = (post: Row) =>
      run(() => {
        const change = plain.util.updateQueryData('getPosts', undefined, draft => void draft.push(post));
        ({ undo } = store.dispatch(change as never) as unknown as { undo(): void });
      });
    return { ...blog, put, undo: () => run(undo) };
  }

  it('writes the fields that it is added with', async () => {
    const { store, page, put } = await without3();

    await put({ id: '3', title: 'newer' });

    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:newer'));
    expect(selectById(store.getState(), '3')?.title).toBe('newer');
  });

  it('restores its fields when it is undone', async () => {
    const { store, page, put, undo } = await without3();
    await put({ id: '3', title: 'newer' });

    await undo();

    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2'));
    expect(selectById(store.getState(), '3')?.title).toBe('post 3');
  });

  it('keeps a later change to its fields when it is undone', async () => {
    const { api, posts, store, page, run, put, undo } = await without3();
    posts.set('3', { id: '3', title: 'post 3' });
    await put({ id: '3', title: 'newer' });
    await run(() => store.dispatch(api.endpoints.editPost.initiate({ id: '3', title: 'edited' })));
    await waitFor(() => expect(posts.get('3')?.title).toBe('edited'));
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:edited'));

    await undo();

    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2'));
    expect(selectById(store.getState(), '3')?.title).toBe('edited');
  });

  it('keeps its stored fields if it was copied from another query', async () => {
    const { api, plain, posts, store, page, run, put } = await without3();
    const { getPost, editPost } = api.endpoints;
    posts.set('3', { id: '3', title: 'post 3' });
    await run(() => store.dispatch(getPost.initiate('3')));
    await waitFor(() => expect(getPost.select('3')(store.getState() as never).isSuccess).toBe(true));
    await run(() => store.dispatch(editPost.initiate({ id: '3', title: 'edited' })));
    await waitFor(() => expect(selectById(store.getState(), '3')?.title).toBe('edited'));

    await put(plain.endpoints.getPost.select('3')(store.getState() as never).data as Row);

    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:edited'));
  });
});

it.each(both)('stores the response of a mutation on a %s even if its update was undone before', async how => {
  const { api, server, store, page, settled, run, shownByServer } = await opened(how);
  const held = server.hold('PATCH /posts/:id');
  await run(() => store.dispatch(api.endpoints.editPost.initiate({ id: '2', title: 'mine' })));
  await held.arrived;
  await run(undoEdit);
  await act(() => held.release());
  await settled();

  await waitFor(() => expect(page.text()).toBe(shownByServer()));
  expect(selectById(store.getState(), '2')?.title).toBe('mine');
});

it.each(both)(
  'a mutation that undoes its additions to a %s leaves none of them when it succeeds',
  async how => {
    const { api, server, store, page, settled, run } = await opened(how);
    const held = server.hold('POST /posts');
    await run(() => store.dispatch(api.endpoints.addTwo.initiate()));
    await held.arrived;
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3,a:new,b:new'));
    await run(undoEdit);
    await act(() => held.release());
    await settled();

    expect(page.text()).toBe('1:post 1,2:post 2,3:post 3');
    expect(selectIds(store.getState())).toEqual(['1', '2', '3']);
  },
);

it('undoing an insertion writes nothing about a record that was deleted since', async () => {
  const { plain, posts, store, page, run, refetched } = await opened('list');
  posts.delete('3');
  await refetched();
  await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2'));
  let undo = () => {};
  await run(() => {
    const insertion = plain.util.updateQueryData(
      'getPosts',
      undefined,
      draft => void draft.push({ id: '3', title: 'newer' }),
    );
    ({ undo } = store.dispatch(insertion as never) as unknown as { undo(): void });
  });
  await run(() => new Controller(store).setResponse(dropOwnPost, { id: '3' }, { id: '3' }));

  await run(undo);

  expect(page.text()).toBe('1:post 1,2:post 2');
  expect(selectIds(store.getState())).toEqual(['1', '2']);
});

it('undoes a manual update in a store without the data client', async () => {
  const store = configureStore({
    reducer: { [plainList.reducerPath]: plainList.reducer },
    middleware: getDefault => getDefault().concat(plainList.middleware),
  });
  const { upsertQueryData, updateQueryData } = plainList.util;
  const titles = () =>
    plainList.endpoints.getPosts
      .select()(store.getState())
      .data?.map(({ title }) => title);
  await store.dispatch(upsertQueryData('getPosts', undefined, [{ id: '1', title: 'one' }]));

  const change = store.dispatch(
    updateQueryData('getPosts', undefined, draft => void draft.push({ id: '2', title: 'two' })),
  );
  expect(titles()).toEqual(['one', 'two']);
  change.undo();

  expect(titles()).toEqual(['one']);
});

describe.each(both)('an element that a mutation adds to a %s manually', how => {
  it.each([
    ['is refused', reply(422, {}), '1:post 1,2:post 2,3:post 3'],
    ['succeeds', undefined, '1:post 1,2:post 2,3:post 3,9:new'],
  ])('leaves no temporary record in the store if that %s', async (_how, response, expected) => {
    const { api, server, store, page, settled, run } = await opened(how);
    function Count() {
      return <p>{useQuery(count)}</p>;
    }
    const counted = renderIn(store, <Count />);
    const held = server.hold('POST /posts');
    await run(() => store.dispatch(api.endpoints.addPost.initiate({ id: 'temp', title: 'new' })));
    await held.arrived;
    await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3,temp:new'));

    await act(() => held.release(response));
    await settled();

    await waitFor(() => expect(page.text()).toBe(expected));
    expect(counted.text()).toBe(String(expected.split(',').length));
    expect(selectIds(store.getState())).not.toContain('temp');
  });
});

it.each([
  ['accepts its key', { id: 'a', title: 'named' }, 'a:named'],
  ['says nothing', null, 'a:new'],
])('an element that a mutation adds manually stays if the server %s', async (_how, response, expected) => {
  const { api, posts, server, store, page, settled, run } = await opened('collection');
  const held = server.hold('POST /posts');
  await run(() => store.dispatch(api.endpoints.addPost.initiate({ id: 'a', title: 'new' })));
  await held.arrived;
  posts.delete('9');
  posts.set('a', { id: 'a', title: response?.title ?? 'new' });
  await act(() => held.release(response));
  await settled();

  await waitFor(() => expect(page.text()).toBe(`1:post 1,2:post 2,3:post 3,${expected}`));
});

it('shows all elements that a mutation adds manually one by one, and removes all if it fails', async () => {
  const { api, server, store, page, settled, run } = await opened('collection');
  const held = server.hold('POST /posts');
  await run(() => store.dispatch(api.endpoints.addTwo.initiate()));
  await held.arrived;
  await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3,a:new,b:new'));

  await act(() => held.release(reply(422, {})));
  await settled();

  await waitFor(() => expect(page.text()).toBe('1:post 1,2:post 2,3:post 3'));
});

it('stores the order that a manual update gives a collection', async () => {
  const { plain, store, page, run } = await opened('collection');
  const reversal = plain.util.updateQueryData('getPosts', undefined, draft => void draft.reverse());

  await run(() => store.dispatch(reversal as never));

  expect(page.text()).toBe('3:post 3,2:post 2,1:post 1');
  const stored = store.client.selectors.selectQuery(PostList)(store.getState());
  expect(stored?.map(({ id }) => id)).toEqual(['3', '2', '1']);
});

describe('a manual update of a collection in a mutation', () => {
  it.each([
    ['adds', 'POST /posts', '1:post 1,2:post 2,3:post 3,temp:new', '4:post 4,2:post 2,3:post 3,temp:new'],
    ['removes', 'DELETE /posts/:id', '1:post 1,3:post 3', '4:post 4,3:post 3'],
  ])('stays on top of a refetch: one that %s', async (what, route, shown, refetchedTo) => {
    const { api, posts, server, store, page, settled, run, refetched, shownByServer } =
      await opened('collection');
    function Own() {
      const { data } = useDLE(getOwnPosts);
      return <p>{data?.map(({ id, title }) => `${id}:${title}`).join()}</p>;
    }
    const own = renderIn(store, <Own />);
    await settled();
    const held = server.hold(route);
    await run(() =>
      what === 'adds'
        ? store.dispatch(api.endpoints.addPost.initiate({ id: 'temp', title: 'new' }))
        : store.dispatch(api.endpoints.dropPost.initiate('2')),
    );
    await held.arrived;
    await waitFor(() => expect([page.text(), own.text()]).toEqual([shown, shown]));
    const [, ...rest] = [...posts.values()].filter(({ id }) => id !== '9');
    posts.clear();
    for (const post of [{ id: '4', title: 'post 4' }, { id: '2', title: 'post 2' }, ...rest])
      posts.set(post.id, post);
    await refetched();
    await waitFor(() => expect([page.text(), own.text()]).toEqual([refetchedTo, refetchedTo]));

    await act(() => held.release(reply(409, {})));
    await settled();

    await waitFor(() => expect([page.text(), own.text()]).toEqual([shownByServer(), shownByServer()]));
  });
});

it.each(both)(
  'refetches once what is in doubt in a %s after a mutation that has manual updates',
  async how => {
    const { api, server, store, page, settled, run, shownByServer } = await opened(how);
    const before = server.requests.length;
    const held = server.hold('POST /posts');
    await run(() => store.dispatch(api.endpoints.addPost.initiate({ id: 'temp', title: 'new' })));
    await held.arrived;
    await act(() => held.release(reply(500, {})));
    await settled();

    expect(server.requests.slice(before)).toEqual(['POST /posts', ...(how === 'list' ? [] : ['GET /posts'])]);
    if (how === 'collection') expect(page.text()).toBe(shownByServer());
  },
);

it('a mutation with a manual update and an unknown outcome casts no doubt on other elements of the list', async () => {
  const { api, server, store, settled, run } = await opened('collection');
  const held = server.hold('DELETE /posts/:id');
  await run(() => store.dispatch(api.endpoints.dropPost.initiate('2')));
  await held.arrived;
  await act(() => held.release(reply(500, {})));
  await settled();

  const doubts = store.log.flatMap(({ meta }) => {
    const { [Post.key]: records = {} } = (meta as { readonly doubts?: Record<string, object> }).doubts ?? {};
    return Object.keys(records);
  });
  expect([...new Set(doubts)]).toEqual(['2']);
});

it.each(both)('does not refetch a %s in doubt that tags have refetched', async how => {
  const { api, server, store, settled, run } = await opened(how);
  const before = server.requests.length;
  const held = server.hold('PATCH /posts/:id');
  await run(() => store.dispatch(api.endpoints.touchPost.initiate('2')));
  await held.arrived;

  await act(() => held.release(reply(500, {})));
  await settled();

  expect(server.requests.slice(before)).toEqual(['PATCH /posts/2', 'GET /posts']);
});

it('a feed that drops its oldest elements manually keeps only a limited number of them', () => {
  const removedRows: RemovedRows = new Map();
  const compared = {
    schema: PostList as never,
    args: [],
    kinds: { [Post.key]: Post },
    entities: {},
    removedRows,
  };
  for (let i = 0; i < 3000; i++) {
    const [before, after] = [i, i + 1].map(first => [0, 1].map(at => ({ id: `${first + at}`, title: '' })));
    changedRows(compared as never, before, after);
    expect(removedRows.size).toBeGreaterThan(0);
  }

  expect(removedRows.size).toBeLessThan(1100);
});
