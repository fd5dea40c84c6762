import { configureStore } from '@reduxjs/toolkit';
import {
  actions,
  Controller,
  createDataClient,
  Entity,
  focusManager,
  networkManager,
  type RestOptions,
  subscriptionManager,
} from 'rdc-toolkit';
import { streamManager } from 'rdc-toolkit/stream';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint, serve } from '../helpers/serve';
import { until } from '../helpers/until';
import { CardResource, startCards } from './cards';
import { mount } from './mount';

const { get, getList, partialUpdate } = CardResource;
const one = { id: '1' };
const open = { status: 'open' };

/** Sets the clock back, as after sleep or a corrected date, by more than a test takes. */
function stepBack() {
  const { now } = Date;
  return jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) - 5_000);
}

/** Freezes time. */
function stopClock() {
  const at = Date.now();
  return jest.spyOn(Date, 'now').mockReturnValue(at);
}

afterEach(() => jest.restoreAllMocks());

describe('when the clock has stepped back', () => {
  it('stores a refetch', async () => {
    const { server, done, card } = await startCards();
    await done(get.fetch(one));
    stepBack();
    server.write('1', { title: 'newer' });

    await done(get.fetch(one));

    expect(card()?.title).toBe('newer');
  });

  it('keeps an optimistic change after its response', async () => {
    const { store, arrival, done, card } = await startCards();
    await done(get.fetch(one));
    stepBack();

    const changing = store.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    expect(card()?.title).toBe('mine');
    (await arrival('PATCH /cards/1')).respond();
    await changing;

    expect(card()).toMatchObject({ title: 'mine', version: 1 });
  });

  it('keeps a deletion', async () => {
    const { done, card, list } = await startCards();
    await done(getList.fetch(open));
    stepBack();

    await done(CardResource.delete.fetch(one));

    expect([card(), list('open')]).toEqual([undefined, ['2']]);
  });

  it('lets a deleted record come back', async () => {
    const { server, done, card } = await startCards();
    await done(get.fetch(one));
    const row = server.rows.get('1');
    await done(CardResource.delete.fetch(one));
    stepBack();
    if (row) server.rows.set('1', row);

    await done(get.fetch(one));

    expect(card()?.id).toBe('1');
  });

  it('lets `set` replace the stored value', async () => {
    const { done, card, controller } = await startCards();
    await done(get.fetch(one));
    stepBack();

    controller.set(get.schema, one, { id: '1', title: 'set' });

    expect(card()?.title).toBe('set');
  });

  it('starts the next session after a reset', async () => {
    const { done, card, controller } = await startCards();
    await done(get.fetch(one));
    controller.resetEntireStore();
    stepBack();

    await done(get.fetch(one));

    expect(card()?.title).toBe('1');
  });

  it('makes an invalidated response valid with a fetch', async () => {
    const { done, controller } = await startCards();
    await done(get.fetch(one));
    controller.invalidate(get, one);
    stepBack();

    await done(get.fetch(one));

    expect(controller.getResponse(get, one).expiryStatus).toBe('valid');
  });

  it('stores the error of a later request', async () => {
    const { done, controller } = await startCards();
    await done(get.fetch(one));
    stepBack();

    await expect(done(get.fetch({ id: 'none' }))).rejects.toMatchObject({ status: 404 });
    controller.setError(get, one, Object.assign(new Error('no'), { status: 403 }));

    expect(controller.getResponse(get, one).error).toMatchObject({ status: 403 });
  });
});

describe('a response fetched while the clock was ahead', () => {
  const DAY = 86_400_000;

  /** Sets the clock ahead; returns what corrects it. */
  function setAhead(by: number): () => void {
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + by);
    return () => clock.mockRestore();
  }

  it('is stale once the clock is corrected, and is refetched once', async () => {
    const { server, store, done, controller } = await startCards();
    const select = () => get.select(one)(store.getState()).expiryStatus;
    const correct = setAhead(DAY);
    await done(get.fetch(one));
    expect([controller.getResponse(get, one).expiryStatus, select()]).toEqual(['valid', 'valid']);

    correct();
    expect([controller.getResponse(get, one).expiryStatus, select()]).toEqual(['stale', 'stale']);
    const before = server.api.requests.length;
    await done(get.fetchIfStale(one));
    await done(get.fetchIfStale(one));

    expect(server.api.requests.slice(before)).toEqual(['GET /cards/1']);
    expect([controller.getResponse(get, one).expiryStatus, select()]).toEqual(['valid', 'valid']);
  });

  it('is stale for a record that no request of its own fetched', async () => {
    const { done, controller } = await startCards();
    const correct = setAhead(DAY);
    await done(getList.fetch(open));
    correct();

    expect(controller.getResponse(get, one).expiryStatus).toBe('stale');
  });

  it('stays fresh if its lifetime exceeds the difference or is infinite', async () => {
    const { done, controller } = await startCards();
    const weekly = get.extend({ name: 'Overlap.weekly', dataExpiryLength: 7 * DAY });
    const eternal = get.extend({ name: 'Overlap.eternal', dataExpiryLength: Number.POSITIVE_INFINITY });
    const correct = setAhead(DAY);
    await done(weekly.fetch(one));
    correct();
    expect(controller.getResponse(weekly, one).expiryStatus).toBe('valid');
    await done(eternal.fetch(one));

    expect(controller.getResponse(eternal, one).expiryStatus).toBe('valid');
  });

  it('stays fresh if a server that renders is a minute ahead', async () => {
    const { store, done } = await startCards();
    const correct = setAhead(60_000);
    await done(get.fetch(one));
    correct();

    const { reducer, middleware } = createDataClient();
    const page = configureStore({
      reducer: { rdc: reducer },
      preloadedState: { rdc: store.getState().rdc },
      middleware: getDefault => getDefault().concat(middleware),
    });

    expect(new Controller(page).getResponse(get, one).expiryStatus).toBe('valid');
  });
});

