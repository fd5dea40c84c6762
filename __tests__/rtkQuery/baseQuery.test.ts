import { type BaseQueryFn, type FetchArgs, fetchBaseQuery, retry } from '@reduxjs/toolkit/query';
import {
  Collection,
  createDataClient,
  Endpoint,
  Entity,
  formErrors,
  GQLEndpoint,
  RestEndpoint,
  subscriptionManager,
  type,
} from 'rdc-toolkit';
import { baseQueryManager } from 'rdc-toolkit/rtk-query';
import { createTestStore } from '../helpers/createTestStore';
import { reply, startApi } from '../helpers/startApi';

class Post extends Entity {
  id = 0;
  title = '';
  static key = 'BaseQuery.Post';
}

const getPost = new RestEndpoint({ path: '/posts/:id', schema: Post, name: 'BaseQuery.get' });
const rename = getPost.extend({ method: 'PATCH', body: type<{ title: string }>(), name: 'BaseQuery.rename' });

async function opened() {
  let token = 'old';
  const api = await startApi({
    'GET /api/posts/:id': ({ params, headers }) =>
      headers.authorization === 'Bearer new'
        ? { id: Number(params.id), title: String(headers['x-from']) }
        : reply(401, { message: 'who?' }),
    'PATCH /api/posts/:id': ({ params, body }) => ({ id: Number(params.id), ...(body as object) }),
    'POST /api/session': () => ({ token: 'new' }),
    'GET /api/text': () => reply(200, 'plain', { 'content-type': 'text/plain' }),
  });
  const base = fetchBaseQuery({
    baseUrl: `${api.url}/api`,
    prepareHeaders(headers, { getState }) {
      headers.set('authorization', `Bearer ${token}`);
      headers.set('x-from', `counter ${(getState() as { counter: number }).counter}`);
    },
  });
  const withLogin: BaseQueryFn<string | FetchArgs> = async (args, query, extra) => {
    const first = await base(args, query, extra);
    if (first.error?.status !== 401) return first;
    const { data } = await base({ url: '/session', method: 'POST' }, query, extra);
    token = (data as { token: string }).token;
    query.dispatch({ type: 'counter/increment' });
    return base(args, query, extra);
  };
  return { api, base, withLogin };
}

function storeOver(baseQuery: Parameters<typeof baseQueryManager>[0]) {
  return createTestStore({
    client: createDataClient({ managers: [baseQueryManager(baseQuery as never), subscriptionManager()] }),
  });
}

it('sends through the base query, which reads the state and logs in again', async () => {
  const { api, withLogin } = await opened();
  const store = storeOver(withLogin as never);
  const post = await store.dispatch(getPost.fetch({ id: 5 }));
  expect(post).toEqual(Post.fromJS({ id: 5, title: 'counter 1' }));
  expect(api.requests).toEqual(['GET /api/posts/5', 'POST /api/session', 'GET /api/posts/5']);
});

it('sends bodies as JSON, and shows the response everywhere', async () => {
  const { api, withLogin } = await opened();
  const store = storeOver(withLogin as never);
  await store.dispatch(getPost.fetch({ id: 5 }));
  await store.dispatch(rename.fetch({ id: 5 }, { title: 'new' }));
  expect(api.bodies).toEqual([{ title: 'new' }]);
  expect(getPost.select({ id: 5 })(store.getState()).data?.title).toBe('new');
});

it('retries as the base query does', async () => {
  const { api, base } = await opened();
  let failures = 2;
  const flaky: BaseQueryFn<string | FetchArgs> = (args, query, extra) =>
    failures-- > 0 ? { error: { status: 503 } } : base(args, query, extra);
  const store = storeOver(retry(flaky, { backoff: async () => {}, maxRetries: 3 }) as never);
  const renamed = await store.dispatch(rename.fetch({ id: 5 }, { title: 'at last' }));
  expect(renamed?.title).toBe('at last');
  expect(api.requests).toHaveLength(1);
});

it('rejects with the status and data of a failure', async () => {
  const { base } = await opened();
  const store = storeOver(base as never);
  await expect(store.dispatch(getPost.fetch({ id: 5 }))).rejects.toMatchObject({
    name: 'NetworkError',
    status: 401,
    data: { message: 'who?' },
  });
});

