import { Controller, Entity, getSelectors, Invalidate, resource, type } from 'rdc-toolkit';
import { noop } from '../../lib/plain/noop';
import { getValue } from '../../lib/tables/getCell';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import type { TestApi } from '../helpers/startApi';

class Card extends Entity {
  id = '';
  title = '';
  status = 'open';
  votes = 0;
  static key = 'EmptyResponses.Card';
}

const CardResource = resource({
  path: '/cards/:id',
  schema: Card,
  searchParams: {} as { status?: string } | undefined,
  Endpoint: ApiEndpoint,
  optimistic: true,
}).extend(base => ({
  vote: base.partialUpdate.extend({
    name: 'EmptyResponses.vote',
    path: '/cards/:id/vote',
    body: undefined,
    method: 'POST',
    getOptimisticResponse: (snapshot, { id }: { id: string }) => {
      const card = snapshot.get(Card, { id });
      if (card === undefined) throw snapshot.abort;
      return { id, votes: card.votes + 1 };
    },
  }),
  rename: base.partialUpdate.extend({
    name: 'EmptyResponses.rename',
    getOptimisticResponse: snapshot => {
      throw snapshot.abort;
    },
  }),
}));

let api: TestApi;
let store: TestStore;

/** A server that does what it is told and returns nothing. */
beforeEach(async () => {
  api = await serve({
    'GET /cards': ({ query }) =>
      query.status === 'done' ? [] : [{ id: '1', title: 'one', status: 'open', votes: 0 }],
    'GET /cards/:id': () => ({ id: '1', title: 'of the server', status: 'open', votes: 7 }),
    'PATCH /cards/:id': () => null,
    'PUT /cards/:id': () => null,
    'PUT /plain/:id': () => null,
    'POST /cards/:id/vote': () => null,
    'POST /cards/:id/archive': () => null,
    'POST /cards': () => null,
    'DELETE /cards/:id': () => null,
  });
  store = createTestStore();
  await store.dispatch(CardResource.getList.fetch({ status: 'open' }));
  await store.dispatch(CardResource.getList.fetch({ status: 'done' }));
});

const titles = (status: string) =>
  CardResource.getList
    .select({ status })(store.getState())
    .data?.map(({ title }) => title);
const card = () => CardResource.get.select({ id: '1' })(store.getState()).data;

it('keeps the optimistic value when the server confirms with an empty response', async () => {
  const held = api.hold('PATCH /cards/1');
  const change = store.dispatch(CardResource.partialUpdate.fetch({ id: '1' }, { title: 'changed' }));
  expect(card()?.title).toBe('changed');
  await held.release();

  expect(await change).toBe(card());
  expect(card()).toMatchObject({ title: 'changed', status: 'open' });
  expect(store.getState().rdc.optimistic).toEqual([]);

  await store.dispatch(CardResource.get.fetch({ id: '1' }));
  expect(card()?.title).toBe('of the server');
});

it('keeps a record in the list it was moved to', async () => {
  await store.dispatch(CardResource.getList.move.fetch({ id: '1' }, { status: 'done' }));
  expect([titles('open'), titles('done')]).toEqual([[], ['one']]);
});

it('adds up changes that build on each other', async () => {
  const [first, second] = [api.hold('POST /cards/1/vote'), api.hold('POST /cards/1/vote')];
  const votes = [1, 2].map(() => store.dispatch(CardResource.vote.fetch({ id: '1' })));
  await Promise.all([first.arrived, second.arrived]);
  expect(card()?.votes).toBe(2);
  await first.release();
  expect(card()?.votes).toBe(2);
  await second.release();
  await Promise.all(votes);
  expect(card()?.votes).toBe(2);
});

it('drops a creation whose key only the server knows', async () => {
  const held = api.hold('POST /cards');
  const creation = store.dispatch(CardResource.getList.push.fetch({ status: 'open' }, { title: 'two' }));
  expect(titles('open')).toEqual(['one', 'two']);
  await held.release();
  await creation;
  expect(titles('open')).toEqual(['one']);
});

it('keeps a creation with a key from the app', async () => {
  await store.dispatch(CardResource.getList.push.fetch({ status: 'open' }, { id: '2', title: 'two' }));
  expect(titles('open')).toEqual(['one', 'two']);
});

it('ignores a record that was deleted in the meantime', async () => {
  const held = api.hold('PATCH /cards/1');
  const change = store.dispatch(CardResource.partialUpdate.fetch({ id: '1' }, { title: 'changed' }));
  await held.arrived;
  await store.dispatch(CardResource.delete.fetch({ id: '1' }));
  await held.release();
  await change;
  expect([card(), titles('open')]).toEqual([undefined, []]);
});