class Counter extends Entity {
  id = '';
  n = 0;
  static key = 'Overlap.Counter';
}

it('lets the last of 3 000 changes in one millisecond win, and the next', () => {
  const store = createTestStore();
  const controller = new Controller(store);
  const clock = stopClock();
  const read = () => controller.get(Counter, one)?.n;

  for (let n = 1; n <= 3_000; n++) controller.set(Counter, one, { id: '1', n });
  expect(read()).toBe(3_000);
  clock.mockReturnValue(Date.now() + 1);
  controller.set(Counter, one, { id: '1', n: 3_001 });

  expect(read()).toBe(3_001);
});

it('lets the last of many responses in one millisecond win', async () => {
  const { server, done, card, controller } = await startCards();
  stopClock();
  for (let i = 0; i < 20; i++) {
    server.write('1', { title: `t${i}` });
    await done(get.fetch(one));
    expect(card()?.title).toBe(`t${i}`);
    controller.set(get.schema, one, { id: '1', title: `s${i}` });
    expect(card()?.title).toBe(`s${i}`);
  }
});

describe('a request that waits before it leaves', () => {
  /** Lets requests leave in the order that a test chooses, as tokens arrive. */
  const waits: (() => void)[] = [];
  class Thing extends Entity {
    id = '';
    name = '';
    static key = 'Overlap.Thing';
  }
  class TokenEndpoint<const Options extends RestOptions> extends ApiEndpoint<Options> {
    override async getRequestInit(body?: unknown): Promise<RequestInit> {
      await new Promise<void>(resolve => waits.push(resolve));
      return super.getRequestInit(body);
    }
  }
  const rename = new TokenEndpoint({
    path: '/things/:id',
    method: 'PATCH',
    body: {} as { readonly name: string },
    schema: Thing,
    name: 'Overlap.Thing.rename',
  });
  const shownName = (store: TestStore) => new Controller(store).get(Thing, one)?.name;

  it('ranks by when it really leaves, after its token arrived', async () => {
    let held = '';
    const api = await serve({
      'PATCH /things/:id': ({ body }) => {
        held = (body as { name: string }).name;
        return { id: '1', name: held };
      },
    });
    const store = createTestStore();
    waits.length = 0;
    const first = store.dispatch(rename.fetch({ id: '1' }, { name: 'one' }));
    const second = store.dispatch(rename.fetch({ id: '1' }, { name: 'two' }));
    while (waits.length < 2) await new Promise(resolve => setTimeout(resolve, 1));
    const [letFirst, letSecond] = waits;

    letSecond?.();
    await second;
    letFirst?.();
    await first;

    expect(api.bodies).toEqual([{ name: 'two' }, { name: 'one' }]);
    expect(shownName(store)).toBe(held);
  });

  it('ranks by that even if both are at the server at once', async () => {
    const api = await serve({ 'PATCH /things/:id': ({ body }) => ({ id: '1', ...(body as object) }) });
    const store = createTestStore();
    waits.length = 0;
    const [early, late] = [api.hold('PATCH /things/1'), api.hold('PATCH /things/1')];
    const first = store.dispatch(rename.fetch({ id: '1' }, { name: 'one' }));
    const second = store.dispatch(rename.fetch({ id: '1' }, { name: 'two' }));
    while (waits.length < 2) await new Promise(resolve => setTimeout(resolve, 1));
    waits[1]?.();
    await early.arrived;
    waits[0]?.();
    await late.arrived;

    await late.release();
    await first;
    await early.release();
    await second;

    expect(shownName(store)).toBe('one');
  });
});

it('a read that repeats an earlier one still outranks reads in between', async () => {
  const { store, arrival, done, server, card } = await startCards();
  await done(CardResource.get.fetch({ id: '2' }));
  // While a mutation is in flight, each response is recorded.
  const voting = store.dispatch(CardResource.vote.fetch({ id: '1' }));
  const vote = await arrival('POST /cards/1/vote');
  const reads = [
    store.dispatch(CardResource.getList.fetch({ status: 'open' })),
    store.dispatch(CardResource.get.fetch({ id: '2' })),
    store.dispatch(CardResource.getList.fetch({} as { status: string })),
  ];
  const [first, before, last] = [
    await arrival('GET /cards?status=open'),
    await arrival('GET /cards/2'),
    await arrival('GET /cards'),
  ];
  before.act();
  server.write('2', { title: 'theirs' });
  for (const [i, visit] of [first, last, before].entries()) {
    visit.respond();
    await reads[[0, 2, 1][i] ?? 0];
  }

  expect(card('2')?.title).toBe('theirs');
  vote.respond();
  await voting;
  expect(card('2')?.title).toBe('theirs');
});