it("rejects with RTK Query's code if there is no response", async () => {
  const nowhere = fetchBaseQuery({ baseUrl: 'http://127.0.0.1:1' });
  const store = storeOver(nowhere as never);
  await expect(store.dispatch(getPost.fetch({ id: 5 }))).rejects.toMatchObject({ code: 'FETCH_ERROR' });
});

it('treats an endpoint with sideEffect: false as a read', async () => {
  const { base } = await opened();
  const getText = new RestEndpoint({ path: '/text', content: 'text', name: 'BaseQuery.text' });
  expect(await storeOver(base as never).dispatch(getText.fetch())).toBe('plain');
});

it('does not send other endpoints', async () => {
  const { base } = await opened();
  const getNumber = new Endpoint(async () => 7, { name: 'BaseQuery.number' });
  expect(await storeOver(base as never).dispatch(getNumber.fetch())).toBe(7);
});

it.each([200, 204])('treats an empty body with status %d as no response', async status => {
  const api = await startApi({
    'POST /posts': () => reply(status, ''),
    'GET /posts/:id': () => reply(status, ''),
    'GET /posts': () => [],
  });
  const store = storeOver(fetchBaseQuery({ baseUrl: api.url }) as never);
  const of = `BaseQuery.empty ${status}`;
  const getPosts = new RestEndpoint({ path: '/posts', schema: new Collection([Post]), name: of });
  const push = getPosts.extend({
    method: 'POST',
    body: {} as Partial<Post>,
    schema: getPosts.schema.push,
    name: `${of}, push`,
  });
  await store.dispatch(getPosts.fetch());

  await expect(store.dispatch(push.fetch({ title: 'a' }))).resolves.toBeUndefined();
  await expect(store.dispatch(getPost.fetch({ id: 5 }))).rejects.toMatchObject({ code: 'missing-record' });
});

it('stores what `meta` returns for the head of a response', async () => {
  const { base } = await opened();
  const store = storeOver(base as never);
  const getText = new RestEndpoint({
    path: '/text',
    name: 'BaseQuery.text',
    meta: ({ headers }) => headers.get('content-type'),
  });

  await store.dispatch(getText.fetch());

  expect(getText.select()(store.getState()).meta).toBe('text/plain');
});

it.each([
  ['credentials', 'include'],
  ['cache', 'no-store'],
  ['redirect', 'manual'],
  ['keepalive', true],
] as const)('sends a request with the %s of its requestInit', async (option, value) => {
  const api = await startApi({ 'GET /posts/:id': ({ params }) => ({ id: Number(params.id), title: '' }) });
  const sent: Request[] = [];
  const fetchFn: typeof fetch = (input, init) => {
    sent.push(input as Request);
    return fetch(input, init);
  };
  const get = getPost.extend({ requestInit: { [option]: value }, name: `BaseQuery.with ${option}` });

  await storeOver(fetchBaseQuery({ baseUrl: api.url, fetchFn }) as never).dispatch(get.fetch({ id: 5 }));

  expect(sent.map(request => request[option])).toEqual([value]);
});

it.each(['application/hal+json', 'application/ld+json'])('reads %s as JSON', async type => {
  const api = await startApi({
    'GET /posts/:id': () => reply(200, { id: 5, title: 'a' }, { 'content-type': type }),
  });
  const store = storeOver(fetchBaseQuery({ baseUrl: api.url }) as never);

  await expect(store.dispatch(getPost.fetch({ id: 5 }))).resolves.toMatchObject({ id: 5, title: 'a' });
});

it('finds field errors in a failure with application/problem+json', async () => {
  const problem = { title: 'Invalid', errors: { title: ['must not be empty'] } };
  const api = await startApi({
    'PATCH /posts/:id': () => reply(422, problem, { 'content-type': 'application/problem+json' }),
  });
  const store = storeOver(fetchBaseQuery({ baseUrl: api.url }) as never);

  const failure = await store.dispatch(rename.fetch({ id: 5 }, { title: '' })).catch((error: Error) => error);

  expect(formErrors(failure)).toEqual({ title: ['must not be empty'] });
});

it.each(['json', 'text', 'blob', 'arrayBuffer', 'stream'] as const)(
  'reads the failure of a request with content: %j as the server sent it',
  async content => {
    const api = await startApi({ 'GET /export': () => reply(422, { message: 'too large' }) });
    const getExport = new RestEndpoint({ path: '/export', content, name: `BaseQuery.failing ${content}` });
    const store = storeOver(fetchBaseQuery({ baseUrl: api.url }) as never);

    await expect(store.dispatch(getExport.fetch() as never)).rejects.toMatchObject({
      status: 422,
      data: { message: 'too large' },
    });
  },
);

