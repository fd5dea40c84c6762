import {
  Collection,
  Controller,
  createDataClient,
  dehydrate,
  Entity,
  hydrationManager,
  Invalidate,
  keyOf,
  networkManager,
  resource,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { Card, CardResource, keptCards, Like, LikeResource, plain, startCards } from './cards';
import type { Visit } from './scriptedRoutes';
import type { Row } from './scriptedServer';

const { get, getList, partialUpdate } = CardResource;
const open = { status: 'open' };

describe('a record with a natural key that is deleted and recreated', () => {
  const orders = [
    ['in the order in which they left', (first: Visit, second: Visit) => [first, second]],
    ['in the other order', (first: Visit, second: Visit) => [second, first]],
  ] as const;

  it.each(orders)('exists, landing %s', async (_order, ordered) => {
    const { server, store, arrival, done, likes } = await startCards();
    await done(LikeResource.getList.fetch());
    const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-1' }));
    const deletion = await arrival('DELETE /likes/like-1');
    const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '1' }));
    const creation = await arrival('POST /likes');
    deletion.act();
    creation.act();

    for (const visit of ordered(deletion, creation)) visit.respond();

    expect((await Promise.allSettled([unliking, liking])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect((await liking)?.id).toBe('like-1');
    expect([likes(), server.rows.has('like-1')]).toEqual([['like-1'], true]);
  });

  it("takes a new record's place in lists that had it before", async () => {
    const { server, done, likes } = await startCards();
    await done(LikeResource.getList.fetch());
    await done(LikeResource.getList.push.fetch({ title: '2' }));
    await done(LikeResource.delete.fetch({ id: 'like-1' }));
    await done(LikeResource.getList.push.fetch({ title: '1' }));

    expect(likes()).toEqual(['like-2', 'like-1']);
    expect(likes()).toEqual(server.listed('like'));
  });

  const inStatus = (card: Card, { status = card.status }: { status?: string }) => card.status === status;
  const byTitle = (one: Card, other: Card) => one.title.localeCompare(other.title);
  const forms = [
    ['lists', {}, false],
    ['lists with belongs', { belongs: inStatus }, false],
    ['lists with belongs, by a creation of the record alone', { belongs: inStatus }, true],
    ['sorted lists, by a creation of the record alone', { belongs: inStatus, addTo: byTitle }, true],
  ] as const;
  it.each(forms.flatMap(form => [[...form, false] as const, [...form, true] as const]))(
    'appears in those %s that it is recreated in (%j, %j, optimistic: %j)',
    async (what, options, isAlone, optimistic) => {
      const again = { id: '1', title: '9', status: 'done' };
      await serve({
        'GET /cards': ({ query: { status } }) =>
          [
            { id: '1', title: '1', status: 'open' },
            { id: '2', title: '2', status: 'done' },
            { id: '3', title: '3', status: 'done' },
          ].filter(card => status === undefined || card.status === status),
        'POST /cards': ({ body }) => body,
        'DELETE /cards/:id': ({ params }) => ({ id: params.id }),
      });
      class Again extends Card {
        static override key = `Overlap.Again, ${what}, ${optimistic}`;
      }
      const Cards = resource({
        path: '/cards/:id',
        schema: Again,
        searchParams: {} as { status?: string },
        Endpoint: ApiEndpoint,
        optimistic,
        ...(options as object),
      });
      const { push } = Cards.getList;
      const create = isAlone ? push.extend({ schema: Again }) : push;
      const store = createTestStore();
      const lists = () =>
        [{}, open, { status: 'done' }].map(args =>
          Cards.getList
            .select(args)(store.getState())
            .data?.map(({ id }) => id),
        );
      for (const args of [{}, open, { status: 'done' }]) await store.dispatch(Cards.getList.fetch(args));
      await store.dispatch(Cards.delete.fetch({ id: '1' }));
      expect(lists()).toEqual([['2', '3'], [], ['2', '3']]);
      const creating = store.dispatch(create.fetch({ status: 'done' }, again));
      const expected = [['2', '3', '1'], [], ['2', '3', '1']];
      if (optimistic) expect(lists()).toEqual(expected);
      await creating;

      expect(lists()).toEqual(expected);
    },
  );

  it('stays in the list that it was recreated in while a further creation is shown', async () => {
    const { store, arrival, done: served, list } = await startCards();
    const done = { status: 'done' };
    for (const args of [open, done]) await served(getList.fetch(args));
    // The notes on the deletion are kept while a request that overlaps it is in flight.
    const renaming = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'z' }));
    const visit = await arrival('PATCH /cards/2');
    await served(CardResource.delete.fetch({ id: '1' }));
    await served(getList.push.fetch(done, { id: '1', title: 'a', status: 'done' }));
    const again = store.dispatch(getList.push.fetch(open, { id: '1', title: 'a', status: 'open' }));

    // What is shown does not depend on what was shown before.
    const copy = JSON.parse(JSON.stringify(store.getState())) as ReturnType<typeof store.getState>;
    const { data } = getList.select(done)(copy);
    expect([list('open'), list('done'), data?.map(({ id }) => id)]).toEqual([
      ['2', '1'],
      ['3', '1'],
      ['3', '1'],
    ]);
    again.abort();
    visit.respond();
    await Promise.allSettled([renaming, again]);
  });

  it.each([
    ['a read', true],
    ['a message', false],
  ])('leaves the lists that its fields contradict when %s brings it back', async (_what, isRead) => {
    const { server, store, controller, done: served, list } = await startCards();
    for (const args of [open, { status: 'done' }, {}]) await served(getList.fetch(args as typeof open));
    await served(CardResource.delete.fetch({ id: '1' }));
    const row = { id: '1', title: '1', status: 'done', votes: 0, version: 0 };
    server.rows.set('1', row);
    if (isRead) await served(get.fetch({ id: '1' }));
    else controller.set(Card, { id: '1' }, row);

    const all = getList
      .select({} as typeof open)(store.getState())
      .data?.map(({ id }) => id);
    expect([list('open'), all]).toEqual([['2'], ['1', '2', '3']]);
  });

  it('leaves the maps that its fields contradict when a read brings it back', async () => {
    const { server, store, done: served } = await startCards();
    const byTitle = new ApiEndpoint({
      path: '/cards',
      searchParams: {} as { readonly status?: string },
      schema: new Collection(new Values(Card)),
      process: (rows: readonly Row[]) => Object.fromEntries(rows.map(row => [`title ${row.title}`, row])),
      name: 'cards by title',
    });
    for (const args of [open, {}]) await served(byTitle.fetch(args));
    await served(CardResource.delete.fetch({ id: '1' }));
    server.rows.set('1', { id: '1', title: '1', status: 'done', votes: 0, version: 0 });
    await served(get.fetch({ id: '1' }));

    const shown = [open, {}].map(args => Object.keys(byTitle.select(args)(store.getState()).data ?? {}));
    expect(shown).toEqual([['title 2'], ['title 1', 'title 2', 'title 3']]);
  });

  it('refetches its list if an earlier creation is confirmed after it, and an old list in between', async () => {
    const { server, store, arrival, done, likes, mount, settle } = await startCards();
    await done(LikeResource.getList.fetch());
    mount(LikeResource.getList);
    const reading = store.dispatch(LikeResource.getList.fetch());
    const poll = await arrival('GET /likes');
    poll.act();
    await done(LikeResource.delete.fetch({ id: 'like-1' }));
    const creating = ['2', '1'].map(title => store.dispatch(LikeResource.getList.push.fetch({ title })));
    const [first, second] = [await arrival('POST /likes'), await arrival('POST /likes')];
    first.act();
    second.act();
    second.respond();
    await creating[1];
    poll.respond();
    await reading;
    first.respond();
    await creating[0];
    await settle();

    expect(likes()).toEqual(['like-2', 'like-1']);
    expect(likes()).toEqual(server.listed('like'));
  });

  it('shows no error if a read during its creation did not find it', async () => {
    const one = { id: '1' };
    const { store, arrival, done, mount, settle, server } = await startCards();
    await done(CardResource.delete.fetch(one));
    const creating = store.dispatch(getList.push.fetch(open, { ...one, title: 'again', ...open }));
    const creation = await arrival('POST /cards?status=open');
    mount(get, one);
    const reading = store.dispatch(get.fetch(one));
    (await arrival('GET /cards/1')).respond();
    await expect(reading).rejects.toMatchObject({ status: 404 });
    creation.respond();
    await creating;
    await settle();

    expect(server.rows.has('1')).toBe(true);
    const { data, error } = get.select(one)(store.getState());
    expect([data?.title, error]).toEqual(['again', undefined]);
  });

  it('keeps its place in a list that left between its deletion and its creation', async () => {
    const { store, arrival, done, likes } = await startCards();
    await done(LikeResource.getList.fetch());
    await done(LikeResource.delete.fetch({ id: 'like-1' }));
    const listing = store.dispatch(LikeResource.getList.fetch());
    const list = await arrival('GET /likes');
    const creating = ['1', '2'].map(title => store.dispatch(LikeResource.getList.push.fetch({ title })));
    (await arrival('POST /likes')).respond();
    (await arrival('POST /likes')).respond();
    await Promise.all(creating);
    expect(likes()).toEqual(['like-1', 'like-2']);
    list.respond();
    await listing;

    expect(likes()).toEqual(['like-1', 'like-2']);
  });

  it('keeps its place in such a list that landed before its creation, too', async () => {
    const { server, arrival, store, done, likes } = await startCards();
    await done(LikeResource.getList.fetch());
    const deleting = store.dispatch(LikeResource.delete.fetch({ id: 'like-1' }));
    const deletion = await arrival('DELETE /likes/like-1');
    const creating = store.dispatch(LikeResource.getList.push.fetch({ title: '1' }));
    const creation = await arrival('POST /likes');
    deletion.respond();
    await deleting;
    creation.act();
    server.rows.set('like-2', { id: 'like-2', title: '2', status: 'like', votes: 0, version: 0 });
    await done(LikeResource.getList.fetch());
    expect(likes()).toEqual(['like-1', 'like-2']);
    creation.respond();
    await creating;

    expect(likes()).toEqual(['like-1', 'like-2']);
  });

  it('keeps its place in such a list with `belongs` when a message brings it', async () => {
    class Staying extends Card {
      static override key = 'Overlap.Staying';
    }
    const Cards = keptCards(Staying);
    const { server, store, controller, arrival, done } = await startCards();
    await done(Cards.getList.fetch(open) as never);
    // The store knows when the deletion landed only during a mutation that left before.
    const voting = store.dispatch(CardResource.vote.fetch({ id: '3' }));
    const vote = await arrival('POST /cards/3/vote');
    await done(Cards.delete.fetch({ id: '1' }) as never);
    for (const id of ['1', '4']) server.rows.set(id, { id, title: id, status: 'open', votes: 0, version: 0 });
    await done(Cards.getList.fetch(open) as never);
    controller.set(Staying, { id: '1' }, { id: '1', title: 'new', status: 'open' });

    const { data } = Cards.getList.select(open)(store.getState());
    expect(data?.map(({ id, title }) => [id, title])).toEqual([
      ['2', '2'],
      ['1', 'new'],
      ['4', '4'],
    ]);
    vote.respond();
    await voting;
  });

  describe.each([
    ['a list', undefined],
    ['a list with belongs', inStatus],
  ])('in %s that a page has extended since its deletion', (what, belongs) => {
    class Paged extends Card {
      static override key = `Overlap.Paged.${what}`;
    }
    const Cards = resource({
      path: '/cards/:id',
      schema: Paged,
      searchParams: {} as { status: string },
      paginationField: 'after',
      Endpoint: ApiEndpoint,
      belongs,
    }).extend({ getList: { meta: ({ headers }) => ({ next: String(headers.get('next')) }) } });

    async function paged() {
      const cards = await startCards();
      const { server, store, done } = cards;
      server.reset([{ id: '4', title: '4', status: 'open', votes: 0, version: 0 }]);
      server.pageSize = 2;
      for (const args of [open, { status: 'done' }]) await done(Cards.getList.fetch(args) as never);
      const { next = '' } = Cards.getList.select(open)(store.getState()).meta ?? {};
      const page = () => done(Cards.getList.getPage.fetch({ ...open, after: next }) as never);
      const removed = () => done(Cards.delete.fetch({ id: '1' }) as never);
      return { ...cards, page, removed };
    }
    const shownBy = (state: object) =>
      ['open', 'done'].map(status =>
        Cards.getList
          .select({ status })(state as never)
          .data?.map(({ id }) => id),
      );
    const createdAs = (status: string) =>
      Cards.getList.push.fetch({ status }, { id: '1', status } as never) as never;

    it.each([
      ['stands where a new one does', 'open', ['2', '4', '1'], ['3']],
      ['is left out where its fields contradict that list', 'done', ['2', '4'], ['3', '1']],
    ])('%s', async (_what, status, ...expected) => {
      const { server, store, done, page, removed } = await paged();
      await removed();
      await page();
      await done(createdAs(status));

      expect(shownBy(store.getState())).toEqual(expected);
      server.pageSize = Number.POSITIVE_INFINITY;
      expect(['open', 'done'].map(each => server.listed(each))).toEqual(expected);
    });

    it("takes a new record's place in a saved list with higher sequence numbers, too", async () => {
      const { store: saved, page, done, arrival } = await paged();
      for (let more = 0; more < 5; more++) await done(Cards.getList.fetch(open) as never);
      await page();
      const client = createDataClient({ managers: [networkManager(), hydrationManager()] });
      const store = createTestStore({ client });
      new Controller(store).hydrate(JSON.parse(JSON.stringify(saved.getState().rdc)));
      const removing = store.dispatch(Cards.delete.fetch({ id: '1' }));
      (await arrival('DELETE /cards/1')).respond();
      await removing;
      const creating = store.dispatch(createdAs('open'));
      (await arrival('POST /cards?status=open')).respond();
      await creating;

      expect(shownBy(store.getState())).toEqual([['2', '4', '1'], ['3']]);
    });
  });

  it('is in doubt until a refetch, even if it seems deleted', async () => {
    for (const [first, second] of [
      ['POST', 'DELETE'],
      ['DELETE', 'POST'],
    ]) {
      const { store, arrival, done, doubts, mount, settle } = await startCards();
      await done(LikeResource.getList.fetch());
      const visits: Visit[] = [];
      const promises: Promise<unknown>[] = [];
      for (const method of [first, second]) {
        promises.push(
          method === 'POST'
            ? store.dispatch(LikeResource.getList.push.fetch({ title: '1' }))
            : store.dispatch(LikeResource.delete.fetch({ id: 'like-1' })),
        );
        visits.push(await arrival(method === 'POST' ? 'POST /likes' : 'DELETE /likes/like-1'));
      }
      for (const visit of visits) visit.act();
      for (const visit of visits) visit.respond();
      await Promise.all(promises);

      expect(Object.keys(doubts())).toContain(Like.key);
      mount(LikeResource.getList);
      await settle();
      expect(doubts()).toEqual({});
    }
  });

  it('is in the list of a change that lands before its creation', async () => {
    const { server, send, done, mount, settle, list } = await startCards();
    for (const status of ['open', 'done']) {
      await done(getList.fetch({ status }));
      mount(getList, { status });
    }
    const sent = [
      await send(plain.remove.fetch({ id: '1' }), 'DELETE /cards/1'),
      await send(plain.create.fetch({ id: '1', title: 'again', status: 'open' }), 'POST /cards'),
      await send(plain.rename.fetch({ id: '1' }, { status: 'done' }), 'PATCH /cards/1'),
    ] as const;
    for (const { act } of sent) act();
    const [deletion, creation, change] = sent;
    for (const { land } of [deletion, change, creation]) await land();
    await settle();

    expect([list('open'), list('done')]).toEqual([['2'], ['3', '1']]);
    expect([server.listed('open'), server.listed('done')]).toEqual([['2'], ['3', '1']]);
  });

  it('is not in doubt after its refetch, though a list from in between lands during it', async () => {
    const { server, store, arrival, done, likes, mount, settle, doubts } = await startCards();
    await done(LikeResource.getList.fetch());
    mount(LikeResource.getList);
    const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '2' }));
    const creation = await arrival('POST /likes');
    const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-2' }));
    const deletion = await arrival('DELETE /likes/like-2');
    const reading = store.dispatch(LikeResource.getList.fetch());
    const poll = await arrival('GET /likes');
    for (const visit of [creation, poll, deletion]) visit.act();
    creation.respond();
    await liking;
    deletion.respond();
    await unliking;
    const refetch = await arrival('GET /likes');
    poll.respond();
    await reading;
    refetch.respond();
    await settle();

    expect(doubts()).toEqual({});
    expect(likes()).toEqual(server.listed('like'));
  });

  it('stays visible if its deletion and creation begin in one turn', async () => {
    const { store, arrival, done, likes } = await startCards();
    await done(LikeResource.getList.fetch());
    const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-1' }));
    const liking = store.dispatch(LikeResource.getList.push.fetch({ id: 'like-1', title: '1' } as never));
    const shown: unknown[] = [];
    const stop = store.subscribe(() => shown.push(likes()));
    const visits = [await arrival('DELETE /likes/like-1'), await arrival('POST /likes')];
    for (const visit of visits) visit.act();
    for (const visit of visits) {
      visit.respond();
      await (visit === visits[0] ? unliking : liking);
    }
    stop();

    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(keys => JSON.stringify(keys) !== '["like-1"]')).toEqual([]);
  });

  describe('whose creation a message reports before the response', () => {
    async function reported(status: string) {
      const cards = await startCards();
      const { server, store, controller, arrival, done: served, list } = cards;
      for (const args of [open, { status: 'done' }]) await served(getList.fetch(args));
      const reading = store.dispatch(getList.fetch(open));
      const poll = await arrival('GET /cards?status=open');
      poll.act();
      await served(CardResource.delete.fetch({ id: '1' }));
      const creating = store.dispatch(
        getList.push.fetch({ status }, { id: '1', title: 'again', status } as never),
      );
      const creation = await arrival(`POST /cards?status=${status}`);
      const messages: unknown[] = [];
      server.onChange = row => messages.push(row);
      creation.act();
      const shown: unknown[] = [];
      const stop = store.subscribe(() => shown.push(list(status)));
      controller.set(Card, { id: '1' }, messages[0] as never);
      creation.respond();
      await creating;
      stop();
      return { ...cards, reading, poll, shown };
    }

    it("takes a new record's place without a gap", async () => {
      const { shown } = await reported('open');

      expect(shown.filter(keys => JSON.stringify(keys) !== '["2","1"]')).toEqual([]);
      expect(shown.length).toBeGreaterThan(1);
    });

    it('is left out of a list from before its deletion that its fields contradict', async () => {
      const { server, list, reading, poll } = await reported('done');
      poll.respond();
      await reading;

      expect([list('open'), list('done')]).toEqual([['2'], ['3', '1']]);
      expect([server.listed('open'), server.listed('done')]).toEqual([['2'], ['3', '1']]);
    });
  });

  it.each([
    ['done', ['2'], ['3', '1']],
    ['open', ['2', '1'], ['3']],
  ])("takes a new record's place when a message reports it again as %s", async (status, inOpen, inDone) => {
    const { store, controller, done: served } = await startCards();
    class Restored extends Card {
      static override key = `Overlap.Restored, ${status}`;
    }
    const Cards = resource({
      path: '/cards/:id',
      schema: Restored,
      searchParams: {} as { status: string },
      Endpoint: ApiEndpoint,
      belongs: inStatus,
    });
    for (const args of [open, { status: 'done' }]) await served(Cards.getList.fetch(args) as never);
    controller.set(new Invalidate(Restored), { id: '1' }, { id: '1' });
    controller.set(Restored, { id: '1' }, { id: '1', title: '1', status });
    const lists = [open, { status: 'done' }].map(args =>
      Cards.getList
        .select(args)(store.getState())
        .data?.map(({ id }) => id),
    );

    expect(lists).toEqual([inOpen, inDone]);
  });

  it.each([
    ['deleted and created again', ['DELETE', 'POST'], ['like-1']],
    ['created and deleted again', ['POST', 'DELETE'], []],
  ])(
    'shows its final state if it is %s and the second is confirmed first',
    async (_what, order, expected) => {
      const { store, arrival, done, likes } = await startCards();
      await done(LikeResource.getList.fetch());
      if (order[0] === 'POST') await done(LikeResource.delete.fetch({ id: 'like-1' }));
      const visits: Visit[] = [];
      const promises: Promise<unknown>[] = [];
      for (const method of order) {
        promises.push(
          method === 'POST'
            ? store.dispatch(LikeResource.getList.push.fetch({ id: 'like-1', title: '1' } as never))
            : store.dispatch(LikeResource.delete.fetch({ id: 'like-1' })),
        );
        visits.push(await arrival(method === 'POST' ? 'POST /likes' : 'DELETE /likes/like-1'));
      }
      expect(likes()).toEqual(expected);
      const shown: unknown[] = [];
      const stop = store.subscribe(() => shown.push(likes()));
      for (const visit of visits) visit.act();
      for (const visit of visits.toReversed()) visit.respond();
      await Promise.all(promises);
      stop();

      expect(shown.length).toBeGreaterThan(0);
      expect(shown.filter(keys => JSON.stringify(keys) !== JSON.stringify(expected))).toEqual([]);
    },
  );

  it.each(orders)('is gone if it is created first and then deleted, landing %s', async (_order, ordered) => {
    const { server, store, arrival, done, likes } = await startCards();
    await done(LikeResource.getList.fetch());
    const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '1' }));
    const creation = await arrival('POST /likes');
    const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-1' }));
    const deletion = await arrival('DELETE /likes/like-1');
    creation.act();
    deletion.act();

    for (const visit of ordered(creation, deletion)) visit.respond();
    await Promise.all([unliking, liking]);

    expect([likes(), server.rows.has('like-1')]).toEqual([[], false]);
  });

  it.each(orders)(
    'refetches its lists if deletion and creation overlapped, as their order is unknown, landing %s',
    async (_order, ordered) => {
      const { server, store, arrival, done, likes, mount, settle, newRequests } = await startCards();
      await done(LikeResource.getList.fetch());
      mount(LikeResource.getList);
      const requests = newRequests();
      const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-1' }));
      const deletion = await arrival('DELETE /likes/like-1');
      const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '1' }));
      const creation = await arrival('POST /likes');
      creation.act();
      deletion.act();
      for (const visit of ordered(deletion, creation)) {
        visit.respond();
        await (visit === deletion ? unliking : liking);
      }
      await settle();

      expect([likes(), server.rows.has('like-1')]).toEqual([[], false]);
      expect(requests()).toEqual(['DELETE /likes/like-1', 'POST /likes', 'GET /likes']);
    },
  );
});

