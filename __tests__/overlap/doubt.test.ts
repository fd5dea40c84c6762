import { ActionCreators, type EnhancedStore, instrument } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import {
  Collection,
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  Endpoint,
  Entity,
  GQLEndpoint,
  hydrationManager,
  Invalidate,
  networkManager,
  resource,
  Union,
} from 'rdc-toolkit';
import { storeObservers } from '../../lib/observers/storeObservers';
import { readResponse } from '../../lib/selectors/readResponse';
import { cpuTime } from '../helpers/cpuTime';
import { createBareStore } from '../helpers/createBareStore';
import { createRestorableStore } from '../helpers/createRestorableStore';
import { createTestStore } from '../helpers/createTestStore';
import { growth } from '../helpers/growth';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp } from '../helpers/startApi';
import { until } from '../helpers/until';
import { untilQuiet, untilServed } from '../helpers/untilQuiet';
import { Card, CardResource, type Cards, keptCards, Like, LikeResource, plain, startCards } from './cards';
import { mount } from './mount';
import { startScript } from './script';
import type { Row } from './scriptedServer';

const { get, getList, partialUpdate, vote } = CardResource;
const one = { id: '1' };
const open = { status: 'open' };
const IN_DOUBT = { 'Overlap.Card': { 1: expect.any(Number) } };

/** Two overlapping changes of one field: the record is in doubt once both have their responses. */
async function collide({ store, arrival }: Cards, ...titles: readonly [string, string]) {
  const changes = titles.map(title => store.dispatch(partialUpdate.fetch(one, { title })));
  const visits = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];
  for (const visit of visits) visit.respond();
  await Promise.all(changes);
}

/** A store that has fetched card 1 and the open list. */
async function startMounted() {
  const cards = await startCards();
  await cards.done(get.fetch(one));
  await cards.done(getList.fetch(open));
  return cards;
}

it.each([
  ['', plain.remove],
  [
    ' of any of several kinds',
    new ApiEndpoint({
      path: '/cards/:id',
      method: 'DELETE',
      schema: new Invalidate(new Union({ card: Card, like: Like }, 'type')),
      name: 'Overlap.removeAny',
    }),
  ],
])('refetches a list in doubt once no deletion%s that may change it is in flight', async (_what, remove) => {
  const cards = await startMounted();
  const { store, arrival } = cards;
  cards.mount(getList, open);
  const deleting = store.dispatch(remove.fetch({ id: '2' }) as ReturnType<typeof plain.remove.fetch>);
  const deletion = await arrival('DELETE /cards/2');
  const creating = store.dispatch(getList.push.fetch(open, { title: 'lost', status: 'open' } as never));
  (await arrival('POST /cards?status=open')).respond('cut');
  await creating.catch(() => {});
  const requests = cards.newRequests();
  await untilQuiet(() => requests().length);
  expect(requests()).toEqual([]);

  deletion.respond();
  await deleting;
  await cards.settle();

  expect(requests()).toEqual(['GET /cards?status=open']);
  expect(cards.list('open')).toEqual(cards.server.listed('open'));
});

it('refetches a list in doubt at once during a mutation that adds nothing to the list', async () => {
  const cards = await startMounted();
  const { store, arrival } = cards;
  cards.mount(getList, open);
  const renaming = store.dispatch(plain.rename.fetch({ id: '3' }, { title: 'c' }));
  const change = await arrival('PATCH /cards/3');
  const creating = store.dispatch(getList.push.fetch(open, { title: 'lost', status: 'open' } as never));
  (await arrival('POST /cards?status=open')).respond('cut');
  await creating.catch(() => {});

  (await arrival('GET /cards?status=open')).respond();
  await untilQuiet(() => store.getState().rdc.inflight.size);
  expect(cards.list('open')).toEqual(cards.server.listed('open'));
  change.respond();
  await renaming;
});

it('after a mutation, repeats only the refetch that it made pointless', async () => {
  const cards = await startMounted();
  const { store, arrival } = cards;
  cards.mount(getList, open);
  const requests = cards.newRequests();
  const rename = (id: string) => store.dispatch(plain.rename.fetch({ id }, { title: 'new' }));
  const refetches: Awaited<ReturnType<typeof arrival>>[] = [];
  for (const id of ['1', '2']) {
    const renaming = rename(id);
    (await arrival(`PATCH /cards/${id}`)).respond('cut');
    await renaming.catch(() => {});
    refetches.push(await arrival('GET /cards?status=open'));
  }
  const renaming = rename('2');
  const change = await arrival('PATCH /cards/2');
  await untilQuiet(() => requests().length);
  expect(requests().filter(request => request === 'GET /cards?status=open')).toHaveLength(2);

  refetches[0]?.respond();
  change.respond();
  await renaming;
  await cards.settle();

  expect(requests().filter(request => request === 'GET /cards?status=open')).toHaveLength(3);
  expect(cards.list('open')).toEqual(cards.server.listed('open'));
  expect(cards.doubts()).toEqual({});
});

it('does not refetch repeatedly if the refetch does not return the record', async () => {
  class Post extends Entity {
    id = '';
    card = Card.fromJS({});
    static key = 'Doubt.Post';
    static schema = { card: Card };
  }
  const getPosts = new ApiEndpoint({ path: '/posts', schema: [Post], name: 'doubt.getPosts' });
  const beat = new ApiEndpoint({ path: '/beat', method: 'POST', body: undefined, name: 'doubt.beat' });
  const { store, arrival, done, settle, mount, newRequests } = await startScript({
    'GET /posts': () => [{ id: '1', card: '1' }],
    'GET /cards/:id': () => ({ id: '1', title: 'a' }),
    'PATCH /cards/:id': () => ({ id: '1', title: 'b' }),
    'POST /beat': () => ({}),
  } as never);
  await done(getPosts.fetch());
  await done(get.fetch(one));
  mount(getPosts);
  const requests = newRequests();
  const beats = [store.dispatch(beat.fetch())];
  let current = await arrival('POST /beat');
  const renaming = store.dispatch(plain.rename.fetch(one, { title: 'b' }));
  (await arrival('PATCH /cards/1')).respond('cut');
  await renaming.catch(() => {});
  (await arrival('GET /posts')).respond();
  for (let n = 0; n < 3; n++) {
    beats.push(store.dispatch(beat.fetch()));
    const next = await arrival('POST /beat');
    current.respond();
    current = next;
    await untilQuiet(() => requests().length);
  }
  current.respond();
  await Promise.all(beats);
  await settle();

  expect(requests().filter(request => request === 'GET /posts')).toHaveLength(1);
});

it('refetches each mounted request that shows the record once, not per subscriber', async () => {
  const cards = await startMounted();
  for (let i = 0; i < 3; i++) cards.mount(get, one);
  for (let i = 0; i < 2; i++) cards.mount(getList, open);
  cards.mount(get, { id: '2' });
  const requests = cards.newRequests();

  await collide(cards, 'a', 'b');
  await cards.settle();

  const [, , ...refetches] = requests();
  expect(refetches.sort()).toEqual(['GET /cards/1', 'GET /cards?status=open']);
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
  expect(cards.doubts()).toEqual({});
});

it('refetches even if an observer that never fetches is added last', async () => {
  const cards = await startMounted();
  cards.mount(get, one);
  const key = get.key(one);
  const observers = storeObservers(cards.store);
  const read = () => readResponse(observers.handle.getState(), get, key, [one]);
  observers.add({ observed: { key, memo: () => read().memo }, notify() {} });
  const requests = cards.newRequests();

  await collide(cards, 'a', 'b');
  await cards.settle();

  expect(requests().filter(request => request === 'GET /cards/1')).toHaveLength(1);
});

it.each([
  ['1', 'stale'],
  ['elsewhere', 'valid'],
])('about card %s leaves a list of 200 %s', async (pk, expiryStatus) => {
  const cards = await startCards();
  const { server, store, controller, done, arrival } = cards;
  for (let i = 4; i < 200; i++) server.rows.set(`${i}`, { ...(server.rows.get('1') as Row), id: `${i}` });
  await done(getList.fetch(open));
  controller.set(Card, { id: 'elsewhere', title: 'Elsewhere' });
  const listed = () => getList.select(open)(store.getState());
  // From now on the list knows which element was made from which record.
  for (const id of ['50', '60']) {
    controller.set(Card, { id, title: 'changed' });
    expect(listed().expiryStatus).toBe('valid');
  }
  const failing = store.dispatch(partialUpdate.fetch({ id: pk }, { title: 'x' }));
  (await arrival(`PATCH /cards/${pk}`)).respond('cut');
  await expect(failing).rejects.toThrow();

  expect(cards.doubts()).toEqual({ 'Overlap.Card': { [pk]: expect.any(Number) } });
  expect(listed().expiryStatus).toBe(expiryStatus);
});

