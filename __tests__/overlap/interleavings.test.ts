import {
  actions,
  Controller,
  createDataClient,
  dehydrate,
  hydrationManager,
  Invalidate,
  networkManager,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint } from '../helpers/serve';
import { until } from '../helpers/until';
import { Card, CardResource, Like, LikeResource, startCards } from './cards';

const { hydrate } = actions;

const { get, getList, partialUpdate } = CardResource;
const one = { id: '1' };
const open = { status: 'open' };

async function startShown() {
  const cards = await startCards();
  await cards.done(get.fetch(one));
  await cards.done(getList.fetch(open));
  return cards;
}

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => false,
    () => true,
  );

describe('an update by a function during an optimistic update', () => {
  it.each([
    ['returns the record with another field', (card: Card) => ({ ...card, votes: card.votes + 1 })],
    [
      'is a recipe',
      (card: { votes: number }) => {
        card.votes++;
      },
    ],
  ])('stores none of it when that fails: it %s', async (_how, update) => {
    const { store, controller, arrival, card } = await startShown();
    const failing = refused(store.dispatch(partialUpdate.fetch(one, { title: 'shown' })));
    const visit = await arrival('PATCH /cards/1');
    controller.set(Card, one, update as never);
    expect(card()).toMatchObject({ title: 'shown', votes: 1 });

    visit.respond('fail');
    expect(await failing).toBe(true);
    expect(card()).toMatchObject({ title: '1', votes: 1 });
  });

  it('stores no optimistic changes of listed records', async () => {
    const { store, controller, arrival, card, list } = await startShown();
    const failing = refused(store.dispatch(partialUpdate.fetch(one, { title: 'shown' })));
    const visit = await arrival('PATCH /cards/1');
    controller.set(getList.schema, open, cards => [...cards].reverse() as never);
    expect(list('open')).toEqual(['2', '1']);
    expect(card()).toMatchObject({ title: 'shown' });

    visit.respond('fail');
    expect(await failing).toBe(true);
    expect(card()).toMatchObject({ title: '1' });
  });

  it.each([['fails'], ['succeeds']])(
    'stores no record twice, nor one that is not created: it %s',
    async how => {
      const { store, controller, arrival, list } = await startShown();
      const creating = refused(store.dispatch(getList.push.fetch(open, { title: 'new', status: 'open' })));
      const visit = await arrival('POST /cards?status=open');
      controller.set(getList.schema, open, cards => cards.filter(({ id }) => id !== '2') as never);
      expect(list('open')).toHaveLength(2);

      visit.respond(how === 'fails' ? 'fail' : 'respond');
      expect(await creating).toBe(how === 'fails');
      expect(list('open')).toEqual(how === 'fails' ? ['1'] : ['1', 'new-1']);
    },
  );
});

it('refetches data in doubt once even if that fails, and keeps showing what is stored', async () => {
  const { store, arrival, mount, settle, card, newRequests } = await startShown();
  mount(get, one);
  const first = store.dispatch(partialUpdate.fetch(one, { title: 'a' }));
  const second = store.dispatch(partialUpdate.fetch(one, { title: 'b' }));
  const visits = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/1')];
  for (const visit of visits) visit.respond();
  await Promise.all([first, second]);
  const refetch = await arrival('GET /cards/1');
  const requests = newRequests();
  refetch.respond('cut');
  await settle();
  expect(requests()).toEqual([]);
  expect(card()).toBeDefined();
  const shown = get.select(one)(store.getState());
  expect(shown).toMatchObject({ error: undefined, isFetching: false });
});

it('keeps a creation in flight when a copy is hydrated, before and after its response', async () => {
  const { server } = await startShown();
  const client = createDataClient({ managers: [networkManager(), hydrationManager()] });
  const store = createTestStore({ client });
  const controller = new Controller(store);
  const list = () =>
    getList
      .select(open)(store.getState())
      .data?.map(({ id }) => id);
  const respond = async () => {
    await until(() => server.visits.length > 0);
    for (const visit of [...server.visits]) visit.respond();
  };
  await Promise.all([controller.fetch(getList, open), respond()]);
  const copy = JSON.parse(JSON.stringify(dehydrate(store.getState().rdc)));
  const creating = controller.fetch(getList.push, open, { title: 'new', status: 'open' });
  store.dispatch(hydrate(copy));
  expect(list()).toHaveLength(3);
  await Promise.all([creating, respond()]);
  expect(list()).toEqual(['1', '2', 'new-1']);
  store.dispatch(hydrate(copy));
  expect(list()).toEqual(['1', '2', 'new-1']);
});

it('aborts one mutation of a serial queue, not the others', async () => {
  const { store, arrival, card } = await startShown();
  const serial = partialUpdate.extend({ concurrency: 'serial', name: 'Overlap.serial' });
  const abort = new AbortController();
  const first = store.dispatch(serial.fetch(one, { title: 'a' }));
  const second = refused(store.dispatch(serial.fetch(one, { title: 'b' }, abort.signal)));
  const third = store.dispatch(serial.fetch(one, { title: 'c' }));
  const visit = await arrival('PATCH /cards/1');
  abort.abort();
  expect(await second).toBe(true);
  expect(card()).toMatchObject({ title: 'c' });
  visit.respond();
  (await arrival('PATCH /cards/1')).respond();
  await Promise.all([first, third]);
  expect(card()).toMatchObject({ title: 'c' });
  expect(store.getState().rdc.doubts).toEqual({});
});

