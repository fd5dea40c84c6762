import { Collection, Entity, type ResourceOptions, type RestOptions, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Issue extends Entity {
  id = '';
  title = '';
  repo = '';
  static key = 'EnvelopedIssue';
}

/** Lists are wrapped in an object with numbers for pagination. */
const IssueResource = resource({
  path: '/:repo/issues/:id',
  schema: Issue,
  searchParams: {} as { state?: string } | undefined,
  paginationField: 'skip',
  Endpoint: ApiEndpoint,
}).extend(base => ({
  getList: base.getList.extend({
    schema: { results: base.getList.schema, total: 0, limit: 0, skip: 0, link: '' },
  }),
}));

const ISSUES = ['1', '2', '3', '4', '5'].map(id => ({ id, title: `#${id}`, repo: 'a' }));

const serveIssues = () =>
  serve({
    'GET /:repo/issues': ({ params, query }) => {
      const of = ISSUES.filter(({ repo }) => repo === params.repo);
      const skip = Number(query.skip ?? 0);
      return {
        results: of.slice(skip, skip + 2),
        total: of.length,
        limit: 2,
        skip,
        link: `?skip=${skip + 2}`,
      };
    },
    'POST /:repo/issues': ({ params, body }) => ({ id: '9', ...params, ...(body as object) }),
    'PATCH /:repo/issues/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
  });

async function withLists() {
  const api = await serveIssues();
  const store = createTestStore();
  const list = await store.dispatch(IssueResource.getList.fetch({ repo: 'a' }));
  await store.dispatch(IssueResource.getList.fetch({ repo: 'b' }));
  const idsOf = (repo: string) =>
    IssueResource.getList
      .select({ repo })(store.getState())
      .data?.results.map(({ id }) => id);
  return { api, store, list, ids: () => [idsOf('a'), idsOf('b')] };
}

describe('getList with a wrapped list in its response', () => {
  it('reads it all', async () => {
    const { list } = await withLists();
    expect(list).toMatchObject({ total: 5, limit: 2, skip: 0, link: '?skip=2' });
    expect(list.results[0]).toBeInstanceOf(Issue);
    const { total, link }: { readonly total: number; readonly link: string } = list;
    expect([total, link]).toEqual([5, '?skip=2']);
  });

  it('push and unshift add to the inner list', async () => {
    const { store, ids } = await withLists();
    const made: Issue | undefined = await store.dispatch(
      IssueResource.getList.push.fetch({ repo: 'a' }, { title: 'new' }),
    );
    expect(made).toBeInstanceOf(Issue);
    await store.dispatch(IssueResource.getList.unshift.fetch({ repo: 'b' }, { title: 'new' }));
    expect(ids()).toEqual([['1', '2', '9'], ['9']]);
  });

  it('getPage appends the inner list, and returns the whole response', async () => {
    const { api, store, ids } = await withLists();
    const page = await store.dispatch(IssueResource.getList.getPage.fetch({ repo: 'a', skip: 2 }));
    expect(page).toMatchObject({ total: 5, skip: 2, link: '?skip=4' });
    expect(page.results.map(({ id }) => id)).toEqual(['3', '4']);
    await store.dispatch(IssueResource.getList.getPage.fetch({ repo: 'a', skip: 4 }));
    expect(api.requests.slice(-2)).toEqual(['GET /a/issues?skip=2', 'GET /a/issues?skip=4']);
    expect(ids()).toEqual([['1', '2', '3', '4', '5'], []]);
  });

  it('moves a record from one list to another', async () => {
    const { store, ids } = await withLists();
    const moved: Issue | undefined = await store.dispatch(
      IssueResource.getList.move.fetch({ repo: 'a', id: '1' }, { repo: 'b' }),
    );
    expect(moved?.repo).toBe('b');
    expect(ids()).toEqual([['2'], ['1']]);
  });
});

describe('paginated', () => {
  class Event extends Entity {
    id = '';
    static key = 'PaginatedEvent';
  }
  const getEvents = new ApiEndpoint({
    name: 'getEvents',
    path: '/:room/events',
    schema: { events: new Collection([Event]), next: '' },
    searchParams: {} as { kind?: string } | undefined,
  });
  const getMore = getEvents.paginated(
    ({
      after: _after,
      before: _before,
      ...list
    }: {
      room: string;
      kind?: string;
      after?: string;
      before?: string;
    }) => [list],
  );

  it('supports cursors made of more than one field', async () => {
    const api = await serve({
      'GET /:room/events': ({ query }) =>
        query.after === undefined
          ? { events: [{ id: '1' }], next: '1' }
          : { events: [{ id: '1' }, { id: '2' }], next: '2' },
    });
    const store = createTestStore();
    await store.dispatch(getEvents.fetch({ room: 'x', kind: 'talk' }));
    const page = await store.dispatch(getMore.fetch({ room: 'x', kind: 'talk', after: '1' }));
    expect([page.next, page.events.length]).toEqual(['2', 2]);
    expect(api.requests).toEqual(['GET /x/events?kind=talk', 'GET /x/events?after=1&kind=talk']);
    const list = getEvents.select({ room: 'x', kind: 'talk' })(store.getState()).data;
    expect(list?.events.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('returns an endpoint of the same class, named after its list', () => {
    expect(getMore).toBeInstanceOf(ApiEndpoint);
    expect(getMore.name).toBe('getEvents.page');
    expect(getMore.extend({ dataExpiryLength: 5 }).dataExpiryLength).toBe(5);
  });

  it('reads a cursor from a header with parseResponse', async () => {
    const getLinked = getEvents.extend({
      name: 'getLinked',
      schema: { events: new Collection([Event]), link: '' },
      parseResponse: async (response: Response) => ({
        events: await response.json(),
        link: response.headers.get('link'),
      }),
    });
    await serve({ 'GET /:room/events': () => reply(200, [{ id: '7' }], { link: '<?after=7>; rel="next"' }) });
    const response = await createTestStore().dispatch(getLinked.fetch({ room: 'y' }));
    expect([response.link, response.events.map(({ id }) => id)]).toEqual(['<?after=7>; rel="next"', ['7']]);
  });
});

describe('a field typed with type()', () => {
  const getList = IssueResource.getList.extend({
    schema: {
      results: IssueResource.getList.schema.results,
      next: type<string | null>(),
      sums: type<{ open: number; by: readonly string[] }>(),
    },
  });

  it.each([
    ['null, and an object', { next: null, sums: { open: 2, by: ['ada'] } }],
    ['a text, and nothing', { next: '?after=7' }],
  ])('keeps its value: %s', async (_case, beside) => {
    await serve({ 'GET /:repo/issues': () => ({ results: [ISSUES[0]], ...beside }) });
    const store = createTestStore();
    const { results, ...kept } = await store.dispatch(getList.fetch({ repo: 'a' }));
    const next: string | null = kept.next;
    expect(results.map(({ id }) => id)).toEqual(['1']);
    expect({ ...kept, next }).toEqual(beside);
  });
});

describe('reuse: a custom function around resource()', () => {
  class AuthEndpoint<const O extends RestOptions = RestOptions> extends ApiEndpoint<O> {
    override urlPrefix = '/v1';
    override async getRequestInit(body: unknown): Promise<RequestInit> {
      return { ...(await super.getRequestInit(body)), credentials: 'same-origin' };
    }
  }

  function createPaginatedResource<const O extends ResourceOptions>(options: O) {
    return resource({ ...options, Endpoint: AuthEndpoint }).extend(base => ({
      getList: base.getList.extend({
        schema: { results: base.getList.schema, total: 0, limit: 0, skip: 0 },
      }),
    }));
  }

  class Movie extends Entity {
    id = '';
    title = '';
    static key = 'ReusedMovie';
  }

  const Movies = createPaginatedResource({
    path: '/movies/:id',
    schema: Movie,
    searchParams: {} as { genre?: string } | undefined,
    paginationField: 'skip',
  });

  it('keeps the types and the class of its endpoints', async () => {
    await serve({
      'GET /v1/movies/:id': ({ params }) => ({ ...params, title: 'Alien' }),
      'GET /v1/movies': ({ query }) => ({
        results: [{ id: '1', title: 'Alien' }],
        total: 1,
        limit: 9,
        skip: Number(query.skip ?? 0),
      }),
      'POST /v1/movies': ({ body }) => ({ id: '2', ...(body as object) }),
    });
    const store = createTestStore();
    const movie: Movie = await store.dispatch(Movies.get.fetch({ id: 1 }));
    const { results, total } = await store.dispatch(Movies.getList.fetch({ genre: 'horror' }));
    const titles: readonly string[] = results.map(({ title }) => title);
    const count: number = total;
    const made: Movie | undefined = await store.dispatch(
      Movies.getList.push.fetch({ genre: 'horror' }, { title: 'Aliens' }),
    );
    const page = await store.dispatch(Movies.getList.getPage.fetch({ genre: 'horror', skip: 1 }));
    expect([movie.title, titles, count, made?.title, page.skip]).toEqual([
      'Alien',
      ['Alien'],
      1,
      'Aliens',
      1,
    ]);
    expect(Movies.getList).toBeInstanceOf(AuthEndpoint);
    expect(Movies.getList.name).toBe('ReusedMovie.getList');
  });
});

describe('a wrapped list that maintains itself', () => {
  const options = {
    path: '/:repo/issues/:id',
    schema: Issue,
    Endpoint: ApiEndpoint,
    belongs: (issue: Issue, { repo }: { readonly repo?: string }) => issue.repo === repo,
  } as const;

  it('follows changes as long as it keeps its Collection', async () => {
    await serveIssues();
    const store = createTestStore();
    const { getList, partialUpdate } = resource(options).extend(base => ({
      getList: base.getList.extend({ schema: { results: base.getList.schema } }),
    }));
    await store.dispatch(getList.fetch({ repo: 'a' }));

    await store.dispatch(partialUpdate.fetch({ repo: 'b', id: '1' }, {}));

    const { data } = getList.select({ repo: 'a' })(store.getState());
    expect(data?.results.map(({ id }) => id)).toEqual(['2']);
  });

  it('warns in development if it gets another Collection', () => {
    const { complaints } = createTestStore();
    resource(options).extend({ getList: { schema: { results: new Collection([Issue]) } } });
    expect(complaints.splice(0)).toEqual([
      expect.stringContaining('The resource EnvelopedIssue has `belongs`, but'),
    ]);
  });
});
