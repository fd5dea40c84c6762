import {
  All,
  actions,
  Collection,
  Controller,
  createDataClient,
  Entity,
  gcManager,
  Invalidate,
  networkManager,
  Query,
  type Schema,
} from 'rdc-toolkit';
import { Connection, streamManager } from 'rdc-toolkit/stream';
import { trace } from '../../lib/denormalize/denormalize';
import type { Memo } from '../../lib/denormalize/Memo';
import type { BaseEndpoint } from '../../lib/endpoint/BaseEndpoint';
import { queryKey } from '../../lib/selectors/queryKey';
import { readResponse } from '../../lib/selectors/readResponse';
import { handleOf } from '../../lib/store/StoreHandle';
import { tableToRecord } from '../../lib/tables/iterate';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'gc.Author';
  static indexes = ['name'] as const;
}
class Book extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  static key = 'gc.Book';
  static schema = { author: Author };
}

const getBook = new ApiEndpoint({
  path: '/books/:id',
  schema: Book,
  name: 'gc.getBook',
  dataExpiryLength: 0,
});
const getBooks = new ApiEndpoint({
  path: '/books',
  schema: new Collection([Book]),
  name: 'gc.getBooks',
  dataExpiryLength: 0,
});
const getFreshBook = getBook.extend({ name: 'gc.getFreshBook', dataExpiryLength: 60_000 });
const createBook = new ApiEndpoint({
  path: '/books',
  method: 'POST',
  body: {} as { title: string; author: string },
  schema: Book,
  name: 'gc.createBook',
  dataExpiryLength: 0,
  getOptimisticResponse: (_, body: object) => body,
});
const renameBook = new ApiEndpoint({
  path: '/books/:id',
  method: 'PATCH',
  body: {} as { title: string },
  schema: Book,
  name: 'gc.renameBook',
  getOptimisticResponse: (_, { id }: { id: string }, body: object) => ({ id, ...body }),
});
const removeBook = new ApiEndpoint({
  path: '/books/:id',
  method: 'DELETE',
  schema: new Invalidate(Book),
  process: (_, params) => params,
  name: 'gc.removeBook',
  // Its response names the deleted record and keeps the tombstone as long as it is stored.
  dataExpiryLength: 0,
});

const ada = { id: '7', name: 'Ada' };
const library = {
  'GET /books': () => [
    { id: '1', title: 'one', author: ada },
    { id: '2', title: 'two', author: { id: '8', name: 'Bob' } },
  ],
  'GET /books/:id': ({ params }: { params: object }) => ({ ...params, title: 'a book', author: ada }),
  'PATCH /books/:id': ({ params, body }: { params: object; body: unknown }) => ({
    ...params,
    ...(body as object),
    author: ada,
  }),
};

const stores: TestStore[] = [];

function storeThatCollects(options: Parameters<typeof gcManager>[0] = {}) {
  const managers = [networkManager(), gcManager({ keepUnusedMs: 0, intervalMs: 10, ...options })];
  const store = createTestStore({ client: createDataClient({ managers }) });
  stores.push(store);
  return store;
}

afterEach(() => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
});

it('drops expired, unread responses and records in one action that lists them', async () => {
  await serve(library);
  const store = storeThatCollects();

  await store.dispatch(getBook.fetch({ id: '1' }));
  await untilDropped(store);
  expect(store.getState().rdc.endpoints.size).toBe(0);
  expect(store.log.filter(actions.gc.match)).toEqual([
    expect.objectContaining({
      entities: { 'gc.Book': ['1'], 'gc.Author': ['7'] },
      requests: ['GET /books/1'],
    }),
  ]);
});

const getFreshBooks = getBooks.extend({ name: 'gc.getFreshBooks', dataExpiryLength: 60_000 });

