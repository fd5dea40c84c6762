import { Endpoint, Entity, resource, Union } from 'rdc-toolkit';
import { deferred } from '../../lib/plain/deferred';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Page extends Entity {
  id = '';
  title = '';
  votes = 0;
  static key = 'mutationScope.Page';
}

const PageResource = resource({
  path: '/pages/:id',
  schema: Page,
  Endpoint: ApiEndpoint,
}).extend({
  partialUpdate: { concurrency: 'serial' },
  delete: { concurrency: 'serial' },
});
const { partialUpdate, getList } = PageResource;
/** Changes a page at another address, whose parameter has the name of the record's key. */
const vote = new ApiEndpoint({
  path: '/votes/:id',
  method: 'POST',
  body: undefined,
  schema: Page,
  concurrency: 'serial',
  name: 'mutationScope.vote',
});
const remove = PageResource.delete.extend({ path: '/trash/:id', name: 'mutationScope.trash' });
/** A form for many pages, which sends one mutation at a time, whatever it changes. */
const scoped = {
  title: partialUpdate.extend({
    path: '/titles/:id',
    name: 'mutationScope.title',
    scope: () => 'the book',
  }),
  order: new ApiEndpoint({
    path: '/order/:book',
    method: 'PUT',
    body: {} as { readonly ids: readonly string[] },
    concurrency: 'serial',
    name: 'mutationScope.order',
    scope: ({ book }: { readonly book: string | number }) => `the ${book}`,
  }),
};

const routes = {
  'POST /pages': ({ body }: { body: unknown }) => ({ ...(body as object), id: 'new' }),
  'PATCH /pages/:id': ({ params, body }: { params: object; body: unknown }) => ({
    ...params,
    ...(body as object),
  }),
  'PATCH /titles/:id': ({ params, body }: { params: object; body: unknown }) => ({
    ...params,
    ...(body as object),
  }),
  'POST /votes/:id': ({ params }: { params: object }) => ({ ...params, votes: 1 }),
  'DELETE /trash/:id': () => null,
  'PUT /order/:book': () => ({}),
};

/** An optimistic creation in flight, and the temporary key of its page. */
async function startCreation(api: Awaited<ReturnType<typeof serve>>, name: string, concurrency?: 'serial') {
  const create = getList.push.extend({
    concurrency,
    name: `mutationScope.${name}`,
    getOptimisticResponse: (_snapshot, ...args) => args.at(-1) as object,
  });
  const store = createTestStore();
  await store.dispatch(getList.setResponse([]));
  const created = api.hold('POST /pages');
  const creation = store.dispatch(create.fetch({ title: 'b' }));
  const [{ id = '' } = {}] = getList.select()(store.getState()).data ?? [];
  return { store, id, created, creation };
}

const soon = () => new Promise(resolve => setTimeout(resolve, 20));

it('rejects a mutation whose scope() throws, and rolls back its optimistic update', async () => {
  await serve(routes);
  const broken = partialUpdate.extend({
    name: 'mutationScope.broken',
    scope: () => {
      throw new Error('no book');
    },
    getOptimisticResponse: (_snapshot, { id }) => ({ id, title: 'never sent' }),
  });
  const store = createTestStore();
  await store.dispatch(getList.setResponse([{ id: '1', title: 'stored' }]));

  await expect(store.dispatch(broken.fetch({ id: '1' }, { title: 'never sent' }))).rejects.toThrow('no book');

  const { inflight, optimistic } = store.getState().rdc;
  expect([inflight.size, optimistic.length]).toEqual([0, 0]);
  expect(getList.select()(store.getState()).data?.[0]?.title).toBe('stored');
});

it('rejects a mutation whose scope() returns nothing, with a fix', async () => {
  const api = await serve(routes);
  const broken = partialUpdate.extend({ name: 'mutationScope.nothing', scope: () => undefined as never });

  await expect(createTestStore().dispatch(broken.fetch({ id: '1' }, {}))).rejects.toThrow(
    'its `scope` returned undefined. Return a string made of the arguments',
  );
  expect(api.requests).toEqual([]);
});