it('refetches once, though another record is mutated during the refetch', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  await collide(cards, 'a', 'b');
  const refetch = await arrival('GET /cards/1');
  const requests = newRequests();
  const other = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'x' }));
  (await arrival('PATCH /cards/2')).respond();
  await other;
  // A second refetch would leave at once, or with the next request.
  const reading = store.dispatch(get.fetch({ id: '3' }));
  (await arrival('GET /cards/3')).respond();
  await reading;
  refetch.respond();
  await settle();

  expect(requests()).toEqual(['PATCH /cards/2', 'GET /cards/3']);
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
  expect(cards.doubts()).toEqual({});
});

it('sends nothing if no fetched response is mounted', async () => {
  const cards = await startMounted();
  const requests = cards.newRequests();

  await collide(cards, 'a', 'b');
  await cards.settle();
  get.select(one)(cards.store.getState());
  cards.controller.get(get.schema, one);

  expect(requests()).toEqual(['PATCH /cards/1', 'PATCH /cards/1']);
  expect(cards.doubts()).toEqual(IN_DOUBT);
});

it('ends when the record is deleted', async () => {
  const cards = await startMounted();
  await collide(cards, 'a', 'b');
  expect(cards.doubts()).toEqual(IN_DOUBT);

  await cards.done(CardResource.delete.fetch(one));

  expect(cards.doubts()).toEqual({});
});

it('ends with the next read of the record, whatever triggers it', async () => {
  const cards = await startMounted();
  await collide(cards, 'a', 'b');

  await cards.done(getList.fetch(open));

  expect(cards.doubts()).toEqual({});
});

it('does not end with the response to a mutation, nor with `set`', async () => {
  const cards = await startMounted();
  await collide(cards, 'a', 'b');

  await cards.done(partialUpdate.fetch(one, { status: 'done' }));
  const afterMutation = cards.doubts();
  cards.controller.set(get.schema, one, cards.server.rows.get('1') as never);

  expect([afterMutation, cards.doubts()]).toMatchObject([IN_DOUBT, IN_DOUBT]);
});

it('does not end with a read that left before it was cast', async () => {
  const cards = await startMounted();
  const reading = cards.store.dispatch(getList.fetch(open));
  const poll = await cards.arrival('GET /cards?status=open');
  poll.act();
  await collide(cards, 'a', 'b');
  poll.respond();
  await reading;

  expect(cards.doubts()).toEqual(IN_DOUBT);
});

it('marks responses stale, without suspending', async () => {
  const cards = await startMounted();
  const { controller } = cards;
  expect(controller.getResponse(get, one).expiryStatus).toBe('valid');

  await collide(cards, 'a', 'b');

  expect(controller.getResponse(get, one)).toMatchObject({ expiryStatus: 'stale', data: { title: 'b' } });
  expect(controller.getResponse(getList, open).expiryStatus).toBe('stale');
  expect(controller.getResponse(get, { id: '2' }).expiryStatus).not.toBe('stale');
  expect(get.select(one)(cards.store.getState()).expiryStatus).toBe('stale');
});

it('marks responses stale and keeps the data with `invalidIfStale`, too', async () => {
  const strict = get.extend({ name: 'Overlap.strict', invalidIfStale: true });
  const cards = await startMounted();
  await cards.done(strict.fetch(one));

  await collide(cards, 'a', 'b');

  expect(cards.controller.getResponse(strict, one)).toMatchObject({
    expiryStatus: 'stale',
    data: { title: 'b' },
  });
});

it('waits for the mutations in flight of the record, and for no others', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  const third = store.dispatch(vote.fetch(one));
  const held = await arrival('POST /cards/1/vote');
  const other = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'x' }));
  const unrelated = await arrival('PATCH /cards/2');
  const requests = newRequests();
  await collide(cards, 'a', 'b');
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(requests()).toEqual(['PATCH /cards/1', 'PATCH /cards/1']);

  held.respond();
  await third;
  const refetch = await arrival('GET /cards/1');
  refetch.respond();
  unrelated.respond();
  await other;
  expect(await settle()).toEqual([]);

  expect(requests()).toEqual(['PATCH /cards/1', 'PATCH /cards/1', 'GET /cards/1']);
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
});

it('never reuses a read that left before the mutation got its response', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  const reading = store.dispatch(get.fetch(one));
  const early = await arrival('GET /cards/1');
  early.act();
  const requests = newRequests();
  await collide(cards, 'a', 'b');
  const refetch = await arrival('GET /cards/1');
  early.respond();
  await reading;
  refetch.respond();
  await settle();

  expect(requests()).toEqual(['PATCH /cards/1', 'PATCH /cards/1', 'GET /cards/1']);
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
  expect(cards.doubts()).toEqual({});
});

it('ends with a read that left after the response, even if an earlier read casts it late', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests, doubts } = cards;
  mount(get, one);
  const polling = store.dispatch(getList.fetch(open));
  const poll = await arrival('GET /cards?status=open');
  poll.act();
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
  (await arrival('PATCH /cards/1')).respond();
  await changing;
  const reading = store.dispatch(get.fetch(one));
  const read = await arrival('GET /cards/1');
  const requests = newRequests();

  poll.respond();
  await polling;
  expect(doubts()).toEqual(IN_DOUBT);
  read.respond();
  await reading;
  await settle();

  expect(requests()).toEqual([]);
  expect(doubts()).toEqual({});
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
});

it('about a search ends with a read that left after the response, too', async () => {
  const { store, arrival, settle, doubts } = await startMounted();
  const search = { ...open, search: 'n' } as typeof open;
  const polling = store.dispatch(getList.fetch(search));
  const poll = await arrival('GET /cards?search=n&status=open');
  poll.act();
  const creating = store.dispatch(getList.push.fetch(open, { title: 'new' }));
  (await arrival('POST /cards?status=open')).respond();
  await creating;
  const reading = store.dispatch(getList.fetch(search));
  const read = await arrival('GET /cards?search=n&status=open');

  poll.respond();
  await polling;
  expect(doubts()).not.toEqual({});
  read.respond();
  await reading;
  await settle();

  expect(doubts()).toEqual({});
});

it('about lists filtered by a field ends with a read that left after the response', async () => {
  const { store, server, arrival, settle, doubts } = await startMounted();
  const kindsInDoubt = () => Object.keys(doubts()).length;
  const polling = store.dispatch(get.fetch(one));
  const poll = await arrival('GET /cards/1');
  poll.act();
  // Someone else closes it: the response to the mutation shows that, the poll does not.
  server.rows.set('1', { ...(server.rows.get('1') as Row), status: 'done' });
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
  (await arrival('PATCH /cards/1')).respond();
  await changing;
  const reading = store.dispatch(getList.fetch(open));
  const read = await arrival('GET /cards?status=open');

  poll.respond();
  await polling;
  expect(kindsInDoubt()).toBe(2);
  read.respond();
  await reading;
  await settle();

  expect(doubts()).toEqual(IN_DOUBT);
});

it('does not join a fetch after a mutation to a read from before it', async () => {
  const cards = await startMounted();
  const { store, arrival, done, newRequests } = cards;
  const reading = store.dispatch(get.fetch(one));
  const early = await arrival('GET /cards/1');
  early.act();
  await done(partialUpdate.fetch(one, { title: 'mine' }));
  const requests = newRequests();

  const fresh = store.dispatch(get.fetch(one));
  (await arrival('GET /cards/1')).respond();
  expect((await fresh).version).toBe(1);
  early.respond();
  await reading;

  expect(requests()).toEqual(['GET /cards/1']);
});

it('aborts its refetch when a mutation begins, and repeats it afterwards', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests, server } = cards;
  mount(get, one);
  const requests = newRequests();
  await collide(cards, 'a', 'b');
  const refetch = await arrival('GET /cards/1');
  refetch.act();
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'c' }));
  const change = await arrival('PATCH /cards/1');
  expect(store.getState().rdc.inflight.size).toBe(1);
  change.respond();
  await changing;
  await settle();

  expect(requests()).toEqual([
    'PATCH /cards/1',
    'PATCH /cards/1',
    'GET /cards/1',
    'PATCH /cards/1',
    'GET /cards/1',
  ]);
  expect(cards.card()).toEqual(server.rows.get('1'));
  expect(cards.doubts()).toEqual({});
});