it('puts ascending sequence numbers on actions: begun, left and landed', async () => {
  const { store, done } = await startCards();
  await done(get.fetch(one));
  await done(partialUpdate.fetch(one, { title: 'a' }));

  const numbers = store.log.flatMap(({ meta }) => {
    const { began, left, landed } = meta as Readonly<Record<string, number | undefined>>;
    return began === undefined ? [left, landed] : [began];
  });
  expect(numbers).toEqual([...numbers].sort((a, b) => Number(a) - Number(b)));
  expect(new Set(numbers).size).toBe(6);
  expect(numbers.every(Number.isInteger)).toBe(true);
  expect(store.getState().rdc.order).toBe(numbers.at(-1));
});

it('numbers the requests that managers send before other middleware sees them', async () => {
  const sent: Record<string, unknown>[] = [];
  const { connections, source } = heldSource();
  const listen = () => () => {};
  const read = () => undefined;
  const client = createDataClient({
    managers: [
      networkManager(),
      subscriptionManager({ listen }),
      focusManager({ listen }),
      streamManager({ source, read, feeds: [get], baseDelayMs: 1, listen }),
    ],
  });
  const store = createTestStore({
    client,
    first: [
      () => next => action => {
        if (actions.fetch.match(action)) sent.push({ ...action.meta });
        return next(action);
      },
    ],
  });
  await serve({ 'GET /cards/:id': ({ params }) => ({ ...params, title: 'fetched' }) });
  const number: unknown = expect.any(Number);
  const untilSent = (count: number) => until(() => sent.length >= count);

  const polled = get.extend({ name: 'Order.polled', pollFrequency: 5, dataExpiryLength: 0 });
  store.dispatch(polled.subscribe(one));
  await untilSent(1);
  store.dispatch(polled.unsubscribe(one));
  await until(() => store.getState().rdc.inflight.size === 0);
  expect(sent.splice(0)[0]).toMatchObject({ by: 'poll', began: number });

  mount(store, get, [one]);
  new Controller(store).expireAll(get);
  store.dispatch({ type: '__rtkq/focused' });
  await untilSent(1);
  await until(() => store.getState().rdc.inflight.size === 0);
  expect(sent.splice(0)[0]).toMatchObject({ cause: 'focus', began: number });

  connections.at(-1)?.onOpen();
  connections.at(-1)?.onClose();
  await until(() => connections.length === 2);
  connections.at(-1)?.onOpen();
  await untilSent(1);
  expect(sent.splice(0)[0]).toMatchObject({ cause: 'reconnect', began: number });
  client.cleanup(store);
});

it('gives each attempt of a retried request its own number', async () => {
  const { store, arrival } = await startCards({ retry: { limit: 1, baseDelayMs: 1, maxDelayMs: 1 } });
  const reading = store.dispatch(get.fetch(one));
  const first = await arrival('GET /cards/1');
  first.act();
  new Controller(store).set(get.schema, one, { id: '1', title: 'between' });
  first.respond('fail');
  (await arrival('GET /cards/1')).respond();

  expect((await reading).title).toBe('1');
});

it('replays a log recorded in front of the client, whatever was dispatched', async () => {
  const log: unknown[] = [];
  const client = createDataClient({ managers: [networkManager()] });
  const store = createTestStore({
    client,
    first: [
      () => next => action => {
        if (String((action as { type?: unknown }).type).startsWith('rdc/')) log.push(action);
        return next(action);
      },
    ],
  });
  const controller = new Controller(store);
  const api = await serve({ 'GET /cards/:id': ({ params }) => ({ ...params, title: 'fetched' }) });
  const held = api.hold('GET /cards/2');
  const reading = store.dispatch(get.fetch({ id: '2' }));
  await held.arrived;
  await store.dispatch(get.fetch(one));
  controller.set(get.schema, one, { id: '1', title: 'set' });
  controller.setResponse(get, { id: '3' }, { id: '3', title: 'pushed' });
  controller.setError(get, { id: '4' }, new Error('pushed'));
  for (const id of ['5', '6']) {
    const late = api.hold(`GET /cards/${id}`);
    void store.dispatch(get.fetch({ id }));
    await late.arrived;
  }
  const replayed = () => log.reduce(client.reducer as never, client.getInitialState());
  expect(replayed()).toEqual(store.getState().rdc);
  controller.invalidate(get, one);
  controller.invalidateAll(get);
  controller.resetEntireStore();
  await expect(reading).rejects.toMatchObject({ name: 'ResetError' });
  controller.set(get.schema, one, { id: '1', title: 'after' });

  expect(replayed()).toEqual(store.getState().rdc);
});