it('queues mutations of one record at any address', async () => {
  const api = await serve(routes);
  const held = api.hold('PATCH /pages/1');
  const store = createTestStore();

  const requests = [
    store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'a' })),
    store.dispatch(vote.fetch({ id: 1 })),
    store.dispatch(remove.fetch({ id: '1' })),
  ];
  await held.arrived;
  await store.dispatch(vote.fetch({ id: '2' }));
  await soon();
  expect(api.requests).toEqual(['PATCH /pages/1', 'POST /votes/2']);
  await held.release();
  await Promise.all(requests);

  expect(api.requests).toEqual(['PATCH /pages/1', 'POST /votes/2', 'POST /votes/1', 'DELETE /trash/1']);
});

describe('a record that is stored while a mutation of it is in flight', () => {
  class Draft extends Entity {
    id = '';
    kind = 'draft';
    title = '';
    static key = 'mutationScope.Draft';
  }
  class Post extends Draft {
    override kind = 'post';
    static override key = 'mutationScope.Post';
  }
  class Named extends Entity {
    id = '';
    title = '';
    name = '';
    static key = 'mutationScope.Named';
  }
  const row = ({ params, body }: { params: object; body: unknown }) => ({
    id: '1',
    name: 'a',
    kind: 'post',
    ...params,
    ...(body as object),
  });

  it.each([
    ['of several kinds', new Union({ draft: Draft, post: Post }, 'kind'), 'id', '1'],
    ['found by another field than its key', Named, 'name', 'a'],
  ])('still queues the next one: %s', async (_what, schema, param, value) => {
    const path = `/kept/:${param}` as const;
    const Kept = resource({ path, schema, Endpoint: ApiEndpoint } as never).extend({
      partialUpdate: { concurrency: 'serial' },
    } as never) as unknown as typeof PageResource;
    const args = { [param]: value } as never;
    const api = await serve({ [`GET ${path}`]: row, [`PATCH ${path}`]: row });
    const held = api.hold(`PATCH /kept/${value}`);
    const store = createTestStore();
    const first = store.dispatch(Kept.partialUpdate.fetch(args, { title: 'a' }));
    await held.arrived;
    await store.dispatch(Kept.get.fetch(args));
    const second = store.dispatch(Kept.partialUpdate.fetch(args, { title: 'b' }));
    // Sent after the mutation, so its response proves that the mutation was not sent.
    await store.dispatch(Kept.get.fetch(args));
    expect(api.bodies).toEqual([{ title: 'a' }]);
    await held.release();
    await Promise.all([first, second]);

    expect(api.bodies).toEqual([{ title: 'a' }, { title: 'b' }]);
  });
});

it('looks up the record of each queued mutation once while it is not stored', async () => {
  let asked = 0;
  class Sheet extends Entity {
    id = '';
    title = '';
    static key = 'mutationScope.Sheet';
    static override pk(input: Partial<Sheet>) {
      asked++;
      return input.id;
    }
  }
  const change = new ApiEndpoint({
    path: '/sheets/:id',
    method: 'PATCH',
    body: {} as Partial<Sheet>,
    schema: Sheet,
    concurrency: 'serial',
    name: 'mutationScope.changeSheet',
  });
  const api = await serve({ 'PATCH /sheets/:id': ({ params }) => params });
  const askedFor = async (count: number) => {
    const held = api.hold('PATCH /sheets/1');
    const store = createTestStore();
    const before = asked;
    const changes = Array.from({ length: count }, (_, i) =>
      store.dispatch(change.fetch({ id: '1' }, { title: `${i}` })),
    );
    const now = asked;
    await held.release();
    await Promise.all(changes);
    return now - before;
  };
  const few = await askedFor(4);

  expect(await askedFor(16)).toBe(4 * few);
  expect(few).toBeGreaterThan(0);
});

it('sends creations in parallel, since none of them knows its record', async () => {
  const api = await serve(routes);
  const held = api.hold('PATCH /pages/1');
  const store = createTestStore();
  const changing = store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'a' }));
  await held.arrived;

  await store.dispatch(getList.push.fetch({ title: 'b' }));

  expect(api.requests).toEqual(['PATCH /pages/1', 'POST /pages']);
  await held.release();
  await changing;
});