it('refetches on remount if the aborting mutation ended while the request was unmounted', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle } = cards;
  const unmount = mount(getList, open);
  await collide(cards, 'a', 'b');
  await arrival('GET /cards?status=open');
  const requests = cards.newRequests();
  const voting = store.dispatch(vote.fetch(one));
  const change = await arrival('POST /cards/1/vote');
  unmount();
  change.respond();
  await voting;
  await settle();
  expect(requests()).toEqual(['POST /cards/1/vote']);

  mount(getList, open);
  await settle();

  expect(requests()).toEqual(['POST /cards/1/vote', 'GET /cards?status=open']);
  expect(cards.doubts()).toEqual({});
});

it('refetches each mounted request, even if another ended it before the abort', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, server } = cards;
  mount(get, one);
  mount(getList, open);
  const deleting = store.dispatch(CardResource.delete.fetch(one));
  (await arrival('DELETE /cards/1')).respond('cut');
  await deleting.catch(() => {});
  (await arrival('GET /cards?status=open')).respond();
  const refetch = await arrival('GET /cards/1');
  await new Promise(resolve => setTimeout(resolve, 10));
  const creating = store.dispatch(vote.fetch(one));
  (await arrival('POST /cards/1/vote')).respond('fail');
  await creating.catch(() => {});
  refetch.respond();
  const served = await settle();

  expect(server.rows.get('1')).toBeUndefined();
  expect(served).toContain('GET /cards/1');
  expect(cards.controller.getError(get, one)).toMatchObject({ status: 404 });
});

it('repeats an aborted refetch, though another one continues for a caller', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, server } = cards;
  mount(get, one);
  mount(getList, open);
  const deleting = store.dispatch(CardResource.delete.fetch(one));
  (await arrival('DELETE /cards/1')).respond('cut');
  await deleting.catch(() => {});
  const refetch = await arrival('GET /cards?status=open');
  await arrival('GET /cards/1');
  const waiting = store.dispatch(getList.fetch(open));
  const creating = store.dispatch(plain.create.fetch({ title: 'new', status: 'done' }));
  const creation = await arrival('POST /cards');
  refetch.respond();
  await waiting;
  creation.respond();
  await creating;
  await settle();

  expect(server.rows.get('1')).toBeUndefined();
  expect(cards.controller.getError(get, one)).toMatchObject({ status: 404 });
});

it('does not abort a refetch that a caller awaits when a mutation starts', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle } = cards;
  mount(get, one);
  await collide(cards, 'a', 'b');
  const refetch = await arrival('GET /cards/1');
  const waiting = store.dispatch(get.fetch(one));
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'c' }));
  (await arrival('PATCH /cards/1')).respond();
  await changing;
  refetch.respond();

  expect((await waiting).title).toBe('c');
  await settle();
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
});

it('ends when its refetch fails, without a loop of requests', async () => {
  const cards = await startMounted();
  const { arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  const requests = newRequests();
  await collide(cards, 'a', 'b');
  (await arrival('GET /cards/1')).respond('fail');
  await settle();

  expect(requests()).toEqual(['PATCH /cards/1', 'PATCH /cards/1', 'GET /cards/1']);
  expect(cards.card()?.title).toBe('b');
});

it('ends when its refetch fails, even while another record is mutated', async () => {
  const cards = await startMounted();
  const { store, arrival, done, mount, settle, newRequests } = cards;
  const unmount = mount(get, one);
  await collide(cards, 'a', 'b');
  const refetch = await arrival('GET /cards/1');
  const changing = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'c' }));
  const change = await arrival('PATCH /cards/2');
  refetch.respond('fail');
  await settle();
  change.respond();
  await changing;
  unmount();
  const requests = newRequests();
  mount(getList, open);
  await done(getList.fetch({ status: 'done' }));
  await settle();

  expect(requests()).toEqual(['GET /cards?status=done']);
});

it.each([
  ['does not bring the record any more', 'cut', 'respond'],
  ['fails', 'vanish', 'fail'],
] as const)(
  'stays on unmounted requests if the refetch of another request %s',
  async (_what, how, refetched) => {
    const cards = await startMounted();
    const { store, server, arrival, done, mount, settle, newRequests } = cards;
    await done(getList.fetch({ status: 'done' }));
    const unmount = mount(getList, open);
    const deleting = store.dispatch(CardResource.delete.fetch(one));
    (await arrival('DELETE /cards/1')).respond(how);
    await expect(deleting).rejects.toMatchObject({ name: expect.any(String) });
    (await arrival('GET /cards?status=open')).respond(refetched);
    await settle();
    unmount();
    const statusOf = () => get.select(one)(store.getState()).expiryStatus;
    const requests = newRequests();
    mount(get, one);
    await done(getList.fetch({ status: 'done' }));
    const before = statusOf();
    await done(get.fetchIfStale(one) as never).catch(() => {});
    await settle();

    expect([before, getList.select({ status: 'done' })(store.getState()).expiryStatus]).toEqual([
      'stale',
      'valid',
    ]);
    expect(requests()).toEqual(['GET /cards?status=done', 'GET /cards/1']);
    expect([server.rows.has('1'), get.select(one)(store.getState()).error === undefined]).toEqual(
      how === 'cut' ? [false, false] : [true, true],
    );
  },
);

it('leaves data stale that its refetch could not bring, for the next refetch', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle } = cards;
  mount(get, one);
  await collide(cards, 'a', 'b');
  (await arrival('GET /cards/1')).respond('cut');
  await settle();
  const { expiryStatus } = get.select(one)(store.getState());

  await Promise.all([
    store.dispatch(get.fetchIfStale(one)),
    arrival('GET /cards/1').then(visit => visit.respond()),
  ]);

  expect([expiryStatus, get.select(one)(store.getState()).expiryStatus]).toEqual(['stale', 'valid']);
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
});

it('does not refetch a request that has failed since, such as a deleted record', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, newRequests, settle } = cards;
  const deleting = store.dispatch(CardResource.delete.fetch(one));
  const deletion = await arrival('DELETE /cards/1');
  deletion.act();
  deletion.respond('cut');
  await deleting.catch(() => {});
  const requests = newRequests();
  mount(get, one);

  const reading = store.dispatch(get.fetchIfStale(one));
  (await arrival('GET /cards/1')).respond();
  await reading.catch(() => {});
  await settle();

  expect(requests()).toEqual(['GET /cards/1']);
  expect(get.select(one)(store.getState()).error).toMatchObject({ status: 404 });
});

it.each([
  ['is cut off after the server has done it', 'cut'],
  ['is cut off before it', 'vanish'],
  ['fails on the server', 'fail'],
] as const)('is cast by a mutation that %s, until a read that left after its end', async (_what, how) => {
  const cards = await startMounted();
  const { store, server, arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  const reading = store.dispatch(getList.fetch(open));
  const poll = await arrival('GET /cards?status=open');
  poll.act();
  const requests = newRequests();
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'lost' }));
  const change = await arrival('PATCH /cards/1');
  if (how === 'fail') change.act();
  change.respond(how);
  await expect(changing).rejects.toMatchObject({ name: expect.any(String) });
  poll.respond();
  await reading;
  await settle();

  expect(requests()).toEqual(['PATCH /cards/1', 'GET /cards/1']);
  expect(cards.card()).toEqual(server.rows.get('1'));
  expect(cards.doubts()).toEqual({});
});

it('is cast by an aborted mutation, since the server may have done it', async () => {
  const cards = await startMounted();
  const { store, server, arrival, mount, settle } = cards;
  mount(get, one);
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'done all the same' }));
  const change = await arrival('PATCH /cards/1');
  change.act();
  changing.abort();
  await expect(changing).rejects.toMatchObject({ name: 'AbortError' });
  await settle();

  expect(cards.card()).toEqual(server.rows.get('1'));
  expect(cards.card()?.title).toBe('done all the same');
});

const done = { status: 'done' };

/** The same, with both lists of cards on screen. */
async function startWithBothLists() {
  const cards = await startMounted();
  await cards.done(getList.fetch(done));
  cards.mount(getList, open);
  cards.mount(getList, done);
  return cards;
}

it('refetches a request that shows the record later, from an earlier response', async () => {
  const cards = await startMounted();
  const { store, server, arrival, mount, settle } = cards;
  await cards.done(getList.fetch(done));
  mount(getList, done);
  server.write('1', { status: 'done' });
  const reading = store.dispatch(getList.fetch(done));
  const poll = await arrival('GET /cards?status=done');
  poll.act();
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'done all the same' }));
  (await arrival('PATCH /cards/1')).respond('cut');
  await expect(changing).rejects.toMatchObject({ name: expect.any(String) });
  poll.respond();
  await reading;
  await settle();

  expect(cards.card()).toEqual(server.rows.get('1'));
  expect(cards.doubts()).toEqual({});
});