it('casts doubt on the changes of a mutation that was aborted while its response arrived', async () => {
  const { store, server, mount, settle, card, doubts } = await startShown();
  mount(get, one);
  const abort = new AbortController();
  class Slow extends ApiEndpoint {
    override async fetchResponse(input: string, init: RequestInit) {
      const response = await super.fetchResponse(input, init);
      // The headers are here, the body is not read yet.
      abort.abort();
      return response;
    }
  }
  const rename = new Slow({
    path: '/cards/:id',
    method: 'PATCH',
    body: {},
    schema: Card,
    name: 'Overlap.slow',
  });
  const failing = refused(store.dispatch(rename.fetch(one, { title: 'done' }, abort.signal)));
  await settle();
  expect(await failing).toBe(true);
  await settle();
  expect(server.rows.get('1')?.title).toBe('done');
  expect(card()).toMatchObject({ title: 'done' });
  expect(doubts()).toEqual({});
});

/** Cards on screen, a list read that has yet to land, and a move that the server processes at once. */
async function startReading() {
  const { store, arrival, mount, ...cards } = await startShown();
  mount(get, one);
  mount(getList, open);
  return {
    ...cards,
    arrival,
    startMove: (status: string) => store.dispatch(getList.move.fetch(one, { status })),
    /** Reads all cards as they are now; returns a function that lets the response land. */
    async readAll() {
      const reading = store.dispatch(getList.fetch({ status: '' }));
      const visit = await arrival('GET /cards?status=');
      visit.act();
      return async () => {
        visit.respond();
        await reading;
      };
    },
    async respond(moving: Promise<unknown>) {
      (await arrival('PATCH /cards/1')).respond();
      await moving;
    },
  };
}

it('does not rank a list from before two moves as newer because the card moved back', async () => {
  const { server, controller, startMove, readAll, respond, settle, card, list } = await startReading();
  const letArrive = await readAll();
  await respond(startMove('done'));
  server.write('1', { title: 'written between' });
  controller.set(Card, one, server.rows.get('1') as Card);
  await respond(startMove('open'));
  await letArrive();
  expect(card()).toMatchObject({ title: 'written between' });
  await settle();
  expect(card()).toEqual(server.rows.get('1'));
  expect(list('open')).toContain('1');
});

it('keeps a moved card in its new list despite a late message with its old place', async () => {
  const { store, server, controller, arrival, mount, settle, list } = await startShown();
  mount(getList, open);
  const reading = store.dispatch(getList.fetch(open));
  const slow = await arrival('GET /cards?status=open');
  const late = server.rows.get('3') as Card;
  const moving = store.dispatch(getList.move.fetch({ id: '3' }, { status: 'open' }));
  (await arrival('PATCH /cards/3')).respond();
  await moving;
  controller.set(Card, { id: '3' }, late);
  slow.respond();
  await reading;
  controller.set(Card, { id: '3' }, server.rows.get('3') as Card);
  await settle();
  expect(list('open')).toContain('3');
});

it('keeps a recreated record, though a message of its deletion came before the creation', async () => {
  const { store, server, controller, arrival, done, mount, settle, likes } = await startCards();
  const liked = { id: 'like-1' };
  await done(LikeResource.getList.fetch());
  mount(LikeResource.getList);
  const unliking = store.dispatch(LikeResource.delete.fetch(liked));
  const deletion = await arrival('DELETE /likes/like-1');
  deletion.act();
  const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '1' }));
  const creation = await arrival('POST /likes');
  controller.set(new Invalidate(Like), liked, liked);
  creation.respond();
  await liking;
  controller.set(Like, liked, server.rows.get('like-1') as object as Like);
  const reading = store.dispatch(LikeResource.getList.fetch());
  (await arrival('GET /likes')).respond();
  await reading;
  deletion.respond();
  await unliking;
  await settle();
  expect(likes()).toEqual(['like-1']);
});

it('does not rank a list as newer that left during the first of two moves', async () => {
  const { server, arrival, startMove, readAll, respond, settle, card, list } = await startReading();
  const away = startMove('done');
  const first = await arrival('PATCH /cards/1');
  const letArrive = await readAll();
  server.write('1', { title: 'written between' });
  first.respond();
  await away;
  await respond(startMove('open'));
  await letArrive();
  expect(card()).toMatchObject({ title: 'written between' });
  await settle();
  expect(card()).toEqual(server.rows.get('1'));
  expect(list('open')).toContain('1');
});

it('does not rank a list as newer if a mutation that was cut off may have written the same', async () => {
  const { store, server, arrival, mount, settle, card } = await startShown();
  mount(get, one);
  const rename = () => store.dispatch(partialUpdate.fetch(one, { title: 'same' }));
  const first = refused(rename());
  (await arrival('PATCH /cards/1')).respond('cut');
  await first;
  const reading = store.dispatch(getList.fetch({ status: '' }));
  const read = await arrival('GET /cards?status=');
  const again = rename();
  const written = await arrival('PATCH /cards/1');
  read.respond();
  await reading;
  written.respond();
  await again;
  await settle();
  expect(card()).toEqual(server.rows.get('1'));
});
