import { Collection, Union } from 'rdc-toolkit';
import { deferred } from '../../lib/plain/deferred';
import { Card, keptCards, startCards } from './cards';
import type { Row } from './scriptedServer';

const open = { status: 'open' };
const done = { status: 'done' };

/** Cards with their own key, in lists by status, with the keys in each list. */
async function startKept(kind: string) {
  const cards = await startCards();
  const { store, server } = cards;
  class Kept extends Card {
    static override key = `Overlap.Members, ${kind}`;
  }
  const resource = keptCards(Kept);
  return {
    ...cards,
    Kept,
    getList: resource.getList,
    get: resource.get,
    held: (args: { status: string }) =>
      resource.getList
        .select(args)(store.getState())
        .data?.map(({ id }) => id),
    add: (row: Partial<Row> & { id: string }) =>
      server.rows.set(row.id, { ...server.rows.get('1'), title: row.id, ...row } as Row),
  };
}

it.each(['a detail', 'another list'])(
  'a list does not add a record from %s that left before it and lands late',
  async what => {
    const { store, server, arrival, done: served, get, getList, held, add } = await startKept(what);
    add({ id: '4' });
    const isDetail = what === 'a detail';
    const reading = store.dispatch(
      (isDetail ? get.fetch({ id: '4' }) : getList.fetch({} as { status: string })) as never,
    );
    const early = await arrival(isDetail ? 'GET /cards/4' : 'GET /cards');
    early.act();
    server.rows.delete('4');
    await served(getList.fetch(open) as never);
    early.respond();
    await reading;

    expect(held(open)).toEqual(['1', '2']);
  },
);

it('a list keeps a record that an earlier read without news must not remove', async () => {
  const {
    store,
    server,
    arrival,
    done: served,
    get,
    getList,
    held,
    controller,
    Kept,
  } = await startKept('kept');
  for (const args of [open, done]) await served(getList.fetch(args) as never);
  const reading = store.dispatch(get.fetch({ id: '1' }) as never);
  const early = await arrival('GET /cards/1');
  early.act();
  controller.set(Kept, { id: '1' }, { ...server.rows.get('1'), title: 'told' } as Row);
  const listing = store.dispatch(getList.fetch(done) as never);
  const list = await arrival('GET /cards?status=done');
  early.respond();
  await reading;
  server.write('1', done);
  list.act();
  list.respond();
  await listing;

  expect(held(done)?.toSorted()).toEqual(['1', '3']);
  expect(held(open)).toEqual(['2']);
});

it.each([
  ['told the same again', 'it has left', [open, done]],
  ['told the same again', 'it has joined', [done, open]],
  ['changed another field', 'it has left', [open, done]],
  ['changed another field', 'it has joined', [done, open]],
])('late lists follow a message that has %s if the list that %s lands first', async (what, which, order) => {
  const {
    store,
    arrival,
    server,
    done: served,
    getList,
    held,
    controller,
    Kept,
  } = await startKept(`${what}, ${which}`);
  server.write('1', done);
  for (const args of [open, done]) await served(getList.fetch(args) as never);
  const told = { ...server.rows.get('1') };
  server.write('1', open);
  const visits = await Promise.all(
    order.map(async args => {
      const listing = store.dispatch(getList.fetch(args) as never) as unknown as Promise<unknown>;
      const visit = await arrival(`GET /cards?status=${args.status}`);
      visit.act();
      return { listing, visit };
    }),
  );
  controller.set(Kept, { id: '1' }, what === 'told the same again' ? told : { ...told, title: 'new' });
  for (const { listing, visit } of visits) {
    visit.respond();
    await listing;
  }

  expect(held(open)).toEqual(['2']);
  expect(held(done)?.toSorted()).toEqual(['1', '3']);
});

it.each(['optimistic', 'plain'])(
  'a change back in a message after your own, %s, is refetched',
  async what => {
    const { store, server, arrival, done: served, mount, settle, controller, Kept } = await startKept(what);
    const one = { id: '1' };
    // No field changes with every mutation, as that would cast doubt anyway.
    const unversioned = ({ id, title, status, votes }: Row) => ({ id, title, status, votes });
    const { get, partialUpdate } = keptCards(Kept).extend({
      get: { process: unversioned as never },
      partialUpdate: {
        process: unversioned as never,
        ...(what === 'optimistic' && {
          getOptimisticResponse: (_snapshot: unknown, _args: unknown, body: object) => body as never,
        }),
      },
    });
    const tell = () => controller.set(Kept, one, unversioned(server.rows.get('1') as Row));
    await served(get.fetch(one) as never);
    mount(get as never, one as never);
    const moving = store.dispatch(partialUpdate.fetch(one, done) as never) as unknown as Promise<unknown>;
    const move = await arrival('PATCH /cards/1');
    move.act();
    tell();
    server.write('1', open);
    tell();
    move.respond();
    await moving;
    await settle();

    expect(get.select(one)(store.getState()).data?.status).toBe('open');
  },
);

