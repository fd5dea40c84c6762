import { Collection, Entity, resource, type, Values } from 'rdc-toolkit';
import { deferred } from '../../lib/plain/deferred';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { until } from '../helpers/until';
import { untilServed } from '../helpers/untilQuiet';
import { Card, CardResource, keptCards, plain, startCards } from './cards';
import { mount } from './mount';
import { startScript } from './script';
import type { Visit } from './scriptedRoutes';

const { getList } = CardResource;
const open = { status: 'open' };
const done = { status: 'done' };

class Tagged extends Entity {
  id = '';
  tags: readonly string[] = [];
  static key = 'Overlap.Tagged';
}
const TaggedResource = resource({
  path: '/tagged/:id',
  schema: Tagged,
  searchParams: {} as { tags: readonly string[] },
  Endpoint: ApiEndpoint,
});

/** Cards with their own key, in one list sorted by title. */
const sortedCards = (schema: typeof Card) =>
  resource({
    path: '/cards/:id',
    schema,
    Endpoint: ApiEndpoint,
    searchParams: {} as { status?: string },
    belongs: () => true,
    addTo: (one: Card, other: Card) => one.title.localeCompare(other.title),
  });

/** Both orders in which two responses can land. */
const ORDERS = [
  ['mutation first', (mutation: Visit, poll: Visit) => [mutation, poll]],
  ['list first', (mutation: Visit, poll: Visit) => [poll, mutation]],
] as const;

/** Whether the list was stored before. */
const STORED = [
  ['a list that is stored', true],
  ['a list that is stored for the first time', false],
] as const;

const cases = STORED.flatMap(([stored, isStored]) =>
  ORDERS.map(([order, ordered]) => [stored, order, isStored, ordered] as const),
);

it.each(cases)(
  '%s keeps a creation that its request overlapped, %s',
  async (_what, _order, isStored, ordered) => {
    const { store, server, arrival, done: served, list } = await startCards();
    if (isStored) await served(getList.fetch(open));
    const listing = store.dispatch(getList.fetch(open));
    const poll = await arrival('GET /cards?status=open');
    poll.act();
    const creating = store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    creation.act();

    for (const visit of ordered(creation, poll)) visit.respond();
    await Promise.all([listing, creating]);

    const held = [...server.rows.values()].filter(({ status }) => status === 'open').map(({ id }) => id);
    expect(list('open')).toEqual(held);
    expect(list('open')).toEqual(['1', '2', 'new-1']);
  },
);

it.each(cases)(
  '%s keeps a deletion that its request overlapped, %s',
  async (_what, _order, isStored, ordered) => {
    const { store, arrival, done: served, list } = await startCards();
    if (isStored) await served(getList.fetch(open));
    const listing = store.dispatch(getList.fetch(open));
    const poll = await arrival('GET /cards?status=open');
    poll.act();
    const deleting = store.dispatch(CardResource.delete.fetch({ id: '1' }));
    const deletion = await arrival('DELETE /cards/1');
    deletion.act();

    for (const visit of ordered(deletion, poll)) visit.respond();
    await Promise.all([listing, deleting]);

    expect(list('open')).toEqual(['2']);
  },
);

it.each(cases)(
  '%s keeps a move that its request overlapped, %s',
  async (_what, _order, isStored, ordered) => {
    const { store, arrival, done: served, list, settle, mount, server } = await startCards();
    await served(CardResource.get.fetch({ id: '1' }));
    if (isStored) {
      await served(getList.fetch(open));
      await served(getList.fetch(done));
    }
    const both = [open, done].map(args => store.dispatch(getList.fetch(args)));
    const polls = [await arrival('GET /cards?status=open'), await arrival('GET /cards?status=done')];
    for (const poll of polls) poll.act();
    const moving = store.dispatch(getList.move.fetch({ id: '1' }, done));
    const move = await arrival('PATCH /cards/1');
    move.act();

    for (const poll of polls)
      for (const visit of ordered(move, poll)) if (server.visits.includes(visit)) visit.respond();
    await Promise.all([...both, moving]);
    for (const args of [open, done]) mount(getList, args);
    await settle();

    expect([list('open'), list('done')?.sort()]).toEqual([['2'], ['1', '3']]);
  },
);

describe.each(['push', 'unshift'] as const)('two creations at one end of a list, by %s,', member => {
  const ordered = (old: readonly string[], added: readonly string[]) =>
    member === 'push' ? [...old, ...added] : [...added.toReversed(), ...old];

  async function createTwo() {
    const cards = await startCards();
    await cards.done(getList.fetch(open));
    const first = cards.store.dispatch(getList[member].fetch(open, { title: 'a' }));
    const second = cards.store.dispatch(getList[member].fetch(open, { title: 'b' }));
    const visits = [
      await cards.arrival('POST /cards?status=open'),
      await cards.arrival('POST /cards?status=open'),
    ];
    const titles = () =>
      getList
        .select(open)(cards.store.getState())
        .data?.map(({ title }) => title);
    return { ...cards, created: [first, second], visits, titles };
  }

  it('keep the order in which they left, even if the second gets its response first', async () => {
    const { created, visits, titles } = await createTwo();
    const expected = ordered(['1', '2'], ['a', 'b']);
    expect(titles()).toEqual(expected);

    visits[1]?.respond();
    await created[1];
    const meanwhile = titles();
    visits[0]?.respond();
    await created[0];

    expect([meanwhile, titles()]).toEqual([expected, expected]);
  });

  it('keep the order in which they left while only the first has its response', async () => {
    const { created, visits, titles } = await createTwo();

    visits[0]?.respond();
    await created[0];

    expect(titles()).toEqual(ordered(['1', '2'], ['a', 'b']));
    visits[1]?.respond();
    await created[1];
  });

  it('match the server after one refetch if their responses arrived out of order', async () => {
    const { created, visits, titles, mount, settle, newRequests, doubts } = await createTwo();
    mount(getList, open);
    const requests = newRequests();
    visits[1]?.respond();
    await created[1];
    visits[0]?.respond();
    await created[0];
    expect(Object.keys(doubts())).toEqual([getList.schema.key]);
    await settle();

    expect(requests()).toEqual(['GET /cards?status=open']);
    expect(titles()).toEqual(['1', '2', 'b', 'a']);
    expect(doubts()).toEqual({});
  });

  it('leave no doubt after one refetch, even if an earlier list lands during it', async () => {
    const { store, created, visits, titles, mount, arrival, newRequests, doubts } = await createTwo();
    mount(getList, open);
    const listing = store.dispatch(getList.fetch(open));
    const old = await arrival('GET /cards?status=open');
    old.act();
    const requests = newRequests();
    visits[1]?.respond();
    await created[1];
    visits[0]?.respond();
    await created[0];
    const refetch = await arrival('GET /cards?status=open');
    old.respond();
    await listing.catch(() => {});
    refetch.respond();
    await until(() => store.getState().rdc.inflight.size === 0);

    expect(doubts()).toEqual({});
    expect([requests(), titles()]).toEqual([['GET /cards?status=open'], ['1', '2', 'b', 'a']]);
  });

  it('cost no refetch if their responses arrive as they left', async () => {
    const { created, visits, mount, settle, newRequests, doubts } = await createTwo();
    mount(getList, open);
    const requests = newRequests();
    for (const visit of visits) visit.respond();
    await Promise.all(created);
    await settle();

    expect([requests(), doubts()]).toEqual([[], {}]);
  });

  it('match a list that was fetched after both responses, and leave no doubt about it', async () => {
    const { created, visits, titles, mount, settle, newRequests, done: served } = await createTwo();
    visits[1]?.respond();
    await created[1];
    visits[0]?.respond();
    await created[0];
    await served(getList.fetch(open));
    mount(getList, open);
    const requests = newRequests();
    await settle();

    expect([requests(), titles()]).toEqual([[], ['1', '2', 'b', 'a']]);
  });

  it('add the one that a later list lacks at the end', async () => {
    const { created, visits, titles, done: served } = await createTwo();
    visits[1]?.respond();
    await created[1];
    await served(getList.fetch(open));
    visits[0]?.respond();
    await created[0];

    // The server appends new records.
    expect(titles()).toEqual(member === 'push' ? ['1', '2', 'b', 'a'] : ['a', '1', '2', 'b']);
  });
});

it('a fetched list adds creations that it lacks in the order in which they left', async () => {
  const { store, arrival, mount, settle, newRequests, list, doubts } = await startCards();
  const [first, second] = ['a', 'b'].map(title => store.dispatch(getList.push.fetch(open, { title })));
  const creations = [await arrival('POST /cards?status=open'), await arrival('POST /cards?status=open')];
  const listing = store.dispatch(getList.fetch(open));
  const poll = await arrival('GET /cards?status=open');
  mount(getList, open);
  const requests = newRequests();
  poll.act();
  creations[1]?.respond();
  await second;
  creations[0]?.respond();
  await first;
  expect(doubts()).toEqual({});
  poll.respond();
  await listing;

  expect(list('open')).toEqual(['1', '2', 'new-2', 'new-1']);
  await settle();
  expect(requests()).toEqual(['GET /cards?status=open']);
  expect(list('open')).toEqual(['1', '2', 'new-1', 'new-2']);
});