it('queues mutations by declared scope, across records and endpoints', async () => {
  const api = await serve(routes);
  const held = api.hold('PATCH /titles/1');
  const store = createTestStore();

  const requests = [
    store.dispatch(scoped.title.fetch({ id: '1' }, { title: 'a' })),
    store.dispatch(scoped.title.fetch({ id: '2' }, { title: 'b' })),
    store.dispatch(scoped.order.fetch({ book: 'book' }, { ids: ['2', '1'] })),
  ];
  await held.arrived;
  await store.dispatch(scoped.order.fetch({ book: 'other book' }, { ids: [] }));
  await store.dispatch(vote.fetch({ id: '1' }));
  await soon();
  expect(api.requests).toEqual(['PATCH /titles/1', 'PUT /order/other%20book', 'POST /votes/1']);
  await held.release();
  await Promise.all(requests);

  expect(api.requests.slice(3)).toEqual(['PATCH /titles/2', 'PUT /order/book']);
});

/** A mutation made from a function, and the arguments it was sent; all requests last until `end` is called. */
function startFunction<Args>(name: string, schema?: unknown) {
  const sent: Args[] = [];
  const { promise, resolve: end } = deferred<void>();
  const endpoint = new Endpoint(
    async (args: Args) => {
      sent.push(args);
      await promise;
      return schema === undefined ? null : [args];
    },
    { name: `mutationScope.${name}`, sideEffect: true, concurrency: 'serial', schema: schema as undefined },
  );
  return { endpoint, sent, end };
}

it('queues mutations of a function that returns a list by the key in their arguments', async () => {
  const { endpoint, sent, end } = startFunction<{ id: string; votes: number }>('saveAll', [Page]);
  const store = createTestStore();
  const calls = [
    { id: '1', votes: 1 },
    { id: '2', votes: 1 },
    { id: '1', votes: 2 },
  ] as const;

  const requests = calls.map(args => store.dispatch(endpoint.fetch(args)));
  await soon();
  expect(sent).toEqual([calls[0], calls[1]]);
  end();
  await Promise.all(requests);

  expect(sent.slice(2)).toEqual([calls[2]]);
});

it('queues all mutations of a function whose arguments name no record', async () => {
  const { endpoint, sent, end } = startFunction<{ theme: string }>('saveSettings');
  const store = createTestStore();

  const requests = ['dark', 'light'].map(theme => store.dispatch(endpoint.fetch({ theme })));
  await soon();
  expect(sent).toEqual([{ theme: 'dark' }]);
  end();
  await Promise.all(requests);

  expect(sent).toEqual([{ theme: 'dark' }, { theme: 'light' }]);
});

it('queues updates of an unconfirmed record behind its creation and each other', async () => {
  const api = await serve(routes);
  const { store, id, created, creation } = await startCreation(api, 'create', 'serial');
  await created.arrived;

  const requests = ['c', 'd'].map(title => store.dispatch(partialUpdate.fetch({ id }, { title })));
  await soon();
  expect(api.requests).toEqual(['POST /pages']);
  const held = api.hold('PATCH /pages/new');
  await created.release();
  await creation;
  await held.arrived;
  // Uses the created key.
  requests.push(store.dispatch(partialUpdate.fetch({ id: 'new' }, { title: 'e' })));
  await soon();
  expect(api.requests).toEqual(['POST /pages', 'PATCH /pages/new']);
  await held.release();
  await Promise.all(requests);

  expect(api.bodies).toEqual(['b', 'c', 'd', 'e'].map(title => ({ title })));
  expect(
    getList
      .select()(store.getState())
      .data?.map(({ title }) => title),
  ).toEqual(['e']);
});

it.each(['before', 'once'])(
  'queues an update by a created key behind one by the temporary key, %s that is sent',
  async when => {
    const api = await serve(routes);
    const { store, id, created, creation } = await startCreation(api, `createAndChange, ${when}`);
    await created.arrived;
    const first = store.dispatch(partialUpdate.fetch({ id }, { title: 'c' }));
    const held = api.hold('PATCH /pages/new');
    let second: Promise<unknown> | undefined;
    const change = () => {
      second = store.dispatch(partialUpdate.fetch({ id: 'new' }, { title: 'd' }));
    };
    const stop = store.subscribe(() => {
      if (getList.select()(store.getState()).data?.[0]?.id !== 'new') return;
      stop();
      if (when === 'before') change();
    });
    await created.release();
    await creation;
    await held.arrived;
    if (when === 'once') change();
    await soon();
    expect(api.bodies).toEqual([{ title: 'b' }, { title: 'c' }]);
    await held.release();
    await Promise.all([first, second]);

    expect(api.bodies).toEqual(['b', 'c', 'd'].map(title => ({ title })));
  },
);