it('refetches the lists of a record created last, though a late message undid its deletion', async () => {
  const { server, store, controller, arrival, done, likes, mount, settle } = await startCards();
  await done(LikeResource.getList.fetch());
  mount(LikeResource.getList);
  const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-2' }));
  const deletion = await arrival('DELETE /likes/like-2');
  const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '2' }));
  const creation = await arrival('POST /likes');
  const messages: Row[] = [];
  server.onChange = row => messages.push(row as Row);
  creation.act();
  deletion.respond();
  await unliking;
  controller.set(LikeResource.get.schema, { id: 'like-2' }, messages[0] as never);
  await done(LikeResource.getList.fetch());
  expect(likes()).toEqual(['like-1']);

  creation.respond();
  await liking;
  await settle();

  expect([likes(), server.rows.has('like-2')]).toEqual([['like-1'], false]);
});

it('refetches the lists again if a second creation that overlapped the deletion lands last', async () => {
  const { server, store, arrival, done, likes, mount, settle } = await startCards();
  await done(LikeResource.getList.fetch());
  mount(LikeResource.getList);
  const likings = [store.dispatch(LikeResource.getList.push.fetch({ title: '2' }))];
  const first = await arrival('POST /likes');
  const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-2' }));
  const deletion = await arrival('DELETE /likes/like-2');
  likings.push(store.dispatch(LikeResource.getList.push.fetch({ title: '2' })));
  const second = await arrival('POST /likes');
  for (const visit of [first, second, deletion]) visit.act();
  second.respond();
  await likings[1];
  deletion.respond();
  await unliking;
  await done(LikeResource.getList.fetch());
  first.respond();
  await likings[0];
  await settle();

  expect([likes(), server.listed('like')]).toEqual([['like-1'], ['like-1']]);
});