it('moves to one list match the server if their responses arrive out of order', async () => {
  const { store, arrival, done: served, mount, settle, newRequests, list } = await startCards();
  await served(getList.fetch(open));
  await served(getList.fetch(done));
  mount(getList, done);
  const [first, second] = ['1', '2'].map(id => store.dispatch(getList.move.fetch({ id }, done)));
  const moves = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/2')];
  const requests = newRequests();
  moves[1]?.respond();
  await second;
  expect(list('done')).toEqual(['3', '1', '2']);
  moves[0]?.respond();
  await first;
  expect(list('done')).toEqual(['3', '1', '2']);
  await settle();

  expect(requests()).toEqual(['GET /cards?status=done']);
  expect(list('done')).toEqual(['3', '2', '1']);
});

describe('a record added to a list and removed from it by overlapping requests', () => {
  const TAKEN_OUT_LAST = ['was taken out last', ['POST', 'DELETE'], ['1']] as const;
  const PUT_IN_LAST = ['was put in last', ['DELETE', 'POST'], ['1', '2']] as const;
  type Case = typeof TAKEN_OUT_LAST | typeof PUT_IN_LAST;

  /** A list or map of tags, on a server that acts at once and has yet to respond to two such requests. */
  async function startTags(what: string, isMap: boolean, isStored: boolean, [last, [first, second]]: Case) {
    class Tag extends Entity {
      id = '';
      static key = `Overlap.Tag, ${what}, ${last}`;
    }
    const held = new Set(['1', ...(first === 'DELETE' ? ['2'] : [])]);
    const contents = () => [...held].map(id => ({ id }));
    const api = await serve({
      'GET /tags': () => (isMap ? Object.fromEntries(contents().map(tag => [tag.id, tag])) : contents()),
      'POST /tags/:id': ({ params }) => {
        const id = String(params.id);
        held.add(id);
        return isMap ? { [id]: { id } } : { id };
      },
      'DELETE /tags/:id': ({ params }) => {
        const id = String(params.id);
        held.delete(id);
        return { id };
      },
    });
    const tags = isMap ? new Collection(new Values(Tag)) : new Collection([Tag]);
    const list = new ApiEndpoint({ path: '/tags', schema: tags as Collection<[typeof Tag]> });
    const made = {
      POST: new ApiEndpoint({
        path: '/tags/:id',
        method: 'POST',
        body: undefined,
        schema: (isMap ? list.schema.assign : list.schema.push) as Collection<[typeof Tag]>['push'],
      }),
      DELETE: new ApiEndpoint({ path: '/tags/:id', method: 'DELETE', schema: list.schema.remove }),
    };
    const store = createTestStore();
    if (isStored) await store.dispatch(list.fetch());
    /** Sends a request; the returned function lets its response land. */
    const send = async (method: 'GET' | 'POST' | 'DELETE') => {
      const response = api.hold(method === 'GET' ? 'GET /tags' : `${method} /tags/:id`);
      const thunk = method === 'GET' ? list.fetch() : made[method].fetch({ id: '2' });
      const promise = store.dispatch(thunk as never) as unknown as Promise<unknown>;
      await response.arrived;
      return () => response.release().then(() => promise);
    };
    const landList = isStored ? async () => {} : await send('GET');
    const landFirst = await send(first);
    const landSecond = await send(second);
    /** The keys shown in the end, and the number of requests. */
    const end = async () => {
      await untilServed(api, store);
      const { data } = list.select()(store.getState());
      return [Object.values(data ?? {}).map(({ id }) => id), api.requests.length] as const;
    };
    return { landList, landFirst, landSecond, end, show: () => mount(store, list, []) };
  }

  describe.each([
    ['an array', false],
    ['a map', true],
  ])('matches the server in %s, after one refetch', (form, isMap) => {
    it.each([TAKEN_OUT_LAST, PUT_IN_LAST])('if it %s, and responses are swapped', async (...what) => {
      const { landFirst, landSecond, end, show } = await startTags(
        form,
        isMap,
        true,
        what as unknown as Case,
      );
      show();
      await landSecond();
      await landFirst();

      expect(await end()).toEqual([what[2], 4]);
    });

    it.each([TAKEN_OUT_LAST, PUT_IN_LAST])('if it %s, and an earlier list lands last', async (...what) => {
      const tags = await startTags(`${form} from before`, isMap, false, what as unknown as Case);
      await tags.landSecond();
      await tags.landFirst();
      await tags.landList();
      tags.show();

      expect(await tags.end()).toEqual([what[2], 4]);
    });
  });
});

describe.each([
  ['the move leaves first', 'PATCH /tasks/5', 'DELETE /tasks/5/places'],
  ['the removal leaves first', 'DELETE /tasks/5/places', 'PATCH /tasks/5'],
])('a record that overlapping requests move and remove from its lists, where %s,', (what, ...sent) => {
  async function startMoved(name: string) {
    class Task extends Card {
      static override key = `Overlap.Moved, ${what}, ${name}`;
    }
    const statuses = new Map([['5', 'open']]);
    const scripted = await startScript({
      'GET /tasks': (_params: object, _body: object, { status }: { status: string }) =>
        [...statuses].flatMap(([id, of]) => (of === status ? { id, status } : [])),
      'PATCH /tasks/:id': ({ id }: Task, body: typeof open) => {
        statuses.set(id, body.status);
        return { id, ...body };
      },
      'DELETE /tasks/:id/places': ({ id }: Task) => {
        statuses.delete(id);
        return { id };
      },
    } as never);
    const { getList: getTasks } = resource({
      path: '/tasks/:id',
      schema: Task,
      searchParams: type<{ status: string }>(),
      Endpoint: ApiEndpoint,
    });
    const remove = new ApiEndpoint({
      path: '/tasks/:id/places',
      method: 'DELETE',
      schema: getTasks.schema.remove,
      name: `Overlap.Moved.remove, ${what}, ${name}`,
    });
    const { store, arrival, newRequests, settle } = scripted;
    for (const args of [open, done]) await scripted.done(getTasks.fetch(args));
    /** Checks what is shown in the end; returns the requests that it took. */
    const end = async () => {
      for (const args of [open, done]) scripted.mount(getTasks, args);
      const requests = newRequests();
      await settle();
      const shown = [open, done].map(args =>
        getTasks
          .select(args)(store.getState())
          .data?.map(({ id }) => id),
      );
      const stored = [open, done].map(({ status }) =>
        [...statuses].flatMap(([id, of]) => (of === status ? [id] : [])),
      );
      expect(shown).toEqual(stored);
      return requests();
    };
    const send = async (request: string) => {
      const thunk = request.startsWith('PATCH')
        ? getTasks.move.fetch({ id: '5' }, done)
        : remove.fetch({ id: '5' });
      const promise = store.dispatch(thunk as never) as unknown as Promise<unknown>;
      const { act, respond } = await arrival(request);
      const land = () => {
        respond();
        return promise;
      };
      return { act, land };
    };
    return { ...scripted, getTasks, send, end };
  }

  it.each(['as they left', 'swapped'])(
    'matches a server that acts in another order, with responses %s',
    async order => {
      const { send, end } = await startMoved(order);
      const both = [await send(sent[0]), await send(sent[1])];
      for (const one of both.toReversed()) one.act();
      for (const one of order === 'swapped' ? both.toReversed() : both) await one.land();

      expect(await end()).toEqual(['GET /tasks?status=done']);
    },
  );

  it('matches the server in an earlier list that lands last', async () => {
    const { store, arrival, getTasks, send, end } = await startMoved('from before');
    const reading = store.dispatch(getTasks.fetch(done));
    const poll = await arrival('GET /tasks?status=done');
    poll.act();
    const both = [await send(sent[0]), await send(sent[1])];
    for (const one of both.toReversed()) one.act();
    for (const one of both) await one.land();
    poll.respond();
    await reading;

    expect(await end()).toEqual(['GET /tasks?status=done']);
  });

  it('costs no refetch without an overlap', async () => {
    const { send, end } = await startMoved('one by one');
    for (const request of sent) await (await send(request)).land();

    expect(await end()).toEqual([]);
  });
});

it.each(['in the order in which', 'in another order than'])(
  'of two moves to the start of a list the last to leave is first, with responses %s they left',
  async order => {
    const isOrdered = order.endsWith('which');
    const { store, arrival, done: served, mount, settle, newRequests } = await startCards();
    class FirstCard extends Card {
      static override key = `Overlap.First ${order}`;
    }
    const First = resource({
      path: '/cards/:id',
      schema: FirstCard,
      Endpoint: ApiEndpoint,
      searchParams: {} as { status: string },
      belongs: (card: FirstCard, { status }) => card.status === status,
      addTo: 'start',
      optimistic: true,
    });
    const shown = () =>
      First.getList
        .select(done)(store.getState())
        .data?.map(({ id }) => id);
    for (const args of [open, done]) await served(First.getList.fetch(args) as never);
    mount(First.getList, done);
    const moving = ['1', '2'].map(id => store.dispatch(First.getList.move.fetch({ id }, done)));
    const moves = [await arrival('PATCH /cards/1'), await arrival('PATCH /cards/2')];
    const requests = newRequests();
    const lists = [shown()];
    for (const at of isOrdered ? [0, 1] : [1, 0]) {
      moves[at]?.respond();
      await moving[at];
      lists.push(shown());
    }
    await settle();

    expect(lists).toEqual(Array(3).fill(['2', '1', '3']));
    expect(requests()).toEqual(isOrdered ? [] : ['GET /cards?status=done']);
  },
);

