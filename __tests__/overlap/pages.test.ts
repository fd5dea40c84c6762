import fc from 'fast-check';
import { Entity, resource } from 'rdc-toolkit';
import { deferred } from '../../lib/plain/deferred';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { untilQuiet, untilServed } from '../helpers/untilQuiet';
import { mount } from './mount';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'Overlap.Note';
}

const NoteResource = resource({
  path: '/notes/:id',
  schema: Note,
  searchParams: {} as { search?: string } | undefined,
  paginationField: 'after',
  Endpoint: ApiEndpoint,
  optimistic: true,
});
const { getList, delete: remove } = NoteResource;
const { getPage, push } = getList;

const FIRST_PAGE = 2;
const PAGE = 'GET /notes?after=2';

/** A server with notes 1 to 4: a list shows the first two, its next page the others. */
async function start({ breaks = false } = {}) {
  let notes = ['1', '2', '3', '4'].map(id => ({ id, text: id }));
  const api = await serve({
    'GET /notes': ({ query: { after, search } }) => {
      if (search !== undefined) return notes.filter(({ text }) => text.includes(String(search)));
      const from = notes.findIndex(({ id }) => id === after) + 1;
      return after === undefined ? notes.slice(0, FIRST_PAGE) : notes.slice(from);
    },
    'GET /notes/:id': ({ params: { id } }) => notes.find(note => note.id === id) ?? reply(404, {}),
    'POST /notes': ({ body }) => {
      const note = { ...(body as { text: string }), id: 'new' };
      if (note.text === '') return reply(422, { message: 'Write something.' });
      notes = [...notes, note];
      return note.text === 'broken'
        ? reply(500, { message: 'Something broke, after it was created.' })
        : note;
    },
    'PATCH /notes/:id': ({ body, params: { id } }) => {
      notes = notes.map(note => (note.id === id ? { ...note, ...(body as { text: string }) } : note));
      return reply(500, { message: 'Something broke, after it was saved.' });
    },
    'DELETE /notes/:id': ({ params: { id } }) => {
      if (id === '4') return reply(403, { message: 'It is locked.' });
      notes = notes.filter(note => note.id !== id);
      return breaks ? reply(500, { message: 'Something broke, after it was deleted.' }) : {};
    },
  });
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  mount(store, getList, []);
  return {
    api,
    store,
    shown: () =>
      getList
        .select()(store.getState())
        .data?.map(({ id }) => id),
    held: () => notes.map(({ id }) => id),
    page: () => store.dispatch(getPage.fetch({ after: '2' })),
  };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Mutations while a page is in flight. */
const MUTATIONS: readonly (readonly [
  what: string,
  route: string,
  mutate: (started: Started) => Promise<unknown>,
])[] = [
  ['a creation', 'POST /notes', ({ store }) => store.dispatch(push.fetch({ text: 'new' }))],
  ['a deletion', 'DELETE /notes/3', ({ store }) => store.dispatch(remove.fetch({ id: '3' }))],
  ['a creation that is undone', 'POST /notes', ({ store }) => store.dispatch(push.fetch({ text: '' }))],
  ['a deletion that is undone', 'DELETE /notes/4', ({ store }) => store.dispatch(remove.fetch({ id: '4' }))],
];

/** Whether the page reaches the server first, and whether its response lands first. */
const ORDERS = [
  ['leaving first, landing first', true, true],
  ['leaving first, landing last', true, false],
  ['leaving last, landing first', false, true],
  ['leaving last, landing last', false, false],
] as const;

describe.each(MUTATIONS)('a page that overlapped %s', (_what, route, mutate) => {
  it.each(ORDERS)('matches the server, %s', async (_order, isPageFirst, landsFirst) => {
    const started = await start();
    const { api, store, shown, held, page } = started;
    const requests = [
      { late: api.hold(PAGE), send: page },
      { late: api.hold(route), send: () => mutate(started).catch(() => {}) },
    ];
    const sent = [];
    for (const { late, send } of isPageFirst ? requests : requests.toReversed()) {
      const response = send();
      await late.arrived;
      sent.push({ late, land: () => late.release().then(() => response) });
    }
    const pageFirst = isPageFirst ? sent : sent.toReversed();
    for (const { land } of landsFirst ? pageFirst : pageFirst.toReversed()) await land();

    // A creation is appended to what is shown at that time.
    expect(shown()?.toSorted()).toEqual(held());
    expect(store.getState().rdc).toMatchObject({ doubts: {}, optimistic: [], effects: [], overlaps: {} });
    expect(await untilServed(api, store)).toBe(3);
  });
});

it('a page casts no doubt on a search that lands meanwhile', async () => {
  const { api, store, page } = await start();
  const late = api.hold(PAGE);
  const paging = page();
  await late.arrived;
  await store.dispatch(getList.fetch({ search: '1' }));
  await late.release();
  await paging;

  expect(store.getState().rdc.doubts).toEqual({});
});

it('a page casts doubt on its list if its filter cannot tell whether a creation belongs', async () => {
  const { api, store } = await start();
  const found = { search: '1' };
  await store.dispatch(getList.fetch(found));
  mount(store, getList, [found]);
  const late = api.hold('GET /notes?after=1&search=1');
  const paging = store.dispatch(getPage.fetch({ ...found, after: '1' }));
  await late.arrived;
  await store.dispatch(push.fetch({ text: '1 more' }));
  const before = api.requests.length;
  await late.release();
  await paging;
  await untilServed(api, store);

  expect(api.requests.slice(before)).toEqual(['GET /notes?search=1']);
  expect(
    getList
      .select(found)(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual(['1', 'new']);
});

it('a refetch of data in doubt is repeated if a later page keeps it from being stored', async () => {
  const { api, store, page, shown } = await start();
  await page();
  const first = api.hold('GET /notes');
  await store
    .dispatch(NoteResource.partialUpdate.fetch({ id: '4' }, { text: 'new' }))
    .catch((error: unknown) => expect(error).toMatchObject({ status: 500 }));
  await first.arrived;
  await store.dispatch(getPage.fetch({ after: '4' }));
  await first.release();
  await untilServed(api, store);

  expect(shown()).toEqual(['1', '2']);
  expect(api.requests.filter(request => request === 'GET /notes')).toHaveLength(3);
  expect(getList.select()(store.getState()).expiryStatus).toBe('valid');
});

it('such a refetch is repeated even if another one found the record deleted', async () => {
  const { api, store, page, shown } = await start({ breaks: true });
  const { get } = NoteResource;
  await store.dispatch(get.fetch({ id: '3' }));
  mount(store, get, [{ id: '3' }]);
  await page();
  const first = api.hold('GET /notes');
  await store
    .dispatch(remove.fetch({ id: '3' }))
    .catch((error: unknown) => expect(error).toMatchObject({ status: 500 }));
  await first.arrived;
  await untilQuiet(() => api.requests.length);
  expect(get.select({ id: '3' })(store.getState()).error).toMatchObject({ status: 404 });
  await store.dispatch(getPage.fetch({ after: '4' }));
  await first.release();
  await untilServed(api, store);

  expect(shown()).toEqual(['1', '2']);
  expect(api.requests.filter(request => request === 'GET /notes')).toHaveLength(3);
});

it('such a refetch is repeated even if it joined a request that had not left', async () => {
  const { api, store, page, shown } = await start();
  await page();
  const first = api.hold('GET /notes');
  const token = deferred<void>();
  const waiting = getList.extend({
    getRequestInit: async () => {
      await token.promise;
      return {};
    },
  });
  const poll = store.dispatch(waiting.fetch());
  await store
    .dispatch(NoteResource.partialUpdate.fetch({ id: '4' }, { text: 'new' }))
    .catch((error: unknown) => expect(error).toMatchObject({ status: 500 }));
  token.resolve();
  await first.arrived;
  await store.dispatch(getPage.fetch({ after: '4' }));
  await first.release();
  await poll;
  await untilServed(api, store);

  expect(shown()).toEqual(['1', '2']);
  expect(api.requests.filter(request => request === 'GET /notes')).toHaveLength(3);
  expect(getList.select()(store.getState()).expiryStatus).toBe('valid');
});

it('such a refetch is repeated even if the list itself is in doubt', async () => {
  const { api, store, page, shown, held } = await start();
  const first = api.hold('GET /notes');
  await store
    .dispatch(push.fetch({ text: 'broken' }))
    .catch((error: unknown) => expect(error).toMatchObject({ status: 500 }));
  await first.arrived;
  await page();
  await first.release();
  await untilServed(api, store);

  expect(shown()).toEqual(['1', '2']);
  expect(api.requests.filter(request => request === 'GET /notes')).toHaveLength(3);
  await page();
  expect(shown()).toEqual(held());
});

it('a list fetch is repeated if a later page keeps it from being stored and the list is read', async () => {
  const { api, store, page, shown } = await start();
  const overtaken = async (
    args: { search: string } | undefined,
    follow: () => Promise<unknown>,
    request: string,
  ) => {
    const list = api.hold(request);
    const fetching = store.dispatch(getList.fetch(args));
    await list.arrived;
    await follow();
    await list.release();
    await fetching;
    await untilServed(api, store);
    return api.requests.filter(one => one === request).length;
  };

  expect(await overtaken(undefined, page, 'GET /notes')).toBe(3);
  expect([shown(), getList.select()(store.getState()).expiryStatus]).toEqual([['1', '2'], 'valid']);
  const found = { search: '1' };
  await store.dispatch(getList.fetch(found));
  const follow = () => store.dispatch(getPage.fetch({ ...found, after: '1' }));
  expect(await overtaken(found, follow, 'GET /notes?search=1')).toBe(2);
  mount(store, getList, [found]);
  await untilServed(api, store);
  expect(api.requests.filter(one => one === 'GET /notes?search=1')).toHaveLength(3);
});

it('a list fetch is not repeated if a later one, with a page after it, has landed', async () => {
  const { api, store, page } = await start();
  const early = api.hold('GET /notes');
  const fetching = store.dispatch(getList.fetch());
  await early.arrived;
  await store.dispatch(push.fetch({ text: 'new' }));
  // It does not join a request from before the mutation.
  await store.dispatch(getList.fetch());
  await page();
  const before = api.requests.length;
  await early.release();
  await fetching;

  expect(await untilServed(api, store)).toBe(before);
});

it('a page does not end a doubt about its list', async () => {
  const { api, store } = await start();
  const found = { search: '1' };
  await store.dispatch(getList.fetch(found));
  const late = api.hold('POST /notes');
  const creating = store.dispatch(push.fetch({ text: '1 more' }));
  await late.arrived;
  creating.abort();
  await creating.catch(() => {});
  await store.dispatch(getPage.fetch({ ...found, after: '1' }));
  const before = api.requests.length;
  await store.dispatch(getList.fetchIfStale(found));

  expect(api.requests.slice(before)).toEqual(['GET /notes?search=1']);
});

const REQUESTS: Readonly<Record<string, (started: Started) => Promise<unknown>>> = {
  [PAGE]: ({ page }) => page(),
  'POST /notes': ({ store }) => store.dispatch(push.fetch({ text: 'new' })),
  'DELETE /notes/1': ({ store }) => store.dispatch(remove.fetch({ id: '1' })),
  'DELETE /notes/2': ({ store }) => store.dispatch(remove.fetch({ id: '2' })),
  'DELETE /notes/3': ({ store }) => store.dispatch(remove.fetch({ id: '3' })),
};

it(
  'pages that overlap any mutations match the server, with each note once',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(Object.keys(REQUESTS), { minLength: 2 }),
        fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }),
        async (routes, picks) => {
          const started = await start();
          const { api, store, shown, held, page } = started;
          const sent: { readonly land: () => Promise<unknown> }[] = [];
          for (const [i, route] of routes.entries()) {
            const late = api.hold(route);
            const response = REQUESTS[route]?.(started);
            await late.arrived;
            sent.push({ land: () => late.release().then(() => response) });
            // Some land before the next ones leave.
            if ((picks[i] ?? 0) % 2 === 1) await sent.splice((picks[i] ?? 0) % sent.length, 1)[0]?.land();
          }
          for (const pick of picks) await sent.splice(pick % sent.length, 1)[0]?.land();
          await untilServed(api, store);
          await page();

          expect(shown()?.toSorted()).toEqual(held());
          expect(store.getState().rdc).toMatchObject({
            doubts: {},
            optimistic: [],
            effects: [],
            overlaps: {},
          });
          await api.close();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 25), ...(process.env.RUNS === undefined && { seed: 1 }) },
    ),
  120_000,
);