it('keeps records that were deleted before, if the request creates them again', async () => {
  class Label extends Entity {
    id = '';
    static key = 'EmptyResponses.Label';
  }
  const Labels = resource({ path: '/labels/:id', schema: Label, Endpoint: ApiEndpoint, optimistic: true });
  const restore = Labels.getList.push.extend({
    name: 'EmptyResponses.restore',
    body: type<readonly { id: string }[]>(),
  });
  await serve({
    'GET /labels': () => [{ id: 'a' }, { id: 'b' }],
    'DELETE /labels/:id': () => null,
    'POST /labels': () => null,
  });
  await store.dispatch(Labels.getList.fetch());
  await store.dispatch(Labels.delete.fetch({ id: 'a' }));
  await store.dispatch(restore.fetch([{ id: 'a' }, { id: 'c' }]));

  const ids = Labels.getList
    .select()(store.getState())
    .data?.map(({ id }) => id);
  expect(ids).toEqual(['b', 'a', 'c']);
});

it('stores the body of an update without an optimistic response', async () => {
  const renamed = await store.dispatch(CardResource.rename.fetch({ id: '1' }, { title: 'changed' }));
  expect(renamed).toBe(card());
  expect(card()).toMatchObject({ title: 'changed', status: 'open' });
});

it('resolves an update of an unstored record to that record, optimistic or not', async () => {
  const Plain = resource({ path: '/plain/:id', schema: Card, Endpoint: ApiEndpoint });
  for (const { update } of [CardResource, Plain]) {
    const id = `by ${update.path}`;
    const updated = await store.dispatch(update.fetch({ id }, { title: 'changed' }));
    expect(updated).toMatchObject({ id, title: 'changed' });
    expect(updated).toBe(CardResource.get.select({ id })(store.getState()).data);
  }
});

it.each(['rename', 'partialUpdate'] as const)(
  'fetches an unstored record after an accepted %s that sent only a part of it',
  async member => {
    await store.dispatch(CardResource[member].fetch({ id: '7' }, { title: 'mine' }));

    expect(CardResource.get.select({ id: '7' })(store.getState()).expiryStatus).toBe('stale');
    expect(await store.dispatch(CardResource.get.fetchIfStale({ id: '7' }))).toMatchObject({ votes: 7 });
    const whole = { title: 'whole', status: 'open', votes: 0 };
    await store.dispatch(CardResource.partialUpdate.fetch({ id: '8' }, whole));
    expect(CardResource.get.select({ id: '8' })(store.getState()).expiryStatus).toBe('valid');
  },
);

it('resolves to `undefined` and stores nothing if the meaning is unknown', async () => {
  const archive = new ApiEndpoint({
    path: '/cards/:id/archive',
    method: 'POST',
    schema: Card,
    body: undefined,
  });
  const before = store.getState().rdc.entities;

  expect(await store.dispatch(CardResource.getList.push.fetch({}, { title: 'two' }))).toBeUndefined();
  expect(await store.dispatch(archive.fetch({ id: '1' }))).toBeUndefined();
  expect(await new Controller(store).fetch(archive, { id: '1' })).toBeUndefined();

  expect(store.getState().rdc.entities).toEqual(before);
  expect(store.log.filter(CardResource.getList.push.matchFulfilled).map(({ response }) => response)).toEqual([
    null,
  ]);
});

it.each([
  ['DELETE', '/cards/:id'],
  ['POST', '/cards/:id/archive'],
] as const)(
  'an empty response to %s %s removes the named record, as its schema says',
  async (method, path) => {
    const remove = new ApiEndpoint({
      path,
      method,
      body: undefined,
      schema: new Invalidate(Card),
      name: `EmptyResponses.remove by ${method}`,
    });

    const key = await store.dispatch(remove.fetch({ id: '1' }));

    expect(key).toBe('1');
    expect(CardResource.getList.select({ status: 'open' })(store.getState()).data).toEqual([]);
  },
);

it('an empty response removes the one record of its kind, whose key is in no argument', async () => {
  class Session extends Entity {
    user = '';
    static key = 'EmptyResponses.Session';
    override pk() {
      return 'current';
    }
  }
  const get = new ApiEndpoint({ path: '/session', schema: Session, name: 'EmptyResponses.getSession' });
  const end = new ApiEndpoint({
    path: '/session',
    method: 'DELETE',
    searchParams: type<{ everywhere: boolean }>(),
    schema: new Invalidate(Session),
    name: 'EmptyResponses.endSession',
  });
  await serve({ 'GET /session': () => ({ user: 'Ada' }), 'DELETE /session': () => null });
  await store.dispatch(get.fetch());

  await store.dispatch(end.fetch({ everywhere: true }));

  expect(getSelectors(Session).selectAll(store.getState())).toEqual([]);
});