it('rejects a page instead of JSON with PARSING_ERROR', async () => {
  const api = await startApi({
    'GET /posts/:id': () => reply(200, '<html></html>', { 'content-type': 'text/html' }),
  });
  const store = storeOver(fetchBaseQuery({ baseUrl: api.url }) as never);

  await expect(store.dispatch(getPost.fetch({ id: 5 }))).rejects.toMatchObject({
    code: 'PARSING_ERROR',
    data: '<html></html>',
    message: expect.stringMatching(/^Expected JSON from GET http.*\/posts\/5, received text\/html/),
  });
});

describe('a GraphQL operation', () => {
  const responses: Readonly<Record<string, unknown>> = {
    '5': { data: { post: { id: 5, title: 'a' } } },
    refused: { data: { post: null }, errors: [{ message: 'Not yours' }] },
    malformed: reply(400, { errors: [{ message: 'Unknown field' }] }),
    broken: reply(500, 'no'),
    other: { status: 'ok' },
  };
  const start = async () => {
    const { url } = await startApi({
      'POST /graphql': ({ body }) => responses[(body as { variables: { id: string } }).variables.id],
    });
    const getPost = new GQLEndpoint(`${url}/graphql`).query(
      (_variables: { id: string }) => 'query getPost($id: ID!) { post(id: $id) { id title } }',
      { post: Post },
    );
    return { url, getPost };
  };

  it('stores the records in the data of its response', async () => {
    const { url, getPost } = await start();
    const store = storeOver(fetchBaseQuery({ baseUrl: url }) as never);

    const { post } = await store.dispatch(getPost.fetch({ id: '5' }));

    expect(post).toEqual(Post.fromJS({ id: 5, title: 'a' }));
    expect(store.client.selectors.selectQuery(Post, { id: 5 })(store.getState())).toBe(post);
  });

  it.each([
    ['refused', { name: 'GQLNetworkError', status: 200, message: expect.stringContaining('Not yours') }],
    ['malformed', { name: 'GQLNetworkError', status: 400, errors: [{ message: 'Unknown field' }] }],
    ['broken', { name: 'NetworkError', status: 500 }],
    ['other', { name: 'UnexpectedContentError', message: expect.stringContaining('a GraphQL response') }],
  ])('rejects as with networkManager if the response is %s', async (id, failure) => {
    const { url, getPost } = await start();
    const store = storeOver(fetchBaseQuery({ baseUrl: url }) as never);

    await expect(store.dispatch(getPost.fetch({ id }))).rejects.toMatchObject(failure);
  });

  it.each([
    ['the body', (body: unknown) => body],
    ['what it holds', (body: unknown) => (body as { readonly data: unknown }).data],
  ])('can be sent by a base query that returns only %s', async (_, read) => {
    const { getPost } = await start();
    const sent =
      (hasMeta: boolean): BaseQueryFn<FetchArgs> =>
      async ({ url, ...init }) => {
        const response = await fetch(url, init as RequestInit);
        return { data: read(await response.json()), meta: hasMeta ? { response } : {} };
      };
    for (const hasMeta of [false, true]) {
      const store = storeOver(sent(hasMeta) as never);

      await expect(store.dispatch(getPost.fetch({ id: '5' }))).resolves.toMatchObject({ post: { id: 5 } });
    }
  });

  it('needs no schema if a base query has unwrapped the data', async () => {
    const { url } = await start();
    const vote = new GQLEndpoint(`${url}/graphql`).mutation('mutation vote { vote }');
    const taken: BaseQueryFn = async () => ({ data: { vote: true }, meta: { response: new Response() } });
    const store = storeOver(taken as never);

    await expect(store.dispatch(vote.fetch())).resolves.toEqual({ vote: true });
  });

  it('rejects with the errors in a body if the base query returns nothing else', async () => {
    const { getPost } = await start();
    const store = storeOver((async () => ({ data: responses.refused })) as never);

    await expect(store.dispatch(getPost.fetch({ id: 'refused' }))).rejects.toMatchObject({
      name: 'GQLNetworkError',
      status: 200,
    });
  });
});
