import { nanoid } from '@reduxjs/toolkit';
import {
  All,
  Controller,
  createDataClient,
  Entity,
  Invalidate,
  Lazy,
  networkManager,
  Query,
  type RestOptions,
  resource,
  Values,
} from 'rdc-toolkit';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { Card, CardResource, plain, startCards } from './cards';

const { get, getList, vote } = CardResource;
const one = { id: '1' };
const open = { status: 'open' };

class Author extends Entity {
  id = '';
  static key = 'Outcome.Author';
}

class Book extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  static key = 'Outcome.Book';
  static schema = { author: Author };
}

const BookResource = resource({ path: '/books/:id', schema: Book, Endpoint: ApiEndpoint });

const inFlight = (store: TestStore) => store.getState().rdc.inflight.size;

/** Takes the messages from the console. */
const said = (store: TestStore) => store.complaints.splice(0);

describe('a read whose response cannot be shown', () => {
  it.each([0, 1])('rejects with MissingRecordError, with %d retries', async retry => {
    await serve({ 'GET /books/:id': () => ({ id: '1', title: 'a', author: '7' }) });
    const client = createDataClient({
      managers: [networkManager({ retry: { limit: retry, baseDelayMs: 1 } })],
    });
    const store = createTestStore({ client });
    new Controller(store).set(new Invalidate(Author), { id: '7' }, { id: '7' });

    for (let i = 0; i < 2; i++) {
      await expect(store.dispatch(BookResource.get.fetch(one))).rejects.toMatchObject({
        name: 'MissingRecordError',
        message: expect.stringContaining('Outcome.Author'),
      });
    }
    expect(BookResource.get.select(one)(store.getState()).error).toMatchObject({
      name: 'MissingRecordError',
    });
    expect(inFlight(store)).toBe(0);
  });

  it('rejects the same way if it is empty', async () => {
    await serve({ 'GET /books/:id': () => null });
    const store = createTestStore();

    await expect(store.dispatch(BookResource.get.fetch(one))).rejects.toMatchObject({
      name: 'MissingRecordError',
      message: expect.stringContaining('it contained no Outcome.Book'),
      pk: undefined,
    });
    expect(BookResource.get.select(one)(store.getState())).toMatchObject({
      data: undefined,
      error: { name: 'MissingRecordError' },
    });
  });

  it('shows null for a null response wrapped in a field', async () => {
    await serve({ 'GET /reading': () => reply(200, null) });
    const store = createTestStore();
    const getReading = new ApiEndpoint({
      path: '/reading',
      name: 'getReading',
      schema: { book: Book as typeof Book | null },
      process: (book: unknown) => ({ book }),
    });

    const { book } = await store.dispatch(getReading.fetch());

    expect(book).toBeNull();
    expect(getReading.select()(store.getState())).toMatchObject({ data: { book: null }, error: undefined });
  });

  const { schema } = BookResource.getList;

  it.each<[string, unknown, string]>([
    ['a collection', schema, 'an array of Outcome.Book'],
    ['an array', [Book], 'an array of Outcome.Book'],
    ['a map', new Values(Book), 'a map of Outcome.Book'],
    ['all records', new All(Book), 'All(Outcome.Book)'],
    ['an object', { items: schema, total: '' }, 'an object with the fields items, total'],
    ['a query', new Query(schema, books => books.length), 'an array of Outcome.Book'],
    ['a collection made later', new Lazy(() => schema), 'an array of Outcome.Book'],
  ])('says what is missing if it is empty where %s is expected', async (_what, expected, said) => {
    await serve({ 'GET /books': () => reply(204) });
    const store = createTestStore();
    const list = new ApiEndpoint({ path: '/books', schema: expected as never, name: `Nothing ${said}` });

    await expect(store.dispatch(list.fetch())).rejects.toMatchObject({
      name: 'UnexpectedInputError',
      message: expect.stringContaining(
        `Cannot store the response of Nothing ${said}: expected ${said} as the response, received nothing`,
      ),
    });
    expect(list.select()(store.getState())).toMatchObject({
      data: undefined,
      error: { name: 'UnexpectedInputError' },
    });
  });

  it('resolves to null if no schema is given', async () => {
    await serve({ 'GET /books': () => null });
    const store = createTestStore();
    const list = new ApiEndpoint({ path: '/books', name: 'Nothing expected' });

    expect(await store.dispatch(list.fetch())).toBeNull();
    expect(list.select()(store.getState())).toMatchObject({ expiryStatus: 'valid', error: undefined });
  });

  it.each([
    ['null', () => null],
    ['a 204', () => reply(204)],
  ])('keeps the stored list, and what joins it later, after %s', async (_what, nothing) => {
    let respond: () => unknown = () => [{ id: '1', title: 'a' }];
    await serve({ 'GET /books': () => respond(), 'POST /books': () => ({ id: '2', title: 'b' }) });
    const store = createTestStore();
    await store.dispatch(BookResource.getList.fetch());
    respond = nothing;

    await expect(store.dispatch(BookResource.getList.fetch())).rejects.toMatchObject({
      message: expect.stringContaining('Respond with [] where there is none'),
    });
    await store.dispatch(BookResource.getList.push.fetch({ title: 'b' }));

    const { data } = BookResource.getList.select()(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

it('a subscriber that refetches on reset gets a request of the new session', async () => {
  const { store, server, arrival, controller, card } = await startCards();
  const dying = store.dispatch(get.fetch(one));
  const old = await arrival('GET /cards/1');
  let refetched: Promise<unknown> | undefined;
  store.subscribe(() => {
    if (store.getState().rdc.lastReset > 0) refetched ??= store.dispatch(get.fetch(one));
  });

  controller.resetEntireStore();
  await expect(dying).rejects.toMatchObject({ name: 'ResetError' });
  const fresh = await arrival('GET /cards/1');
  old.respond();
  server.write('1', { title: 'fresh' });
  fresh.respond();

  expect(await refetched).toMatchObject({ title: 'fresh' });
  expect(card()?.title).toBe('fresh');
});

describe('a request by a temporary key', () => {
  /** A creation in flight, and the temporary key of its record. */
  async function creating() {
    const cards = await startCards();
    await cards.done(getList.fetch(open));
    const created = cards.store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const id = getList.select(open)(cards.store.getState()).data?.at(-1)?.id ?? '';
    return { ...cards, created, id, creation: await cards.arrival('POST /cards?status=open') };
  }

  it.each([
    ['a read', (id: string) => get.fetch({ id }), 'GET /cards/new-1'],
    [
      'a mutation that shows nothing',
      (id: string) => plain.rename.fetch({ id }, { title: 'x' }),
      'PATCH /cards/new-1',
    ],
  ])('waits for the creation, then resolves: %s', async (_what, request, sent) => {
    const { store, created, id, creation, arrival } = await creating();
    const waiting = store.dispatch(request(id) as ReturnType<typeof get.fetch>);
    creation.respond();
    await created;
    (await arrival(sent)).respond();

    expect((await waiting).id).toBe('new-1');
    expect(store.getState().rdc).toMatchObject({ inflight: { size: 0 }, mutating: 0, optimistic: [] });
  });

  it.each([
    ['a read', (id: string) => get.fetch({ id })],
    ['a mutation that shows nothing', (id: string) => plain.rename.fetch({ id }, { title: 'x' })],
  ])('aborts when the creation fails: %s', async (_what, request) => {
    const { store, created, id, creation, newRequests } = await creating();
    const requests = newRequests();
    const waiting = store.dispatch(request(id) as ReturnType<typeof get.fetch>);
    creation.respond('fail');
    await expect(created).rejects.toMatchObject({ status: 409 });

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(requests()).toEqual([]);
    expect(store.getState().rdc).toMatchObject({ inflight: { size: 0 }, mutating: 0, optimistic: [] });
  });

  const unknownKey = `optimistic:${nanoid()}`;

  it.each([
    ['begins like a temporary key', 'optimistic:news'],
    ['looks like one', unknownKey],
  ])('is sent if the server issued such a key: the id %s', async (_what, id) => {
    const { server, store, done, controller } = await startCards();
    const row = server.rows.get('1');
    if (row) server.rows.set(id, { ...row, id });
    await done(getList.fetch(open));

    await done(plain.rename.fetch({ id }, { title: 'renamed' }));
    const read = await done(get.fetch({ id }));

    expect([read.id, read.title, controller.get(Card, { id })?.title]).toEqual([id, 'renamed', 'renamed']);
    expect(inFlight(store)).toBe(0);
  });

  it('is sent if nothing is stored yet and only the prefix matches', async () => {
    const { server, done } = await startCards();
    const row = server.rows.get('1');
    if (row) server.rows.set('optimistic:news', { ...row, id: 'optimistic:news' });

    expect((await done(get.fetch({ id: 'optimistic:news' }))).id).toBe('optimistic:news');
  });

  it('aborts at once if no creation has that key', async () => {
    const { store, newRequests } = await startCards();
    const requests = newRequests();

    await expect(store.dispatch(get.fetch({ id: unknownKey }))).rejects.toMatchObject({
      name: 'AbortError',
      message: expect.stringContaining('no response tells the key of the record that it changes'),
    });

    expect([inFlight(store), requests()]).toEqual([0, []]);
  });
});

describe('errors while a response is made, checked or stored', () => {
  class Careless<const Options extends RestOptions> extends ApiEndpoint<Options> {
    override dataExpiryLength = Number.NaN;
  }
  const policy = new ApiEndpoint({
    path: '/policy',
    name: 'Outcome.policy',
    errorPolicy: () => {
      throw new Error('no policy');
    },
  });
  const endless = new Careless({ path: '/endless', name: 'Outcome.endless' });

  it('an errorPolicy that throws is logged, and the request keeps its own error', async () => {
    await serve({ 'GET /policy': () => reply(503, { message: 'no' }) });
    const store = createTestStore();

    await expect(store.dispatch(policy.fetch())).rejects.toMatchObject({ status: 503 });

    expect(inFlight(store)).toBe(0);
    expect(policy.select()(store.getState()).error).toMatchObject({ status: 503 });
    expect(said(store)).toEqual([expect.stringContaining('no policy')]);
  });

  it('a dataExpiryLength that is not a number is logged, and leaves nothing in flight', async () => {
    await serve({ 'GET /endless': () => ({ a: 1 }) });
    const store = createTestStore();

    await expect(store.dispatch(endless.fetch())).resolves.toEqual({ a: 1 });

    expect(inFlight(store)).toBe(0);
    expect(endless.select()(store.getState())).toMatchObject({ data: { a: 1 }, isFetching: false });
    expect(said(store)).toEqual([expect.stringContaining('dataExpiryLength is NaN')]);
  });

  it('a process() that throws fails its own request only', async () => {
    await serve({ 'GET /books/:id': ({ params }) => ({ id: params.id, title: 'a' }) });
    const store = createTestStore();
    const broken = BookResource.get.extend({
      name: 'Outcome.broken',
      process() {
        throw new Error('cannot process');
      },
    });

    const [bad, good] = await Promise.allSettled([
      store.dispatch(broken.fetch(one)),
      store.dispatch(BookResource.get.fetch({ id: '2' })),
    ]);

    expect(bad).toMatchObject({ reason: { message: 'cannot process' } });
    expect(good).toMatchObject({ value: { id: '2' } });
    expect(inFlight(store)).toBe(0);
  });

  it('a subscriber that throws at rdc/fetch does not stop the request', async () => {
    await serve({ 'GET /books/:id': ({ params }) => ({ id: params.id, title: 'a' }) });
    const store = createTestStore({ isBatching: false });
    let thrown = false;
    const stop = store.subscribe(() => {
      if (thrown) return;
      thrown = true;
      throw new Error('subscriber');
    });

    const promise = store.dispatch(BookResource.get.fetch(one));
    stop();

    expect((await promise).title).toBe('a');
    expect(inFlight(store)).toBe(0);
    expect(said(store)).toEqual([expect.stringContaining('subscriber')]);
  });

  it('a subscriber that throws at the response does not turn it into a failure', async () => {
    await serve({ 'GET /books/:id': ({ params }) => ({ id: params.id, title: 'a' }) });
    const store = createTestStore({ isBatching: false });
    const promise = store.dispatch(BookResource.get.fetch(one));
    const stop = store.subscribe(() => {
      stop();
      throw new Error('subscriber');
    });

    expect((await promise).title).toBe('a');
    expect(inFlight(store)).toBe(0);
    expect(said(store)).toEqual([expect.stringContaining('subscriber')]);
  });

  it('a response that its schema rejects stores nothing', async () => {
    await serve({ 'GET /books': () => [{ id: '1', title: 'a' }, { title: 'nameless' }] });
    const store = createTestStore();

    await expect(store.dispatch(BookResource.getList.fetch())).rejects.toMatchObject({
      name: 'MissingKeyError',
    });

    expect(store.getState().rdc).toMatchObject({ entities: {}, inflight: { size: 0 } });
  });
});

describe('code of the app', () => {
  it('that throws in getOptimisticResponse is logged once, and the mutation is sent', async () => {
    const { store, arrival, done } = await startCards();
    await done(get.fetch(one));
    const hasty = plain.rename.extend({
      name: 'Outcome.hasty',
      getOptimisticResponse() {
        throw new Error('cannot tell');
      },
    });
    const changing = store.dispatch(hasty.fetch(one, { title: 'a' }));
    for (let i = 0; i < 5; i++) get.select(one)(store.getState());
    (await arrival('PATCH /cards/1')).respond();

    expect((await changing)?.title).toBe('a');
    expect(said(store)).toEqual([expect.stringContaining('cannot tell')]);
  });

  it('that throws in update() is logged, and the mutation resolves', async () => {
    const { store, arrival, done } = await startCards();
    await done(get.fetch(one));
    const updating = plain.rename.extend({
      name: 'Outcome.updating',
      update() {
        throw new Error('cannot update');
      },
    });
    const changing = store.dispatch(updating.fetch(one, { title: 'a' }));
    (await arrival('PATCH /cards/1')).respond();

    expect((await changing)?.title).toBe('a');
    expect(get.select(one)(store.getState()).data?.title).toBe('a');
    expect(said(store)).toEqual([expect.stringContaining('cannot update')]);
  });

  it('that throws in writes() is logged once, and the mutation resolves', async () => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const unsure = plain.rename.extend({
      name: 'Outcome.unsure',
      writes() {
        throw new Error('cannot tell');
      },
    });
    const [changing, voting] = [
      store.dispatch(unsure.fetch(one, { title: 'a' })),
      store.dispatch(vote.fetch(one)),
    ];
    for (const request of ['PATCH /cards/1', 'POST /cards/1/vote']) (await arrival(request)).respond();

    expect((await changing)?.title).toBe('a');
    await voting;
    expect(card()).toMatchObject({ title: 'a', votes: 1 });
    expect(said(store)).toEqual([
      expect.stringContaining('writes() of Outcome.unsure has thrown: cannot tell'),
    ]);
  });

  it('that throws in a function of update() is logged too', async () => {
    const { store, arrival, done } = await startCards();
    await done(getList.fetch(open));
    const updating = plain.rename.extend({
      name: 'Outcome.updatingList',
      update: () => ({
        [getList.key(open)]: () => {
          throw new Error('cannot update the list');
        },
      }),
    });
    const changing = store.dispatch(updating.fetch(one, { title: 'a' }));
    (await arrival('PATCH /cards/1')).respond();

    expect((await changing)?.title).toBe('a');
    expect(getList.select(open)(store.getState()).data).toHaveLength(2);
    expect(said(store)).toEqual([expect.stringContaining('cannot update the list')]);
  });

  it('that throws in update() is logged per error, such as after a hot reload', async () => {
    const { store, done } = await startCards();
    let cause = 'first cause';
    const updating = plain.rename.extend({
      name: 'Outcome.updatingAgain',
      update() {
        throw new Error(cause);
      },
    });
    for (cause of ['first cause', 'first cause', 'second cause'])
      await done(updating.fetch(one, { title: 'a' }));

    expect(said(store)).toEqual(
      ['first cause', 'second cause'].map(text =>
        expect.stringContaining(`Outcome.updatingAgain: its update() threw: Error: ${text}`),
      ),
    );
  });

  /** An optimistic change of a title that counts its calls. */
  function countedBy(calls: Record<string, number>, name: string) {
    const count = <T>(what: string, result: T): T => {
      calls[what] = (calls[what] ?? 0) + 1;
      return result;
    };
    const counted = plain.rename.extend({
      name,
      url: ({ id }: { readonly id: string | number }) => count('url', `/cards/${id}`),
      process: (value: unknown) => count('process', value),
      getOptimisticResponse: (_snapshot, params: object, body: object) =>
        count('getOptimisticResponse', { ...params, ...body }),
    });
    return { counted, count };
  }

  it('runs once per optimistic mutation', async () => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const calls: Record<string, number> = {};
    const { counted } = countedBy(calls, 'Outcome.counted');

    const changing = store.dispatch(counted.fetch(one, { title: 'mine' }));
    for (let i = 0; i < 3; i++) expect(card()?.title).toBe('mine');
    (await arrival('PATCH /cards/1')).respond();
    await changing;

    expect(calls).toEqual({ url: 1, process: 1, getOptimisticResponse: 1 });
  });

  it('runs once with a custom key too, but update() before and with the response', async () => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    const calls: Record<string, number> = {};
    const { counted, count } = countedBy(calls, 'Outcome.countedKey');
    const keyed = counted.extend({
      name: 'Outcome.keyed',
      key: ({ id }: { readonly id: string | number }) => count('key', `PATCH card ${id}`),
      update: () => count('update', {}),
    });

    const changing = store.dispatch(keyed.fetch(one, { title: 'mine' }));
    for (let i = 0; i < 3; i++) expect(card()?.title).toBe('mine');
    (await arrival('PATCH /cards/1')).respond();
    await changing;

    expect(calls).toEqual({ url: 1, key: 1, process: 1, getOptimisticResponse: 1, update: 2 });
  });
});

it('a mutation that settles after a reset and an aborted one each settle once, by id', async () => {
  const { store, arrival, settle, controller } = await startCards();
  const twins = [1, 2].map(() => store.dispatch(plain.rename.fetch(one, { title: 'x' })));
  const visits = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];
  twins[0]?.abort();
  await expect(twins[0]).rejects.toMatchObject({ name: 'AbortError' });
  expect(store.getState().rdc).toMatchObject({ inflight: { size: 1 }, mutating: 1 });
  visits[1]?.respond();
  await twins[1];
  expect(store.getState().rdc).toMatchObject({ inflight: { size: 0 }, mutating: 0 });
  controller.resetEntireStore();
  visits[0]?.respond();
  await settle();
  expect(store.getState().rdc.entities).toEqual({});
});