describe("a deletion with a parent's key or other parameters", () => {
  class Task extends Entity {
    id = 0;
    title = '';
    static key = 'EmptyResponses.Task';
  }
  const getTasks = new ApiEndpoint({
    path: '/projects/:id/tasks',
    schema: [Task],
    name: 'EmptyResponses.getTasks',
  });
  const getTask = new ApiEndpoint({ path: '/tasks/:id', schema: Task, name: 'EmptyResponses.getTask' });

  type Path = '/projects/:id/tasks/:taskId';

  async function deleted(path: string, params: object, response?: unknown) {
    const api = await serve({
      'GET /projects/:id/tasks': () => [{ id: 1 }, { id: 7 }],
      'GET /tasks/:id': ({ params: { id } }) => ({ id: Number(id) }),
      [`DELETE ${path.replace(/\?.*/, '')}`]: () => response,
    });
    await store.dispatch(getTasks.fetch({ id: 1 }));
    const remove = new ApiEndpoint({
      path: path as Path,
      method: 'DELETE',
      searchParams: type<{ at?: string } | undefined>(),
      schema: new Invalidate(Task),
      name: `EmptyResponses.delete ${path} ${JSON.stringify([params, response])}`,
    });
    const left = () =>
      getTasks
        .select({ id: 1 })(store.getState())
        .data?.map(({ id }) => id);
    return { api, left, sent: () => store.dispatch(remove.fetch(params as Parameters<typeof remove>[0])) };
  }

  it.each<[path: string, params: object, response: object | null]>([
    ['/projects/:id/tasks/:taskId', { id: 1, taskId: 7 }, null],
    ['/projects/:id/tasks/:taskId', { id: 1, taskId: 7 }, { ok: true }],
    ['/tasks/:id/:revision', { id: 7, revision: '3-abc' }, null],
    ['/tasks/:id/:revision', { id: 7, revision: '3-abc' }, { ok: true }],
    ['/projects/:project/tasks', { project: 1, id: 7 }, null],
    ['/projects/:project/tasks?id=:id', { project: 1, id: 7 }, null],
    ['/:kind/:id', { kind: 'tasks', id: 7 }, null],
  ])('removes the record that its arguments name: %s %j %j', async (path, params, response) => {
    const { sent, left } = await deleted(path, params, response);

    await sent();

    expect(left()).toEqual([1]);
  });

  it.each([
    ['/projects/:id/task', { id: 1, taskId: 7 }],
    ['/projects/:id/task', { id: 1 }],
  ])('removes nothing and warns if only the parent is named: %s %j', async (path, params) => {
    const { sent, left } = await deleted(path, params);

    await sent();

    expect(left()).toEqual([1, 7]);
    expect(store.complaints.splice(0)).toEqual([
      expect.stringMatching(/removed nothing from the store: its arguments do not say which.*whenEmpty/),
    ]);
    await sent();
    expect(store.complaints).toEqual([]);
  });

  it('outranks a read in flight of a record that was never stored', async () => {
    const { api, sent } = await deleted('/projects/:id/tasks/:taskId', { id: 1, taskId: 9 });
    const held = api.hold('GET /tasks/9');
    const reading = store.dispatch(getTask.fetch({ id: 9 })).catch(noop);
    await held.arrived;

    await sent();
    await held.release();
    await reading;

    expect(getSelectors(Task).selectById(store.getState(), 9)).toBeUndefined();
  });
});

it.each([
  ['no argument names a record', new Invalidate(Card)],
  ['several are deleted', [new Invalidate(Card)]],
])('an empty response removes nothing and warns if %s', async (where, schema) => {
  const clear = new ApiEndpoint({
    path: '/cards',
    method: 'POST',
    body: undefined,
    schema,
    name: `EmptyResponses.clear where ${where}`,
  });

  await expect(store.dispatch(clear.fetch())).resolves.toBeUndefined();
  expect(store.complaints.splice(0)).toEqual([expect.stringContaining('removed nothing from the store')]);
});

it('an empty response fails if `whenEmpty` throws', async () => {
  const archive = new ApiEndpoint({
    path: '/cards/:id/archive',
    method: 'POST',
    name: 'EmptyResponses.strict',
    schema: Card,
    body: undefined,
    whenEmpty: () => {
      throw new Error('the server sent no card');
    },
  });

  await expect(store.dispatch(archive.fetch({ id: '1' }))).rejects.toThrow('the server sent no card');
  expect(card()).toMatchObject({ title: 'one' });
});

