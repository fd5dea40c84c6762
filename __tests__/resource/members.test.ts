import { Entity, Invalidate, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Post extends Entity {
  id = '';
  title = '';
  group = '';
  author = '';
  static key = 'MemberPost';
}

const PostResource = resource({
  path: '/:group/posts/:id',
  schema: Post,
  searchParams: {} as { author?: string } | undefined,
  paginationField: 'page',
  Endpoint: ApiEndpoint,
});

const POSTS = [
  { id: '1', title: 'one', group: 'a', author: 'ada' },
  { id: '2', title: 'two', group: 'a', author: 'bob' },
];

const text = (body: string, type = 'text/plain') => reply(200, body, { 'Content-Type': type });

const servePosts = () =>
  serve({
    'GET /:group/posts/:id': ({ params }) => POSTS.find(({ id }) => id === params.id),
    'GET /:group/posts': ({ params, query }) =>
      query.page === undefined
        ? POSTS.filter(
            post => post.group === params.group && [undefined, post.author].includes(query.author as string),
          )
        : [POSTS[1], { id: `9${String(query.page)}`, title: 'paged', group: params.group, author: 'ada' }],
    'POST /:group/posts': ({ params, body }) => ({ id: '3', author: 'ada', ...params, ...(body as object) }),
    'PUT /:group/posts/:id': ({ params, body }) => ({ author: 'ada', ...params, ...(body as object) }),
    'PATCH /:group/posts/:id': ({ params, body }) => ({ ...POSTS[0], id: params.id, ...(body as object) }),
    'DELETE /:group/posts/:id': () => null,
  });

async function withList() {
  const api = await servePosts();
  const store = createTestStore();
  await store.dispatch(PostResource.getList.fetch({ group: 'a' }));
  await store.dispatch(PostResource.getList.fetch({ group: 'b' }));
  await store.dispatch(PostResource.getList.fetch({ group: 'a', author: 'bob' }));
  const idsOf = (params: { group: string; author?: string }) =>
    PostResource.getList
      .select(params)(store.getState())
      .data?.map(({ id }) => id);
  return {
    api,
    store,
    lists: () => [{ group: 'a' }, { group: 'b' }, { group: 'a', author: 'bob' }].map(idsOf),
  };
}

describe('get', () => {
  it('sends GET to the path, returns the record', async () => {
    const api = await servePosts();
    const store = createTestStore();
    const post: Post = await store.dispatch(PostResource.get.fetch({ group: 'a', id: '1' }));
    expect(post).toBeInstanceOf(Post);
    expect(post).toMatchObject(POSTS[0] as object);
    expect(api.requests).toEqual(['GET /a/posts/1']);
  });
});

describe('getList', () => {
  it('sends GET to the path minus its last token, returns the list', async () => {
    const { api, lists } = await withList();
    expect(api.requests).toEqual(['GET /a/posts', 'GET /b/posts', 'GET /a/posts?author=bob']);
    expect(lists()).toEqual([['1', '2'], [], ['2']]);
  });

  it('shares its records with get', async () => {
    const { store } = await withList();
    const post = PostResource.get.select({ group: 'a', id: '1' })(store.getState()).data;
    expect(post).toBe(PostResource.getList.select({ group: 'a' })(store.getState()).data?.[0]);
  });
});

describe('getList.push', () => {
  it('sends POST with the record, and appends the created one to matching lists', async () => {
    const { api, store, lists } = await withList();
    const made: Post | undefined = await store.dispatch(
      PostResource.getList.push.fetch({ group: 'a' }, { title: 'three' }),
    );
    expect(made).toMatchObject({ id: '3', title: 'three', group: 'a' });
    expect(api.requests.at(-1)).toBe('POST /a/posts');
    expect(api.bodies).toEqual([{ title: 'three' }]);
    expect(api.seen.at(-1)?.headers['content-type']).toBe('application/json');
    expect(lists()).toEqual([['1', '2', '3'], [], ['2']]);
  });

  it('puts search parameters into the query', async () => {
    const { api, store } = await withList();
    await store.dispatch(PostResource.getList.push.fetch({ group: 'a', author: 'bob' }, { title: 'x' }));
    expect(api.requests.at(-1)).toBe('POST /a/posts?author=bob');
  });
});

describe('getList.unshift', () => {
  it('sends POST with the record, and prepends the created one to matching lists', async () => {
    const { api, store, lists } = await withList();
    const made: Post | undefined = await store.dispatch(
      PostResource.getList.unshift.fetch({ group: 'a' }, { title: 'three', author: 'bob' }),
    );
    expect(made?.id).toBe('3');
    expect(api.requests.at(-1)).toBe('POST /a/posts');
    expect(lists()).toEqual([['3', '1', '2'], [], ['3', '2']]);
  });
});

describe('getList.getPage', () => {
  it('sends GET with the page in the query, and appends its records without duplicates', async () => {
    const { api, store, lists } = await withList();
    const page: readonly Post[] = await store.dispatch(
      PostResource.getList.getPage.fetch({ group: 'a', page: 2 }),
    );
    expect(page.map(({ id }) => id)).toEqual(['2', '92']);
    await store.dispatch(PostResource.getList.getPage.fetch({ group: 'a', page: '3' }));
    expect(api.requests.slice(-2)).toEqual(['GET /a/posts?page=2', 'GET /a/posts?page=3']);
    expect(lists()).toEqual([['1', '2', '92', '93'], [], ['2']]);
  });

  it('appends to the list with the same search parameters', async () => {
    const { api, store, lists } = await withList();
    await store.dispatch(PostResource.getList.getPage.fetch({ group: 'a', author: 'bob', page: 2 }));
    expect(api.requests.at(-1)).toBe('GET /a/posts?author=bob&page=2');
    expect(lists()).toEqual([['1', '2'], [], ['2', '92']]);
  });
});

describe('getList.move', () => {
  it('sends PATCH with the new values, and moves the record to the lists that match them', async () => {
    const { api, store, lists } = await withList();
    const moved: Post | undefined = await store.dispatch(
      PostResource.getList.move.fetch({ group: 'a', id: '1' }, { group: 'b' }),
    );
    expect(moved).toMatchObject({ id: '1', group: 'b' });
    expect(api.requests.at(-1)).toBe('PATCH /a/posts/1');
    expect(api.bodies).toEqual([{ group: 'b' }]);
    expect(lists()).toEqual([['2'], ['1'], ['2']]);
  });
});

describe('update', () => {
  it('sends PUT with the record', async () => {
    const { api, store } = await withList();
    const body = { title: 'uno', group: 'a', author: 'ada' };
    const post: Post = await store.dispatch(PostResource.update.fetch({ group: 'a', id: '1' }, body));
    expect(api.requests.at(-1)).toBe('PUT /a/posts/1');
    expect(api.bodies).toEqual([body]);
    expect(PostResource.get.select({ group: 'a', id: '1' })(store.getState()).data).toBe(post);
  });
});

describe('partialUpdate', () => {
  it('sends PATCH with only the changed fields', async () => {
    const { api, store, lists } = await withList();
    const post: Post = await store.dispatch(
      PostResource.partialUpdate.fetch({ group: 'a', id: '1' }, { title: 'uno' }),
    );
    expect(api.requests.at(-1)).toBe('PATCH /a/posts/1');
    expect(api.bodies).toEqual([{ title: 'uno' }]);
    expect(post).toMatchObject({ title: 'uno', author: 'ada' });
    expect(lists()).toEqual([['1', '2'], [], ['2']]);
  });
});

describe('delete', () => {
  const responses: readonly (readonly [string, unknown, string])[] = [
    ['nothing', null, '1'],
    ['an empty object', {}, '1'],
    ['an empty string', '', '1'],
    ['an object with the key', { id: '2' }, '2'],
    ['the key as a string', '2', '2'],
  ];

  it.each(responses)(
    'removes the record named in the response or path (%s)',
    async (_name, response, gone) => {
      await serve({ 'GET /:group/posts': () => POSTS, 'DELETE /:group/posts/:id': () => response });
      const store = createTestStore();
      await store.dispatch(PostResource.getList.fetch({ group: 'a' }));
      const key: string = await store.dispatch(PostResource.delete.fetch({ group: 'a', id: '1' }));
      expect(key).toBe(gone);
      expect(store.client.selectors.selectQuery(Post, { id: gone })(store.getState())).toBeUndefined();
      const list = PostResource.getList.select({ group: 'a' })(store.getState()).data;
      expect(list?.map(({ id }) => id)).toEqual(['1', '2'].filter(id => id !== gone));
    },
  );

  it('sends DELETE to the path, without a body', async () => {
    const { api, store } = await withList();
    await store.dispatch(PostResource.delete.fetch({ group: 'a', id: '1' }));
    expect(api.seen.at(-1)).toMatchObject({ method: 'DELETE', url: '/a/posts/1', body: undefined });
  });

  it.each([
    ['an object without a key', { ok: true }],
    ['a text that is not JSON', text('deleted')],
    ['a text as a page, as some servers send every text', text('Deleted.', 'text/html')],
    ['a message as JSON', text('"deleted"', 'application/json')],
    ['true', true],
    ['a count', text('1', 'application/json')],
    ['the list of what is left', [POSTS[1]]],
  ])('with response %s, removes the record in the path', async (_name, response) => {
    await serve({ 'GET /:group/posts': () => POSTS, 'DELETE /:group/posts/:id': () => response });
    const store = createTestStore();
    await store.dispatch(PostResource.getList.fetch({ group: 'a' }));
    await expect(store.dispatch(PostResource.delete.fetch({ group: 'a', id: '1' }))).resolves.toBe('1');
    const list = PostResource.getList.select({ group: 'a' })(store.getState()).data;
    expect(list?.map(({ id }) => id)).toEqual(['2']);
  });

  it("rejects if the response is a document, such as a proxy's login page", async () => {
    await serve({ 'DELETE /:group/posts/:id': () => text('<!doctype html><form>', 'text/html') });
    const deleting = createTestStore().dispatch(PostResource.delete.fetch({ group: 'a', id: '1' }));
    await expect(deleting).rejects.toMatchObject({ code: 'unexpected-content' });
  });

  it('with a custom schema also finds the record by its arguments', async () => {
    await serve({ 'GET /:group/posts': () => POSTS, 'DELETE /:group/posts/:id/all': () => ({ ok: true }) });
    const purge = new ApiEndpoint({
      path: '/:group/posts/:id/all',
      method: 'DELETE',
      schema: new Invalidate(Post),
      name: 'members.purge',
    });
    const store = createTestStore();
    await store.dispatch(PostResource.getList.fetch({ group: 'a' }));
    await expect(store.dispatch(purge.fetch({ group: 'a', id: '1' }))).resolves.toBe('1');
  });
});

describe('the path of single-item members', () => {
  it('equals the path of the resource', () => {
    const { get, update, partialUpdate, delete: remove, getList } = PostResource;
    const members = [get, update, partialUpdate, remove, getList.move];
    expect(members.map(({ path }) => path)).toEqual(members.map(() => '/:group/posts/:id'));
  });
});

describe('the path of list members', () => {
  it.each([
    ['/:first/:second', '/:first'],
    ['/:first', '/'],
    ['/:owner/*path', '/:owner'],
    ['/:group/posts{/:id}', '/:group/posts'],
  ])('for %s is %s', (path, listPath) => {
    const { getList } = resource({ path, schema: Post, paginationField: 'page' });
    const members = [getList, getList.push, getList.unshift, getList.getPage];
    expect(members.map(member => member.path)).toEqual(members.map(() => listPath));
  });
});

describe('a path with an optional part', () => {
  it('serves get with it, and getList without', () => {
    const { get, getList } = resource({ path: '/:group/posts{/:id}', schema: Post });
    expect([get.url({ group: 'a', id: '1' }), getList.url({ group: 'a' })]).toEqual([
      '/a/posts/1',
      '/a/posts',
    ]);
  });
});

describe('a path with a wildcard', () => {
  it('takes an array of segments in get, and is dropped in getList', () => {
    const { get, getList } = resource({ path: '/:owner/*path', schema: Post });
    expect([get.url({ owner: 'ada', path: ['docs', 'a.md'] }), getList.url({ owner: 'ada' })]).toEqual([
      '/ada/docs/a.md',
      '/ada',
    ]);
  });
});

describe('a resource called without a store', () => {
  it('makes the request and resolves to the response', async () => {
    const api = await servePosts();
    await expect(PostResource.get({ group: 'a', id: '1' })).resolves.toEqual(POSTS[0]);
    await expect(PostResource.getList({ group: 'a' })).resolves.toEqual(POSTS);
    await expect(PostResource.delete({ group: 'a', id: '1' })).resolves.toEqual({ group: 'a', id: '1' });
    expect(api.requests).toHaveLength(3);
  });
});

it('reads a list with GET though the resource declares a body', async () => {
  const api = await servePosts();
  const { getList } = resource({
    path: '/:group/posts/:id',
    schema: Post,
    body: type<{ title: string }>(),
    Endpoint: ApiEndpoint,
  });

  await createTestStore().dispatch(getList.fetch({ group: 'a' }));

  expect(api.requests).toEqual(['GET /a/posts']);
});