it.each<[what: string, schemaOf: (of: typeof Card) => unknown, respond: (row: object) => unknown]>([
  ['alone', of => of, row => row],
  ['in an object', of => ({ data: of }), data => ({ data })],
  ['in an array', of => [of], row => [row]],
  ['to another kind of list', of => new Collection([new Union({ card: of }, () => 'card')]).push, row => row],
])(
  'a mutation that returns its record %s, as an earlier read did, adds it to a later list',
  async (what, schemaOf, respond) => {
    const { store, server, arrival, getList, held, Kept } = await startKept(`brought ${what}`);
    const all = { status: 'open', page: 2 } as typeof open;
    const early = store.dispatch(getList.fetch(all) as never) as unknown as Promise<unknown>;
    const earlyVisit = await arrival('GET /cards?page=2&status=open');
    const late = store.dispatch(getList.fetch(open) as never) as unknown as Promise<unknown>;
    const lateVisit = await arrival('GET /cards?status=open');
    lateVisit.act();
    const made = { ...server.rows.get('1'), id: '9', title: 'new' } as Row;
    const landing = deferred<void>();
    const create = getList.push.extend({
      schema: schemaOf(Kept) as never,
      fetchResponse: async () => new Response('', { status: 201 }),
      parseResponse: () => landing.promise.then(() => respond(made)),
      process: (value: unknown) => value as never,
    } as never);
    const creating = store.dispatch(create.fetch(open as never, {} as never)) as unknown as Promise<unknown>;
    server.rows.set('9', made);
    earlyVisit.respond();
    await early;
    lateVisit.respond();
    await late;
    landing.resolve();
    await creating;

    expect(held(open)).toEqual(['1', '2', '9']);
  },
);

describe('while a request is slow', () => {
  const start = async (what: string) => {
    const cards = await startKept(what);
    const { store, server, arrival, done: served, mount, getList, controller, Kept } = cards;
    await served(getList.fetch(open) as never);
    mount(getList as never, open as never);
    const tell = (id: string, change: Partial<Row>) => {
      server.write(id, change);
      controller.set(Kept, { id }, { ...server.rows.get(id) });
    };
    const tellMany = () => {
      for (let n = 0; n < 150; n++) tell(String(2 + (n % 2)), { title: String(n) });
    };
    const fetchList = async (args: typeof open, endpoint = getList) => {
      const listing = store.dispatch(endpoint.fetch(args) as never) as unknown as Promise<unknown>;
      return { listing, visit: await arrival(`GET /cards?status=${args.status}`) };
    };
    return { ...cards, tell, tellMany, fetchList };
  };

  it('repeated changes are kept once per record, and the list follows them', async () => {
    const { store, settle, held, tell, tellMany, fetchList } = await start('long');
    const { listing, visit } = await fetchList(open);
    visit.act();
    tell('1', done);
    tellMany();
    tell('3', open);
    tellMany();
    const { effects } = store.getState().rdc;
    visit.respond();
    await listing;
    expect(store.getState().rdc.doubts).toEqual({});

    expect(await settle()).toEqual([]);
    expect(held(open)?.toSorted()).toEqual(['2', '3']);
    expect(effects.length).toBeLessThanOrEqual(200);
    expect(store.getState().rdc.effects).toEqual([]);
  });

  it('a record that joins and leaves the list repeatedly is kept once, too', async () => {
    const { store, server, held, tell, fetchList, settle } = await start('turns');
    const { listing, visit } = await fetchList(open);
    visit.act();
    for (let n = 0; n < 300; n++) {
      tell('1', n % 2 === 0 ? done : open);
      tell('2', { title: String(n) });
    }
    const { effects } = store.getState().rdc;
    visit.respond();
    await listing;
    await settle();

    expect(held(open)?.toSorted()).toEqual(server.listed('open').toSorted());
    expect(effects.length).toBeLessThanOrEqual(110);
  });

  it('changes that a later request overlaps are kept for that one, too', async () => {
    const { settle, held, tell, tellMany, fetchList } = await start('two');
    const { listing, visit } = await fetchList(open);
    visit.act();
    tellMany();
    tell('1', done);
    const later = await fetchList(done);
    later.visit.act();
    tell('1', open);
    tellMany();
    for (const one of [later.visit, visit]) one.respond();
    await Promise.all([later.listing, listing]);

    expect(await settle()).toEqual([]);
    expect([held(open)?.toSorted(), held(done)]).toEqual([['1', '2'], ['3']]);
  });

  it('a list is refetched that began before the changes and left in between', async () => {
    const { store, arrival, settle, held, tell, tellMany, getList } = await start('gated');
    const token = deferred<void>();
    const getRequestInit = () => token.promise.then(() => ({}));
    const gated = getList.extend({ getRequestInit: getRequestInit as never });
    const listing = store.dispatch(gated.fetch(open) as never) as unknown as Promise<unknown>;
    tellMany();
    tell('1', done);
    token.resolve();
    const visit = await arrival('GET /cards?status=open');
    visit.act();
    tell('1', open);
    tellMany();
    visit.respond();
    await listing;

    expect(await settle()).toEqual(['GET /cards?status=open']);
    expect(held(open)?.toSorted()).toEqual(['1', '2']);
  });
});