it('refetches a request that shows the record while the refetch of another one drops it', async () => {
  const cards = await startCards();
  const { store, arrival, mount, settle, newRequests } = cards;
  await cards.done(getList.fetch(open));
  mount(getList, open);
  const reading = store.dispatch(get.fetch(one));
  const read = await arrival('GET /cards/1');
  read.act();
  const deleting = store.dispatch(plain.remove.fetch(one));
  (await arrival('DELETE /cards/1')).respond('cut');
  await expect(deleting).rejects.toMatchObject({ name: expect.any(String) });
  const requests = newRequests();
  mount(get, one);
  const refetch = await arrival('GET /cards?status=open');
  read.respond();
  await reading;
  refetch.respond();
  await settle();

  expect(requests().toSorted()).toEqual(['GET /cards/1', 'GET /cards?status=open']);
  expect(get.select(one)(store.getState()).error).toMatchObject({ status: 404 });
  expect(cards.list('open')).toEqual(['2']);
});

it('is cast on the lists by a move that is cut off, without an optimistic update', async () => {
  const { store, arrival, settle, list } = await startWithBothLists();
  const moving = store.dispatch(plain.move.fetch(one, done));
  (await arrival('PATCH /cards/1')).respond('cut');
  await expect(moving).rejects.toMatchObject({ name: expect.any(String) });
  await settle();

  expect([list('open'), list('done')?.toSorted()]).toEqual([['2'], ['1', '3']]);
});

it('is cast on the lists by a failed move of a record that was being deleted', async () => {
  const { store, arrival, settle, list } = await startWithBothLists();
  const deleting = store.dispatch(CardResource.delete.fetch(one));
  const deletion = await arrival('DELETE /cards/1');
  const moving = store.dispatch(getList.move.fetch(one, done));
  const move = await arrival('PATCH /cards/1');
  deletion.respond('fail');
  await expect(deleting).rejects.toMatchObject({ status: 409 });
  move.act();
  move.respond('fail');
  await expect(moving).rejects.toMatchObject({ status: 503 });
  await settle();

  expect([list('open'), list('done')?.toSorted()]).toEqual([['2'], ['1', '3']]);
});

it('is cast on the lists by a creation that is cut off', async () => {
  const cards = await startMounted();
  const { store, server, arrival, mount, settle, list } = cards;
  mount(getList, open);
  const creating = store.dispatch(getList.push.fetch(open, { title: 'lost' }));
  (await arrival('POST /cards?status=open')).respond('cut');
  await expect(creating).rejects.toMatchObject({ name: expect.any(String) });
  await settle();

  expect(list('open')).toEqual(['1', '2', 'new-1']);
  expect(server.rows.size).toBe(5);
});

it('is cast on a list whose `belongs` may accept a creation that was cut off', async () => {
  class Ruled extends Card {
    static override key = 'Overlap.Ruled';
  }
  const { getList: getRuled } = resource({
    path: '/cards/:id',
    schema: Ruled,
    Endpoint: ApiEndpoint,
    searchParams: {} as { status: string },
    belongs: (card: Ruled, { status }) => String(status).split(',').includes(card.status),
  });
  const { store, arrival, done: served } = await startMounted();
  const lists = ['open,done', 'done,like'].map(status => ({ status }));
  for (const args of lists) await served(getRuled.fetch(args));
  const creating = store.dispatch(getRuled.push.fetch(open, { title: 'lost' } as never));
  (await arrival('POST /cards?status=open')).respond('cut');
  await expect(creating).rejects.toMatchObject({ name: expect.any(String) });

  const statuses = lists.map(args => getRuled.select(args)(store.getState()).expiryStatus);
  expect(statuses).toEqual(['stale', 'valid']);
});

it.each(['lands before it', 'lands after it'])(
  'is cast on a list whose filter accepts a creation that was cut off, if it %s',
  async when => {
    class Filtered extends Card {
      static override key = `Overlap.Filtered, ${when}`;
    }
    const { getList: getFiltered } = resource({
      path: '/cards/:id',
      schema: Filtered,
      Endpoint: ApiEndpoint,
      searchParams: {} as { status: string },
      Collection: class<C extends [typeof Card]> extends Collection<C> {
        override createCollectionFilter(of: { status: string }) {
          return ({ status }: { status?: string }) => String(status).split(',').includes(of.status);
        }
      },
    });
    const { store, arrival, done: served } = await startMounted();
    const both = { status: 'open,done' };
    const isBefore = when === 'lands before it';
    if (isBefore) await served(getFiltered.fetch(both));
    const creating = store.dispatch(getFiltered.push.fetch(open, { title: 'lost' } as never));
    const creation = await arrival('POST /cards?status=open');
    const listing = isBefore ? undefined : store.dispatch(getFiltered.fetch(both));
    const list = isBefore ? undefined : await arrival('GET /cards?status=open%2Cdone');
    creation.respond('cut');
    await expect(creating).rejects.toMatchObject({ name: expect.any(String) });
    list?.respond();
    await listing;

    expect(getFiltered.select(both)(store.getState()).expiryStatus).toBe('stale');
  },
);

it('is not cast on a list that a creation cut off cannot concern, even if it lands later', async () => {
  const { store, arrival, done: served } = await startMounted();
  for (const args of [open, { status: 'done' }]) await served(getList.fetch(args));
  const creating = store.dispatch(getList.push.fetch(open, { title: 'lost' }));
  const creation = await arrival('POST /cards?status=open');
  const listing = store.dispatch(getList.fetch({ status: 'done' }));
  const list = await arrival('GET /cards?status=done');
  creation.respond('cut');
  await expect(creating).rejects.toMatchObject({ name: expect.any(String) });
  list.respond();
  await listing;

  expect(getList.select({ status: 'done' })(store.getState()).expiryStatus).toBe('valid');
  expect(getList.select(open)(store.getState()).expiryStatus).toBe('stale');
});

it.each([
  ['is in doubt where it is from before a mutation', true, ['GET /cards?status=open']],
  ['is in none where it is from after it', false, []],
])('a list from a saved copy %s', async (_what, isBefore, expected) => {
  const open = { status: 'open' };
  const { store: other, settle, arrival, done: served, newRequests } = await startCards();
  const client = createDataClient({ managers: [networkManager(), hydrationManager()] });
  const store = createTestStore({ client });
  const saved = async () => {
    await served(CardResource.getList.fetch(open));
    return JSON.parse(JSON.stringify(dehydrate(other.getState().rdc)));
  };
  const early = await saved();
  // Timestamps tell which of the two was first.
  await new Promise(resolve => setTimeout(resolve, 5));
  const creating = store.dispatch(CardResource.getList.push.fetch(open, { title: 'new' }));
  (await arrival('POST /cards?status=open')).respond();
  await creating;
  await new Promise(resolve => setTimeout(resolve, 5));
  const late = await saved();
  mount(store, CardResource.getList, [open]);
  const requests = newRequests();
  new Controller(store).hydrate(isBefore ? early : late);
  await settle();
  await settle();

  expect(requests()).toEqual(expected);
  const { data } = CardResource.getList.select(open)(store.getState());
  expect(data?.map(({ id }) => id)).toEqual(['1', '2', 'new-1']);
});

it('a message that moves a record in doubt into a mounted list refetches that list', async () => {
  class Moving extends Card {
    static override key = 'Overlap.Moving';
  }
  const Cards = keptCards(Moving);
  const {
    server,
    store,
    controller,
    arrival,
    done: served,
    mount: show,
    newRequests,
    settle,
  } = await startCards();
  const open = { status: 'open' };
  await served(Cards.get.fetch({ id: '3' }) as never);
  await served(Cards.getList.fetch(open) as never);
  show(Cards.getList, open);
  const renaming = store.dispatch(Cards.partialUpdate.fetch({ id: '3' }, { title: 'new' }));
  (await arrival('PATCH /cards/3')).respond('cut');
  await renaming.catch(() => {});
  const requests = newRequests();
  expect(await settle()).toEqual([]);
  server.write('3', { status: 'open' });
  controller.set(Moving, {}, { id: '3', status: 'open' });
  await settle();

  expect(requests()).toEqual(['GET /cards?status=open']);
  expect(store.getState().rdc.doubts).toEqual({});
});

