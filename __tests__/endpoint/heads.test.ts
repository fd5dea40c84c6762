import {
  actions,
  Collection,
  Controller,
  dehydrate,
  Entity,
  ifNoneMatch,
  pageLinks,
  resource,
  type,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Issue extends Entity {
  id = '';
  title = '';
  static key = 'HeadIssue';
}

const total = (response: Response) => ({ total: Number(response.headers.get('X-Total-Count')) });

const Issues = resource({
  path: '/issues/:id',
  schema: Issue,
  paginationField: 'page',
  Endpoint: ApiEndpoint,
}).extend({ getList: { meta: pageLinks } });

const Counted = resource({ path: '/counted/:id', schema: Issue, Endpoint: ApiEndpoint }).extend(
  ({ getList }) => ({ getCounted: getList.extend({ meta: total }) }),
);

const Wrapped = resource({
  path: '/wrapped/:id',
  schema: Issue,
  searchParams: type<{ q?: string } | undefined>(),
  paginationField: 'after',
  Endpoint: ApiEndpoint,
}).extend({ getList: { schema: { items: new Collection([Issue]), next: '', about: { total: 0 } } } });

const Versioned = resource({ path: '/versioned/:id', schema: Issue, Endpoint: ApiEndpoint }).extend({
  get: {
    meta: response => ({ etag: response.headers.get('ETag') }),
    conditional: ifNoneMatch,
    dataExpiryLength: 0,
  },
});

const Paged = resource({
  path: '/paged/:id',
  schema: Issue,
  paginationField: 'page',
  Endpoint: ApiEndpoint,
}).extend({
  getList: { meta: response => ({ etag: response.headers.get('ETag') }), conditional: ifNoneMatch },
});

describe('the result of meta()', () => {
  it('is part of the state of its response, and typed', async () => {
    await serve({ 'GET /counted': () => reply(200, [{ id: '1' }], { 'X-Total-Count': '41' }) });
    const store = createTestStore();
    const { getCounted } = Counted;

    await store.dispatch(getCounted.fetch());

    const counted: number | undefined = getCounted.select()(store.getState()).meta?.total;
    expect(counted).toBe(41);
    expect(new Controller(store).getResponse(getCounted).meta).toEqual({ total: 41 });
    const select = store.client.selectors.selectResponse(getCounted);
    expect(select(store.getState()).meta).toEqual({ total: 41 });
  });

  it('is the same object while responses repeat it, and a new one when it changes', async () => {
    let count = 1;
    await serve({ 'GET /counted': () => reply(200, [{ id: '1' }], { 'X-Total-Count': String(count) }) });
    const store = createTestStore();
    const { getCounted } = Counted;
    const read = () => getCounted.select()(store.getState());
    await store.dispatch(getCounted.fetch());
    const before = read();

    await store.dispatch(getCounted.fetch());
    expect(read().meta).toBe(before.meta);
    count = 2;
    await store.dispatch(getCounted.fetch());

    expect(read().meta).toEqual({ total: 2 });
    expect(read().data).toBe(before.data);
  });

  it('fails the request if it throws', async () => {
    await serve({ 'GET /counted': () => [] });
    const store = createTestStore();
    const broken = Counted.getList.extend({
      name: 'HeadIssue.broken',
      meta: () => {
        throw new Error('no head');
      },
    });

    await expect(store.dispatch(broken.fetch())).rejects.toThrow('no head');
  });
});

describe('pageLinks', () => {
  it.each([
    ['nothing', '', {}],
    [
      'several relations',
      '<https://a.example/issues?page=2&q=a%2Cb>; rel="next", <https://a.example/issues?page=9>; rel="last"',
      { next: { page: '2', q: 'a,b' }, last: { page: '9' } },
    ],
    [
      'two relations of one link',
      '</issues?page=1>; rel="first prev"',
      { first: { page: '1' }, prev: { page: '1' } },
    ],
    ['a relation without quotes', '</issues?after=x>; title="a, b"; rel=next', { next: { after: 'x' } }],
    ['a link without parameters', '</issues>; rel=first', { first: {} }],
    ['other relations', '</style.css>; rel=preload; as=style', {}],
  ])('reads %s', async (_name, link, expected) => {
    await serve({ 'GET /issues': () => reply(200, [], link === '' ? {} : { Link: link }) });
    const store = createTestStore();

    await store.dispatch(Issues.getList.fetch());

    expect(Issues.getList.select()(store.getState()).meta).toEqual(expected);
  });
});

describe('after a page', () => {
  it('the values beside the list are those of the page', async () => {
    await serve({
      'GET /wrapped': ({ query: { after } }) =>
        after === undefined
          ? { items: [{ id: '1' }], next: 'b', about: { total: 3 } }
          : { items: [{ id: '2' }], next: 'c', about: { total: 4 } },
    });
    const store = createTestStore();
    const list = () => Wrapped.getList.select()(store.getState()).data;
    await store.dispatch(Wrapped.getList.fetch());
    expect(list()).toMatchObject({ next: 'b', about: { total: 3 } });

    const page = await store.dispatch(Wrapped.getList.getPage.fetch({ after: 'b' }));

    expect(page.next).toBe('c');
    expect(list()?.items.map(({ id }) => id)).toEqual(['1', '2']);
    expect(list()).toMatchObject({ next: 'c', about: { total: 4 } });
  });

  it('other lists keep their values', async () => {
    await serve({
      'GET /wrapped': ({ query: { q = '', after = '' } }) => ({
        items: [],
        next: `${q}${after}+`,
        about: { total: 0 },
      }),
    });
    const store = createTestStore();
    await store.dispatch(Wrapped.getList.fetch());
    await store.dispatch(Wrapped.getList.fetch({ q: 'x' }));

    await store.dispatch(Wrapped.getList.getPage.fetch({ q: 'x', after: '1' }));

    expect(Wrapped.getList.select()(store.getState()).data?.next).toBe('+');
    expect(Wrapped.getList.select({ q: 'x' })(store.getState()).data?.next).toBe('x1+');
  });

  it('meta is that of the page, and the list expires as before', async () => {
    await serve({
      'GET /issues': ({ query: { page = '1' } }) =>
        reply(200, [{ id: page }], { Link: `</issues?page=${Number(page) + 1}>; rel="next"` }),
    });
    const store = createTestStore();
    await store.dispatch(Issues.getList.fetch());
    const before = Issues.getList.select()(store.getState());
    expect(before.meta).toEqual({ next: { page: '2' } });

    await store.dispatch(Issues.getList.getPage.fetch({ page: 2 }));

    const { meta, expiresAt, data } = Issues.getList.select()(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2']);
    expect(meta).toEqual({ next: { page: '3' } });
    expect(expiresAt).toBe(before.expiresAt);
  });

  it('the response of an earlier list fetch changes nothing', async () => {
    const api = await serve({
      'GET /wrapped': ({ query: { after } }) =>
        after === undefined
          ? { items: [{ id: '1' }], next: 'b', about: { total: 3 } }
          : { items: [{ id: '2' }], next: 'c', about: { total: 3 } },
    });
    const store = createTestStore();
    await store.dispatch(Wrapped.getList.fetch());
    const late = api.hold('GET /wrapped');
    const refetch = store.dispatch(Wrapped.getList.fetch());
    await late.arrived;
    await store.dispatch(Wrapped.getList.getPage.fetch({ after: 'b' }));
    await late.release();
    await refetch;

    const { data } = Wrapped.getList.select()(store.getState());
    expect(data?.items.map(({ id }) => id)).toEqual(['1', '2']);
    expect(data?.next).toBe('c');
  });
});

describe('ifNoneMatch', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is not sent for a list if its ETag came with another page', async () => {
    const pages = { first: { etag: '"1"', title: 'old' }, second: { etag: '"2"', title: 'b' } };
    const api = await serve({
      'GET /paged': ({ query, headers }) => {
        const [id, { etag, title }] = 'page' in query ? ['b', pages.second] : ['a', pages.first];
        return headers['if-none-match'] === etag ? reply(304) : reply(200, [{ id, title }], { ETag: etag });
      },
    });
    const store = createTestStore();
    const { getList } = Paged;
    await store.dispatch(getList.fetch());
    await store.dispatch(getList.getPage.fetch({ page: 2 }));
    pages.first = { etag: '"2"', title: 'new' };

    await store.dispatch(getList.fetch());

    expect(
      getList
        .select()(store.getState())
        .data?.map(({ title }) => title),
    ).toEqual(['new']);

    await store.dispatch(getList.fetch());
    expect(api.seen.at(-1)).toMatchObject({ headers: { 'if-none-match': '"2"' } });
  });

  it('is not sent for a page if its list was refetched since', async () => {
    await serve({
      'GET /paged': ({ query, headers }) => {
        const [id, etag] = 'page' in query ? ['b', '"2"'] : ['a', '"1"'];
        return headers['if-none-match'] === etag ? reply(304) : reply(200, [{ id }], { ETag: etag });
      },
    });
    const store = createTestStore();
    const { getList } = Paged;
    const page = () => store.dispatch(getList.getPage.fetch({ page: 2 }));
    const ids = () =>
      getList
        .select()(store.getState())
        .data?.map(({ id }) => id);
    await store.dispatch(getList.fetch());
    await page();
    await store.dispatch(getList.fetch());
    expect(ids()).toEqual(['a']);

    await page();
    expect(ids()).toEqual(['a', 'b']);
  });

  it.each([
    ['a move', false],
    ['a change of a record, with belongs', true],
  ])('is not sent for a list that %s changed', async (what, hasRule) => {
    class Task extends Entity {
      id = '';
      status = '';
      static key = `Heads.Task, ${what}`;
    }
    const Tasks = resource({
      path: '/tasks/:id',
      schema: Task,
      searchParams: type<{ status: string }>(),
      Endpoint: ApiEndpoint,
      ...((hasRule
        ? { belongs: (task: Task, { status }: { status: string }) => task.status === status }
        : {}) as object),
    });
    const getList = Tasks.getList.extend({
      name: `Heads.getTasks, ${what}`,
      meta: response => ({ etag: response.headers.get('ETag') }),
      conditional: ifNoneMatch,
    });
    let status = 'open';
    await serve({
      'GET /tasks': ({ query, headers }) => {
        const etag = `"${status}"`;
        const list = [{ id: '1', status }].filter(task => task.status === query.status);
        return headers['if-none-match'] === etag ? reply(304) : reply(200, list, { ETag: etag });
      },
      'PATCH /tasks/:id': ({ body }) => {
        ({ status } = body as { status: string });
        return { id: '1', status };
      },
    });
    const store = createTestStore();
    const shown = () => getList.select({ status: 'open' })(store.getState()).data?.length;
    // All within one millisecond.
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    await store.dispatch(getList.fetch({ status: 'open' }));
    const change = hasRule ? Tasks.partialUpdate : Tasks.getList.move;
    await store.dispatch(change.fetch({ id: '1' }, { status: 'done' }) as never);
    expect(shown()).toBe(0);
    status = 'open';

    await store.dispatch(getList.fetch({ status: 'open' }));
    expect(shown()).toBe(1);
  });

  it('is not sent for a result that the update of a mutation changed', async () => {
    const count = { total: 1 };
    const api = await serve({
      'GET /count': ({ headers }) => {
        const etag = `"${count.total}"`;
        return headers['if-none-match'] === etag ? reply(304) : reply(200, { ...count }, { ETag: etag });
      },
      'POST /count': () => ({}),
    });
    const store = createTestStore();
    const getCount = new ApiEndpoint({
      path: '/count',
      name: 'Heads.getCount',
      schema: { total: 0 },
      meta: response => ({ etag: response.headers.get('ETag') }),
      conditional: ifNoneMatch,
    });
    const add = new ApiEndpoint({
      path: '/count',
      name: 'Heads.add',
      method: 'POST',
      update: () => ({ [getCount.key()]: (counted: { total: number }) => ({ total: counted.total + 1 }) }),
    });
    await store.dispatch(getCount.fetch());
    await store.dispatch(add.fetch());
    expect(getCount.select()(store.getState()).data).toEqual({ total: 2 });

    await store.dispatch(getCount.fetch());
    expect(getCount.select()(store.getState()).data).toEqual({ total: 1 });

    await store.dispatch(getCount.fetch());
    expect(api.seen.at(-1)).toMatchObject({ headers: { 'if-none-match': '"1"' } });
  });

  it('is not sent for restored data with a record that another write changed', async () => {
    const { statuses, issue } = await serveVersions();
    const store = createTestStore();
    await store.dispatch(Versioned.get.fetch({ id: '1' }));
    await new Promise(resolve => setTimeout(resolve, 5));
    new Controller(store).set(Issue, { id: '1' }, { ...issue, title: 'two' });
    const restored = createTestStore();
    const saved = JSON.parse(JSON.stringify(dehydrate(store.getState().rdc)));
    // It has expired, but is still shown.
    restored.dispatch(actions.hydrate(saved, { isShown: true }));

    await restored.dispatch(Versioned.get.fetch({ id: '1' }));

    expect(statuses).toEqual([200, 200]);
    expect(Versioned.get.select({ id: '1' })(restored.getState()).data?.title).toBe('one');
  });

  it('is not sent for a record that a restored one replaced', async () => {
    const { statuses } = await serveVersions();
    const [store, other] = [createTestStore(), createTestStore()];
    await store.dispatch(Versioned.get.fetch({ id: '1' }));
    await new Promise(resolve => setTimeout(resolve, 5));
    new Controller(other).set(Issue, { id: '1' }, { id: '1', title: 'two' });
    new Controller(store).hydrate(JSON.parse(JSON.stringify(dehydrate(other.getState().rdc))));
    expect(Versioned.get.select({ id: '1' })(store.getState()).data?.title).toBe('two');

    await store.dispatch(Versioned.get.fetch({ id: '1' }));

    expect(statuses).toEqual([200, 200]);
    expect(Versioned.get.select({ id: '1' })(store.getState()).data?.title).toBe('one');
  });

  it('rejects without a meta that keeps an ETag, and warns for a mutation', async () => {
    const { statuses } = await serveVersions();
    const store = createTestStore();
    const forgetful = Versioned.get.extend({ name: 'Versioned.forgetful', meta: undefined });
    const refusal = /option `conditional` is ifNoneMatch, and no `meta` keeps an ETag.+Add meta: response =>/;
    await expect(store.dispatch(forgetful.fetch({ id: '1' }))).rejects.toThrow(refusal);
    expect(statuses).toEqual([]);

    const said = jest.spyOn(console, 'error').mockImplementation();
    const renaming = Versioned.get.extend({
      name: 'Versioned.rename',
      method: 'PATCH',
      body: type<object>(),
    });
    await store.dispatch(renaming.fetch({ id: '1' }, { title: 'two' }));
    expect(said.mock.calls.flat()).toEqual([expect.stringContaining('Versioned.rename is a mutation')]);
    said.mockRestore();
  });

  async function serveVersions() {
    const issue = { id: '1', title: 'one' };
    const statuses: number[] = [];
    const api = await serve({
      'GET /versioned/:id': ({ headers }) => {
        const etag = `"${issue.title}"`;
        const isSame = headers['if-none-match'] === etag;
        statuses.push(isSame ? 304 : 200);
        return isSame ? reply(304, undefined, { ETag: etag }) : reply(200, { ...issue }, { ETag: etag });
      },
      'PATCH /versioned/:id': ({ body }) => Object.assign(issue, body),
    });
    return Object.assign(api, { issue, statuses });
  }

  it('renews the stored data on a 304', async () => {
    const { statuses } = await serveVersions();
    const store = createTestStore();
    const read = () => Versioned.get.select({ id: '1' })(store.getState());
    const first = await store.dispatch(Versioned.get.fetch({ id: '1' }));
    const before = read();

    const second = await store.dispatch(Versioned.get.fetch({ id: '1' }));

    expect(statuses).toEqual([200, 304]);
    expect(second).toBe(first);
    expect(read().data).toBe(before.data);
    expect(read().meta).toBe(before.meta);
    expect(read().fetchedAt).toBeGreaterThanOrEqual(before.fetchedAt);
    expect(store.log.at(-1)).toMatchObject({ type: 'rdc/setresponse', error: false });
  });

  it('stores the new data on a 200', async () => {
    const { statuses, issue } = await serveVersions();
    const store = createTestStore();
    await store.dispatch(Versioned.get.fetch({ id: '1' }));
    issue.title = 'two';

    const { title } = await store.dispatch(Versioned.get.fetch({ id: '1' }));

    expect([title, statuses]).toEqual(['two', [200, 200]]);
  });

  it('is not sent after another write changed the record, and clears an error', async () => {
    const { statuses, issue } = await serveVersions();
    const store = createTestStore();
    await store.dispatch(Versioned.get.fetch({ id: '1' }));
    await store.dispatch(Versioned.partialUpdate.fetch({ id: '1' }, { title: 'two' }));
    issue.title = 'one';

    const { title } = await store.dispatch(Versioned.get.fetch({ id: '1' }));
    expect([title, statuses]).toEqual(['one', [200, 200]]);

    const refused = Object.assign(new Error('no'), { status: 403 });
    store.dispatch(Versioned.get.setError({ id: '1' }, refused));
    expect(Versioned.get.select({ id: '1' })(store.getState()).error?.message).toBe('no');
    await store.dispatch(Versioned.get.fetch({ id: '1' }));
    expect(Versioned.get.select({ id: '1' })(store.getState()).error).toBeUndefined();
    expect(statuses).toEqual([200, 200, 304]);
  });

  it('keeps the stored data and fails on a 304 without a condition', async () => {
    const { issue } = await serveVersions();
    const own = Versioned.get.extend({
      conditional: undefined,
      getHeaders: (headers: HeadersInit) => ({ ...headers, 'If-None-Match': '"one"' }),
    });
    issue.title = 'two';
    const store = createTestStore();
    await store.dispatch(own.fetch({ id: '1' }));
    issue.title = 'one';

    const again = store.dispatch(own.fetch({ id: '1' }));
    await expect(again).rejects.toMatchObject({ name: 'NetworkError', status: 304 });
    expect(own.select({ id: '1' })(store.getState()).data?.title).toBe('two');
  });
});
