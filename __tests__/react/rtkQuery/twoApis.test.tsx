import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { act, waitFor } from '@testing-library/react';
import {
  Collection,
  Controller,
  createDataClient,
  type DataClient,
  dehydrate,
  Entity,
  hydrationManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { bridgeApi } from 'rdc-toolkit/rtk-query';
import { createTestStore } from '../../helpers/createTestStore';
import { reply, startApi } from '../../helpers/startApi';
import { untilServed } from '../../helpers/untilQuiet';
import { renderIn } from '../renderIn';

class User extends Entity {
  id = '';
  name = '';
  static key = 'TwoApis.User';
}

class Post extends Entity {
  id = '';
  title = '';
  author = new User();
  static key = 'TwoApis.Post';
  static schema = { author: User };
}

interface UserRow {
  readonly id: string;
  readonly name: string;
}

interface PostRow {
  readonly id: string;
  readonly title: string;
  readonly author: UserRow;
}

const PostList = new Collection([Post]);

let url = '';
const baseQuery: ReturnType<typeof fetchBaseQuery> = (args, api, extra) =>
  fetchBaseQuery({ baseUrl: url })(args, api, extra);

const plainBlog = createApi({
  reducerPath: 'twoApisBlog',
  baseQuery,
  endpoints: build => ({ getPosts: build.query<PostRow[], void>({ query: () => 'posts' }) }),
});
const blog = bridgeApi(plainBlog, { getPosts: PostList });

/** An API whose mutations update the other one's cache manually, and do not undo that if they fail. */
const people = bridgeApi(
  createApi({
    reducerPath: 'twoApisPeople',
    baseQuery,
    endpoints: build => ({
      getUser: build.query<UserRow, string>({ query: id => `users/${id}` }),
      rename: build.mutation<UserRow, UserRow>({
        query: ({ id, name }) => ({ url: `users/${id}`, method: 'PATCH', body: { name } }),
        onQueryStarted({ id, name }, { dispatch }) {
          const change = plainBlog.util.updateQueryData('getPosts', undefined, posts => {
            for (const { author } of posts) if (author.id === id) (author as { name: string }).name = name;
          });
          dispatch(change as never);
        },
      }),
      unpublish: build.mutation<UserRow, { readonly id: string; readonly post: string }>({
        query: ({ id, post }) => ({ url: `users/${id}/unpublish`, method: 'POST', body: { post } }),
        onQueryStarted({ post }, { dispatch }) {
          const change = plainBlog.util.updateQueryData('getPosts', undefined, posts =>
            posts.filter(({ id }) => id !== post).map(each => ({ ...each, title: `${each.title}!` })),
          );
          dispatch(change as never);
        },
      }),
    }),
  }),
  { getUser: User, rename: User, unpublish: User },
);

const storeWith = (client?: DataClient<'rdc'>) =>
  createTestStore({
    ...(client && { client }),
    reducers: { [blog.reducerPath]: blog.reducer, [people.reducerPath]: people.reducer },
    first: [blog.middleware, people.middleware],
  });

async function opened() {
  const ada = { id: '1', name: 'Ada' };
  const posts = ['1', '2'].map(id => ({ id, title: `post ${id}`, author: ada }));
  const server = await startApi({
    'GET /posts': () => posts,
    'GET /users/:id': () => ada,
    'PATCH /users/:id': ({ body }) => Object.assign(ada, body),
    'POST /users/:id/unpublish': () => {
      posts.shift();
      for (const post of posts) post.title += '!';
      return ada;
    },
  });
  ({ url } = server);
  const store = storeWith();
  let refetch!: () => Promise<unknown>;
  function View() {
    const { data: user } = people.useGetUserQuery('1');
    const { data, ...query } = blog.useGetPostsQuery();
    ({ refetch } = query);
    return (
      <p>
        {user?.name}: {data?.map(({ title, author }) => `${title} by ${author.name}`).join()}
      </p>
    );
  }
  const page = renderIn(store, <View />);
  await waitFor(() => expect(page.text()).toBe('Ada: post 1 by Ada,post 2 by Ada'));
  const settled = () => act(async () => void (await untilServed(server, store)));
  await settled();
  return { server, store, posts, page, settled, refetch: () => refetch() };
}

describe('a manual update of another API inside a mutation', () => {
  it('stays over a refetch of that API until the response', async () => {
    const { server, store, posts, page, settled, refetch } = await opened();
    const held = server.hold('PATCH /users/:id');
    const before = server.requests.length;
    act(() => void store.dispatch(people.endpoints.rename.initiate({ id: '1', name: 'Countess' }) as never));
    await waitFor(() => expect(page.text()).toBe('Countess: post 1 by Countess,post 2 by Countess'));
    const list = server.hold('GET /posts');

    await act(async () => {
      const done = refetch();
      await list.arrived;
      await list.release(posts.map(post => ({ ...post, title: 'new', author: { id: '1', name: 'Ada' } })));
      await done;
    });

    await waitFor(() => expect(page.text()).toBe('Countess: new by Countess,new by Countess'));
    await act(() => held.release());
    await settled();
    expect(page.text()).toBe('Countess: new by Countess,new by Countess');
    expect(server.requests.slice(before)).toEqual(['PATCH /users/1', 'GET /posts']);
  });

  it('is removed if the mutation is refused: fields and elements', async () => {
    const { server, store, page, settled } = await opened();
    const held = server.hold('POST /users/:id/unpublish');
    act(() => void store.dispatch(people.endpoints.unpublish.initiate({ id: '1', post: '1' }) as never));
    await waitFor(() => expect(page.text()).toBe('Ada: post 2! by Ada'));

    await act(() => held.release(reply(409, {})));
    await settled();

    expect(page.text()).not.toContain('!');
  });
});

it('sends and selects a bridged query as last injected', async () => {
  const plain = createApi({
    reducerPath: 'twoApisInjected',
    baseQuery,
    endpoints: build => ({ getUser: build.query<UserRow, string>({ query: id => `users/${id}` }) }),
  });
  const api = bridgeApi(plain, { getUser: User });
  const server = await startApi({ 'GET /v2/users/:id': ({ params }) => ({ id: params.id, name: 'Ada' }) });
  ({ url } = server);
  const store = createTestStore({
    reducers: { [api.reducerPath]: api.reducer },
    first: [api.middleware],
  });
  api.injectEndpoints({
    overrideExisting: true,
    endpoints: build => ({
      getUser: build.query<UserRow, string>({
        query: id => `v2/users/${id}`,
        serializeQueryArgs: ({ queryArgs }) => `user ${queryArgs}`,
      }),
    }),
  });

  await store.dispatch(api.endpoints.getUser.initiate('1') as never);

  const state = store.getState() as never;
  expect(plain.endpoints.getUser.select('1')(state).data).toEqual({ id: '1', name: 'Ada' });
  expect(api.endpoints.getUser.select('1')(state).data).toEqual({ id: '1', name: 'Ada' });
});

it('does not resume a saved RTK Query mutation, but names it on the console', async () => {
  const { server, store, page, settled } = await opened();
  const held = server.hold('PATCH /users/:id');
  act(() => void store.dispatch(people.endpoints.rename.initiate({ id: '1', name: 'Countess' }) as never));
  await held.arrived;
  const saved = JSON.parse(JSON.stringify(dehydrate(store.getState().rdc)));
  await act(() => held.release());
  await settled();
  page.unmount();
  const before = server.requests.length;
  const errors: unknown[] = [];
  const client = createDataClient({
    managers: [networkManager(), subscriptionManager(), hydrationManager()],
    onError: error => errors.push(error),
  });
  const next = storeWith(client);
  const controller = new Controller(next);
  controller.hydrate(saved);

  await controller.resume(saved);

  expect(next.complaints.splice(0)).toEqual([
    expect.stringContaining('twoApisPeople.rename.patching is sent by RTK Query'),
  ]);
  expect(errors).toEqual([]);
  expect(server.requests.slice(before)).toEqual([]);
});

it('leaves an RTK Query mutation that changed nothing yet to the user, too', async () => {
  const { server, page, settled } = await opened();
  page.unmount();
  const held = server.hold('PATCH /users/:id');
  const first = storeWith();
  const sent = first.dispatch(people.endpoints.rename.initiate({ id: '1', name: 'Countess' }) as never);
  await held.arrived;
  const client = createDataClient();

  const next = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
    preloadedState: { rdc: JSON.parse(JSON.stringify(first.getState().rdc)) },
  });
  await new Controller(next).resume();

  const [complaint, ...others] = first.complaints.splice(0);
  expect(complaint).toMatch(
    /not send twoApisPeople.rename again, .* RTK Query sends it. Let the user send it/,
  );
  expect(others).toEqual([]);
  await held.release();
  await sent;
  await settled();
});