it('a list in doubt is refetched once, even if an earlier response lands after the refetch', async () => {
  const { store, arrival, done: served, mount: show, newRequests, settle } = await startCards();
  const open = { status: 'open' };
  const again = new ApiEndpoint({
    path: '/cards',
    searchParams: {} as { status: string },
    schema: CardResource.getList.schema,
    name: 'Overlap.again',
    key: () => 'again',
  });
  await served(CardResource.getList.fetch(open));
  show(CardResource.getList, open);
  const reading = store.dispatch(again.fetch(open));
  const old = await arrival('GET /cards?status=open');
  old.act();
  const creating = store.dispatch(CardResource.getList.push.fetch(open, { title: 'new' }));
  (await arrival('POST /cards?status=open')).respond('cut');
  await creating.catch(() => {});
  const requests = newRequests();
  (await arrival('GET /cards?status=open')).respond();
  await settle();
  old.respond();
  await reading;
  await settle();

  expect(requests()).toHaveLength(1);
  expect(store.getState().rdc.doubts).toEqual({});
});

describe('a list in doubt that another source updates while its refetch is in flight', () => {
  it.each([
    ['the response of a mutation', true],
    ['a message', false],
  ])('is refetched once more to settle it: %s', async (what, isMutation) => {
    class Task extends Entity {
      id = '';
      board = '';
      static key = `Overlap.Task, ${what}`;
    }
    class Board extends Entity {
      id = '';
      name = '';
      tasks: Task[] = [];
      static key = `Overlap.Board, ${what}`;
      static schema = {
        tasks: new Collection([Task], { nestKey: (board: Board) => ({ board: board.id }) }),
      };
    }
    const Tasks = resource({
      path: '/tasks/:id',
      schema: Task,
      searchParams: {} as { board: string },
      Endpoint: ApiEndpoint,
    });
    const Boards = resource({ path: '/boards/:id', schema: Board, Endpoint: ApiEndpoint });
    const tasks = [{ id: '1', board: 'b' }];
    const before = [...tasks];
    const api = await serve({
      'GET /tasks': () => tasks,
      'POST /tasks': () => hangUp(),
      'PATCH /boards/:id': () => ({ id: 'b', name: 'new', tasks: before }),
    });
    const store = createTestStore();
    await store.dispatch(Tasks.getList.fetch({ board: 'b' }));
    mount(store, Tasks.getList, [{ board: 'b' }]);
    const held = api.hold('GET /tasks');
    const creating = store.dispatch(Tasks.getList.push.fetch({ board: 'b' }, { board: 'b' }));
    await expect(creating).rejects.toMatchObject({ name: 'TypeError' });
    await held.arrived;
    if (isMutation) await store.dispatch(Boards.partialUpdate.fetch({ id: 'b' }, { name: 'new' }));
    else new Controller(store).set(Board, { id: 'b' }, { id: 'b', name: 'new', tasks: before });
    // The server processes the creation that was cut off only now, and the refetch after it.
    tasks.push({ id: '2', board: 'b' });
    await held.release(tasks);
    await untilServed(api, store);

    const { data, expiryStatus } = Tasks.getList.select({ board: 'b' })(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2']);
    expect(expiryStatus).toBe('valid');
    expect(api.requests.filter(request => request.startsWith('GET'))).toHaveLength(3);
  });
});

describe('after a mutation that may have been done', () => {
  const lists = [open, done].map(args => ({ args, request: `GET /cards?status=${args.status}` }));

  it.each([
    ['creation', () => plain.create.fetch({ title: 'new', status: 'open' }), 'POST /cards'],
    ['optimistic creation', () => getList.push.fetch(open, { title: 'new' }), 'POST /cards?status=open'],
    ['move', () => plain.move.fetch(one, done), 'PATCH /cards/1'],
    ['change', () => plain.rename.fetch(one, { title: 'lost' }), 'PATCH /cards/1'],
    ['deletion', () => plain.remove.fetch(one), 'DELETE /cards/1'],
  ] as const)('is cast on lists that were first fetched before a %s', async (_what, mutate, sent) => {
    const { store, server, arrival, settle, mount, newRequests } = await startCards();
    const listing = lists.map(({ args }) => store.dispatch(getList.fetch(args)));
    const polls = [];
    for (const { request } of lists) polls.push(await arrival(request));
    for (const poll of polls) poll.act();
    const mutating = store.dispatch(mutate() as never) as unknown as Promise<unknown>;
    (await arrival(sent)).respond('cut');
    await expect(mutating).rejects.toMatchObject({ name: expect.any(String) });
    for (const { args } of lists) mount(getList, args);
    const requests = newRequests();
    for (const poll of polls) poll.respond();
    await Promise.all(listing);
    await settle();

    for (const { args } of lists) {
      const held = server.listed(args.status).map(id => server.rows.get(id));
      expect(
        getList
          .select(args)(store.getState())
          .data?.map(card => ({ ...card })),
      ).toEqual(held);
    }
    expect(requests().length).toBeLessThanOrEqual(lists.length);
    expect(store.getState().rdc).toMatchObject({ doubts: {}, effects: [], overlaps: {} });
  });

  it('is cast on the lists that a changed record may now belong to', async () => {
    const { store, server, arrival, settle, mount, newRequests, done: served } = await startCards();
    const kept = new ApiEndpoint({
      path: '/cards',
      name: 'Overlap.kept',
      searchParams: {} as { status: string },
      schema: new Collection([Card], {
        belongs: (card: Card, args: { readonly status?: string }) => card.status === args.status,
      }),
    });
    for (const { args } of lists) {
      await served(kept.fetch(args));
      mount(kept, args);
    }
    const requests = newRequests();
    const changing = store.dispatch(plain.rename.fetch(one, done));
    (await arrival('PATCH /cards/1')).respond('cut');
    await expect(changing).rejects.toMatchObject({ name: expect.any(String) });
    await settle();

    for (const { args } of lists) {
      const held = [...server.rows.values()].filter(({ status }) => status === args.status);
      const { data = [] } = kept.select(args)(store.getState());
      expect(data.map(({ id }) => id).sort()).toEqual(held.map(({ id }) => id));
    }
    expect([...requests()].sort()).toEqual([
      'GET /cards?status=done',
      'GET /cards?status=open',
      'PATCH /cards/1',
    ]);
  });

  it('is not cast on lists that cannot hold the record', async () => {
    const { store, arrival, doubts } = await startCards();
    const reads = [
      store.dispatch(LikeResource.getList.fetch()),
      store.dispatch(getList.fetch(done)),
    ] as const;
    const polls = [await arrival('GET /likes'), await arrival('GET /cards?status=done')];
    const creating = store.dispatch(plain.create.fetch({ title: 'new', status: 'open' }));
    (await arrival('POST /cards')).respond('cut');
    await expect(creating).rejects.toMatchObject({ name: expect.any(String) });
    for (const poll of polls) poll.respond();
    await Promise.all(reads);

    expect(doubts()).toEqual({});
  });

  it('is not cast on requests that left after it', async () => {
    const { store, arrival, settle, mount, newRequests, done: served } = await startCards();
    const slow = store.dispatch(get.fetch({ id: '3' }));
    const last = await arrival('GET /cards/3');
    const creating = store.dispatch(plain.create.fetch({ title: 'new', status: 'open' }));
    (await arrival('POST /cards')).respond('cut');
    await expect(creating).rejects.toMatchObject({ name: expect.any(String) });
    for (const { args } of lists) mount(getList, args);
    const requests = newRequests();
    await served(getList.fetch(open));
    last.respond();
    await slow;
    await settle();

    expect(requests()).toEqual(['GET /cards?status=open']);
  });
});

it('is not cast by a creation that an app forwards', async () => {
  const cards = await startCards({ request: (endpoint, args, options) => endpoint.request(args, options) });
  await cards.done(getList.fetch(open));
  cards.mount(getList, open);
  const requests = cards.newRequests();

  await cards.done(getList.push.fetch(open, { title: 'new', status: 'open' }));
  await cards.settle();

  expect(requests()).toEqual(['POST /cards?status=open']);
  expect(cards.doubts()).toEqual({});
});

describe('after a retry of an attempt that got no response', () => {
  const retry = { limit: 1, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 };

  async function startListed() {
    const cards = await startCards({ retry });
    await cards.done(getList.fetch(open));
    cards.mount(getList, open);
    return cards;
  }

  it('is cast by a creation that ran twice, even if the slice was replaced in between', async () => {
    const { arrival, server } = await startCards();
    const client = createDataClient({ managers: [networkManager({ retry })] });
    const store = createRestorableStore(client);
    const listing = store.dispatch(getList.fetch(open));
    (await arrival('GET /cards?status=open')).respond();
    await listing;
    const saved = store.getState();
    const creating = store.dispatch(getList.push.fetch(open, { title: 'twice' }));
    (await arrival('POST /cards?status=open')).respond('cut');
    const second = await arrival('POST /cards?status=open');
    store.dispatch({ type: 'restore', payload: saved });
    second.respond();
    await creating;

    expect(server.listed('open')).toHaveLength(4);
    expect(getList.select(open)(store.getState()).expiryStatus).toBe('stale');
  });

  it('is cast by a deletion that finds nothing left', async () => {
    const { store, arrival, settle, list } = await startListed();
    const removing = store.dispatch(CardResource.delete.fetch(one));
    (await arrival('DELETE /cards/1')).respond('cut');
    (await arrival('DELETE /cards/1')).respond();
    await expect(removing).rejects.toMatchObject({ status: 404 });
    await settle();

    expect(list('open')).toEqual(['2']);
  });

  it('is cast by a change that is finally refused, even with an idempotency key', async () => {
    const move = partialUpdate.extend({ name: 'Overlap.movedWithKey', idempotencyKey: true });
    const { store, arrival, settle, list } = await startListed();
    const moving = store.dispatch(move.fetch(one, { status: 'done' }));
    (await arrival('PATCH /cards/1')).respond('cut');
    (await arrival('PATCH /cards/1')).respond('fail');
    await expect(moving).rejects.toMatchObject({ status: 409 });
    await settle();

    expect(list('open')).toEqual(['2']);
  });

  it('is not cast by a change whose response is its record, also with an optimistic update', async () => {
    const { store, arrival, settle, list } = await startListed();
    const renaming = store.dispatch(partialUpdate.fetch(one, { title: 'new' }));
    (await arrival('PATCH /cards/1')).respond('cut');
    (await arrival('PATCH /cards/1')).respond();
    await renaming;

    expect(await settle()).toEqual([]);
    expect(list('open')).toEqual(['1', '2']);
  });

  it.each([
    ['is cast on the lists by a creation, which may have been done twice', {}, ['1', '2', 'new-1', 'new-2']],
    [
      'is cast on the lists by one whose schema is the record alone',
      { schema: Card },
      ['1', '2', 'new-1', 'new-2'],
    ],
    ['is not cast where the server can tell the attempts', { idempotencyKey: true }, ['1', '2', 'new-2']],
  ])('%s', async (_what, options, expected) => {
    const create = getList.push.extend({
      name: `Overlap.create ${Object.keys(options)}`,
      ...(options as object),
    });
    const { store, arrival, settle, list } = await startListed();
    const creating = store.dispatch(create.fetch(open, { title: 'new', status: 'open' }));
    (await arrival('POST /cards?status=open')).respond('cut');
    (await arrival('POST /cards?status=open')).respond();
    await creating;
    await settle();

    expect(list('open')).toEqual(expected);
  });
});

it('is cast by a change whose response cannot be stored', async () => {
  let title = 'a';
  const { store, arrival, done, mount, settle } = await startScript({
    'GET /cards/:id': () => ({ id: '1', title }),
    'PATCH /cards/:id'() {
      title = 'b';
      return [];
    },
  });
  await done(get.fetch(one));
  mount(get, one);
  const changing = store.dispatch(plain.rename.fetch(one, { title: 'b' }));
  (await arrival('PATCH /cards/1')).respond();
  await expect(changing).rejects.toMatchObject({ name: 'UnexpectedInputError' });
  await settle();

  expect(get.select(one)(store.getState()).data).toMatchObject({ title: 'b' });
});

it('is cast by a timeout, even one that the response reports: the server may have done it', async () => {
  const cards = await startMounted();
  cards.mount(get, one);
  const requests = cards.newRequests();
  const failing = cards.store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
  (await cards.arrival('PATCH /cards/1')).respond('late');
  await expect(failing).rejects.toMatchObject({ status: 408 });
  await cards.settle();

  expect(requests()).toEqual(['PATCH /cards/1', 'GET /cards/1']);
  expect(cards.card()).toMatchObject({ title: 'a' });
});

it.each([
  ['a deletion', CardResource.delete.fetch(one), 'DELETE /cards/1'],
  ['a change', partialUpdate.fetch(one, { title: 'mine' }), 'PATCH /cards/1'],
] as const)('is cast by %s of a record that the server no longer has', async (_what, mutate, request) => {
  const { server, done, store, arrival, mount, settle, list, newRequests } = await startCards();
  await done(getList.fetch(open));
  mount(getList, open);
  server.rows.delete('1');
  const requests = newRequests();
  const changing = store.dispatch(mutate as never) as unknown as Promise<unknown>;
  (await arrival(request)).respond();
  await expect(changing).rejects.toMatchObject({ status: 404 });
  await settle();

  expect(requests()).toEqual([request, 'GET /cards?status=open']);
  expect(list('open')).toEqual(['2']);
});

it.each([
  ['the server refuses', 'fail'],
  ['never left', 'queued'],
] as const)('is not cast by a mutation that %s', async (_what, how) => {
  const cards = await startCards({ concurrency: 'serial' });
  await cards.done(get.fetch(one));
  cards.mount(get, one);
  const requests = cards.newRequests();
  const first = cards.store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
  const held = await cards.arrival('PATCH /cards/1');
  const second = cards.store.dispatch(partialUpdate.fetch(one, { title: 'b' }));
  if (how === 'queued') second.abort();
  held.respond(how === 'fail' ? 'fail' : 'respond');
  if (how === 'fail') (await cards.arrival('PATCH /cards/1')).respond('fail');
  await Promise.allSettled([first, second]);
  await cards.settle();

  expect(cards.doubts()).toEqual({});
  expect(requests().filter(request => request.startsWith('GET'))).toEqual([]);
});

it.each([
  ['cast while the store shows another time', 0],
  ['left by a mutation that ends while the store shows another time', 1],
])('refetches on return to the present if it is %s', async (_what, endedBefore) => {
  const cards = await startCards();
  const { arrival, settle, newRequests, server } = cards;
  const store = createTestStore({
    client: createDataClient({ managers: [networkManager()] }),
    enhancers: [instrument() as unknown as StoreEnhancer],
    isReplayed: false,
  });
  const { liftedStore } = store as unknown as EnhancedStore<unknown, Action<string>, unknown>;
  const jump = (index: number) => liftedStore.dispatch(ActionCreators.jumpToState(index));
  const reading = store.dispatch(get.fetch(one));
  await settle();
  await reading;
  mount(store, get, [one]);
  const voting = store.dispatch(vote.fetch(one));
  const changes = ['a', 'b'].map(title => store.dispatch(partialUpdate.fetch(one, { title })));
  const visits = [
    await arrival('PATCH /cards/1'),
    await arrival('PATCH /cards/1'),
    await arrival('POST /cards/1/vote'),
  ];
  const requests = newRequests();
  for (const visit of visits.slice(0, endedBefore * 2)) visit.respond();
  if (endedBefore) await Promise.all(changes);
  jump(2);
  for (const visit of visits.slice(endedBefore * 2)) visit.respond();
  await Promise.all([...changes, voting]);
  await settle();
  expect(requests()).toEqual([]);

  jump(liftedStore.getState().stagedActionIds.length - 1);
  await settle();

  expect(requests()).toEqual(['GET /cards/1']);
  expect(get.select(one)(store.getState())).toMatchObject({
    expiryStatus: 'valid',
    data: server.rows.get('1'),
  });
});

describe('about the content of an envelope', () => {
  class User extends Entity {
    id = '';
    name = '';
    static key = 'Overlap.User';
  }
  const readUser = new ApiEndpoint({ path: '/users/:id', schema: { data: User }, name: 'Overlap.readUser' });
  const rename = readUser.extend({
    method: 'PATCH',
    body: {} as { name: string },
    name: 'Overlap.renameUser',
    concurrency: 'serial',
  });
  const gql = new GQLEndpoint('/graphql', {
    fetchResponse: (input, init) => readUser.fetchResponse(input, init),
    concurrency: 'serial',
  });
  const renameByGraphQL = gql.mutation((_variables: { id: string; name: string }) => 'mutation rename', {
    rename: User,
  });
  const ways = [
    ['a REST mutation', (name: string) => rename.fetch({ id: '5' }, { name })],
    ['a GraphQL mutation', (name: string) => renameByGraphQL.fetch({ id: '5', name })],
  ] as const;

  async function startUser() {
    const user = { id: '5', name: 'old' };
    const connection = { isCut: true };
    const renamed = (name: string, response: unknown) => {
      user.name = name;
      return connection.isCut ? hangUp() : response;
    };
    const api = await serve({
      'GET /users/:id': () => ({ data: { ...user } }),
      'PATCH /users/:id': ({ body }) => {
        const { name } = body as { name: string };
        return renamed(name, { data: { ...user, name } });
      },
      'POST /graphql': ({ body }) => {
        const { name } = (body as { variables: { name: string } }).variables;
        return renamed(name, { data: { rename: { ...user, name } } });
      },
    });
    const store = createTestStore();
    await store.dispatch(readUser.fetch({ id: '5' }));
    mount(store, readUser, [{ id: '5' }]);
    const name = () => readUser.select({ id: '5' })(store.getState()).data?.data.name;
    return { api, store, name, connection };
  }

  it.each(ways)('is cast by %s that is cut off, and ends with one refetch', async (_what, changing) => {
    const { api, store, name } = await startUser();
    await (store.dispatch(changing('new') as never) as Promise<unknown>).catch(() => {});
    await untilServed(api, store);

    expect(name()).toBe('new');
    expect(api.requests).toHaveLength(3);
    expect(store.getState().rdc.doubts).toEqual({});
  });

  it.each(ways)('is avoided if %s waits for an earlier one', async (what, changing) => {
    const { api, store, name, connection } = await startUser();
    connection.isCut = false;
    const held = api.hold(what.includes('REST') ? 'PATCH /users/:id' : 'POST /graphql');
    const changes = ['a', 'b'].map(each => store.dispatch(changing(each) as never) as Promise<unknown>);
    await held.arrived;
    await untilQuiet(() => api.requests.length);
    expect(api.requests).toHaveLength(2);
    await held.release();
    await Promise.all(changes);

    expect(name()).toBe('b');
    expect(api.requests).toHaveLength(3);
  });
});

describe('about a saved record', () => {
  /** The saved state of a store with card 1 in doubt, and a new store that can load it. */
  async function save() {
    const cards = await startMounted();
    await collide(cards, 'a', 'b');
    const { rdc } = JSON.parse(JSON.stringify(cards.store.getState())) as { readonly rdc: DataState };
    const store = createTestStore();
    const shown = (by: Pick<typeof store, 'getState'>, of = one) => get.select(of)(by.getState());
    return { ...cards, rdc, store, controller: new Controller(store), shown };
  }

  it('is restored with it', async () => {
    const { rdc, controller, store, shown } = await save();

    controller.hydrate(JSON.parse(JSON.stringify(dehydrate(rdc))));

    expect([shown(store), shown(store, { id: '2' })]).toMatchObject([
      { expiryStatus: 'stale', data: { title: 'b' } },
      { expiryStatus: 'valid' },
    ]);
    expect(store.getState().rdc.doubts).toEqual(IN_DOUBT);
  });

  it('refetches once if the record is on screen, and ends', async () => {
    const { rdc, controller, store, shown, settle, newRequests, server } = await save();
    mount(store, get, [one]);
    mount(store, getList, [open]);
    const requests = newRequests();

    controller.hydrate(dehydrate(rdc));
    await settle();

    expect([...requests()].sort()).toEqual(['GET /cards/1', 'GET /cards?status=open']);
    expect(shown(store)).toMatchObject({ expiryStatus: 'valid', data: server.rows.get('1') });
    expect(store.getState().rdc.doubts).toEqual({});
  });

  it.each([
    ['deletion', CardResource.delete.fetch(one), 'DELETE /cards/1', 404],
    ['change', partialUpdate.fetch(one, { title: 'mine' }), 'PATCH /cards/1', 409],
  ] as const)(
    'is cast if a resumed %s is refused: the server did the earlier attempt',
    async (_what, begin, request, status) => {
      const cards = await startMounted();
      const { server, arrival, settle } = cards;
      const changing = cards.store.dispatch(begin as never) as unknown as Promise<unknown>;
      const attempt = await arrival(request);
      const saved = JSON.parse(JSON.stringify(dehydrate(cards.store.getState().rdc)));
      const store = createTestStore();
      const controller = new Controller(store);
      controller.hydrate(saved);
      const resuming = controller.resume(saved);
      mount(store, getList, [open]);
      const again = await arrival(request);
      attempt.respond();
      await changing;
      again.respond(status === 404 ? 'respond' : 'fail');
      await resuming;
      const served = await settle();

      expect(served).toEqual(['GET /cards?status=open']);
      const held = [...server.rows.values()].filter(row => row.status === 'open');
      expect(getList.select(open)(store.getState()).data).toEqual(held);
    },
  );

  it('is cast for mutations that were in flight on saving, even if not resumed', async () => {
    const { server, arrival, settle, newRequests, store: closing } = await startMounted();
    const renaming = closing.dispatch(partialUpdate.fetch(one, { title: 'mine' }));
    const attempt = await arrival('PATCH /cards/1');
    const saved = dehydrate(closing.getState().rdc);
    attempt.respond();
    await renaming;
    const store = createTestStore();
    mount(store, get, [one]);
    const requests = newRequests();
    new Controller(store).hydrate(saved);
    await settle();

    expect(requests()).toEqual(['GET /cards/1']);
    expect(get.select(one)(store.getState()).data).toEqual(server.rows.get('1'));
  });

  it('does not come with a copy that is older than the stored data', async () => {
    const { rdc, controller, store, settle } = await save();
    await new Promise(resolve => setTimeout(resolve, 5));
    const reading = store.dispatch(get.fetch(one));
    await settle();
    await reading;

    controller.hydrate(dehydrate(rdc));

    expect(Object.keys(store.getState().rdc.doubts)).not.toContain('Overlap.Card');
  });

  it('refetches if a restored slice brings it', async () => {
    const { rdc, settle, newRequests } = await save();
    const client = createDataClient({ managers: [networkManager(), hydrationManager()] });
    const restore = { type: 'restore' };
    const root = (state: DataState | undefined, action: { readonly type: string }) =>
      action.type === restore.type ? rdc : client.reducer(state, action);
    const store = createTestStore({ client: { ...client, reducer: root } as never, isReplayed: false });
    mount(store, get, [one]);
    const requests = newRequests();

    store.dispatch(restore);
    await settle();

    expect(requests()).toEqual(['GET /cards/1']);
    expect(store.getState().rdc.doubts).toEqual({});
  });
});

it('refetches at most once per mutation and mounted request', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  mount(getList, open);
  const requests = newRequests();
  const titles = ['a', 'b', 'c', 'd', 'e'];
  const changes = titles.map(title => store.dispatch(partialUpdate.fetch(one, { title })));
  for (const _each of titles) (await arrival('PATCH /cards/1')).respond();
  await Promise.all(changes);
  await settle();

  const refetches = requests().filter(request => request.startsWith('GET'));
  expect(refetches.length).toBeLessThanOrEqual(titles.length * 2);
  expect(new Set(refetches).size).toBe(2);
  expect(cards.card()).toEqual(cards.server.rows.get('1'));
});