it('an empty response to another mutation resolves to what `whenEmpty` returns', async () => {
  const archive = new ApiEndpoint({
    path: '/cards/:id/archive',
    method: 'POST',
    name: 'EmptyResponses.archive',
    schema: Card,
    body: undefined,
    whenEmpty: ({ id }: { id: string }) => ({ id, status: 'archived' }),
  });

  const card = await store.dispatch(archive.fetch({ id: '1' }));

  expect(card).toMatchObject({ id: '1', title: 'one', status: 'archived' });
  expect(CardResource.get.select({ id: '1' })(store.getState()).data).toBe(card);
  expect(api.requests.at(-1)).toBe('POST /cards/1/archive');
});

it.each<[what: string, body: unknown, title: string]>([
  ['a form', new URLSearchParams({ title: 'new' }), 'new'],
  ['text', 'title=new', 'one'],
  ['a list of changes', [{ op: 'replace', path: '/title', value: 'new' }], 'one'],
  ['bytes', new Uint8Array([1, 2]), 'one'],
])('reads from a body that is %s only named fields', async (_what, body, title) => {
  const before = Object.keys(card() ?? {});

  await store.dispatch(CardResource.partialUpdate.fetch({ id: '1' }, body as object));

  expect(card()).toMatchObject({ title, status: 'open' });
  expect(Object.keys(card() ?? {})).toEqual(before);
});

it('reads path parameters from the URL, but no others that are not fields', async () => {
  const { partialUpdate, get } = CardResource;
  const change = partialUpdate.extend({
    name: 'EmptyResponses.notify',
    searchParams: {} as { notify: boolean },
  });
  await store.dispatch(get.fetch({ id: '1' }));
  const held = api.hold('PATCH /cards/1?notify=true');
  const changing = store.dispatch(change.fetch({ id: '1', notify: true }, { title: 'two' }));
  await held.arrived;
  const shown = () => get.select({ id: '1' })(store.getState()).data;
  const expected = { id: '1', title: 'two', status: 'open', votes: 7 };
  const writes = () => store.getState().rdc.optimistic.flatMap(update => Object.values(update.writes ?? {}));

  expect({ ...shown() }).toEqual(expected);
  expect(writes()).toEqual([{ 1: ['title'] }]);
  await held.release();
  await changing;
  expect({ ...shown() }).toEqual(expected);
  expect(getValue(store.getState().rdc.entities[Card.key], '1')).toEqual(expected);
});

const PlainResource = resource({ path: '/plain/:id', schema: Card, Endpoint: ApiEndpoint });
const BODIES = {
  'without its key': () => ({ title: 'new' }),
  'with its key': () => ({ id: '1', title: 'new' }),
  'with its key empty': () => ({ id: '', title: 'new' }),
  'that was made here': () => Card.fromJS({ title: 'new' }),
};
describe.each([
  ['optimistic', CardResource, '/cards/:id'],
  ['not optimistic', PlainResource, '/plain/:id'],
] as const)('an empty response to an update that is %s accepts its body', (_, { get, update }, path) => {
  it.each(Object.entries(BODIES))('%s', async (_, body) => {
    await serve({
      [`GET ${path}`]: () => ({ id: '1', title: 'old', status: 'done', votes: 1 }),
      [`PUT ${path}`]: () => null,
    });
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(get, { id: '1' });

    const updated = await controller.fetch(update, { id: '1' }, body() as Partial<Card>);

    const card = controller.get(Card, { id: '1' });
    expect(card).toMatchObject({ id: '1', title: 'new', status: 'done', votes: 1 });
    expect(updated).toBe(card);
  });
});

class Author extends Entity {
  id = '';
  name = '';
  static key = 'EmptyResponses.Author';
}
class Post extends Entity {
  id = '';
  title = '';
  author: Author | null = null;
  static key = 'EmptyResponses.Post';
  static schema = { author: Author };
}
const PostResource = resource({ path: '/authors/:author/posts/:id', schema: Post, Endpoint: ApiEndpoint });

it.each([
  [null, null],
  [
    { id: 'b', name: 'Bob' },
    { id: 'b', name: 'Bob' },
  ],
])('an empty response also accepts a body field that the path names: %j', async (author, shown) => {
  await serve({
    'GET /authors/:author/posts/:id': () => ({ id: '1', title: 'x', author: { id: 'a', name: 'Ada' } }),
    'PUT /authors/:author/posts/:id': () => null,
  });
  const controller = new Controller(createTestStore());
  await controller.fetch(PostResource.get, { author: 'a', id: '1' });
  await controller.fetch(PostResource.update, { author: 'a', id: '1' }, { title: 'y', author } as never);

  expect(controller.get(Post, { id: '1' })).toMatchObject({ title: 'y', author: shown });
});