describe('a response that was expired or invalidated while its records are fresh', () => {
  it.each([
    ['expired', 'stale', 'getFreshBook', (store: TestStore) => new Controller(store).expireAll(getFreshBook)],
    [
      'expired',
      'stale',
      'getFreshBooks',
      (store: TestStore) => new Controller(store).expireAll(getFreshBooks),
    ],
    [
      'invalidated',
      'invalid',
      'getFreshBook',
      (store: TestStore) => new Controller(store).invalidateAll(getFreshBook),
    ],
  ] as const)('stays %s', async (_how, status, which, end) => {
    await serve(library);
    const store = storeThatCollects();
    const read = which === 'getFreshBook' ? getFreshBook.select({ id: '1' }) : getFreshBooks.select();
    if (which === 'getFreshBook') await store.dispatch(getFreshBook.fetch({ id: '1' }));
    else await store.dispatch(getFreshBooks.fetch());
    end(store);
    await store.dispatch(getBook.fetch({ id: '9' }));
    while (getBook.select({ id: '9' })(store.getState()).data !== undefined) await wait(10);

    expect(read(store.getState()).expiryStatus).toBe(status);
  });

  it('stays invalidated if only a list brought its record', async () => {
    await serve(library);
    const store = storeThatCollects({ keepUnusedMs: 1_000 });
    await store.dispatch(getFreshBooks.fetch());
    store.dispatch(getFreshBook.invalidate({ id: '1' }));
    await wait(100);

    expect(getFreshBook.select({ id: '1' })(store.getState()).expiryStatus).toBe('invalid');
  });
});

it('drops a response without records, even if there is nothing else to drop', async () => {
  await serve({ 'GET /status': () => ({ isOpen: true }) });
  const store = storeThatCollects();
  const getStatus = new ApiEndpoint({ path: '/status', name: 'gc.getStatus', dataExpiryLength: 0 });
  await store.dispatch(getStatus.fetch());

  while (store.getState().rdc.endpoints.size > 0) await wait(10);

  expect(store.log.at(-1)).toMatchObject({ type: 'rdc/gc', requests: [getStatus.key()], entities: {} });
});

it('drops the doubt about a record together with the record', async () => {
  await serve({ ...library, 'PATCH /books/:id': () => reply(503) });
  const store = storeThatCollects();
  const doubted = new Set<string>();
  store.subscribe(() => {
    for (const kind of Object.keys(store.getState().rdc.doubts)) doubted.add(kind);
  });

  await store.dispatch(getBook.fetch({ id: '1' }));
  await store.dispatch(renameBook.fetch({ id: '1' }, { title: 'mine' })).catch(() => {});
  await untilDropped(store);

  expect([...doubted]).toEqual(['gc.Book']);
  expect(store.getState().rdc.doubts).toEqual({});
});

it('removes records from their indexes', async () => {
  await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBook.fetch({ id: '1' }));
  expect(store.getState().rdc.indexes['gc.Author']?.name?.size).toBe(1);

  await sweep();

  expect(store.getState().rdc.indexes['gc.Author']?.name?.size).toBe(0);
});

it('keeps fresh records and what they refer to', async () => {
  await serve(library);
  const store = storeThatCollects();

  await store.dispatch(getFreshBook.fetch({ id: '1' }));
  await store.dispatch(getBook.fetch({ id: '2' }));
  await sweep();

  expect(kept(store)).toEqual({ 'gc.Book': ['1'], 'gc.Author': ['7'] });
});

it('keeps fresh records that were set, and what they refer to', async () => {
  await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBook.fetch({ id: '1' }));

  store.dispatch(actions.set(Book, { value: { id: '9', title: 'set', author: '7' } }));
  await sweep();

  expect(kept(store)).toEqual({ 'gc.Book': ['9'], 'gc.Author': ['7'] });
});

it('keeps what a mounted component shows until it unmounts', async () => {
  await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBooks.fetch());
  const unmount = mount(store, getBooks);
  await store.dispatch(getBook.fetch({ id: '5' }));
  await sweep();
  expect(kept(store)).toMatchObject({ 'gc.Book': ['1', '2'], 'gc.Author': ['7', '8'] });
  expect(getBooks.select()(store.getState()).data).toHaveLength(2);

  unmount();
  await untilDropped(store);
});

it('keeps what a mounted query was made from', async () => {
  await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBooks.fetch());
  const firstAuthor = new Query(new All(Author), authors => authors.slice(0, 1));

  const unmount = mountQuery(store, firstAuthor);
  await sweep();

  expect(kept(store)['gc.Book']).toBeUndefined();
  expect(kept(store)['gc.Author']).toContain('7');
  unmount();
});

it('keeps subscribed data', async () => {
  await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBook.fetch({ id: '1' }));

  store.dispatch(getBook.subscribe({ id: '1' }));
  await sweep();
  expect(kept(store)).toMatchObject({ 'gc.Book': ['1'] });

  store.dispatch(getBook.unsubscribe({ id: '1' }));
  await untilDropped(store);
});