it('does not survive a reset: nothing is fetched for the ended session', async () => {
  const cards = await startMounted();
  await collide(cards, 'a', 'b');
  const requests = cards.newRequests();
  new Controller(cards.store).resetEntireStore();
  await cards.settle();

  expect([cards.doubts(), requests()]).toEqual([{}, []]);
});

it('does not repeat an aborted refetch in the next session', async () => {
  const cards = await startMounted();
  const { store, arrival, mount, settle, newRequests } = cards;
  mount(get, one);
  await collide(cards, 'a', 'b');
  await arrival('GET /cards/1');
  const changing = store.dispatch(partialUpdate.fetch(one, { title: 'c' }));
  await arrival('PATCH /cards/1');
  const requests = newRequests();

  new Controller(store).resetEntireStore();
  await expect(changing).rejects.toMatchObject({ name: 'ResetError' });
  const reading = store.dispatch(get.fetch({ id: '2' }));
  await settle();
  await reading;

  expect(requests()).toEqual(['GET /cards/2']);
});

it('marks a long list stale for any of its records in doubt, even among other doubts', async () => {
  const api = await serve({
    'GET /writers/:id': ({ params: { id } }) => ({ id, name: 'a' }),
    'PATCH /:path/:id': ({ params: { id }, body }) => ({ id, ...(body as object) }),
  });
  class Writer extends Entity {
    id = '';
    name = '';
    static key = 'Doubt.Writer';
  }
  class Text extends Entity {
    id = '';
    title = '';
    writer = Writer.fromJS();
    static key = 'Doubt.Text';
    static schema = { writer: Writer };
  }
  const texts = resource({ path: '/texts/:id', schema: Text, Endpoint: ApiEndpoint });
  const writers = resource({ path: '/writers/:id', schema: Writer, Endpoint: ApiEndpoint });
  const store = createTestStore();
  const rows = Array.from({ length: 70 }, (_, i) => ({
    id: `t${i}`,
    title: '',
    writer: { id: `w${i}`, name: '' },
  }));
  const status = () => texts.getList.select()(store.getState()).expiryStatus;
  /** Reads the list again after another of its records has changed. */
  const reread = () => {
    store.dispatch(texts.get.setResponse({ id: 't69' }, { ...rows[69], title: `${Math.random()}` }));
    return status();
  };
  const clash = async (change: (value: string) => unknown) => {
    const held = api.hold('PATCH /:path/:id');
    const changes = ['a', 'b'].map(change);
    await held.arrived;
    await held.release();
    await Promise.all(changes);
  };
  const clashOver = {
    text: (id: string) => clash(title => store.dispatch(texts.partialUpdate.fetch({ id }, { title }))),
    writer: (id: string) => clash(name => store.dispatch(writers.partialUpdate.fetch({ id }, { name }))),
  };
  store.dispatch(texts.getList.setResponse(rows));
  expect([status(), reread()]).toEqual(['valid', 'valid']);

  await clashOver.text('elsewhere');
  expect(Object.keys(store.getState().rdc.doubts)).toEqual([Text.key]);
  expect([status(), reread()]).toEqual(['valid', 'valid']);
  await clashOver.writer('w5');
  expect([status(), reread()]).toEqual(['stale', 'stale']);
  await store.dispatch(writers.get.fetch({ id: 'w5' }));
  expect([status(), reread()]).toEqual(['valid', 'valid']);
  await clashOver.text('t5');
  expect([status(), reread()]).toEqual(['stale', 'stale']);
});