it('queues by an address that names a created record by its key', async () => {
  const api = await serve({ ...routes, 'POST /archive/:id': () => ({}) });
  const archive = new ApiEndpoint({
    path: '/archive/:id',
    method: 'POST',
    body: {} as object,
    concurrency: 'serial',
    name: 'mutationScope.archive',
  });
  const { store, id, created, creation } = await startCreation(api, 'createAndArchive');
  const first = store.dispatch(archive.fetch({ id }, { n: 1 }));
  const held = api.hold('POST /archive/new');
  await created.release();
  await creation;
  await held.arrived;
  const second = store.dispatch(archive.fetch({ id: 'new' }, { n: 2 }));
  await store.dispatch(archive.fetch({ id: 'other' }, { n: 3 }));
  expect(api.bodies.slice(1)).toEqual([{ n: 1 }, { n: 3 }]);
  await held.release();
  await Promise.all([first, second]);

  expect(api.bodies.at(-1)).toEqual({ n: 2 });
});

it('calls scope() once for a mutation of a record without a key yet', async () => {
  const api = await serve(routes);
  let asked = 0;
  const scopedChange = partialUpdate.extend({
    name: 'mutationScope.asked',
    scope: ({ id }) => {
      asked++;
      return String(id);
    },
  });
  const { store, id, created, creation } = await startCreation(api, 'createAndAsk');
  const change = store.dispatch(scopedChange.fetch({ id }, { title: 'c' }));

  expect(asked).toBe(1);
  await created.release();
  await Promise.all([creation, change]);
});

it.each([
  ['a list', (id: string) => ({ ids: [id] })],
  ['an object', (id: string) => ({ parent: { id } })],
  ['objects in a list', (id: string) => ({ pages: [{ id, position: 1 }] })],
])('sends the real key of a record after waiting for its creation, even within %s', async (what, bodyOf) => {
  const api = await serve({ ...routes, 'POST /bulk': () => ({ done: true }) });
  const bulk = new ApiEndpoint({
    path: '/bulk',
    method: 'POST',
    body: {} as object,
    name: `mutationScope.bulk, ${what}`,
  });
  const { store, id, created, creation } = await startCreation(api, `createBefore, ${what}`);
  const change = store.dispatch(bulk.fetch(bodyOf(id)));
  await created.release();
  const [page] = await Promise.all([creation, change]);

  expect(api.bodies.at(-1)).toEqual(bodyOf((page as { id: string }).id));
});

it('`latest` does not abort a mutation of the record with the same name under another parent', async () => {
  class Member extends Entity {
    id = '';
    userId = '';
    project = '';
    role = '';
    static key = 'mutationScope.Member';
  }
  const Members = resource({
    path: '/projects/:id/members/:userId',
    schema: Member,
    Endpoint: ApiEndpoint,
  }).extend({ partialUpdate: { concurrency: 'latest' } });
  const member = (project: string) => ({ id: `m${project}`, userId: '7', project });
  const api = await serve({
    'GET /projects/:id/members': ({ params }) => [member(String(params.id))],
    'PATCH /projects/:id/members/:userId': ({ params, body }) => ({
      ...member(String(params.id)),
      ...(body as object),
    }),
  });
  const store = createTestStore();
  for (const id of ['1', '2']) await store.dispatch(Members.getList.fetch({ id }));
  const held = api.hold('PATCH /projects/1/members/7');
  const change = (id: string) =>
    store.dispatch(Members.partialUpdate.fetch({ id, userId: '7' }, { role: 'guest' }));
  const first = change('1');
  await held.arrived;
  await change('2');
  await held.release();

  expect(await first).toMatchObject({ id: 'm1', role: 'guest' });
});