it.each(['another mutation', 'a read'])(
  'a list with `belongs` keeps the order of the server if %s shows a move first',
  async teller => {
    const { server, store, arrival, done: served, mount, settle, newRequests } = await startCards();
    class KeptCard extends Card {
      static override key = `Overlap.Kept by ${teller}`;
    }
    const Kept = keptCards(KeptCard);
    for (const args of [open, done]) await served(Kept.getList.fetch(args) as never);
    mount(Kept.getList, open);
    const requests = newRequests();
    const moving = store.dispatch(Kept.getList.move.fetch({ id: '3' }, open));
    const move = await arrival('PATCH /cards/3');
    const creating = store.dispatch(Kept.getList.push.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    move.act();
    creation.respond();
    await creating;
    if (teller === 'a read') await served(Kept.get.fetch({ id: '3' }) as never);
    else await served(Kept.partialUpdate.fetch({ id: '3' }, { title: 'x' }) as never);
    move.respond();
    await moving;
    await settle();

    const shown = Kept.getList.select(open)(store.getState()).data;
    expect(shown?.map(({ id }) => id)).toEqual(server.listed('open'));
    expect(requests().filter(request => request.startsWith('GET /cards?'))).toEqual([
      'GET /cards?status=open',
    ]);
  },
);

describe.each([
  ['as they left', true],
  ['in another order', false],
])(
  'two moves to a list with `belongs` that a read of another list shows first, with responses %s,',
  (order, isOrdered) => {
    it.each([
      ['as the read does', ['1', '2'], isOrdered ? [] : ['GET /cards?status=done']],
      ['in another order', ['2', '1'], ['GET /cards?status=done']],
    ])('match the server, which has them %s', async (how, ids, expected) => {
      const { server, store, arrival, done: served, mount, settle, newRequests } = await startCards();
      class ShownCard extends Card {
        static override key = `Overlap.Shown ${order} ${how}`;
      }
      const Shown = keptCards(ShownCard);
      for (const args of [open, done]) await served(Shown.getList.fetch(args) as never);
      mount(Shown.getList, done);
      const moving = ids.map(id => store.dispatch(Shown.getList.move.fetch({ id }, done)));
      const moves = await Promise.all(ids.map(id => arrival(`PATCH /cards/${id}`)));
      for (const move of moves) move.act();
      await served(Shown.getList.fetch({} as typeof open) as never);
      const requests = newRequests();
      for (const i of isOrdered ? [0, 1] : [1, 0]) {
        moves[i]?.respond();
        await moving[i];
      }
      await settle();

      const shown = Shown.getList.select(done)(store.getState()).data;
      expect(shown?.map(({ id }) => id)).toEqual(server.listed('done'));
      expect(server.listed('done')).toEqual(['3', ...ids]);
      expect(requests()).toEqual(expected);
    });
  },
);

describe('a page whose list was refetched while it was in flight', () => {
  class Message extends Entity {
    id = '';
    static key = 'Overlap.Message';
  }
  const { getList: getMessages } = resource({
    path: '/messages/:id',
    schema: Message,
    paginationField: 'after',
    searchParams: {} as { topic?: string },
    Endpoint: ApiEndpoint,
  }).extend({ getList: { meta: ({ headers }) => ({ next: headers.get('next') }) } });

  async function startMessages() {
    const ids = ['g', 'f', 'e', 'd', 'c', 'b', 'a'];
    const api = await serve({
      'GET /messages': ({ query: { after } }) => {
        const from = ids.indexOf(String(after)) + 1;
        const page = ids.slice(from, from + 2);
        const next = from + 2 < ids.length ? page.at(-1) : undefined;
        return reply(
          200,
          page.map(id => ({ id })),
          next === undefined ? {} : { next },
        );
      },
    });
    const store = createTestStore();
    const load = (after: string) => store.dispatch(getMessages.getPage.fetch({ after }));
    const shown = () =>
      getMessages
        .select()(store.getState())
        .data?.map(({ id }) => id)
        .join('');
    const cursor = () => getMessages.select()(store.getState()).meta?.next;
    await store.dispatch(getMessages.fetch());
    return { ids, api, store, load, shown, cursor };
  }

  it('is left out if the list ends differently by then, and follows later', async () => {
    const { ids, api, store, load, shown } = await startMessages();
    await load('f');
    const held = api.hold('GET /messages?after=d');
    const late = load('d');
    await held.arrived;
    ids.unshift('h');
    await store.dispatch(getMessages.fetch());
    await held.release();

    expect((await late).map(({ id }) => id)).toEqual(['c', 'b']);
    expect(shown()).toBe('hg');
    await load('g');
    await load('e');
    expect(shown()).toBe('hgfedc');
  });

  it('leaves the cursor of a list that it does not continue', async () => {
    const { ids, api, store, load, shown, cursor } = await startMessages();
    await load('f');
    // The refetch leaves first, so the page's cursor is later.
    const refetch = api.hold('GET /messages');
    const held = api.hold('GET /messages?after=d');
    const again = store.dispatch(getMessages.fetch());
    await refetch.arrived;
    const late = load('d');
    await held.arrived;
    await refetch.release();
    await again;
    await held.release();
    await late;

    expect([shown(), cursor()]).toEqual(['gf', 'f']);
    for (let after = cursor(); after !== null; after = cursor()) await load(String(after));
    expect(shown()).toBe(ids.join(''));
  });

  it('stays with its cursor if the refetch left earlier and brought nothing new', async () => {
    const { api, store, load, shown, cursor } = await startMessages();
    await load('f');
    const refetch = api.hold('GET /messages');
    const again = store.dispatch(getMessages.fetch());
    await refetch.arrived;
    await load('f');
    await refetch.release();
    await again;

    expect([shown(), cursor()]).toEqual(['gfed', 'd']);
  });

  it('does not affect another list, fetched before or during the page', async () => {
    const { ids, api, store, load, shown, cursor } = await startMessages();
    const other = { topic: 'other' };
    const keys = () =>
      getMessages
        .select(other)(store.getState())
        .data?.map(({ id }) => id)
        .join('');
    await store.dispatch(getMessages.fetch(other));
    const held = api.hold('GET /messages?after=f');
    const page = load('f');
    await held.arrived;
    await store.dispatch(getMessages.fetch(other));
    const refetch = api.hold('GET /messages?topic=other');
    ids.unshift('h');
    const again = store.dispatch(getMessages.fetch(other));
    await refetch.arrived;
    await held.release();
    await page;
    await load('f');
    await refetch.release();
    await again;

    expect([shown(), cursor(), keys()]).toEqual(['gfed', 'd', 'hg']);
  });

  it('is appended if the list ends as before', async () => {
    const { api, store, load, shown } = await startMessages();
    const held = api.hold('GET /messages?after=f');
    const late = load('f');
    await held.arrived;
    await store.dispatch(getMessages.fetch());
    await held.release();
    await late;

    expect(shown()).toBe('gfed');
  });
});

it('a list is in doubt if its filter cannot tell, and refetches once if mounted', async () => {
  const { store, server, arrival, done: served, list, settle, mount, newRequests } = await startCards();
  await served(getList.fetch(open));
  mount(getList, open);
  mount(getList, open);
  // Two changes of the field that filters the lists.
  const there = store.dispatch(getList.move.fetch({ id: '1' }, done));
  const first = await arrival('PATCH /cards/1');
  const back = store.dispatch(getList.move.fetch({ id: '1' }, open));
  const second = await arrival('PATCH /cards/1');
  const requests = newRequests();
  second.act();
  first.act();
  first.respond();
  second.respond();
  await Promise.all([there, back]);
  await settle();

  expect(server.rows.get('1')?.status).toBe('done');
  expect(list('open')).toEqual(['2']);
  expect(requests()).toEqual(['GET /cards?status=open']);
});

it('a list fetched after a mutation got its response needs no refetch', async () => {
  const { server, done: served, list, settle, mount, newRequests, store } = await startCards();
  await served(getList.fetch(open));
  mount(getList, open);
  const requests = newRequests();
  await served(getList.push.fetch(open, { title: 'new' }));
  await served(CardResource.delete.fetch({ id: '1' }));
  await served(getList.fetch(open));
  await settle();

  expect(list('open')).toEqual(['2', 'new-1']);
  expect(server.rows.has('1')).toBe(false);
  expect(requests()).toEqual(['POST /cards?status=open', 'DELETE /cards/1', 'GET /cards?status=open']);
  expect(store.getState().rdc).toMatchObject({ doubts: {}, effects: [], overlaps: {} });
});

it('a list that left after the response to a mutation shows later changes by others', async () => {
  const { server, store, arrival, done: served, list } = await startCards();
  await served(getList.fetch(open));
  const slow = store.dispatch(CardResource.get.fetch({ id: '3' }));
  const last = await arrival('GET /cards/3');
  const creating = store.dispatch(getList.push.fetch(open, { title: 'new' }));
  (await arrival('POST /cards?status=open')).respond();
  await creating;
  expect(list('open')).toEqual(['1', '2', 'new-1']);

  server.rows.delete('new-1');
  const listing = store.dispatch(getList.fetch(open));
  (await arrival('GET /cards?status=open')).respond();
  await listing;

  expect(list('open')).toEqual(['1', '2']);
  last.respond();
  await slow;
});

it.each(ORDERS)(
  'a search is in doubt if a creation may belong to it, and refetches once, %s',
  async (_order, ordered) => {
    const { store, arrival, settle, mount, newRequests } = await startCards();
    const search = { ...open, search: 'n' } as typeof open;
    const listing = store.dispatch(getList.fetch(search));
    const poll = await arrival('GET /cards?search=n&status=open');
    poll.act();
    mount(getList, search);
    const creating = store.dispatch(getList.push.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    const requests = newRequests();
    for (const visit of ordered(creation, poll)) {
      visit.respond();
      await (visit === poll ? listing : creating);
    }
    await settle();

    expect(requests()).toEqual(['GET /cards?search=n&status=open']);
    const { data = [] } = getList.select(search)(store.getState());
    expect(data.map(({ id }) => id)).toEqual(['1', '2', 'new-1']);
  },
);

it('a search that landed before a creation left is in no doubt', async () => {
  const { done: served, settle, mount, newRequests, doubts } = await startCards();
  const search = { ...open, search: 'n' } as typeof open;
  await served(getList.fetch(search));
  mount(getList, search);
  const requests = newRequests();
  await served(getList.push.fetch(open, { title: 'new' }));
  await settle();

  expect([requests(), doubts()]).toEqual([['POST /cards?status=open'], {}]);
});

it('casts doubt on a list filtered by several values if a matching creation may be done', async () => {
  await serve({
    'GET /tagged': () => [{ id: '1', tags: ['a', 'b'] }],
    'POST /tagged': () => reply(503),
  });
  const store = createTestStore();
  const { getList } = TaggedResource;
  const ab = { tags: ['a', 'b'] };
  await store.dispatch(getList.fetch(ab));
  await expect(store.dispatch(getList.push.fetch(ab, ab))).rejects.toMatchObject({ status: 503 });
  expect(getList.select(ab)(store.getState()).expiryStatus).toBe('stale');
});

/** Cannot be observed: a read of its title goes unnoticed. */
class Sealed extends Card {
  static override key = 'Overlap.Sealed';
  readonly #isTitled = true;
  isTitled() {
    return this.#isTitled && this.title !== '';
  }
}

describe('two overlapping changes of a title, in lists with `belongs`,', () => {
  const isIn = (card: Card, args: Partial<typeof open>) => card.status === args.status;
  const isSealedIn = (card: Sealed, args: Partial<typeof open>) => card.isTitled() && isIn(card, args);
  const byTitle = (a: Card, b: Card) => a.title.localeCompare(b.title);

  const TITLED = [
    ['none that goes by another field', Card, { belongs: isIn }, []],
    [
      'only the one that it belongs to, if that is in the order of titles',
      Card,
      { belongs: isIn, addTo: byTitle },
      ['open'],
    ],
    [
      'only the one for which the title is read',
      Card,
      { belongs: (card: Card, args: typeof open) => isIn(card, args) && card.title !== '' },
      ['open'],
    ],
    [
      'all that read it in whatever way',
      Card,
      { belongs: (card: Card) => Object.values({ ...card }).includes('open') },
      ['done', 'open'],
    ],
    ['all that cannot tell', Card, { belongs: () => undefined }, ['done', 'open']],
    ['all where it is not seen what is read', Sealed, { belongs: isSealedIn }, ['done', 'open']],
  ] as const;

  it.each(TITLED)('cast doubt on %s', async (what, entity, options, expected) => {
    const { store, arrival, done: served, settle, mount, newRequests, doubts } = await startCards();
    const schema = new Collection([entity as typeof Card], options as object);
    const search = {} as typeof open;
    const all = new ApiEndpoint({ path: '/cards', name: `Kept ${what}`, searchParams: search, schema });
    const rename = plain.rename.extend({ name: `Rename ${what}`, schema: entity });
    for (const args of [open, done]) await served(all.fetch(args));
    // It shows nothing in doubt.
    mount(all, done);
    const requests = newRequests();
    const changes = ['a', 'b'].map(title => store.dispatch(rename.fetch({ id: '1' }, { title })));
    for (const _each of changes) (await arrival('PATCH /cards/1')).respond();
    await Promise.all(changes);

    const listed = Object.keys(doubts()[schema.key] ?? {}).map(key => JSON.parse(key).status);
    expect(listed.sort()).toEqual(expected);
    await settle();
    expect(requests().slice(2)).toEqual(listed.includes('done') ? ['GET /cards?status=done'] : []);
  });
});

it.each([
  ['reads a field that is in doubt once another field has changed', true],
  ['reads only the field that has changed', false],
])('a record in doubt casts doubt on a list with `belongs` that %s: %s', async (what, isRead) => {
  const { store, arrival, done: served, server, mount, settle, newRequests, doubts } = await startCards();
  const belongs = (card: Card, args: Partial<typeof open>) =>
    card.status === args.status && (!isRead || card.title !== '');
  const all = new ApiEndpoint({
    path: '/cards',
    name: `Judged ${what}`,
    searchParams: {} as typeof open,
    schema: new Collection([Card], { belongs }),
  });
  // It returns only what it changed.
  const move = plain.rename.extend({
    name: `Partial ${what}`,
    process: ({ id, status }: Card) => ({ id, status }) as Card,
  });
  await served(all.fetch(open));
  await served(CardResource.get.fetch({ id: '3' }));
  mount(all, open);
  const renames = ['x', ''].map(title => store.dispatch(plain.rename.fetch({ id: '3' }, { title })));
  const [first, second] = [await arrival('PATCH /cards/3'), await arrival('PATCH /cards/3')];
  second?.act();
  for (const visit of [first, second]) visit?.respond();
  await Promise.all(renames);
  const requests = newRequests();
  await served(move.fetch({ id: '3' }, open));
  expect(Object.keys(doubts())).toEqual([Card.key, ...(isRead ? [all.schema.key] : [])]);
  await settle();

  expect(server.rows.get('3')).toMatchObject({ title: 'x', status: 'open' });
  const { data } = all.select(open)(store.getState());
  expect(data?.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(requests()).toEqual(['PATCH /cards/3', 'GET /cards?status=open']);
  expect(data?.at(-1)?.title).toBe('x');
});

describe('a list with `belongs`, after an earlier read showed a change,', () => {
  class Told extends Card {
    static override key = 'Overlap.Told';
  }
  const { get, getList: told } = resource({
    path: '/cards/:id',
    schema: Told,
    Endpoint: ApiEndpoint,
    searchParams: {} as Partial<typeof open>,
    belongs: (card: Told, { status = card.status }) => card.status === status,
  });
  type Cards = Awaited<ReturnType<typeof startCards>>;
  type Row = Readonly<Record<string, unknown>> & { readonly id: string };
  const set = ({ controller }: Cards, row: Row) => controller.set(Told, { id: row.id }, row);

  it.each<[string, boolean, (cards: Cards, row: Row) => unknown]>([
    ['takes over what a message has told since it left', true, set],
    [
      'takes over what a part of a record has told',
      true,
      (cards, { id, status }) => set(cards, { id, status }),
    ],
    [
      'takes over what a later read has told',
      true,
      ({ done: served }, { id }) => served(get.fetch({ id }) as never),
    ],
    ['takes over nothing that was not told again', false, (cards, { id }) => set(cards, { id, title: 'x' })],
  ])('%s', async (_what, isTaken, tell) => {
    const cards = await startCards();
    const { server, store, done: served, arrival } = cards;
    for (const id of ['1', '3']) await served(get.fetch({ id }) as never);
    const reading = ['1', '3'].map(id => store.dispatch(get.fetch({ id })));
    const reads = [await arrival('GET /cards/1'), await arrival('GET /cards/3')];
    const listing = store.dispatch(told.fetch(open));
    const list = await arrival('GET /cards?status=open');
    list.act();
    server.write('1', done);
    server.write('3', open);
    for (const read of reads) read.respond();
    await Promise.all(reading);
    // It responds last.
    server.visits.splice(server.visits.indexOf(list), 1);
    for (const id of ['1', '3']) await tell(cards, server.rows.get(id) as never);
    server.visits.push(list);
    list.respond();

    expect((await listing)?.map(({ id }) => id)).toEqual(isTaken ? ['2', '3'] : ['1', '2']);
  });
});

it('a list with `belongs` keeps its order when messages took a record out and back in', async () => {
  const { server, store, arrival, done: served, controller } = await startCards();
  class Returning extends Card {
    static override key = 'Overlap.Returning';
  }
  const Kept = keptCards(Returning);
  const before = server.rows.get('1');
  server.write('1', done);
  server.write('2', done);
  for (const id of ['1', '2']) await served(Kept.get.fetch({ id }) as never);
  const listing = store.dispatch(Kept.getList.fetch(done));
  const list = await arrival('GET /cards?status=done');
  // Late messages with what the list shows already.
  for (const row of [before, server.rows.get('1')]) controller.set(Returning, { id: '1' }, row as never);
  list.respond();

  const shown = await listing;
  expect(shown.map(({ id }) => id)).toEqual(['3', '1', '2']);
});

it('a list with `belongs` puts what a message adds after earlier creations', async () => {
  const { server, store, arrival, done: served, controller } = await startCards();
  class Joining extends Card {
    static override key = 'Overlap.Joining';
  }
  const Kept = keptCards(Joining);
  await served(Kept.get.fetch({ id: '1' }) as never);
  const listing = store.dispatch(Kept.getList.fetch(done));
  const list = await arrival('GET /cards?status=done');
  list.act();
  // It responds last.
  server.visits.splice(server.visits.indexOf(list), 1);
  server.write('1', { title: 'x' });
  await served(Kept.get.fetch({ id: '1' }) as never);
  await served(Kept.getList.push.fetch(done, { title: 'new', status: 'done' }) as never);
  server.write('1', done);
  controller.set(Joining, { id: '1' }, server.rows.get('1') as never);
  server.visits.push(list);
  list.respond();

  const shown = await listing;
  expect(shown.map(({ id }) => id)).toEqual(server.listed('done'));
  expect(server.listed('done')).toEqual(['3', 'new-1', '1']);
});

it('a sorted list that lands late places a record that two messages sent alike', async () => {
  const { server, store, arrival, done: served, controller } = await startCards();
  class Repeated extends Card {
    static override key = 'Overlap.Repeated';
  }
  const Kept = sortedCards(Repeated);
  await served(Kept.getList.fetch({}) as never);
  const tell = (version: number) => controller.set(Repeated, { id: '1' }, { id: '1', title: '4', version });
  tell(1);
  const listing = store.dispatch(Kept.getList.fetch({}));
  const list = await arrival('GET /cards');
  tell(2);
  expect(server.rows.get('1')?.title).toBe('1');
  list.respond();

  const shown = await listing;
  expect(shown.map(({ id, title }) => [id, title])).toEqual([
    ['2', '2'],
    ['3', '3'],
    ['1', '4'],
  ]);
});

it('a sorted list places a record that an earlier, late request for it changes', async () => {
  const { server, store, arrival, done: served } = await startCards();
  class Changed extends Card {
    static override key = 'Overlap.Changed late';
  }
  const Kept = sortedCards(Changed);
  await served(Kept.getList.fetch({}) as never);
  const changing = store.dispatch(Kept.partialUpdate.fetch({ id: '1' }, { votes: 5 }));
  const change = await arrival('PATCH /cards/1');
  const first = store.dispatch(Kept.getList.fetch({}));
  const early = await arrival('GET /cards');
  void store.dispatch(Kept.getList.invalidate({}));
  const second = store.dispatch(Kept.getList.fetch({}));
  (await arrival('GET /cards')).respond();
  await second;
  server.write('1', { title: '0' });
  change.act();
  server.write('1', { title: '9' });
  early.act();
  change.respond();
  await changing;
  early.respond();
  await first;

  const shown = Kept.getList.select({})(store.getState()).data;
  expect(shown?.map(({ id, title }) => [id, title])).toEqual([
    ['2', '2'],
    ['3', '3'],
    ['1', '9'],
  ]);
});

describe('a record that only an earlier, late request for a list with `belongs` returned', () => {
  async function bringLate(kind: string) {
    const cards = await startCards();
    const { server, store, arrival, done: served } = cards;
    class Late extends Card {
      static override key = `Overlap.Late, ${kind}`;
    }
    const Kept = keptCards(Late);
    await served(Kept.getList.fetch(open) as never);
    const first = store.dispatch(Kept.getList.fetch(open));
    const early = await arrival('GET /cards?status=open');
    void store.dispatch(Kept.getList.invalidate(open));
    const second = store.dispatch(Kept.getList.fetch(open));
    const late = await arrival('GET /cards?status=open');
    late.act();
    return {
      ...cards,
      Late,
      Kept,
      async land() {
        late.respond();
        await second;
        early.respond();
        await first;
      },
      row: { ...server.rows.get('1'), id: '4', title: '4' },
      held: () =>
        Kept.getList
          .select(open)(store.getState())
          .data?.map(({ id }) => id),
    };
  }

  it('stays out of the later list', async () => {
    const { server, row, land, held } = await bringLate('out');
    server.rows.set('4', row as never);
    await land();

    expect(held()).toEqual(['1', '2']);
  });

  it.each([
    ['says the same', {}],
    ['changes it', { title: 'changed' }],
  ])('joins that list once a message %s', async (what, changes) => {
    const { server, row, land, held, controller, Late } = await bringLate(what);
    server.rows.set('4', row as never);
    await land();
    controller.set(Late, { id: '4' }, { ...row, ...changes });

    expect(held()).toEqual(['1', '2', '4']);
  });

  it.each([
    [
      'a detail page reads',
      async ({ done: served, Kept }: Reopened) => served(Kept.get.fetch({ id: '2' }) as never),
    ],
    ['a message brings', async ({ controller, row, Told }: Reopened) => controller.set(Told, {}, row())],
    [
      'a message tells what decides it',
      async ({ controller, Told }: Reopened) => controller.set(Told, {}, { id: '2', status: 'open' }),
    ],
    [
      'the response of a mutation brings',
      async ({ done: served, Kept }: Reopened) =>
        served(Kept.partialUpdate.fetch({ id: '2' }, { status: 'open' }) as never),
    ],
    [
      'the response of a mutation brings that left before the list',
      async ({ store, arrival, Kept, done: served }: Reopened) => {
        const updating = store.dispatch(Kept.partialUpdate.fetch({ id: '2' }, { status: 'open' }) as never);
        const update = await arrival('PATCH /cards/2');
        await served(Kept.getList.fetch(open) as never);
        update.respond();
        await updating;
      },
    ],
  ])(
    'joins a list that lacked it, though it seemed to belong there all along, once %s',
    async (what, tell) => {
      const cards = await reopened(what);
      expect(cards.ids()).toEqual(['1']);
      await tell(cards);

      expect(cards.ids()).toEqual(['1', '2']);
    },
  );

  it('joins each of several such lists', async () => {
    const {
      ids,
      store,
      Kept,
      Told,
      controller,
      row,
      done: served,
    } = await reopened('by a mutation, in two lists');
    const other = { ...open, group: 'other' };
    await served(Kept.getList.fetch(other) as never);
    controller.set(Told, {}, { ...row(), status: 'open' });

    expect(ids()).toEqual(['1', '2']);
    const { data } = Kept.getList.select(other)(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('joins no such list with a partial update that leaves membership open', async () => {
    const { ids, controller, Told } = await reopened('in part');
    controller.set(Told, {}, { id: '2', title: 'new' });

    expect(ids()).toEqual(['1']);
  });

  it('joins no such list with a read that left before it', async () => {
    const { ids, store, server, arrival, done: served, Kept } = await reopened('read before');
    server.write('2', { status: 'open' });
    const reading = store.dispatch(Kept.get.fetch({ id: '2' }));
    const read = await arrival('GET /cards/2');
    read.act();
    server.write('2', { status: 'done' });
    await served(Kept.getList.fetch(open) as never);
    read.respond();
    await reading;

    expect(ids()).toEqual(['1']);
  });

  it('joins no such list during an optimistic update', async () => {
    const { ids, store, arrival, Kept, Told } = await reopened('by a mutation');
    const renaming = store.dispatch(
      Kept.partialUpdate
        .extend({
          getOptimisticResponse: ({ get }, args, body) => ({ ...get(Told, args), ...body }) as never,
        })
        .fetch({ id: '2' }, { title: 'new' }),
    );
    const rename = await arrival('PATCH /cards/2');
    expect(Kept.get.select({ id: '2' })(store.getState()).data?.title).toBe('new');
    expect(ids()).toEqual(['1']);
    rename.respond();
    await renaming;

    expect(ids()).toEqual(['1']);
  });

  type Reopened = Awaited<ReturnType<typeof reopened>>;
  /** A card known as open, a list of open cards fetched while the card was done, then the card open again. */
  async function reopened(what: string) {
    class Told extends Card {
      static override key = `Overlap.Reopened, ${what}`;
    }
    const Kept = keptCards(Told);
    const cards = await startCards();
    const { server, store, done: served } = cards;
    await served(Kept.get.fetch({ id: '2' }) as never);
    server.write('2', { status: 'done' });
    await served(Kept.getList.fetch(open) as never);
    if (!what.includes('mutation')) server.write('2', { status: 'open' });
    const ids = () =>
      Kept.getList
        .select(open)(store.getState())
        .data?.map(({ id }) => id);
    return { ...cards, Kept, Told, ids, row: () => ({ ...server.rows.get('2') }) };
  }

  it.each([
    ['says the same', 'Ada'],
    ['says the same but for a record in it', 'Ada L.'],
  ])('rejoins a list after a late message showed that without it, once a message %s', async (what, name) => {
    class Author extends Entity {
      id = '';
      name = '';
      static key = `Overlap.Author, ${what}`;
    }
    class Told extends Card {
      author = Author.fromJS();
      static override key = `Overlap.Told, ${what}`;
      static schema = { author: Author };
    }
    const Kept = keptCards(Told);
    const { server, store, controller, done: served } = await startCards();
    const early = ['1', '2'].map(id => server.rows.get(id));
    await served(Kept.getList.fetch(open) as never);
    await served(Kept.getList.push.fetch(open, { title: 'new' }) as never);
    const ids = () =>
      Kept.getList
        .select(open)(store.getState())
        .data?.map(({ id }) => id);
    const by = (author: string) => ({ ...server.rows.get('new-1'), author: { id: 'ada', name: author } });
    controller.set(Told, {}, by('Ada'));
    controller.set(Kept.getList.schema, open, early as never);
    expect(ids()).toEqual(['1', '2']);
    controller.set(Told, {}, by(name));

    expect(ids()).toEqual(['1', '2', 'new-1']);
  });

  it('joins that list with the response of its creation', async () => {
    const { store, arrival, land, held, Kept, Late } = await bringLate('created');
    const create = Kept.getList.push.extend({ schema: Late });
    const creating = store.dispatch(create.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    creation.act();
    await land();
    expect(held()).toEqual(['1', '2']);
    creation.respond();
    await creating;

    expect(held()).toEqual(['1', '2', 'new-1']);
  });

  it.each([
    'its creation, which left before the list',
    'its creation, which left after the list',
    'a message',
  ])('joins a list that landed after it once the same data comes with %s', async how => {
    const { store, arrival, done: served, controller, server } = await startCards();
    class Brought extends Card {
      static override key = `Overlap.Brought, ${how}`;
    }
    const Kept = keptCards(Brought);
    const all = new ApiEndpoint({ path: '/cards', schema: [Brought], name: `all, ${how}` });
    const create = Kept.getList.push.extend({ schema: Brought });
    await served(Kept.getList.fetch(open) as never);
    const reading = store.dispatch(all.fetch());
    const early = await arrival('GET /cards');
    const start = async () => {
      const creating = store.dispatch(create.fetch(open, { title: 'new' }));
      return { creating, creation: await arrival('POST /cards?status=open') };
    };
    const started = how.includes('before') ? await start() : undefined;
    const listing = store.dispatch(Kept.getList.fetch(open));
    const list = await arrival('GET /cards?status=open');
    list.act();
    const ids = () =>
      Kept.getList
        .select(open)(store.getState())
        .data?.map(({ id }) => id);
    const landBoth = async () => {
      early.respond();
      await reading;
      list.respond();
      await listing;
      expect(ids()).toEqual(['1', '2']);
    };
    if (how === 'a message') {
      const row = { ...server.rows.get('1'), id: 'new-1' };
      server.rows.set('new-1', row as never);
      await landBoth();
      controller.set(Brought, {}, row);
    } else {
      const { creating, creation } = started ?? (await start());
      creation.act();
      await landBoth();
      creation.respond();
      await creating;
    }

    expect(ids()).toEqual(['1', '2', 'new-1']);
  });

  it.each([
    ['says that it belongs elsewhere', { status: 'done' }, ['1', '2']],
    ['changes its place', { title: '0' }, ['new-1', '1', '2']],
  ])(
    'moves to its place when a message %s after its creation let it join',
    async (what, change, expected) => {
      for (const order of ['creation first', 'list first']) {
        const { store, arrival, done: served, controller, server } = await startCards();
        class Joined extends Card {
          static override key = `Overlap.Joined, ${what}, ${order}`;
        }
        const Kept = resource({
          path: '/cards/:id',
          schema: Joined,
          Endpoint: ApiEndpoint,
          searchParams: {} as { status: string },
          belongs: (card: Card, { status }) => card.status === status,
          addTo: (one: Card, other: Card) => one.title.localeCompare(other.title),
        });
        await served(Kept.getList.fetch(open) as never);
        const creating = store.dispatch(Kept.getList.push.fetch(open, { title: 'new' }));
        const creation = await arrival('POST /cards?status=open');
        const listing = store.dispatch(Kept.getList.fetch(open));
        const list = await arrival('GET /cards?status=open');
        list.act();
        creation.act();
        for (const visit of order === 'creation first' ? [creation, list] : [list, creation]) {
          visit.respond();
          await (visit === list ? listing : creating);
        }
        controller.set(Joined, {}, { ...server.rows.get('new-1'), ...change });

        const { data } = Kept.getList.select(open)(store.getState());
        expect(data?.map(({ id }) => id)).toEqual(expected);
      }
    },
  );

  it('joins a list from before its creation with the response, even if a poll showed it again', async () => {
    const { store, arrival, done: served } = await startCards();
    class Polled extends Card {
      static override key = 'Overlap.Polled';
    }
    const Kept = keptCards(Polled);
    const create = Kept.getList.push.extend({ schema: Polled });
    const all = new ApiEndpoint({ path: '/cards', schema: [Polled], name: 'all polled' });
    await served(all.fetch() as never);
    const reading = store.dispatch(all.fetch());
    const early = await arrival('GET /cards');
    const creating = store.dispatch(create.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    const listing = store.dispatch(Kept.getList.fetch(open));
    const list = await arrival('GET /cards?status=open');
    list.act();
    creation.act();
    early.respond();
    await reading;
    const polling = store.dispatch(all.fetch());
    const poll = await arrival('GET /cards');
    list.respond();
    await listing;
    poll.respond();
    await polling;
    creation.respond();
    await creating;

    const { data } = Kept.getList.select(open)(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2', 'new-1']);
  });

  it('joins a late list from before its creation, though another list showed it first', async () => {
    const { store, arrival } = await startCards();
    class Shown extends Card {
      static override key = 'Overlap.Shown';
    }
    const Kept = keptCards(Shown);
    const create = Kept.getList.push.extend({ schema: Shown });
    const reading = store.dispatch(
      new ApiEndpoint({ path: '/cards', schema: [Shown], name: 'all shown' }).fetch(),
    );
    const early = await arrival('GET /cards');
    const listing = store.dispatch(Kept.getList.fetch(open));
    const list = await arrival('GET /cards?status=open');
    const creating = store.dispatch(create.fetch(open, { title: 'new' }));
    const creation = await arrival('POST /cards?status=open');
    list.act();
    creation.act();
    early.respond();
    await reading;
    creation.respond();
    await creating;
    list.respond();
    await listing;

    const { data } = Kept.getList.select(open)(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['1', '2', 'new-1']);
  });

  it('leaves a late list from before its move if a later read showed it unchanged', async () => {
    const { store, arrival } = await startCards();
    class Moved extends Card {
      static override key = 'Overlap.Moved';
    }
    const Kept = keptCards(Moved);
    const all = new ApiEndpoint({ path: '/cards', schema: [Moved], name: 'all moved' });
    const listing = store.dispatch(all.fetch());
    const early = await arrival('GET /cards');
    const into = store.dispatch(Kept.getList.fetch(done));
    const joined = await arrival('GET /cards?status=done');
    const outOf = store.dispatch(Kept.getList.fetch(open));
    const left = await arrival('GET /cards?status=open');
    left.act();
    const moving = store.dispatch(Kept.partialUpdate.fetch({ id: '1' }, { status: 'done' }));
    const move = await arrival('PATCH /cards/1');
    move.act();
    early.respond();
    await listing;
    move.respond('cut');
    await moving.catch(() => {});
    const again = store.dispatch(all.fetch());
    const poll = await arrival('GET /cards');
    joined.respond();
    await into;
    poll.respond();
    await again;
    left.respond();
    await outOf;

    const { data } = Kept.getList.select(open)(store.getState());
    expect(data?.map(({ id }) => id)).toEqual(['2']);
  });

  it('stays out if a message says that it belongs elsewhere', async () => {
    const { server, row, land, held, controller, Late } = await bringLate('elsewhere');
    server.rows.set('4', row as never);
    await land();
    controller.set(Late, { id: '4' }, { ...row, status: 'done' });

    expect(held()).toEqual(['1', '2']);
  });
});

it.each(['one response tells of at once', 'messages told of while it was in flight'])(
  'a sorted list places two records whose changes %s',
  async how => {
    const { server, store, arrival, done: served, controller } = await startCards();
    class Sorted extends Card {
      static override key = `Overlap.Sorted, ${how}`;
    }
    const Kept = sortedCards(Sorted);
    await served(Kept.getList.fetch({}) as never);
    const listing = store.dispatch(Kept.getList.fetch({}));
    const list = await arrival('GET /cards');
    list.act();
    const rows = [
      ['1', '4'],
      ['2', '5'],
    ].map(([id = '', title]) => ({ ...server.rows.get(id), id, title }));
    const keys = () =>
      Kept.getList
        .select({})(store.getState())
        .data?.map(({ id }) => id);
    if (how.startsWith('one')) {
      controller.set([Sorted], {}, rows);
      expect(keys()).toEqual(['3', '1', '2']);
    } else {
      for (const row of rows) controller.set(Sorted, { id: row.id }, row);
    }
    list.respond();
    await listing;

    expect(keys()).toEqual(['3', '1', '2']);
  },
);

describe('a list from before a record was in doubt', () => {
  it('is refetched after two moves in an unknown order', async () => {
    const { server, store, arrival, mount, settle, list } = await startCards();
    mount(getList, open);
    const reading = store.dispatch(getList.fetch(open));
    const poll = await arrival('GET /cards?status=open');
    const moves = [store.dispatch(getList.move.fetch({ id: '1' }, open))];
    const first = await arrival('PATCH /cards/1');
    moves.push(store.dispatch(getList.move.fetch({ id: '1' }, { status: 'done' })));
    const second = await arrival('PATCH /cards/1');
    for (const visit of [second, poll, first]) visit.act();
    for (const visit of [first, second]) visit.respond();
    await Promise.all(moves);
    poll.respond();
    await reading;
    await settle();

    expect(list('open')).toEqual(server.listed('open'));
  });

  it('casts no doubt that outlives the refetch, even if another list has landed since', async () => {
    const { server, store, arrival, mount, done: served, list, doubts } = await startCards();
    for (const args of [open, done]) {
      await served(getList.fetch(args));
      mount(getList, args);
    }
    const reading = store.dispatch(getList.fetch(done));
    const old = await arrival('GET /cards?status=done');
    old.act();
    const moving = store.dispatch(getList.move.fetch({ id: '2' }, done));
    (await arrival('PATCH /cards/2')).respond('cut');
    await moving.catch(() => {});
    const [another, refetch] = [
      await arrival('GET /cards?status=open'),
      await arrival('GET /cards?status=done'),
    ];
    another.respond();
    await until(() => list('open')?.length === 1);
    old.respond();
    await reading;
    refetch.respond();
    await until(() => store.getState().rdc.inflight.size === 0);

    expect(list('done')).toEqual(server.listed('done'));
    expect(doubts()).toEqual({});
  });

  it('is refetched if `belongs` would add a record that a failed deletion may have removed', async () => {
    const { server, store, arrival, mount, done, settle } = await startCards();
    const Kept = resource({
      path: '/cards/:id',
      schema: Card,
      Endpoint: ApiEndpoint,
      searchParams: {} as { status?: string },
      belongs: (card: Card, { status = card.status }) => card.status === status,
    });
    mount(Kept.getList, {});
    const reading = store.dispatch(Kept.getList.fetch({}));
    const poll = await arrival('GET /cards');
    mount(Kept.get, { id: '3' });
    await done(Kept.get.fetch({ id: '3' }) as never);
    const deleting = store.dispatch(Kept.delete.fetch({ id: '3' }));
    const deletion = await arrival('DELETE /cards/3');
    deletion.act();
    deletion.respond('cut');
    await deleting.catch(() => {});
    (await arrival('GET /cards/3')).respond();
    await new Promise(resolve => setTimeout(resolve, 20));
    poll.respond();
    await reading;
    await settle();

    expect(
      Kept.getList
        .select({})(store.getState())
        .data?.map(({ id }) => id),
    ).toEqual(server.listed(''));
  });
});

it('a list with `belongs` ignores older reads of a record that a late message brought back', async () => {
  class Kept extends Card {
    static override key = 'Overlap.Kept';
  }
  const KeptResource = keptCards(Kept);
  const { store, server, controller, arrival, done: served } = await startCards();
  await served(KeptResource.getList.fetch(done));
  // While a mutation is in flight, overlaps are resolved field by field.
  const renaming = store.dispatch(KeptResource.partialUpdate.fetch({ id: '1' }, { title: 'renamed' }));
  const rename = await arrival('PATCH /cards/1');
  const reads = [
    store.dispatch(KeptResource.getList.fetch({ status: '' })),
    store.dispatch(KeptResource.get.fetch({ id: '3' })),
  ];
  const older = [await arrival('GET /cards?status='), await arrival('GET /cards/3')];
  for (const visit of older) visit.act();
  server.write('3', { title: 'changed' });
  const late = server.rows.get('3') as Card;
  await served(KeptResource.delete.fetch({ id: '3' }));
  controller.set(Kept, { id: '3' }, late);
  await served(KeptResource.getList.fetch(done));
  for (const [i, visit] of older.entries()) {
    visit.respond();
    await reads[i];
  }

  expect(KeptResource.getList.select(done)(store.getState()).data).toEqual([]);
  rename.respond();
  await renaming;
});

describe.each([
  ['in the order in which they left', [0, 1]],
  ['the other way round', [1, 0]],
])('two mutations that set one entry of a map and land %s', (order, landing) => {
  const start = async (names: readonly string[]) => {
    class Label extends Entity {
      id = '';
      static key = `Overlap.Label, ${order}, ${names}`;
    }
    const getLabels = new ApiEndpoint({
      path: '/labels',
      schema: new Collection(new Values(Label)),
      name: `Overlap.getLabels, ${order}, ${names}`,
    });
    const api = await serve({ 'GET /labels': () => ({}) });
    const store = createTestStore();
    const shown = () => {
      const { data, expiryStatus } = getLabels.select()(store.getState());
      return [Object.entries(data ?? {}).map(([name, { id }]) => `${name} ${id}`), expiryStatus];
    };
    const assign = names.map((name, n) => {
      const landed = deferred<void>();
      const endpoint = getLabels.assign.extend({
        name: `Overlap.assign, ${order}, ${names}, ${n}`,
        fetchResponse: () => landed.promise.then(() => new Response('')),
        parseResponse: async () => ({ [name]: { id: String(n) } }) as never,
      });
      return {
        land: landed.resolve,
        send: () => store.dispatch(endpoint.fetch({} as never)) as Promise<unknown>,
      };
    });
    const land = async () => {
      const sent = assign.map(one => one.send());
      await new Promise(resolve => setTimeout(resolve, 5));
      for (const n of landing) {
        assign[n]?.land();
        await sent[n];
      }
    };
    return { api, store, getLabels, shown, land };
  };

  it('keep the later value, with the map in doubt', async () => {
    const { store, getLabels, shown, land } = await start(['main', 'main']);
    await store.dispatch(getLabels.fetch());

    await land();

    expect(shown()).toEqual([['main 1'], 'stale']);
  });

  it('keep both in different entries', async () => {
    const { store, getLabels, shown, land } = await start(['main', 'other']);
    await store.dispatch(getLabels.fetch());

    await land();

    expect(shown()).toEqual([landing.map(n => ['main 0', 'other 1'][n]), 'valid']);
  });

  it('cast doubt on an earlier read that lands after them, too', async () => {
    const { api, store, getLabels, shown, land } = await start(['main', 'main']);
    const held = api.hold('GET /labels');
    const reading = store.dispatch(getLabels.fetch());
    await held.arrived;

    await land();
    await held.release();
    await reading;

    expect(shown()).toEqual([['main 1'], 'stale']);
  });
});

describe.each([false, true])('a mutation of one record that lands late (optimistic: %s)', optimistic => {
  type Task = Card & { readonly status: string };

  /** A list of open tasks, a list of done ones, and mutations that move a record in or out. */
  async function startTasks(name: string, options: object = {}) {
    const schema = class extends Card {
      static override key = `Overlap.Late ${name} ${optimistic}`;
    };
    const rows = new Map([row('5', 'open'), row('9', 'open')].map(one => [one.id, one]));
    const put = (given: object) => {
      const one = given as Task;
      rows.delete(one.id);
      rows.set(one.id, one);
      return one;
    };
    const scripted = await startScript({
      'GET /tasks': (_params: object, _body: object, { status }: Task) =>
        [...rows.values()].filter(one => one.status === status),
      'POST /tasks': (_params: object, body: Task | Task[]) =>
        Array.isArray(body) ? body.map(put) : put(body),
      'PATCH /tasks/:id': ({ id }: Task, body: object) => put({ id, ...rows.get(id), ...body }),
      'POST /tasks/removed': (_params: object, body: Task) => {
        rows.delete(body.id);
        return body;
      },
    } as never);
    const searchParams = type<{ status?: string }>();
    const Tasks = resource({
      path: '/tasks/:id',
      schema,
      searchParams,
      Endpoint: ApiEndpoint,
      optimistic,
      ...options,
    });
    const remove = Tasks.getList.remove.extend({
      path: '/tasks/removed',
      name: `Overlap.Late.remove ${name} ${optimistic}`,
    });
    for (const args of [open, done]) await scripted.done(Tasks.getList.fetch(args));
    const ids = (args: typeof open) =>
      Tasks.getList
        .select(args)(scripted.store.getState())
        .data?.map(({ id }) => id);
    return {
      ...scripted,
      rows,
      removal: (id: string) => remove.fetch(row(id, 'open') as never),
      creation: (one: object) => Tasks.getList.push.fetch(one as never),
      move: (id: string, args: typeof open) => Tasks.getList.move.fetch({ id }, args),
      change: (id: string, fields: object) => Tasks.partialUpdate.fetch({ id }, fields),
      list: Tasks.getList.fetch(open),
      shown: () => [ids(open), ids(done)],
    };
  }
  const row = (id: string, status: string) => ({ id, status });
  const belongs = (task: Card, { status }: { readonly status?: string }) => task.status === status;

  it('leaves out a record added and removed again', async () => {
    const { store, arrival, done: served, removal, creation, shown } = await startTasks('taken out');
    const removing = store.dispatch(removal('5'));
    const late = await arrival('POST /tasks/removed');
    await served(creation(row('6', 'open')));
    await served(removal('6'));

    expect(shown()).toEqual([optimistic ? ['9'] : ['5', '9'], []]);
    late.respond();
    await removing;
    expect(shown()).toEqual([['9'], []]);
  });

  it('leaves out one of several added and removed again', async () => {
    const { store, arrival, done: served, removal, creation, shown } = await startTasks('of several');
    const removing = store.dispatch(removal('5'));
    const late = await arrival('POST /tasks/removed');
    late.act();
    await served(creation([row('5', 'open'), row('6', 'open')]));
    await served(removal('6'));
    late.respond();
    await removing;

    expect(shown()).toEqual([['9', '5'], []]);
  });

  it('keeps a record that was added and moved', async () => {
    const { store, arrival, done: served, creation, move, shown } = await startTasks('moved');
    const moving = store.dispatch(move('5', done));
    const late = await arrival('PATCH /tasks/5');
    await served(creation(row('6', 'done')));
    await served(move('6', open));
    late.respond();
    await moving;

    expect(shown()).toEqual([['9', '6'], ['5']]);
  });

  it('leaves out an added record that a later list lacks', async () => {
    const { store, arrival, done: served, rows, removal, creation, list, shown } = await startTasks('later');
    const removing = store.dispatch(removal('5'));
    const late = await arrival('POST /tasks/removed');
    await served(creation(row('6', 'open')));
    rows.delete('6');
    await served(list);
    late.respond();
    await removing;

    expect(shown()).toEqual([['9'], []]);
  });

  it('keeps an added record where it belongs after a change', async () => {
    const tasks = await startTasks('changed', { belongs });
    const { store, arrival, done: served, removal, creation, change, shown } = tasks;
    const removing = store.dispatch(removal('5'));
    const late = await arrival('POST /tasks/removed');
    await served(creation(row('6', 'open')));
    await served(change('6', { status: 'done' }));
    late.respond();
    await removing;

    expect(shown()).toEqual([['9'], ['6']]);
  });

  it('keeps a record in place that was added since', async () => {
    const { store, arrival, done: served, removal, creation, shown } = await startTasks('in its place');
    const removing = store.dispatch(removal('5'));
    const late = await arrival('POST /tasks/removed');
    late.act();
    await served(creation(row('5', 'open')));
    await served(creation(row('6', 'open')));

    expect(shown()[0]).toEqual(optimistic ? ['9', '5', '6'] : ['5', '9', '6']);
    late.respond();
    await removing;
    expect(shown()).toEqual([['9', '5', '6'], []]);
  });

  it('keeps a record in place that was moved in a sorted list since', async () => {
    const addTo = (one: Card, other: Card) => one.id.localeCompare(other.id);
    const tasks = await startTasks('sorted', { belongs, addTo });
    const { store, arrival, done: served, removal, move, shown } = tasks;
    const removing = store.dispatch(removal('5'));
    const late = await arrival('POST /tasks/removed');
    late.act();
    await served(move('5', open));
    late.respond();
    await removing;

    expect(shown()).toEqual([['5', '9'], []]);
  });

  it.each(['removal', 'move'] as const)('leaves the record to a later %s', async later => {
    const tasks = await startTasks(`later ${later}`);
    const { store, arrival, done: served, move, shown } = tasks;
    const moving = store.dispatch(move('5', done));
    const late = await arrival('PATCH /tasks/5');
    late.act();
    await served(later === 'move' ? move('5', open) : tasks.removal('5'));
    late.respond();
    await moving;

    expect(shown()).toEqual([later === 'move' ? ['5', '9'] : ['9'], []]);
  });
});

describe('lists of several collections, one of which filters its own lists', () => {
  class Course extends Entity {
    id = '';
    title = '';
    static key = 'Overlap.Course';
  }
  const getCourses = new ApiEndpoint({
    path: '/courses',
    schema: new Collection([Course]),
    name: 'getCourses',
  });
  const ofStudent = new Collection([Course], {
    createCollectionFilter:
      ({ student }: { student: string }) =>
      list =>
        list.student === student,
  });
  const getCoursesOf = new ApiEndpoint({
    path: '/students/:student/courses',
    schema: ofStudent,
    name: 'getCoursesOf',
  });
  const join = getCoursesOf.extend({ method: 'POST', schema: ofStudent.push, name: 'joinCourse' });
  const leave = new ApiEndpoint({
    path: '/students/:student/courses/:id',
    method: 'DELETE',
    schema: ofStudent.remove,
    name: 'leaveCourse',
  });
  const student = { student: 's' };

  it.each([
    ['leaves', 'lands first', () => leave.fetch({ ...student, id: '1' }), ['2']],
    ['leaves', 'lands last', () => leave.fetch({ ...student, id: '1' }), ['2']],
    ['joins', 'lands first', () => join.fetch(student, { id: '3' } as never), ['1', '2', '3']],
    ['joins', 'lands last', () => join.fetch(student, { id: '3' } as never), ['1', '2', '3']],
  ])(
    'a record that %s one matches the server in the others when their list %s',
    async (_, order, change, members) => {
      let own = ['1', '2'];
      const api = await serve({
        'GET /courses': () => ['1', '2'].map(id => ({ id })),
        'GET /students/s/courses': () => own.map(id => ({ id })),
        'POST /students/s/courses': ({ body }) => {
          own = [...own, '3'];
          return body;
        },
        'DELETE /students/s/courses/:id': ({ params }) => {
          own = own.filter(id => id !== params.id);
          return { id: params.id };
        },
      });
      const store = createTestStore();
      await store.dispatch(getCoursesOf.fetch(student));
      await store.dispatch(getCourses.fetch());
      const unmount = mount(store, getCourses, []);
      const held = api.hold('GET /courses');
      const read = store.dispatch(getCourses.fetch());
      await held.arrived;

      if (order === 'lands first') await held.release();
      await store.dispatch(change() as unknown as ReturnType<typeof getCourses.fetch>);
      await held.release();
      await read;
      await until(() => store.getState().rdc.inflight.size === 0);

      const idsIn = (courses: readonly Course[] | undefined) => courses?.map(({ id }) => id);
      const shown = getCourses.select()(store.getState());
      expect([idsIn(shown.data), shown.expiryStatus]).toEqual([['1', '2'], 'valid']);
      expect(idsIn(getCoursesOf.select(student)(store.getState()).data)).toEqual(members);
      unmount();
    },
  );
});

it('a list with its own filter is unaffected by other collections with their own filter', async () => {
  class Lesson extends Entity {
    id = '';
    static key = 'Overlap.Lesson';
  }
  const ofGroup = new Collection([Lesson], {
    createCollectionFilter:
      ({ group }: { group?: string }) =>
      list =>
        list.group === group,
  });
  const ofPupil = new Collection([Lesson], {
    createCollectionFilter:
      ({ pupil }: { pupil: string }) =>
      list =>
        list.pupil === pupil,
  });
  const getLessons = new ApiEndpoint({ path: '/lessons', schema: ofGroup, name: 'getLessons' });
  const getLessonsOf = new ApiEndpoint({
    path: '/pupils/:pupil/lessons',
    schema: ofPupil,
    name: 'getLessonsOf',
  });
  const join = getLessonsOf.extend({ method: 'POST', schema: ofPupil.push, name: 'joinLesson' });
  const api = await serve({
    'GET /lessons': () => [{ id: '1' }],
    'POST /pupils/p/lessons': ({ body }) => body,
  });
  const store = createTestStore();
  const unmount = mount(store, getLessons, []);
  const held = api.hold('GET /lessons');
  const read = store.dispatch(getLessons.fetch());
  await held.arrived;

  await store.dispatch(join.fetch({ pupil: 'p' }, { id: '2' } as never));
  await held.release();
  await read;
  await until(() => store.getState().rdc.inflight.size === 0);

  const { data, expiryStatus } = getLessons.select()(store.getState());
  expect([data?.map(({ id }) => id), expiryStatus]).toEqual([['1'], 'valid']);
  unmount();
});