it.each<'cut' | 'late'>(['cut', 'late'])(
  'is cast on a nested list by a possible addition, even if the record was deleted (%s)',
  async how => {
    class Remark extends Entity {
      id = '';
      issue = '';
      static key = `Doubt.Remark ${how}`;
    }
    class Issue extends Entity {
      id = '';
      remarks: readonly Remark[] = [];
      static key = `Doubt.Issue ${how}`;
      static schema = {
        remarks: new Collection([Remark], { nestKey: ({ id }: { id: string }) => ({ issue: id }) }),
      };
    }
    const issues = resource({ path: '/issues/:id', schema: Issue, Endpoint: ApiEndpoint }).extend('remark', {
      path: '/issues/:id/remarks',
      method: 'POST',
      body: undefined,
    });
    const remarks = resource({
      path: '/remarks/:id',
      schema: Remark,
      searchParams: {} as { issue: string },
      Endpoint: ApiEndpoint,
    });
    const rows = [1, 2].map(n => ({ id: `${n}`, issue: `${n}` }));
    const of = (issue: string) => rows.filter(row => row.issue === issue);
    const { store, arrival, done, mount, settle } = await startScript({
      'GET /issues/:id': ({ id }: { id: string }) => ({ id, remarks: of(id) }),
      'GET /remarks': (_params: object, _body: unknown, query: { issue: string }) => of(query.issue),
      'POST /issues/:id/remarks': ({ id }: { id: string }) => {
        rows.push({ id: '3', issue: id });
        return null;
      },
      'DELETE /issues/:id': () => null,
    } as never);
    await done(issues.get.fetch({ id: '1' }));
    for (const issue of ['1', '2']) {
      await done(remarks.getList.fetch({ issue }));
      mount(remarks.getList as never, { issue });
    }
    const remarking = store.dispatch(issues.remark.fetch({ id: '1' })).catch(() => {});
    const remark = await arrival('POST /issues/1/remarks');
    const deleting = store.dispatch(issues.delete.fetch({ id: '1' }));
    const deletion = await arrival('DELETE /issues/1');
    remark.act();
    deletion.respond();
    await deleting;
    remark.respond(how);
    await remarking;

    expect(await settle()).toEqual(['GET /remarks?issue=1']);
    expect(remarks.getList.select({ issue: '1' })(store.getState()).data).toHaveLength(2);
  },
);