it('refetches the lists of a record recreated during its deletion, though a message removed it', async () => {
  const { server, store, controller, arrival, done, likes, mount, settle } = await startCards();
  await done(LikeResource.getList.fetch());
  mount(LikeResource.getList);
  const unliking = store.dispatch(LikeResource.delete.fetch({ id: 'like-1' }));
  const deletion = await arrival('DELETE /likes/like-1');
  const liking = store.dispatch(LikeResource.getList.push.fetch({ title: '1' }));
  const creation = await arrival('POST /likes');
  deletion.act();
  creation.respond();
  await liking;
  controller.set(new Invalidate(Like), { id: 'like-1' }, { id: 'like-1' });
  const polling = store.dispatch(LikeResource.getList.fetch());
  const poll = await arrival('GET /likes');
  deletion.respond();
  await unliking;
  poll.respond();
  await polling;
  await settle();

  expect([likes(), server.listed('like')]).toEqual([['like-1'], ['like-1']]);
});

it('refetches the lists of a deleted record whose move landed last, despite a late message', async () => {
  const { server, store, controller, arrival, done: served, list, mount, settle } = await startCards();
  for (const args of [open, { status: 'done' }]) {
    await served(getList.fetch(args));
    mount(getList, args);
  }
  const deleting = store.dispatch(CardResource.delete.fetch({ id: '3' }));
  const deletion = await arrival('DELETE /cards/3');
  const moving = store.dispatch(getList.move.fetch({ id: '3' }, open));
  const move = await arrival('PATCH /cards/3');
  const messages: Row[] = [];
  server.onChange = row => messages.push(row as Row);
  move.act();
  deletion.respond();
  await deleting;
  controller.set(CardResource.get.schema, { id: '3' }, messages[0] as never);
  await served(getList.fetch(open));
  move.respond();
  await moving;
  await settle();

  expect([list('open'), server.listed('open')]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
});

it.each([
  ['a read that left before the deletion got its response', false],
  ['a read that left after it', true],
])('%s brings a deleted record back: %s', async (_what, isBack) => {
  const { server, store, arrival, done, card } = await startCards();
  await done(get.fetch({ id: '1' }));
  const row = server.rows.get('1');
  const deleting = store.dispatch(CardResource.delete.fetch({ id: '1' }));
  const deletion = await arrival('DELETE /cards/1');
  const early = store.dispatch(getList.fetch(open));
  const poll = await arrival('GET /cards?status=open');
  poll.act();
  deletion.respond();
  await deleting;
  if (isBack && row !== undefined) {
    server.rows.set('1', row);
    await done(get.fetch({ id: '1' }));
  }
  poll.respond();
  await early;

  expect(card() !== undefined).toBe(isBack);
});

describe('while an optimistic creation is in flight', () => {
  /** A creation that the server has processed, and a poll that returns it before the response. */
  async function overtaken() {
    const cards = await startCards();
    const { store, arrival, done } = cards;
    await done(getList.fetch(open));
    const creating = store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const [, , shown] = getList.select(open)(store.getState()).data ?? [];
    const creation = await arrival('POST /cards?status=open');
    const poll = async () => {
      const polling = store.dispatch(getList.fetch(open));
      (await arrival('GET /cards?status=open')).respond();
      await polling;
    };
    return { ...cards, creating, creation, shown, place: shown && keyOf(shown), poll };
  }

  it('shows a record that a poll returns once, in the same place', async () => {
    const { store, creation, creating, place, poll } = await overtaken();
    creation.act();
    await poll();

    const shown = getList.select(open)(store.getState()).data ?? [];
    expect(shown.map(({ title }) => title)).toEqual(['1', '2', 'new']);
    expect(shown[2] && keyOf(shown[2])).toBe(place);
    creation.respond();
    const created = await creating;
    const after = getList.select(open)(store.getState()).data ?? [];
    expect(after[2]).toBe(created);
    expect(after.map(card => keyOf(card))).toEqual(shown.map(card => keyOf(card)));
  });

  it('keeps a record that a poll of one list returns in the others, with other optimistic changes', async () => {
    const { store, arrival, done } = await startCards();
    const all = {} as typeof open;
    for (const args of [all, open]) await done(getList.fetch(args));
    const countOpen = getList.push.extend({
      name: 'Overlap.countOpen',
      schema: { card: getList.schema.push, first: Card },
      getOptimisticResponse: (_snapshot: unknown, _of: unknown, body: object) => ({
        card: { ...open, ...body },
        first: { id: '1', votes: 5 },
      }),
    } as never) as unknown as typeof getList.push;
    const creating = store.dispatch(countOpen.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    const shown = () =>
      [all, open].map(args =>
        getList
          .select(args)(store.getState())
          .data?.map(({ title, votes }) => [title, votes]),
      );
    const before = shown();
    expect(before[1]).toEqual([
      ['1', 5],
      ['2', 0],
      ['new', 0],
    ]);
    creation.act();
    await done(getList.fetch(all));

    expect(shown()).toEqual(before);
    creation.respond('cut');
    await expect(creating).rejects.toMatchObject({ name: expect.any(String) });
  });

  it("shows a record in another store's list once, in the same place", async () => {
    const { store, creation, creating, place, controller } = await overtaken();
    creation.act();
    const server = createTestStore();
    const cards = [
      { id: '1', title: '1' },
      { id: '2', title: '2' },
      { id: 'new-1', title: 'new' },
    ];
    new Controller(server).setResponse(getList, open, cards as never);
    controller.hydrate(dehydrate(server.getState().rdc));

    const shown = getList.select(open)(store.getState()).data ?? [];
    expect(shown.map(({ title }) => title)).toEqual(['1', '2', 'new']);
    expect(shown[2] && keyOf(shown[2])).toBe(place);
    creation.respond();
    await creating;
    const after = getList.select(open)(store.getState()).data ?? [];
    expect(after.map(({ id }) => id)).toEqual(['1', '2', 'new-1']);
    expect(after[2] && keyOf(after[2])).toBe(place);
  });

  it('finds the record by its temporary key', async () => {
    const { store, creation, creating, shown, controller, poll } = await overtaken();
    const id = shown?.id ?? '';
    expect(get.select({ id })(store.getState()).data?.title).toBe('new');
    creation.act();
    await poll();

    expect(controller.get(get.schema, { id })?.id).toBe('new-1');
    expect(get.select({ id })(store.getState()).data?.id).toBe('new-1');
    creation.respond();
    await creating;
    expect(controller.get(get.schema, { id })?.id).toBe('new-1');
  });

  it("separates someone else's equal record at the response", async () => {
    const { server, store, creation, creating, poll } = await overtaken();
    server.rows.set('theirs', { id: 'theirs', title: 'new', status: 'open', votes: 0, version: 0 });
    await poll();
    expect(getList.select(open)(store.getState()).data).toHaveLength(3);

    creation.respond();
    await creating;
    expect(
      getList
        .select(open)(store.getState())
        .data?.map(({ id }) => id),
    ).toEqual(['1', '2', 'theirs', 'new-1']);
  });

  it("gives the created record its place back from someone else's equal record", async () => {
    const { server, store, creation, creating, place, poll } = await overtaken();
    const keys = () => getList.select(open)(store.getState()).data?.map(keyOf);
    server.rows.set('theirs', { id: 'theirs', title: 'new', status: 'open', votes: 0, version: 0 });
    await poll();
    expect(keys()).toEqual(['1', '2', place]);

    creation.respond();
    await creating;
    expect(keys()).toEqual(['1', '2', 'theirs', place]);
  });

  it('keeps the object of a polled record, before and after the response', async () => {
    const { store, creation, creating, controller, poll } = await overtaken();
    creation.act();
    await poll();
    const held = () => getList.select(open)(store.getState()).data?.at(-1);
    const twin = held();
    controller.set(Card, { id: '1', title: 'other' });
    expect(held()).toBe(twin);
    creation.respond();
    await creating;

    expect(held()).toBe(twin);
  });

  it.each<[string, Partial<Row>]>([
    ['differs in a field that was sent', { title: 'other' }],
    ['is of an earlier time', { id: '2' }],
  ])('shows a record that %s as it comes', async (_what, change) => {
    const { server, creation, creating, list, poll } = await overtaken();
    const id = change.id ?? 'theirs';
    server.rows.set(id, { id, title: 'new', status: 'open', votes: 0, version: 1, ...change });
    await poll();

    expect(new Set(list('open')).size).toBe(id === '2' ? 3 : 4);
    creation.respond();
    await creating;
  });

  it('does not match a record that was seen before it began, however similar', async () => {
    const { server, store, arrival, done, list } = await startCards();
    const slow = store.dispatch(CardResource.partialUpdate.fetch({ id: '3' }, { title: 'slow' }));
    const last = await arrival('PATCH /cards/3');
    server.rows.set('theirs', { id: 'theirs', title: 'new', status: 'open', votes: 0, version: 0 });
    const listing = store.dispatch(getList.fetch(open));
    (await arrival('GET /cards?status=open')).respond();
    await listing;

    const creating = store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    expect(list('open')).toEqual(['1', '2', 'theirs', expect.any(String)]);

    creation.respond();
    last.respond();
    await Promise.all([creating, slow]);
    await done(getList.fetch(open));
    expect(list('open')).toEqual(['1', '2', 'theirs', 'new-1']);
  });

  /** A poll returns a card like the created one, which is renamed before the creation responds. */
  async function renamed(id: string, prepare: (cards: Awaited<ReturnType<typeof overtaken>>) => void) {
    const cards = await overtaken();
    const { store, arrival, poll } = cards;
    prepare(cards);
    await poll();
    const places = () =>
      getList
        .select(open)(store.getState())
        .data?.map(card => [card.title, keyOf(card) === cards.place ? 'its place' : keyOf(card)]);
    const renaming = store.dispatch(CardResource.partialUpdate.fetch({ id }, { title: 'renamed' }));
    const change = await arrival(`PATCH /cards/${id}`);
    const whilePending = places();
    change.respond();
    await renaming;
    return { ...cards, places, whilePending };
  }
  const others = [
    ['1', '1'],
    ['2', '2'],
  ];

  it('keeps one record in the same place when it is changed before the response', async () => {
    const { creation, creating, places, whilePending, settle } = await renamed('new-1', cards =>
      cards.creation.act(),
    );
    expect(whilePending).toEqual([...others, ['renamed', 'its place']]);
    expect(places()).toEqual(whilePending);

    creation.respond();
    await creating;
    await settle();
    expect(places()).toEqual(whilePending);
  });

  it('keeps one record when a message changes it before the response', async () => {
    const { creation, creating, controller, list, settle, poll } = await overtaken();
    creation.act();
    await poll();
    controller.set(Card, { id: 'new-1' }, { id: 'new-1', title: 'told' });
    expect(list('open')).toEqual(['1', '2', 'new-1']);

    creation.respond();
    await creating;
    await settle();
    expect(list('open')).toEqual(['1', '2', 'new-1']);
  });

  it('gives another record that it was matched with its place back, though changed', async () => {
    const { creation, creating, places, settle } = await renamed('theirs', ({ server }) =>
      server.rows.set('theirs', { id: 'theirs', title: 'new', status: 'open', votes: 0, version: 0 }),
    );
    expect(places()).toEqual([...others, ['renamed', 'its place']]);

    creation.respond();
    await creating;
    await settle();
    expect(places()).toEqual([...others, ['renamed', 'theirs'], ['new', 'its place']]);
  });

  it('gives another record that it was matched with its place back during a change', async () => {
    const { server, store, arrival, creation, creating, place, poll, settle } = await overtaken();
    server.rows.set('theirs', { id: 'theirs', title: 'new', status: 'open', votes: 0, version: 0 });
    await poll();
    const renaming = store.dispatch(partialUpdate.fetch({ id: 'theirs' }, { title: 'renamed' }));
    const change = await arrival('PATCH /cards/theirs');
    const places = () =>
      getList
        .select(open)(store.getState())
        .data?.slice(2)
        .map(card => [card.title, keyOf(card)]);
    expect(places()).toEqual([['renamed', place]]);

    creation.respond();
    await creating;
    expect(places()).toEqual([
      ['renamed', 'theirs'],
      ['new', place],
    ]);

    change.respond();
    await renaming;
    await settle();
    expect(places()).toEqual([
      ['renamed', 'theirs'],
      ['new', place],
    ]);
  });

  it('does not match the confirmed record of another equal creation', async () => {
    const { store, arrival, creation, creating, place, poll } = await overtaken();
    const twin = store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const other = await arrival('POST /cards?status=open');
    const keys = () => getList.select(open)(store.getState()).data?.slice(2).map(keyOf);
    const shown = keys();
    expect(shown).toEqual([place, expect.any(String)]);
    creation.act();
    await poll();
    expect(keys()).toEqual(shown);

    creation.respond();
    await creating;
    expect(keys()).toEqual(shown);

    other.respond();
    await twin;
    expect(keys()).toEqual(shown);
  });

  it('does not bring back its record if deleted before the response', async () => {
    const { store, arrival, creation, creating, list, settle, poll } = await overtaken();
    creation.act();
    await poll();
    const deleting = store.dispatch(CardResource.delete.fetch({ id: 'new-1' }));
    const deletion = await arrival('DELETE /cards/new-1');
    expect(list('open')).toEqual(['1', '2']);
    deletion.respond();
    await deleting;
    expect(list('open')).toEqual(['1', '2']);
    await poll();
    expect(list('open')).toEqual(['1', '2']);

    creation.respond();
    await creating;
    await settle();
    expect(list('open')).toEqual(['1', '2']);
  });

  it('shows one record for each of two equal creations', async () => {
    const { server, store, arrival, creation, creating, list, poll } = await overtaken();
    const again = store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const second = await arrival('POST /cards?status=open');
    creation.act();
    await poll();
    expect(list('open')).toHaveLength(4);
    second.act();
    for (const visit of [second, creation]) visit.respond();
    await Promise.all([creating, again]);

    expect(list('open')?.sort()).toEqual(['1', '2', 'new-1', 'new-2']);
    expect(server.rows.size).toBe(6);
  });

  it('removes only its own record when it fails', async () => {
    const { server, creation, creating, list, poll } = await overtaken();
    server.rows.set('theirs', { id: 'theirs', title: 'new', status: 'open', votes: 0, version: 0 });
    await poll();
    creation.respond('fail');
    await expect(creating).rejects.toMatchObject({ status: 409 });

    expect(list('open')).toEqual(['1', '2', 'theirs']);
  });
});

it('a creation without an optimistic update appears once, whichever lands first', async () => {
  const { store, arrival, done, list } = await startCards();
  await done(getList.fetch(open));
  const creating = store.dispatch(plain.create.fetch({ title: 'new', status: 'open' }));
  const creation = await arrival('POST /cards');
  creation.act();
  const polling = store.dispatch(getList.fetch(open));
  (await arrival('GET /cards?status=open')).respond();
  await polling;
  creation.respond();
  await creating;

  expect(list('open')).toEqual(['1', '2', 'new-1']);
});

it('matches two polled records with their creations, though kind and key read alike', async () => {
  class Note extends Entity {
    id = '';
    text = '';
    static key = 'Overlap.Note of';
  }
  class Page extends Entity {
    id = '';
    text = '';
    static key = 'Overlap.Note';
  }
  const ids = { notes: 'today', pages: 'of today' };
  const rows: Record<string, object[]> = { notes: [], pages: [] };
  const kinds = Object.keys(rows) as (keyof typeof ids)[];
  const api = await serve(
    Object.fromEntries(
      kinds.flatMap(kind => [
        [`GET /${kind}`, () => rows[kind]],
        [
          `POST /${kind}`,
          ({ body }: { readonly body: unknown }) => {
            const row = { ...(body as object), id: ids[kind] };
            rows[kind]?.push(row);
            return row;
          },
        ],
      ]),
    ),
  );
  const store = createTestStore();
  const lists = [Note, Page].map(
    (schema, i) =>
      resource({ path: `/${kinds[i]}/:id`, schema, Endpoint: ApiEndpoint, optimistic: true }).getList,
  );
  for (const list of lists) await store.dispatch(list.fetch());
  const held = kinds.map(kind => api.hold(`POST /${kind}`));
  const creations = lists.map(list => store.dispatch(list.push.fetch({ text: 'new' })));
  await Promise.all(held.map(({ arrived }) => arrived));

  for (const list of lists) await store.dispatch(list.fetch());

  expect(lists.map(list => list.select()(store.getState()).data?.length)).toEqual([1, 1]);
  for (const each of held) await each.release();
  await Promise.all(creations);
});

it('shows each record of a bulk creation once, in its place, when a poll brings them', async () => {
  class Draft extends Entity {
    id = '';
    text = '';
    static key = 'Overlap.Draft';
  }
  const rows = [{ id: '1', text: 'old' }];
  const api = await serve({
    'GET /drafts': () => [...rows],
    'POST /drafts': ({ body }) => {
      const made = (body as object[]).map((row, i) => ({ text: '', ...row, id: `new-${i}` }));
      rows.push(...made);
      return made;
    },
  });
  const { getList: getDrafts } = resource({
    path: '/drafts/:id',
    schema: Draft,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const store = createTestStore();
  const shown = () => getDrafts.select()(store.getState()).data ?? [];
  await store.dispatch(getDrafts.fetch());
  const held = api.hold('POST /drafts');
  const creating = store.dispatch(
    getDrafts.push.fetch([{ text: 'a' }, { text: 'b' }, { text: 'b' }] as never),
  );
  const texts = ['old', 'a', 'b', 'b'];
  expect(shown().map(({ text }) => text)).toEqual(texts);
  const places = shown().map(draft => keyOf(draft));
  await held.arrived;
  await store.dispatch(getDrafts.fetch());
  expect(shown().map(({ text }) => text)).toEqual(texts);
  expect(shown().map(draft => keyOf(draft))).toEqual(places);

  await held.release();
  await creating;
  expect(shown().map(({ id }) => id)).toEqual(['1', 'new-0', 'new-1', 'new-2']);
  expect(shown().map(draft => keyOf(draft))).toEqual(places);
});

it.each([
  ['records that it creates', { lines: [{ text: 'a' }, { text: 'b' }] }, [['a', 'b'], 'Ada']],
  ['a record, as some of its fields', { owner: { id: '1' } }, [[], 'Ada']],
  ['a record, as fields without its key', { owner: { name: 'Ada' } }, [[], 'Ada']],
] as const)('shows a record with %s once when a poll brings it', async (_what, nested, expected) => {
  class Line extends Entity {
    id = '';
    text = '';
    static key = 'Overlap.Line';
  }
  class Owner extends Entity {
    id = '';
    name = '';
    static key = 'Overlap.Owner';
  }
  class Template extends Entity {
    id = '';
    title = '';
    owner: Owner | undefined = undefined;
    lines: readonly Line[] = [];
    static key = 'Overlap.Template';
    static schema = { owner: Owner, lines: [Line] };
  }
  const rows: object[] = [{ id: '1', title: 'old', owner: { id: '2', name: 'Bob' }, lines: [] }];
  const api = await serve({
    'GET /templates': () => rows,
    'POST /templates': ({ body }) => {
      const { lines = [], ...fields } = body as { lines?: readonly object[] };
      const made = {
        ...fields,
        id: '2',
        owner: { id: '1', name: 'Ada' },
        lines: lines.map((line, i) => ({ ...line, id: `line-${i}` })),
      };
      rows.push(made);
      return made;
    },
  });
  const Templates = resource({
    path: '/templates/:id',
    schema: Template,
    Endpoint: ApiEndpoint,
    optimistic: true,
  });
  const store = createTestStore();
  const shown = () => Templates.getList.select()(store.getState()).data ?? [];
  await store.dispatch(Templates.getList.fetch());
  const held = api.hold('POST /templates');
  const creating = store.dispatch(Templates.getList.push.fetch({ title: 'new', ...nested } as never));
  await held.arrived;
  const places = shown().map(keyOf);
  await store.dispatch(Templates.getList.fetch());

  expect(shown().map(({ title }) => title)).toEqual(['old', 'new']);
  expect(shown().map(keyOf)).toEqual(places);
  await held.release();
  await creating;
  expect(shown().map(keyOf)).toEqual(places);
  expect(shown().map(({ lines, owner }) => [lines.map(({ text }) => text), owner?.name])).toEqual([
    [[], 'Bob'],
    expected,
  ]);
});