describe('a page whose record moved to another list while it was in flight', () => {
  class Task extends Entity {
    id = '';
    status = '';
    static key = 'Overlap.Task';
  }
  const { getList: getTasks } = resource({
    path: '/tasks/:id',
    schema: Task,
    searchParams: {} as { status: string },
    paginationField: 'after',
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const open = { status: 'open' };

  it('does not bring it back', async () => {
    const tasks = ['1', '2', '3'].map(id => ({ id, ...open }));
    const api = await serve({
      'GET /tasks': ({ query: { after = '0' } }) =>
        tasks
          .filter(({ id, status }) => id > String(after) && status === 'open')
          .slice(0, 1)
          .map(task => ({ ...task })),
      'PATCH /tasks/:id': ({ params: { id }, body }) =>
        Object.assign(tasks.find(task => task.id === id) ?? {}, body),
    });
    const store = createTestStore();
    await store.dispatch(getTasks.fetch(open));
    mount(store, getTasks, [open]);
    const late = api.hold('GET /tasks?after=1&status=open');
    const page = store.dispatch(getTasks.getPage.fetch({ ...open, after: '1' }));
    await late.arrived;
    await store.dispatch(getTasks.move.fetch({ id: '2' }, { status: 'done' }));
    await late.release();
    await page;

    const shown = () =>
      getTasks
        .select(open)(store.getState())
        .data?.map(({ id }) => id);
    await untilServed(api, store);
    expect(shown()).toEqual(['1']);
    await store.dispatch(getTasks.getPage.fetch({ ...open, after: '2' }));
    expect(shown()).toEqual(['1', '3']);
  });
});

describe('pages of older messages, which a comparison puts at the start', () => {
  class Message extends Entity {
    id = 0;
    static key = 'Overlap.Message';
  }
  const { getList: getMessages } = resource({
    path: '/messages/:id',
    schema: Message,
    paginationField: 'before',
    Endpoint: ApiEndpoint,
    belongs: () => undefined,
    addTo: (one, other) => one.id - other.id,
  });

  it('leave no gap behind a refetch that landed meanwhile', async () => {
    const before = (id: number) => [id - 2, id - 1].map(one => ({ id: one }));
    const api = await serve({ 'GET /messages': ({ query: { before: id = 9 } }) => before(Number(id)) });
    const store = createTestStore();
    const shown = () =>
      getMessages
        .select()(store.getState())
        .data?.map(({ id }) => id);
    const load = (id: number) => store.dispatch(getMessages.getPage.fetch({ before: id }));
    await store.dispatch(getMessages.fetch());
    await load(7);
    expect(shown()).toEqual([5, 6, 7, 8]);
    const late = api.hold('GET /messages?before=5');
    const page = load(5);
    await late.arrived;
    await store.dispatch(getMessages.fetch());
    await late.release();
    await page;

    expect(shown()).toEqual([7, 8]);
    await load(7);
    expect(shown()).toEqual([5, 6, 7, 8]);
  });
});

describe('a page in flight while its sorted list was refetched', () => {
  class Step extends Entity {
    id = 0;
    static key = 'Overlap.Step';
  }
  const { getList: getSteps } = resource({
    path: '/steps/:id',
    schema: Step,
    paginationField: 'after',
    Endpoint: ApiEndpoint,
    belongs: () => undefined,
    addTo: (one, other) => one.id - other.id,
  });

  it.each([
    ['joins a list that lost its first record', [1, 2], [2], [3, 4], [2, 3, 4]],
    ['joins a list that lost its last record', [3, 4], [3], [1, 2], [1, 2, 3]],
    ['does not join a list at an end that differs', [1, 2], [1], [3, 4], [1]],
    ['does not join a list at a start that differs', [3, 4], [4], [1, 2], [4]],
  ] as const)('%s', async (_what, before, after, pageIds, expected) => {
    let ids: readonly number[] = before;
    const api = await serve({
      'GET /steps': ({ query }) => (query.after === undefined ? ids : pageIds).map(id => ({ id })),
    });
    const store = createTestStore();
    await store.dispatch(getSteps.fetch());
    const late = api.hold('GET /steps?after=x');
    const page = store.dispatch(getSteps.getPage.fetch({ after: 'x' }));
    await late.arrived;
    ids = after;
    await store.dispatch(getSteps.fetch());
    await late.release();
    await page;

    const { data } = getSteps.select()(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(expected);
  });
});

it('keeps a page at the end of a list whose start was replaced meanwhile', async () => {
  class Post extends Entity {
    id = 0;
    static key = 'Overlap.ReplacedPost';
  }
  const { getList: getPosts } = resource({
    path: '/posts/:id',
    schema: Post,
    paginationField: 'after',
    Endpoint: ApiEndpoint,
  });
  let newest = 1;
  const api = await serve({
    'GET /posts': ({ query: { after } }) => (after ? [{ id: 4 }] : [{ id: newest }, { id: 3 }]),
  });
  const store = createTestStore();
  await store.dispatch(getPosts.fetch());
  const late = api.hold('GET /posts?after=3');
  const page = store.dispatch(getPosts.getPage.fetch({ after: 3 }));
  await late.arrived;
  newest = 2;
  await store.dispatch(getPosts.fetch());
  await late.release();
  await page;

  expect(
    getPosts
      .select()(store.getState())
      .data?.map(({ id }) => id),
  ).toEqual([2, 3, 4]);
});