it('keeps a record subscribed to by its temporary key', async () => {
  await serve({ ...library, 'POST /books': () => ({ id: '9', title: 'a book', author: ada }) });
  const store = storeThatCollects();
  const creating = store.dispatch(createBook.fetch({ title: 'a book', author: '7' }));
  const [{ id = '' } = {}] = new Controller(store).get(new All(Book)) ?? [];
  expect(id).toMatch(/^optimistic:/);
  store.dispatch(getBook.subscribe({ id }));
  await creating;
  await store.dispatch(getBook.fetch({ id }));

  await sweep();
  expect(store.getState().rdc.endpoints.size).toBe(1);
  expect(kept(store)).toMatchObject({ 'gc.Book': ['9'] });

  store.dispatch(getBook.unsubscribe({ id }));
  await untilDropped(store);
});

it('keeps data with a refetch in flight', async () => {
  const api = await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBook.fetch({ id: '1' }));
  const held = api.hold('GET /books/1');

  const request = store.dispatch(getBook.fetch({ id: '1' }));
  await sweep();

  expect(kept(store)).toMatchObject({ 'gc.Book': ['1'] });
  await held.release();
  await request;
});

it('keeps what an optimistic update changes', async () => {
  const api = await serve(library);
  const store = storeThatCollects();
  await store.dispatch(getBook.fetch({ id: '1' }));
  const held = api.hold('PATCH /books/1');

  const request = store.dispatch(renameBook.fetch({ id: '1' }, { title: 'other' }));
  await sweep();

  expect(kept(store)).toMatchObject({ 'gc.Book': ['1'] });
  await held.release();
  await request;
});

it('keeps every record that an optimistic update changes', async () => {
  const api = await serve({ ...library, 'PATCH /books/:id': () => [] });
  const store = storeThatCollects();
  await store.dispatch(getBooks.fetch());
  const held = api.hold('PATCH /books/1');
  const renameTwo = renameBook.extend({
    name: 'gc.renameTwo',
    schema: [Book],
    getOptimisticResponse: () => ['1', '2'].map(id => ({ id, title: 'other' })),
  });

  const request = store.dispatch(renameTwo.fetch({ id: '1' }, { title: 'other' }));
  await sweep();

  expect(kept(store)).toMatchObject({ 'gc.Book': ['1', '2'] });
  await held.release();
  await request;
});

it.each([
  ['where it has expired', { keepUnusedMs: 0 }],
  ['where there are more records than allowed', { maxRecords: 0 }],
])('keeps what a mutation wrote while a read from before it is in flight, %s', async (_where, options) => {
  const api = await serve(library);
  const store = storeThatCollects(options);
  const late = api.hold('GET /books');
  const reading = store.dispatch(getFreshBooks.fetch());
  await late.arrived;
  const rename = renameBook.extend({ name: 'gc.renameExpired', dataExpiryLength: 0 });
  await store.dispatch(rename.fetch({ id: '1' }, { title: 'new' }));
  // Time for several sweeps.
  await new Promise(resolve => setTimeout(resolve, 60));
  await late.release();

  expect((await reading).map(({ title }) => title)).toEqual(['new', 'two']);
});

it('keeps expired data for a while after it was last read', async () => {
  await serve(library);
  const store = storeThatCollects({ keepUnusedMs: 60_000 });
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now');
  await store.dispatch(getBook.fetch({ id: '1' }));
  const unmount = mount(store, getBook, { id: '1' });
  clock.mockImplementation(() => now() + 70_000);
  await sweep();
  unmount();

  await sweep();
  expect(kept(store)).toMatchObject({ 'gc.Book': ['1'], 'gc.Author': ['7'] });
  clock.mockImplementation(() => now() + 140_000);
  await untilDropped(store);
  clock.mockRestore();
});

it('drops data that arrived and was shown before the clock was set back', async () => {
  await serve(library);
  const store = storeThatCollects();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now());
  await store.dispatch(getBook.fetch({ id: '1' }));
  const unmount = mount(store, getBook, { id: '1' });
  await sweep();
  expect(kept(store)).not.toEqual({});

  clock.mockImplementation(() => performance.timeOrigin + performance.now() - 3_600_000);
  await sweep();
  expect(kept(store)).not.toEqual({});
  unmount();
  await untilDropped(store);

  expect(store.getState().rdc.endpoints.size).toBe(0);
  clock.mockRestore();
});

