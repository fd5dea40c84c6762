import {
  Collection,
  Controller,
  Endpoint,
  Entity,
  GQLEndpoint,
  keyOf,
  MissingRecordError,
  resource,
  type,
  Union,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Job extends Entity {
  id = '';
  title = '';
  status = '';
  static key = 'OddLists.Job';
}

const idsOf = (rows: readonly { readonly id: string | number }[] | undefined) => rows?.map(({ id }) => id);
type Patch = { readonly params: object; readonly body: unknown };
const patched = ({ params, body }: Patch) => ({ ...params, ...(body as object) });

describe('a list whose process() unwraps an envelope', () => {
  const Jobs = resource({
    path: '/jobs/:id',
    schema: Job,
    searchParams: type<{ status?: string }>(),
    Endpoint: ApiEndpoint,
  }).extend({
    getList: { process: (response: { readonly items: readonly object[] }) => response.items },
  });

  it('creates and moves elements that come unwrapped', async () => {
    await serve({
      'GET /jobs': () => ({ items: [{ id: '1', status: 'open' }] }),
      'POST /jobs': ({ body }) => ({ id: '2', ...(body as object) }),
      'PATCH /jobs/:id': patched,
    });
    const store = createTestStore();
    const shown = () => idsOf(Jobs.getList.select({ status: 'open' })(store.getState()).data);
    await store.dispatch(Jobs.getList.fetch({ status: 'open' }));

    expect(await store.dispatch(Jobs.getList.push.fetch({ status: 'open' }))).toMatchObject({ id: '2' });
    expect(shown()).toEqual(['1', '2']);
    await store.dispatch(Jobs.getList.move.fetch({ id: '1' }, { status: 'done' }));
    expect(shown()).toEqual(['2']);
  });

  it('creates an unwrapped element even if process() defaults to an empty list', async () => {
    class Doc extends Job {
      static override key = 'OddLists.Doc';
      static override process(input: { readonly _id: string }) {
        const { _id: id, ...fields } = input;
        return { ...fields, id };
      }
    }
    const Docs = resource({ path: '/docs/:id', schema: Doc, Endpoint: ApiEndpoint }).extend({
      getList: { process: ({ items = [] }: { readonly items?: readonly object[] }) => items as never },
    });
    await serve({
      'GET /docs': () => ({ items: [{ _id: '1' }] }),
      'POST /docs': ({ body }) => ({ ...(body as object), _id: '2' }),
    });
    const store = createTestStore();
    await store.dispatch(Docs.getList.fetch());

    expect(await store.dispatch(Docs.getList.push.fetch({ title: 'b' }))).toMatchObject({ id: '2' });
    expect(idsOf(Docs.getList.select()(store.getState()).data)).toEqual(['1', '2']);
  });

  it('creates elements that come in the same envelope', async () => {
    const Wrapped = Jobs.extend({
      getList: { process: (response: { readonly data: unknown }) => response.data as never },
    });
    await serve({
      'GET /jobs': () => ({ data: [{ id: '1' }] }),
      'POST /jobs': ({ body }) => ({ data: { id: '2', ...(body as object) } }),
    });
    const store = createTestStore();
    await store.dispatch(Wrapped.getList.fetch());

    expect(await store.dispatch(Wrapped.getList.push.fetch({ title: 'b' }))).toMatchObject({ title: 'b' });
    expect(idsOf(Wrapped.getList.select()(store.getState()).data)).toEqual(['1', '2']);
  });

  it.each([
    ['several', [{ title: 'a' }, { title: 'b' }], ['1', '2', '3']],
    ['one', { title: 'a' }, ['1', '2']],
  ])('creates %s from an envelope with a list', async (_count, sent, ids) => {
    await serve({
      'GET /jobs': () => ({ items: [{ id: '1' }] }),
      'POST /jobs': ({ body }) => ({
        items: [body as object].flat().map((job, i) => ({ id: `${i + 2}`, ...job })),
      }),
    });
    const store = createTestStore();
    await store.dispatch(Jobs.getList.fetch());
    await store.dispatch(Jobs.getList.push.fetch(sent as never));

    expect(idsOf(Jobs.getList.select()(store.getState()).data)).toEqual(ids);
  });

  it("creates an element with a list field named like the envelope's", async () => {
    await serve({
      'GET /jobs': () => ({ items: [] }),
      'POST /jobs': ({ body }) => ({ id: '2', items: [{ id: '7' }], ...(body as object) }),
    });
    const store = createTestStore();
    await store.dispatch(Jobs.getList.fetch());
    await store.dispatch(Jobs.getList.push.fetch({ title: 'a' }));

    expect(idsOf(Jobs.getList.select()(store.getState()).data)).toEqual(['2']);
  });

  it.each([
    ['an envelope of another form', { results: new Collection([Job]), total: 0 }, 'results'],
    ['nothing', new Collection([Job]), undefined],
  ])('creates an element that process() turns into %s', async (_form, schema, field) => {
    const getList = Jobs.getList.extend({
      schema,
      process: ({ data, total }: { readonly data?: readonly object[]; readonly total?: number }) =>
        field === undefined ? (data ?? null) : { [field]: data, total },
    } as never) as unknown as typeof Jobs.getList;
    await serve({
      'GET /jobs': () => ({ data: [{ id: '1' }], total: 1 }),
      'POST /jobs': ({ body }) => ({ id: '2', ...(body as object) }),
    });
    const store = createTestStore();
    await store.dispatch(getList.fetch());

    expect(await store.dispatch(getList.push.fetch({ title: 'a' }))).toMatchObject({ id: '2', title: 'a' });
    const { data } = getList.select()(store.getState()) as { readonly data: unknown };
    const rows = field === undefined ? data : (data as Readonly<Record<string, unknown>>)[field];
    expect(idsOf(rows as readonly Job[])).toEqual(['1', '2']);
  });
});

describe("under a parent whose parameter has the name of the record's key", () => {
  const Jobs = resource({ path: '/plants/:id/jobs/:jobId', schema: Job, Endpoint: ApiEndpoint });
  const jobs = (store: ReturnType<typeof createTestStore>) =>
    Jobs.getList
      .select({ id: '5' })(store.getState())
      .data?.map(({ id, title }) => `${id} ${title}`);

  it("keeps a moved record in its parent's list", async () => {
    await serve({
      'GET /plants/:id/jobs': () => [{ id: '9', title: 'old' }],
      'PATCH /plants/:id/jobs/:jobId': ({ params, body }) => ({ id: params.jobId, ...(body as object) }),
    });
    const store = createTestStore();
    await store.dispatch(Jobs.getList.fetch({ id: '5' }));
    await store.dispatch(Jobs.getList.move.fetch({ id: '5', jobId: '9' }, { title: 'new' }));

    expect(jobs(store)).toEqual(['9 new']);
  });

  it("keeps a moved record with a compound key in its parent's list, and removes it from others", async () => {
    class PlantJob extends Entity {
      id = '';
      plant = '';
      state = '';
      static key = 'OddLists.PlantJob';
      static override pk(job: Partial<PlantJob>) {
        return `${job.plant}-${job.id}`;
      }
    }
    const { getList } = resource({
      path: '/plants/:id/jobs/:jobId',
      schema: PlantJob,
      searchParams: type<{ state?: string }>(),
      Endpoint: ApiEndpoint,
    });
    const job = { id: '9', plant: '5', state: 'open' };
    await serve({
      'GET /plants/:id/jobs': ({ query: { state = job.state } }) => (state === job.state ? [job] : []),
      'PATCH /plants/:id/jobs/:jobId': ({ body }) => ({ ...job, ...(body as object) }),
    });
    const store = createTestStore();
    const lists = [{ id: '5' }, { id: '5', state: 'open' }, { id: '5', state: 'done' }];
    for (const args of lists) await store.dispatch(getList.fetch(args));
    await store.dispatch(getList.move.fetch({ id: '5', jobId: '9' }, { state: 'done' }));

    const shown = lists.map(args => idsOf(getList.select(args)(store.getState()).data));
    expect(shown).toEqual([['9'], [], ['9']]);
  });

  it('does not write an update of an unstored record into another record', async () => {
    await serve({
      'GET /plants/:id/jobs': () => [{ id: '5', title: 'five' }],
      'PATCH /plants/:id/jobs/:jobId': () => null,
    });
    const store = createTestStore();
    await store.dispatch(Jobs.getList.fetch({ id: '5' }));

    expect(
      await store.dispatch(Jobs.partialUpdate.fetch({ id: '5', jobId: '9' }, { title: 'new' })),
    ).toBeUndefined();
    expect(jobs(store)).toEqual(['5 five']);
  });
});

describe.each([
  ['its body', true],
  ['the response', false],
])('a record that moves into a group numbered like itself, according to %s', (by, isSent) => {
  it('is only in that group', async () => {
    class Grouped extends Entity {
      id = 0;
      group = 0;
      static key = `OddLists.Grouped by ${by}`;
    }
    const Records = resource({ path: '/groups/:group/records/:id', schema: Grouped, Endpoint: ApiEndpoint });
    const { getList } = Records;
    await serve({
      'GET /groups/:group/records': ({ params }) => (params.group === '7' ? [{ id: 5, group: 7 }] : []),
      'PATCH /groups/:group/records/:id': () => ({ id: 5, group: 5 }),
    });
    const store = createTestStore();
    const shown = (group: number) => idsOf(getList.select({ group })(store.getState()).data);
    for (const group of [7, 5]) await store.dispatch(getList.fetch({ group }));
    await store.dispatch(getList.move.fetch({ group: 7, id: 5 }, isSent ? { group: 5 } : {}));

    expect([shown(7), shown(5)]).toEqual([[], [5]]);
  });
});

describe('a union with two names for one entity', () => {
  const kinds = new Union({ draft: Job, post: Job }, 'title');

  async function start() {
    const all = [
      { id: '1', title: 'draft', status: 'open' },
      { id: '2', title: 'draft', status: 'open' },
    ];
    const list = ({ query }: { readonly query: { readonly status?: string } }) =>
      all.filter(({ status }) => status === query.status);
    const change = ({ params, body }: Patch) => {
      const { id } = params as Job;
      return Object.assign(all.find(one => one.id === id) as object, body);
    };
    await serve({
      'GET /jobs': list,
      'PATCH /jobs/:id': change,
      'POST /jobs': ({ body }) => body,
      'GET /following': list,
      'PATCH /following/:id': change,
    });
    return createTestStore();
  }

  const searchParams = type<{ status?: string; page?: number }>();
  const Plain = resource({
    path: '/jobs/:id',
    schema: kinds,
    searchParams,
    paginationField: 'page',
    Endpoint: ApiEndpoint,
  });
  const Following = resource({
    path: '/following/:id',
    schema: kinds,
    searchParams,
    Endpoint: ApiEndpoint,
    belongs: (job: Job, { status }) => job.status === status,
  });

  it('moves a record whose name changes', async () => {
    const store = await start();
    const ids = (status: string) => idsOf(Plain.getList.select({ status })(store.getState()).data);
    await store.dispatch(Plain.getList.fetch({ status: 'open' }));
    await store.dispatch(Plain.getList.fetch({ status: 'done' }));
    await store.dispatch(Plain.getList.move.fetch({ id: '1' }, { title: 'post', status: 'done' }));

    expect([ids('open'), ids('done')]).toEqual([['2'], ['1']]);
  });

  it('keeps a record in the list it belongs to when its name changes', async () => {
    const store = await start();
    const ids = (status: string) => idsOf(Following.getList.select({ status })(store.getState()).data);
    await store.dispatch(Following.getList.fetch({ status: 'open' }));
    await store.dispatch(Following.getList.fetch({ status: 'done' }));
    await store.dispatch(Following.partialUpdate.fetch({ id: '1' }, { title: 'post' }));
    expect([ids('open'), ids('done')]).toEqual([['1', '2'], []]);
    await store.dispatch(Following.partialUpdate.fetch({ id: '1' }, { status: 'done' }));

    expect([ids('open'), ids('done')]).toEqual([['2'], ['1']]);
  });

  it('shows a record once if a creation or a page brings it under another name', async () => {
    const store = await start();
    const ids = () => idsOf(Plain.getList.select({ status: 'open' })(store.getState()).data);
    await store.dispatch(Plain.getList.fetch({ status: 'open' }));
    await store.dispatch(Plain.getList.push.fetch({ id: '1', title: 'post', status: 'open' }));
    expect(ids()).toEqual(['1', '2']);
    await store.dispatch(Plain.getList.move.fetch({ id: '2' }, { title: 'post' }));
    await store.dispatch(Plain.getList.getPage.fetch({ status: 'open', page: 2 }));

    expect(ids()).toEqual(['1', '2']);
  });
});

it('keeps a numeric id in a union when an update passes it as a string', async () => {
  class Post extends Entity {
    id = 0;
    type = 'post';
    title = '';
    static key = 'OddLists.Post';
  }
  class Link extends Entity {
    id = 0;
    type = 'link';
    static key = 'OddLists.Link';
  }
  const Feed = resource({
    path: '/feed/:id',
    schema: new Union({ post: Post, link: Link }, 'type'),
    optimistic: true,
    Endpoint: ApiEndpoint,
  });
  const api = await serve({
    'GET /feed': () => [{ id: 5, type: 'post', title: 'a' }],
    'PATCH /feed/:id': () => null,
  });
  const store = createTestStore();
  const shown = () => Feed.getList.select()(store.getState()).data;
  await store.dispatch(Feed.getList.fetch());
  const held = api.hold('PATCH /feed/5');
  const change = store.dispatch(Feed.partialUpdate.fetch({ id: '5' }, { title: 'b' } as never));
  await held.arrived;

  expect(shown()).toMatchObject([{ id: 5, title: 'b' }]);
  await held.release();
  await change;
  expect(shown()).toMatchObject([{ id: 5, title: 'b' }]);
});

it("adds entries to a map, in the map's envelope or without one", async () => {
  const getMap = new ApiEndpoint({
    path: '/enveloped',
    schema: new Collection(new Values(Job)),
    process: (response: { readonly jobs?: Readonly<Record<string, Job>> }) => response.jobs ?? null,
    name: 'OddLists.getEnveloped',
  });
  let isWrapped = true;
  await serve({
    'GET /enveloped': () => ({ jobs: { w: { id: '1' } } }),
    'POST /enveloped': ({ body }) => (isWrapped ? { jobs: body } : body),
  });
  const store = createTestStore();
  await store.dispatch(getMap.fetch());
  await store.dispatch(getMap.assign.fetch({ x: { id: '2' } } as never));
  isWrapped = false;
  await store.dispatch(getMap.assign.fetch({ y: { id: '3' } } as never));

  expect(getMap.select()(store.getState()).data).toMatchObject({
    w: { id: '1' },
    x: { id: '2' },
    y: { id: '3' },
  });
});

it('sends an update of an optimistic map entry to the created record', async () => {
  const getMap = new ApiEndpoint({
    path: '/map',
    schema: new Collection(new Values(Job)),
    optimistic: true,
    name: 'OddLists.getMap',
  });
  const change = new ApiEndpoint({
    path: '/jobs/:id',
    method: 'PATCH',
    body: type<{ title: string }>(),
    schema: Job,
    name: 'OddLists.change',
  });
  const api = await serve({
    'GET /map': () => ({}),
    'POST /map': ({ body }) => {
      const entries = Object.entries(body as object);
      return Object.fromEntries(entries.map(([name, job], i) => [name, { id: `n${i}`, ...job }]));
    },
    'PATCH /jobs/:id': patched,
  });
  const store = createTestStore();
  const at = (name: string) => getMap.select()(store.getState()).data?.[name] as Job;
  await store.dispatch(getMap.fetch());
  const held = api.hold('POST /map');
  const entries = { x: { title: 'x' }, y: { title: 'y' } };
  const creating = store.dispatch(getMap.assign.fetch(entries as never));
  await held.arrived;
  const keys = [keyOf(at('x')), keyOf(at('y'))];
  const changing = store.dispatch(change.fetch({ id: at('y').id }, { title: 'z' }));
  await held.release();
  await creating;

  expect([keyOf(at('x')), keyOf(at('y'))]).toEqual(keys);
  await changing;
  expect(api.requests.at(-1)).toBe('PATCH /jobs/n1');
  expect([at('x').title, at('y').title]).toEqual(['x', 'z']);
});

it('keeps duplicate elements that are not records', async () => {
  const getLog = new ApiEndpoint({
    path: '/log',
    schema: new Collection([{ job: Job }]),
    name: 'OddLists.getLog',
  });
  const log = ['a', 'a', 'b'].map(text => ({ text, job: { id: '1' } }));
  await serve({ 'GET /log': () => log });
  const store = createTestStore();

  expect(await store.dispatch(getLog.fetch())).toMatchObject(log.map(({ text }) => ({ text })));
});

describe('an endpoint made from a function', () => {
  const greet = new Endpoint(async (name: string, language?: string) => `${language ?? 'en'} ${name}`, {
    name: 'OddLists.greet',
  });

  it('ignores a trailing undefined argument', async () => {
    const store = createTestStore();
    await store.dispatch(greet.fetch('Ada', undefined));

    expect(greet.select('Ada', undefined)(store.getState()).data).toBe('en Ada');
    expect(new Controller(store).getResponse(greet, 'Ada').data).toBe('en Ada');
    expect(greet.key('Ada', undefined)).toBe(greet.key('Ada'));
  });
});

describe('serial mutations that name no record wait for each other', () => {
  function noting() {
    const order: string[] = [];
    const note = async (title: string) => {
      order.push(`${title} begins`);
      await new Promise(resolve => setTimeout(resolve, 20));
      order.push(`${title} ends`);
    };
    return { order, note };
  }
  const ordered = ['a begins', 'a ends', 'b begins', 'b ends'];

  it('of a function', async () => {
    const { order, note } = noting();
    const save = new Endpoint(note, { name: 'OddLists.save', sideEffect: true, concurrency: 'serial' });
    const store = createTestStore();
    await Promise.all(['a', 'b'].map(title => store.dispatch(save.fetch(title))));

    expect(order).toEqual(ordered);
  });

  it('of one GraphQL operation', async () => {
    const { order, note } = noting();
    const api = await serve({
      'POST /graphql': async ({ body }) => {
        const { title } = (body as { variables: { title: string } }).variables;
        await note(title);
        return { data: { create: { id: title, title } } };
      },
    });
    const create = new GQLEndpoint(`${api.url}/graphql`).mutation(
      (_variables: { title: string }) =>
        'mutation create($title: String) { create(title: $title) { id title } }',
      { create: Job },
      { concurrency: 'serial' },
    );
    const store = createTestStore();
    await Promise.all(['a', 'b'].map(title => store.dispatch(create.fetch({ title }))));

    expect(order).toEqual(ordered);
  });
});

describe('two lists of one response for the same arguments', () => {
  const board = { open: new Collection([Job]), done: new Collection([Job]) };

  it('are reported in development', async () => {
    const getBoard = new ApiEndpoint({ path: '/board', schema: board, name: 'OddLists.getBoard' });
    await serve({ 'GET /board': () => ({ open: [{ id: '1' }], done: [{ id: '2' }] }) });
    const store = createTestStore();
    await store.dispatch(getBoard.fetch());

    expect(store.complaints.splice(0).join()).toContain(
      'A response has two lists of [OddLists.Job] for the arguments {}: they are one list',
    );
  });

  it('are allowed if they are equal', async () => {
    const getSame = new ApiEndpoint({ path: '/same', schema: board, name: 'OddLists.getSame' });
    await serve({ 'GET /same': () => ({ open: [{ id: '1' }], done: [{ id: '1' }] }) });

    expect(await createTestStore().dispatch(getSame.fetch())).toMatchObject({ done: [{ id: '1' }] });
  });
});

describe('a creation with a search parameter that is not a string', () => {
  it.each([
    ['an array', ['x', 'y']],
    ['an object', { name: 'x' }],
  ])('joins the list with the same parameter: %s', async (kind, label) => {
    const Labelled = resource({
      path: `/${kind.slice(-5)}/:id`,
      schema: Job,
      searchParams: type<{ label: unknown }>(),
      Endpoint: ApiEndpoint,
    });
    await serve({
      [`GET /${kind.slice(-5)}`]: () => [],
      [`POST /${kind.slice(-5)}`]: ({ body }) => ({ id: '1', ...(body as object) }),
    });
    const store = createTestStore();
    await store.dispatch(Labelled.getList.fetch({ label }));
    await store.dispatch(Labelled.getList.push.fetch({ label }, { title: 'a' }));

    expect(idsOf(Labelled.getList.select({ label })(store.getState()).data)).toEqual(['1']);
  });
});

describe.each([false, true])(
  'a creation that contains whole related records (optimistic: %s)',
  optimistic => {
    class Tag extends Entity {
      id = '';
      name = '';
      kind = '';
      static key = `OddLists.Tag ${optimistic}`;
    }
    class Article extends Entity {
      id = '';
      author: Tag | undefined = undefined;
      tags: readonly Tag[] = [];
      roles: { readonly editor?: Tag } = {};
      subject: Tag | undefined = undefined;
      static key = `OddLists.Article ${optimistic}`;
      static schema = {
        author: Tag,
        tags: [Tag],
        roles: { editor: Tag },
        subject: new Union({ tag: Tag }, 'kind'),
      };
    }
    const Articles = resource({
      path: '/articles/:id',
      schema: Article,
      searchParams: type<{ author?: string; tags?: string[]; roles?: object; subject?: object }>(),
      Endpoint: ApiEndpoint,
      optimistic,
    });
    const [a, b] = ['a', 'b'].map(id => ({ id, name: `Tag ${id}`, kind: 'tag' }));

    it.each([
      ['a record', { author: 'a' }, { author: a }],
      ['a list of records', { tags: ['a', 'b'] }, { tags: [a, b] }],
      ['an object of records', { roles: { editor: 'b' } }, { roles: { editor: b } }],
      ['a record of a union', { subject: { id: 'a', schema: 'tag' } }, { subject: a }],
    ])('joins the list filtered by the keys of %s', async (_what, filter, body) => {
      const { getList } = Articles;
      await serve({
        'GET /articles': () => [],
        'POST /articles': ({ body }) => ({ id: '9', ...(body as object) }),
      });
      const store = createTestStore();
      await store.dispatch(getList.fetch(filter));
      await store.dispatch(getList.push.fetch(body as never));

      expect(idsOf(getList.select(filter)(store.getState()).data)).toEqual(['9']);
    });
  },
);

it('adds a creation to the list of its search parameter, even if the server returns more values', async () => {
  const { getList } = resource({
    path: '/noted/:id',
    schema: class Noted extends Job {
      static override key = 'OddLists.Noted';
    },
    searchParams: type<{ label: readonly string[] }>(),
    Endpoint: ApiEndpoint,
  });
  await serve({ 'GET /noted': () => [], 'POST /noted': () => ({ id: '1', label: ['x', 'y'] }) });
  const store = createTestStore();
  await store.dispatch(getList.fetch({ label: ['x'] }));
  await store.dispatch(getList.push.fetch({ label: ['x'] }, { title: 'a' }));

  expect(idsOf(getList.select({ label: ['x'] })(store.getState()).data)).toEqual(['1']);
});

it('shows a created union record under a parent whose parameter has the name of its key', async () => {
  const Items = resource({
    path: '/lines/:id/jobs/:jobId',
    schema: new Union({ job: Job }, 'status'),
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const api = await serve({
    'GET /lines/:id/jobs': () => [{ id: '5', title: 'old', status: 'job' }],
    'POST /lines/:id/jobs': ({ body }) => ({ id: '6', ...(body as object) }),
  });
  const store = createTestStore();
  const shown = () =>
    Items.getList
      .select({ id: '5' })(store.getState())
      .data?.map(({ title }) => title);
  await store.dispatch(Items.getList.fetch({ id: '5' }));
  const held = api.hold('POST /lines/:id/jobs');
  const creating = store.dispatch(Items.getList.push.fetch({ id: '5' }, { title: 'new', status: 'job' }));
  await held.arrived;

  expect(shown()).toEqual(['old', 'new']);
  await held.release();
  await creating;
});

it('rejects a read whose response says that its record is deleted', async () => {
  class Doc extends Entity {
    id = '';
    static key = 'OddLists.Doc';
    static override process(input: { readonly deletedAt?: number }) {
      return input.deletedAt === undefined ? input : undefined;
    }
  }
  const getDoc = new ApiEndpoint({ path: '/docs/:id', schema: Doc, name: 'OddLists.getDoc' });
  await serve({ 'GET /docs/:id': ({ params }) => ({ ...params, deletedAt: 1 }) });
  const store = createTestStore();

  await expect(store.dispatch(getDoc.fetch({ id: '1' }))).rejects.toThrow(MissingRecordError);
  expect(getDoc.select({ id: '1' })(store.getState()).error).toBeInstanceOf(MissingRecordError);
});

it('tells lists apart by the values of a Set', async () => {
  const Labelled = resource({
    path: '/labelled/:id',
    schema: class Labelled extends Job {
      static override key = 'OddLists.Labelled';
    },
    searchParams: type<{ label: ReadonlySet<string> }>(),
    Endpoint: ApiEndpoint,
  });
  await serve({ 'GET /labelled': ({ query }) => [{ id: `of ${query.label}` }] });
  const store = createTestStore();
  const by = (label: string) => [{ label: new Set([label]) }] as const;

  for (const label of ['a', 'b']) await store.dispatch(Labelled.getList.fetch(...by(label)));

  for (const label of ['a', 'b'])
    expect(idsOf(Labelled.getList.select(...by(label))(store.getState()).data)).toEqual([`of ${label}`]);
});