it('is cast only on the nested list of the record that a failed mutation names', async () => {
  class Todo extends Entity {
    id = '';
    static key = 'Doubt.TodoOfUser';
  }
  const todos = new Collection([Todo], {
    argsKey: ({ userId }: { userId: string }) => ({ userId }),
    nestKey: ({ id }: { id: string }) => ({ userId: id }),
  });
  class User extends Entity {
    id = '';
    todos: readonly Todo[] = [];
    static key = 'Doubt.UserOfTodos';
    static schema = { todos };
  }
  const list = new ApiEndpoint({ path: '/users/:userId/todos', name: 'Doubt.todosOfUser', schema: todos });
  const ping = new Endpoint((_id: string): Promise<object> => Promise.reject(new TypeError('fetch failed')), {
    sideEffect: true,
    schema: User,
    name: 'Doubt.ping',
  });
  const { store, done, mount, settle } = await startScript({
    'GET /users/:userId/todos': ({ userId }: { userId: string }) => [{ id: `of ${userId}` }],
  } as never);
  for (const userId of ['1', '2']) {
    await done(list.fetch({ userId }));
    mount(list as never, { userId });
  }
  await store.dispatch(ping.fetch('1')).catch(() => {});

  expect(await settle()).toEqual(['GET /users/1/todos']);
});

it('is cast, shown and ended for each of thousands of records', async () => {
  const rows = (title: string) => Array.from({ length: 2_000 }, (_, i) => ({ id: `card-${i}`, title }));
  await serve({
    'GET /many': () => rows('old'),
    'PUT /many': ({ body }) => rows(String((body as Partial<Row>).title)),
  });
  const getMany = new ApiEndpoint({ path: '/many', name: 'Overlap.getMany', schema: [Card] });
  const body = {} as Partial<Row>;
  const putMany = getMany.extend({ method: 'PUT', name: 'Overlap.putMany', body, writes: ['title'] });
  const store = createTestStore();

  await store.dispatch(getMany.fetch());
  await Promise.all(['a', 'b'].map(title => store.dispatch(putMany.fetch({ title }))));
  const inDoubt = store.getState();
  expect(getMany.select()(inDoubt).expiryStatus).toBe('stale');
  await store.dispatch(getMany.fetch());

  expect(Object.keys(inDoubt.rdc.doubts[Card.key] ?? {})).toHaveLength(2_000);
  expect(store.getState().rdc.doubts).toEqual({});
});

describe('about many records of a restored slice', () => {
  const getMany = new ApiEndpoint({ path: '/many', name: 'Overlap.getManyInDoubt', schema: [Card] });

  /** A store without development checks that has many cards, all in doubt under one number. */
  function restored(count: number, number: number) {
    const ids = Array.from({ length: count }, (_, i) => `${i}`);
    const closing = createBareStore();
    closing.dispatch(getMany.setResponse(ids.map(id => ({ id }))));
    const doubts = { [Card.key]: Object.fromEntries(ids.map(id => [id, number])) };
    const slice = { ...closing.getState().rdc, doubts };
    const client = createDataClient();
    const reducer = (state: DataState = slice, action: Action) => client.reducer(state, action);
    return createBareStore({ ...client, reducer } as typeof client);
  }

  it('refetches any number of records, even while an earlier read is in flight', async () => {
    const api = await serve({ 'GET /many': () => [], 'DELETE /cards/:id': () => ({}) });
    const store = restored(130_000, 1);
    const early = api.hold('GET /many');
    const reading = store.dispatch(getMany.fetch());
    await early.arrived;
    await store.dispatch(plain.remove.fetch(one));

    mount(store, getMany, []);
    await until(() => api.requests.length > 2);

    expect(api.requests.at(-1)).toBe('GET /many');
    reading.abort();
    await reading.catch(() => {});
  });

  it('costs little per response if a refetch did not bring the records', async () => {
    await serve({ 'PATCH /cards/:id': ({ params, body }) => ({ ...params, ...(body as object) }) });
    const costOf = async (count: number) => {
      const store = restored(count, -1);
      mount(store, getMany, []);
      const startedAt = cpuTime();
      const rename = (_: unknown, i: number) =>
        store.dispatch(plain.rename.fetch({ id: `${i}` }, { title: 'new' }));
      await Promise.all(Array.from({ length: 50 }, rename));
      return cpuTime() - startedAt;
    };

    expect(await growth(costOf, { few: 50, many: 4_000, limit: 8 })).toBeLessThan(8);
  });
});