it('drops unread data early, oldest first, with more records than allowed', async () => {
  await serve({
    'GET /books/:id': ({ params }) => ({ ...params, title: 'a book', author: { id: `a${params.id}` } }),
  });
  const store = storeThatCollects({ maxRecords: 6 });

  for (const id of ['1', '2', '3', '4', '5']) {
    await store.dispatch(getFreshBook.fetch({ id }));
    if (id === '1') mount(store, getFreshBook, { id });
    await wait(2);
  }
  await sweep();

  expect(kept(store)).toEqual({ 'gc.Book': ['1', '4', '5'], 'gc.Author': ['a1', 'a4', 'a5'] });
});

it('keeps the status of a stream, however few records are allowed', async () => {
  const stream = streamManager({ source: () => ({ close() {} }), read: () => undefined });
  const managers = [networkManager(), gcManager({ maxRecords: 1, intervalMs: 10 }), stream];
  const store = createTestStore({ client: createDataClient({ managers }) });
  stores.push(store);
  await sweep();
  store.dispatch(actions.set(Author, { value: ada }));
  store.dispatch(actions.set(Book, { value: { id: '1' } }));
  while (!store.log.some(actions.gc.match)) await wait(10);

  expect(kept(store)[Connection.key]).toEqual(['stream']);
});

it('drops tombstones that no response can undo any more', async () => {
  const api = await serve({ ...library, 'DELETE /books/:id': () => null });
  const store = storeThatCollects();
  await store.dispatch(getBook.fetch({ id: '1' }));
  const held = api.hold('GET /books/2');
  const older = store.dispatch(getBook.fetch({ id: '2' }));
  await held.arrived;
  const remembered = () => store.getState().rdc.deleted['gc.Book']?.size;

  await store.dispatch(removeBook.fetch({ id: '1' }));
  await sweep();
  expect(remembered()).toBe(1);

  await held.release();
  await older;
  while (remembered() !== 0) await wait(10);
});

it('leaves no timer behind in an empty store or after the clean-up', async () => {
  await serve(library);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  try {
    const store = storeThatCollects();
    expect(jest.getTimerCount()).toBe(0);
    store.dispatch(getFreshBook.setResponse({ id: '1' }, { id: '1', author: ada }));
    expect(jest.getTimerCount()).toBe(1);
    store.client.cleanup(store);
    expect(jest.getTimerCount()).toBe(0);
    // Requests that another manager's clean-up ends are stored after this one's.
    store.dispatch(getFreshBook.setResponse({ id: '2' }, { id: '2', author: ada }));
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

function kept(store: TestStore): Record<string, string[]> {
  const { entities } = store.getState().rdc;
  const pairs = Object.entries(entities)
    .filter(([, { size }]) => size > 0)
    .map(([kind, table]) => [kind, Object.keys(tableToRecord(table))] as const);
  return Object.fromEntries(pairs);
}

/** What a hook does when it mounts. */
function mount<Args extends readonly unknown[]>(
  store: TestStore,
  endpoint: BaseEndpoint<Args, unknown>,
  ...args: Args
) {
  const { observers, getState } = handleOf(store.dispatch);
  const key = endpoint.key(...args);
  const memo = (): Memo | undefined => readResponse(getState(), endpoint as never, key, args).memo;
  return observers.add({
    observed: { key, request: { endpoint: endpoint as never, args }, memo },
    notify() {},
  });
}

function mountQuery(store: TestStore, schema: Schema) {
  const { observers, getState } = handleOf(store.dispatch);
  const memo = () => trace(schema, queryKey(schema, [], getState()), getState(), []).memo;
  return observers.add({ observed: { key: undefined, memo }, notify() {} });
}

const wait = (length: number) => new Promise(resolve => setTimeout(resolve, length));
/** Waits long enough for several sweeps. */
async function sweep() {
  // In small steps, since all due timers fire at once after a pause.
  for (let i = 0; i < 12; i++) await wait(5);
}

async function untilDropped(store: TestStore) {
  while (Object.keys(kept(store)).length > 0) await wait(10);
}
