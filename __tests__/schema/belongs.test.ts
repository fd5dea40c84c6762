import { Collection, Controller, Entity, Invalidate, Lazy, resource, type, Union, Values } from 'rdc-toolkit';
import { cpuTime } from '../helpers/cpuTime';
import { createBareStore } from '../helpers/createBareStore';
import { createTestStore } from '../helpers/createTestStore';
import { growth } from '../helpers/growth';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { idsIn } from './idsIn';
import { createMemory } from './memory';

class Label extends Entity {
  id = '';
  team = '';
  static key = 'KeptLabel';
}

class Card extends Entity {
  id = '';
  title = '';
  column = 'inbox';
  labels: readonly Label[] = [];
  votes = 0;
  static key = 'KeptCard';
  static schema = { labels: [Label] as const };

  get isHot() {
    return this.votes > 9;
  }
}

type Search = { label?: string; team?: string; column?: string; hot?: string } | undefined;

const CardResource = resource({
  path: '/cards/:id',
  schema: Card,
  searchParams: type<Search>(),
  Endpoint: ApiEndpoint,
  belongs: (card, { label, team, column, hot, ...rest }, get) => {
    if (Object.keys(rest).length > 0) return undefined;
    return (
      (label === undefined || card.labels.includes(label)) &&
      (team === undefined || card.labels.some(pk => get(Label, pk)?.team === team)) &&
      (column === undefined || card.column === column) &&
      (hot === undefined || card.isHot)
    );
  },
});
const { get, getList, partialUpdate } = CardResource;

interface Row {
  id: string;
  title: string;
  column?: string;
  labels?: { id: string; team?: string }[];
  votes?: number;
}

async function serveCards(rows: Row[]) {
  const cards = new Map(rows.map(row => [row.id, row]));
  const api = await serve({
    'GET /cards': ({ query: { label, column } }) =>
      [...cards.values()].filter(
        card =>
          (label === undefined || card.labels?.some(({ id }) => id === label)) &&
          (column === undefined || (card.column ?? 'inbox') === column),
      ),
    'GET /cards/:id': ({ params }) => cards.get(String(params.id)) ?? reply(404),
    'POST /cards': ({ body }) => {
      const card = { ...(body as Row), id: String(cards.size + 1) };
      cards.set(card.id, card);
      return card;
    },
    'PATCH /cards/:id': ({ params, body }) => {
      const card = { ...cards.get(String(params.id)), ...(body as Row) };
      cards.set(card.id, card);
      return card;
    },
  });
  return Object.assign(api, { cards });
}

const a = { id: 'a', team: 'red' };
const b = { id: 'b', team: 'blue' };
const rows = (): Row[] => [
  { id: '1', title: 'one', labels: [a] },
  { id: '2', title: 'two', labels: [a, b], column: 'done' },
  { id: '3', title: 'three', labels: [] },
];

function boardOn(store = createTestStore()) {
  return {
    store,
    load: async (...searches: Search[]) => {
      for (const search of searches) await store.dispatch(getList.fetch(search));
    },
    ids: (search: Search) => idsIn(store, getList, search),
  };
}

describe('a list with a belongs function', () => {
  it.each([undefined, null, ''])('ignores a response whose schema is %p', async schema => {
    await serve({ 'GET /stats': () => ({ online: 3 }), 'POST /stats': () => reply(204) });
    const store = createTestStore();
    const read = new ApiEndpoint({ path: '/stats', schema: schema as undefined });
    const write = read.extend({ method: 'POST' });

    expect(await store.dispatch(read.fetch())).toEqual({ online: 3 });
    await expect(store.dispatch(write.fetch())).resolves.toBeUndefined();
  });

  it('adds and removes a record that a response changed', async () => {
    const api = await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load({ label: 'a' }, { label: 'b' });

    await store.dispatch(partialUpdate.fetch({ id: '1' }, { labels: [b] } as never));

    expect(ids({ label: 'a' })).toEqual(['2']);
    expect(ids({ label: 'b' })).toEqual(['2', '1']);
    expect(api.requests).toEqual(['GET /cards?label=a', 'GET /cards?label=b', 'PATCH /cards/1']);
  });

  it('uses the default of a field that the server omits', async () => {
    await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load({ column: 'inbox' }, { column: 'done' });

    await store.dispatch(partialUpdate.fetch({ id: '3' }, { column: 'done' }));

    expect(ids({ column: 'inbox' })).toEqual(['1']);
    expect(ids({ column: 'done' })).toEqual(['2', '3']);
  });

  it('can use getters and related records', async () => {
    await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load(undefined);
    store.dispatch(getList.setResponse({ team: 'blue' }, []) as never);
    store.dispatch(getList.setResponse({ hot: 'yes' }, []) as never);

    await store.dispatch(partialUpdate.fetch({ id: '3' }, { votes: 10, labels: [b] } as never));

    expect(ids({ team: 'blue' })).toEqual(['3']);
    expect(ids({ hot: 'yes' })).toEqual(['3']);
  });

  it.each([false, true])(
    'adds a record that is created under a previously deleted key (optimistic: %p)',
    async optimistic => {
      const likes = [{ id: 'me', at: 1 }];
      const api = await serve({
        'GET /likes': () => likes,
        'POST /likes': ({ body }) => body,
      });
      class Like extends Entity {
        id = '';
        at = 0;
        static key = `KeptLike ${optimistic}`;
      }
      const Likes = resource({
        path: '/likes/:id',
        schema: Like,
        optimistic,
        Endpoint: ApiEndpoint,
        belongs: () => true,
      }).extend(({ getList }) => ({ create: getList.push.extend({ schema: Like }) }));
      const store = createTestStore();
      await store.dispatch(Likes.getList.fetch());
      likes.length = 0;
      expect(await store.dispatch(Likes.getList.fetch())).toEqual([]);
      const response = api.hold('POST /likes');
      const creating = store.dispatch(Likes.create.fetch({ id: 'me', at: 1 }));
      await response.arrived;
      expect(idsIn(store, Likes.getList)).toEqual(optimistic ? ['me'] : []);
      await response.release();
      await creating;

      expect(idsIn(store, Likes.getList)).toEqual(['me']);
    },
  );

  it('leaves the response of the list itself alone', async () => {
    const api = await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load(undefined);
    const late = api.hold('GET /cards');
    const reading = store.dispatch(getList.fetch({ label: 'b' }));
    await late.arrived;
    // The server includes a record without the label, and omits one that has it.
    await late.release([{ id: '1', title: 'one', labels: [a] }]);
    await reading;

    expect(ids({ label: 'b' })).toEqual(['1']);
    expect(ids(undefined)).toEqual(['1', '2', '3']);
  });

  it('follows the response of another list', async () => {
    const api = await serveCards(rows());
    const { load, ids } = boardOn();
    await load({ column: 'inbox' }, { column: 'done' });
    api.cards.set('1', { id: '1', title: 'one', column: 'done' });
    api.cards.set('4', { id: '4', title: 'four' });

    await load(undefined);

    expect(ids({ column: 'inbox' })).toEqual(['3', '4']);
    expect(ids({ column: 'done' })).toEqual(['2', '1']);
  });

  it('follows data set without a request', async () => {
    await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load({ column: 'inbox' }, { column: 'done' });

    new Controller(store).set(Card, { id: '1' }, { id: '1', column: 'done' });

    expect(ids({ column: 'inbox' })).toEqual(['3']);
    expect(ids({ column: 'done' })).toEqual(['2', '1']);
  });

  it('stays as it is if belongs returns undefined', async () => {
    await serveCards(rows());
    const { store, ids } = boardOn();
    const unknown = { q: 'x', column: 'done' } as Search;
    await store.dispatch(getList.fetch(unknown));

    await store.dispatch(partialUpdate.fetch({ id: '3' }, { column: 'done' }));
    await store.dispatch(partialUpdate.fetch({ id: '2' }, { column: 'inbox' }));

    expect(ids(unknown)).toEqual(['2']);
  });

  it('leaves a record at the start if a creation put it there', async () => {
    await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load(undefined, { label: 'a' });

    await store.dispatch(getList.unshift.fetch({}, { title: 'new', labels: [a] } as never));

    expect(ids(undefined)).toEqual(['4', '1', '2', '3']);
    expect(ids({ label: 'a' })).toEqual(['1', '2', '4']);
  });

  describe('leaves out non-members:', () => {
    class Issue extends Entity {
      id = '';
      state = 'open';
      static key = 'KeptIssue';
    }
    const IssueResource = resource({
      path: '/issues/:id',
      schema: Issue,
      searchParams: type<{ state?: string } | undefined>(),
      Endpoint: ApiEndpoint,
      optimistic: true,
      belongs: (issue, { state = 'open' }) => issue.state === state,
    });
    const issueLists = [undefined, { state: 'closed' }] as const;
    const shownIn = (store: ReturnType<typeof createTestStore>) =>
      issueLists.map(args =>
        IssueResource.getList
          .select(args)(store.getState())
          .data?.map(({ state }) => state),
      );
    const serveIssues = () =>
      serve({
        'GET /issues': () => [],
        'POST /issues': ({ body }) => ({ id: 'new', ...(body as object) }),
        'PATCH /issues/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
      });

    it.each(['push', 'unshift'] as const)(
      'what a %s creates, before and after it is confirmed',
      async how => {
        const api = await serveIssues();
        const store = createTestStore();
        for (const args of issueLists) await store.dispatch(IssueResource.getList.fetch(args));
        const held = api.hold('POST /issues');
        const creating = store.dispatch(IssueResource.getList[how].fetch({ state: 'closed' }));
        expect(shownIn(store)).toEqual([[], ['closed']]);
        await held.arrived;
        await held.release();
        await creating;

        expect(shownIn(store)).toEqual([[], ['closed']]);
      },
    );

    it('what a creation adds while the list is in flight', async () => {
      const api = await serveIssues();
      const store = createTestStore();
      const held = api.hold('GET /issues');
      const reading = store.dispatch(IssueResource.getList.fetch());
      await held.arrived;
      await store.dispatch(IssueResource.getList.fetch({ state: 'closed' }));
      await store.dispatch(IssueResource.getList.push.fetch({ state: 'closed' }));
      await held.release();
      await reading;

      expect(shownIn(store)).toEqual([[], ['closed']]);
    });

    it('what a move changes', async () => {
      await serveIssues();
      const store = createTestStore();
      for (const args of issueLists) await store.dispatch(IssueResource.getList.fetch(args));
      await store.dispatch(IssueResource.getList.move.fetch({ id: '1' }, { state: 'closed' }));

      expect(shownIn(store)).toEqual([[], ['closed']]);
    });

    it('replies, in the list of top-level comments', async () => {
      class Comment extends Entity {
        id = '';
        issueId = '';
        parentId: string | null = null;
        replies: readonly { readonly id: string }[] = [];
        static key = 'KeptComment';
        static schema = {
          replies: new Collection([new Lazy(() => Comment)], {
            nestKey: (parent: { id: string }) => ({ parentId: parent.id }),
          }),
        };
      }
      const { getList: getThread } = resource({
        path: '/threads/:issueId/comments/:id',
        schema: Comment,
        Endpoint: ApiEndpoint,
        body: type<Record<string, string>>(),
        belongs: (comment, { issueId }) => comment.parentId === null && comment.issueId === issueId,
      });
      const first = { id: '1', issueId: '5', parentId: null, replies: [] };
      await serve({
        'GET /threads/:issueId/comments': () => [first],
        'POST /threads/:issueId/comments': ({ body }) => ({ ...first, id: '2', ...(body as object) }),
      });
      const store = createTestStore();
      await store.dispatch(getThread.fetch({ issueId: '5' }));
      await store.dispatch(getThread.push.fetch({ issueId: '5' }, { parentId: '1' }));

      const { data = [] } = getThread.select({ issueId: '5' })(store.getState());
      expect(data.map(({ id, replies }) => [id, replies.map(reply => reply.id)])).toEqual([['1', ['2']]]);
    });
  });

  it('reports an error thrown by belongs and stays as it is', async () => {
    await serve({
      'GET /broken': () => [{ id: '1' }],
      'PATCH /broken/:id': ({ params }) => ({ id: params.id, title: 'x' }),
    });
    class Broken extends Entity {
      id = '';
      title = '';
      static key = 'BrokenMember';
    }
    const Brokens = resource({
      path: '/broken/:id',
      schema: Broken,
      Endpoint: ApiEndpoint,
      belongs: () => {
        throw new Error('oh');
      },
    });
    const store = createTestStore();
    await store.dispatch(Brokens.getList.fetch());

    await store.dispatch(Brokens.partialUpdate.fetch({ id: '1' }, {}));

    expect(Brokens.getList.select()(store.getState()).data).toHaveLength(1);
    expect(store.complaints.splice(0).join()).toMatch(/BrokenMember.*belongs\(\).*oh/);
  });
});

describe('an optimistic update', () => {
  class OptimisticCard extends Card {
    static override key = 'KeptOptimisticCard';
  }
  const Optimistic = resource({
    path: '/cards/:id',
    schema: OptimisticCard,
    searchParams: type<Search>(),
    Endpoint: ApiEndpoint,
    optimistic: true,
    belongs: (card, { column }) => column === undefined || card.column === column,
  });

  it('moves a record between lists at once, and back when it fails', async () => {
    const api = await serveCards(rows());
    const store = createTestStore();
    const ids = (column: string) => idsIn(store, Optimistic.getList, { column });
    await store.dispatch(Optimistic.getList.fetch({ column: 'inbox' }));
    await store.dispatch(Optimistic.getList.fetch({ column: 'done' }));
    const late = api.hold('PATCH /cards/:id');

    const saving = store.dispatch(Optimistic.partialUpdate.fetch({ id: '1' }, { column: 'done' }));
    expect(ids('inbox')).toEqual(['3']);
    expect(ids('done')).toEqual(['2', '1']);
    await late.arrived;
    await late.release(reply(422, {}));
    await saving.catch(() => {});

    expect(ids('inbox')).toEqual(['1', '3']);
    expect(ids('done')).toEqual(['2']);
  });

  it('adds no known record that the server has left out, before the response', async () => {
    const api = await serveCards(rows());
    const store = createTestStore();
    const ids = () => idsIn(store, Optimistic.getList, { column: 'inbox' });
    await store.dispatch(Optimistic.get.fetch({ id: '1' }));
    const list = api.hold('GET /cards');
    const listing = store.dispatch(Optimistic.getList.fetch({ column: 'inbox' }));
    await list.release(rows().filter(({ id }) => id === '3'));
    await listing;
    const change = api.hold('PATCH /cards/:id');
    const saving = store.dispatch(Optimistic.partialUpdate.fetch({ id: '1' }, { votes: 1 }));

    expect(ids()).toEqual(['3']);
    await change.release();
    await saving;
  });

  it('keeps its place when it is confirmed', async () => {
    const api = await serveCards(rows());
    const store = createTestStore();
    const ids = (column: string) => idsIn(store, Optimistic.getList, { column });
    await store.dispatch(Optimistic.getList.fetch({ column: 'inbox' }));
    await store.dispatch(Optimistic.getList.fetch({ column: 'done' }));
    const late = api.hold('PATCH /cards/:id');
    const first = store.dispatch(Optimistic.partialUpdate.fetch({ id: '1' }, { column: 'done' }));
    await late.arrived;
    await store.dispatch(Optimistic.partialUpdate.fetch({ id: '3' }, { column: 'done' }));
    await late.release();
    await first;

    expect(ids('inbox')).toEqual([]);
    expect(ids('done')).toEqual(['2', '3', '1']);
  });
});

describe('a list response that overlaps with a mutation', () => {
  it('gains the record that entered in the meantime and loses the one that left', async () => {
    const api = await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load({ column: 'done' });
    const late = api.hold('GET /cards');
    const inbox = store.dispatch(getList.fetch({ column: 'inbox' }));
    await late.arrived;

    await store.dispatch(partialUpdate.fetch({ id: '1' }, { column: 'done' }));
    await store.dispatch(partialUpdate.fetch({ id: '2' }, { column: 'inbox' }));
    await late.release();
    await inbox;

    expect(ids({ column: 'inbox' })).toEqual(['3', '2']);
    expect(ids({ column: 'done' })).toEqual(['1']);
  });

  it('keeps changes that were set in the meantime without a request', async () => {
    const api = await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load({ column: 'inbox' });
    const late = api.hold('GET /cards');
    const inbox = store.dispatch(getList.fetch({ column: 'inbox' }));
    await late.arrived;

    new Controller(store).set(Card, { id: '3' }, { id: '3', column: 'done' });
    expect(ids({ column: 'inbox' })).toEqual(['1']);
    await late.release();
    await inbox;

    expect(ids({ column: 'inbox' })).toEqual(['1']);
  });

  it('yields to a record that was fetched after it', async () => {
    const api = await serveCards(rows());
    const { store, load, ids } = boardOn();
    await load({ column: 'inbox' });
    const late = api.hold('GET /cards');
    const inbox = store.dispatch(getList.fetch({ column: 'inbox' }));
    await late.arrived;
    api.cards.set('3', { id: '3', title: 'three', column: 'done' });

    await store.dispatch(get.fetch({ id: '3' }));
    await late.release();
    await inbox;

    expect(ids({ column: 'inbox' })).toEqual(['1']);
  });
});

describe('addTo', () => {
  class Note extends Entity {
    id = '';
    rank = 0;
    open = true;
    static key = 'KeptNote';
  }
  const byRank = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
  const notes = () => [
    { id: 'a', rank: 1 },
    { id: 'b', rank: 3 },
    { id: 'c', rank: 5 },
  ];

  function listOf(name: string, addTo: 'start' | 'end' | typeof byRank) {
    return resource({
      path: `/notes/${name}/:id`,
      schema: class extends Note {
        static override key = `KeptNote_${name}`;
      },
      Endpoint: ApiEndpoint,
      belongs: ({ open }) => open,
      addTo,
    });
  }
  const Start = listOf('start', 'start');
  const Sorted = listOf('sorted', byRank);

  const serveNotes = (name: string) =>
    serve({
      [`GET /notes/${name}`]: notes,
      [`POST /notes/${name}`]: ({ body }) => ({ ...(body as object), id: 'n' }),
      [`PATCH /notes/${name}/:id`]: ({ params, body }) => ({ ...params, ...(body as object) }),
    });

  /** Sorted, paginated lists that maintain themselves. */
  const pagedByRank = (path: string, schema: typeof Note) =>
    resource({
      path: `${path}/:id`,
      schema,
      paginationField: 'page',
      Endpoint: ApiEndpoint,
      belongs: ({ open }) => open,
      addTo: byRank,
    });

  it('sorts the records of a page among those that entered before', async () => {
    class Ranked extends Note {
      static override key = 'KeptNote_paged';
    }
    await serve({
      'GET /paged': ({ query: { page } }) =>
        page === '2'
          ? [
              { id: 'c', rank: 3 },
              { id: 'd', rank: 4 },
              { id: 'e', rank: 5 },
            ]
          : [
              { id: 'a', rank: 1 },
              { id: 'b', rank: 2 },
            ],
    });
    const { getList } = pagedByRank('/paged', Ranked);
    const store = createTestStore();
    await store.dispatch(getList.fetch());
    new Controller(store).set(Ranked, { id: 'e' }, { id: 'e', rank: 5 });

    await store.dispatch(getList.getPage.fetch({ page: 2 }));

    const ids = idsIn(store, getList);
    expect(ids).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it.each([
    ['before the list', false],
    ['by a page that the list has lost since', true],
  ])(
    'adds a record that moves into the loaded part of the list, though it was known %s',
    async (what, isPaged) => {
      class Ranked extends Note {
        static override key = `KeptNote.known ${what}`;
      }
      const notes = ['a', 'b', 'c', 'd'].map((id, i) => ({ id, rank: 10 * (i + 1) }));
      await serve({
        'GET /known': ({ query: { page = '1' } }) =>
          notes.toSorted(byRank as never).slice(2 * (Number(page) - 1), 2 * Number(page)),
        // Someone else has changed one of them.
        'GET /known/all': () => notes.map(note => (note.id === 'c' ? { ...note, rank: 7 } : note)),
        'GET /known/:id': ({ params: { id } }) => notes.find(note => note.id === id),
        'PATCH /known/:id': ({ body, params: { id } }) =>
          Object.assign(notes.find(note => note.id === id) ?? {}, body),
      });
      const { get, getList, partialUpdate } = pagedByRank('/known', Ranked);
      const store = createTestStore();
      const getAll = new ApiEndpoint({ path: '/known/all', schema: [Ranked], name: `all ${what}` });
      if (isPaged) {
        await store.dispatch(getList.fetch());
        await store.dispatch(getList.getPage.fetch({ page: 2 }));
      } else for (const id of ['c', 'd']) await store.dispatch(get.fetch({ id }));
      await store.dispatch(getList.fetch());
      expect(idsIn(store, getList)).toEqual(['a', 'b']);

      await store.dispatch(partialUpdate.fetch({ id: 'd' }, { rank: 5 }));
      expect(idsIn(store, getList)).toEqual(['d', 'a', 'b']);
      await store.dispatch(getAll.fetch());
      expect(idsIn(store, getList)).toEqual(['d', 'c', 'a', 'b']);
    },
  );

  it('drops a record that an assignment moves elsewhere and keeps the others', async () => {
    class Player extends Entity {
      id = '';
      team = '';
      static key = 'KeptPlayer';
    }
    const players = { 1: { id: '1', team: 'a' }, 2: { id: '2', team: 'a' } };
    await serve({
      'GET /players': ({ query }) => (query.team === 'a' ? players : {}),
      'POST /players': ({ body }) => body,
    });
    const getPlayers = new ApiEndpoint({
      path: '/players',
      searchParams: type<{ team?: string }>(),
      schema: new Collection(new Values(Player), { belongs: (player, { team }) => player.team === team }),
    });
    const store = createTestStore();
    for (const team of ['a', 'b']) await store.dispatch(getPlayers.fetch({ team }));
    await store.dispatch(getPlayers.assign.fetch({}, { ...players, 1: { id: '1', team: 'b' } }));

    const idsOf = (team: string) => Object.keys(getPlayers.select({ team })(store.getState()).data ?? {});
    expect(idsOf('a')).toEqual(['2']);
    expect(idsOf('b')).toEqual(['1']);
  });

  it('moves a record that a page shows in another place than the list', async () => {
    class Ranked extends Note {
      static override key = 'KeptNote.moved by a page';
    }
    await serve({
      'GET /moved': ({ query: { page } }) =>
        page === '2'
          ? [
              { id: 'd', rank: 40 },
              { id: 'b', rank: 50 },
            ]
          : ['a', 'b', 'c'].map((id, i) => ({ id, rank: 10 * (i + 1) })),
    });
    const { getList } = pagedByRank('/moved', Ranked);
    const store = createTestStore();
    await store.dispatch(getList.fetch());
    await store.dispatch(getList.getPage.fetch({ page: 2 }));

    expect(idsIn(store, getList)).toEqual(['a', 'c', 'd', 'b']);
  });

  it('moves a record past deleted ones', () => {
    class Ranked extends Note {
      static override key = 'KeptNote_gaps';
    }
    const schema = new Collection([Ranked], { belongs: ({ open }) => open, addTo: byRank });
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const ranks = [5, 25, 55];
    for (let gone = 0; gone < 2 ** keys.length; gone++)
      for (const moved of keys.filter((_, i) => !(gone & (1 << i))))
        for (const rank of ranks) {
          const controller = new Controller(createBareStore());
          controller.set(
            schema,
            {},
            keys.map((id, i) => ({ id, rank: 10 * (i + 1) })),
          );
          for (const [i, id] of keys.entries())
            if (gone & (1 << i)) controller.set(new Invalidate(Ranked), id);
          controller.set(Ranked, { id: moved }, { rank });
          const shown = controller.get(schema, {}) ?? [];
          expect(shown).toEqual(shown.toSorted(byRank));
          expect(shown).toHaveLength(keys.filter((_, i) => !(gone & (1 << i))).length);
        }
  });

  it('puts a new record at the start', async () => {
    await serveNotes('start');
    const store = createTestStore();
    await store.dispatch(Start.getList.fetch());

    await store.dispatch(Start.partialUpdate.fetch({ id: 'b' }, { open: false }));
    await store.dispatch(Start.partialUpdate.fetch({ id: 'b' }, { open: true }));

    expect(idsIn(store, Start.getList)).toEqual(['b', 'a', 'c']);
  });

  it.each([
    ['to its place by a comparison', 'a', [{ rank: 4 }], ['b', 'a', 'c']],
    ['to the beginning', 'c', [{ rank: 0 }], ['c', 'a', 'b']],
    ['to the end', 'a', [{ rank: 9 }], ['b', 'c', 'a']],
    ['back to its place after it left', 'b', [{ open: false }, { open: true }], ['a', 'b', 'c']],
    ['nowhere while its place is the same', 'b', [{ rank: 4 }], ['a', 'b', 'c']],
  ])('moves a record %s', async (_name, id, changes, ids) => {
    await serveNotes('sorted');
    const store = createTestStore();
    await store.dispatch(Sorted.getList.fetch());

    for (const change of changes) await store.dispatch(Sorted.partialUpdate.fetch({ id }, change));

    expect(idsIn(store, Sorted.getList)).toEqual(ids);
  });

  describe.each([
    ['to the start', 'first', 'start', ['n', 'a', 'b', 'c']],
    ['to its place', 'moved', byRank, ['a', 'n', 'b', 'c']],
  ] as const)('puts a record that `move` takes into a list %s,', (_place, path, addTo, expected) => {
    it.each([
      ['that was stored before', []],
      ['that lands after it', [`GET /${path}`]],
    ])('%s', async (_name, held) => {
      class Ranked extends Note {
        shelf = 'low';
        static override key = `KeptNote_${path}${held.length}`;
      }
      const rows = [...notes().map(note => ({ ...note, shelf: 'high' })), { id: 'n', rank: 2, shelf: 'low' }];
      const api = await serve({
        [`GET /${path}`]: ({ query: { shelf } }) => rows.filter(row => row.shelf === shelf),
        [`PATCH /${path}/:id`]: ({ params, body }) => ({
          ...rows.find(({ id }) => id === params.id),
          ...(body as object),
        }),
      });
      const { getList } = resource({
        path: `/${path}/:id`,
        schema: Ranked,
        searchParams: type<{ shelf: string }>(),
        Endpoint: ApiEndpoint,
        belongs: ({ shelf }, args) => shelf === args.shelf,
        addTo,
      });
      const store = createTestStore();
      const high = { shelf: 'high' };
      await store.dispatch(getList.fetch({ shelf: 'low' }));
      const late = held.map(route => api.hold(route));
      const listing = store.dispatch(getList.fetch(high));
      await (late[0]?.arrived ?? listing);

      await store.dispatch(getList.move.fetch({ id: 'n' }, high));
      await late[0]?.release();
      await listing;

      expect(idsIn(store, getList, high)).toEqual(expected);
      expect(idsIn(store, getList, { shelf: 'low' })).toEqual([]);
      expect(store.getState().rdc.doubts).toEqual({});
    });
  });

  it('leaves a created record at the end', async () => {
    await serveNotes('sorted');
    const store = createTestStore();
    await store.dispatch(Sorted.getList.fetch());

    await store.dispatch(Sorted.getList.push.fetch({ rank: 0 }));

    const ids = () => idsIn(store, Sorted.getList);
    expect(ids()).toEqual(['a', 'b', 'c', 'n']);
    await store.dispatch(Sorted.partialUpdate.fetch({ id: 'n' }, { rank: 4 }));
    expect(ids()).toEqual(['a', 'b', 'n', 'c']);
  });
});

describe('other kinds of lists follow their records, too:', () => {
  class Post extends Entity {
    id = '';
    kind = 'post';
    shelf = '';
    static key = 'KeptPost';
  }
  class Link extends Entity {
    id = '';
    kind = 'link';
    shelf = '';
    static key = 'KeptLink';
  }
  const byShelf = {
    belongs: ({ shelf }: { shelf: string }, args: Readonly<Record<string, string>>) => shelf === args.shelf,
  };

  it.each<[string, Collection, unknown, unknown]>([
    [
      'a map',
      new Collection(new Values(Post), byShelf) as never,
      { p: { id: 'p', shelf: 'a' } },
      { r: { id: 'r', shelf: 'b' } },
    ],
    [
      'a list of several kinds',
      new Collection([new Union({ post: Post, link: Link }, 'kind')], byShelf) as never,
      [{ id: 'p', kind: 'post', shelf: 'a' }],
      [{ id: 'r', kind: 'link', shelf: 'b' }],
    ],
  ])('%s', (_name, list, first, second) => {
    const memory = createMemory();
    memory.write(list, first, { args: [{ shelf: 'a' }] });
    memory.write(list, second, { args: [{ shelf: 'b' }] });
    const idsIn = (shelf: string) =>
      Object.values((memory.find(list, { shelf }) ?? {}) as Record<string, { id: string }>).map(
        ({ id }) => id,
      );

    memory.write(Post, { id: 'p', shelf: 'b' });
    expect([idsIn('a'), idsIn('b')]).toEqual([[], ['r', 'p']]);

    memory.write(Post, { id: 'p', shelf: 'a' });
    expect([idsIn('a'), idsIn('b')]).toEqual([['p'], ['r']]);
  });
});

it('a list does not change if it is unknown whether a record belonged to it or does now', () => {
  const cards = new Collection([Card], {
    belongs: ({ column }) => (column === 'unknown' ? undefined : column === 'inbox'),
  });
  const controller = new Controller(createTestStore());
  controller.set(cards, {}, [{ id: '1', column: 'inbox' }]);

  controller.set(Card, { id: '1', column: 'unknown' });
  controller.set(Card, { id: '2', column: 'unknown' });
  controller.set(Card, { id: '2', column: 'inbox' });

  expect(controller.get(cards, {})?.map(({ id }) => id)).toEqual(['1']);
});

it.each([
  ['before it brings its first list', 0],
  ['between two lists that it brings', 1],
])('a list follows its records, however many other collections of the kind are made %s', (_when, before) => {
  class Chore extends Entity {
    id = '';
    isDone = false;
    static key = `KeptChore${before}`;
  }
  class Person extends Entity {
    id = '';
    open: readonly Chore[] = [];
    static key = `KeptPerson${before}`;
    static schema = {
      open: new Collection([Chore], {
        nestKey: ({ id }) => ({ person: id }),
        belongs: ({ isDone }) => !isDone,
      }),
    };
  }
  const openAfterOneIsDone = () => {
    const controller = new Controller(createTestStore({ isReplayed: false }));
    controller.set(Person, { id: '1', open: [{ id: 'a' }, { id: 'b' }] } as never);
    controller.set(Chore, { id: 'a' }, { isDone: true });
    return controller.get(Person, { id: '1' })?.open.map(({ id }) => id);
  };
  for (let i = 0; i < before; i++) expect(openAfterOneIsDone()).toEqual(['b']);

  for (let i = 0; i < 200; i++) {
    const { getList: other } = resource({ path: '/c/:id', schema: Chore, belongs: ({ isDone }) => !isDone });
    const controller = new Controller(createTestStore({ isReplayed: false }));
    controller.setResponse(other, []);
  }

  expect(openAfterOneIsDone()).toEqual(['b']);
});

describe('a belongs function', () => {
  let calls: string[] = [];
  class Counted extends Entity {
    id = '';
    title = '';
    static key = 'CountedCard';
  }
  class Other extends Entity {
    id = '';
    title = '';
    static key = 'CountedOther';
  }
  const options = { searchParams: type<{ page: number }>(), Endpoint: ApiEndpoint } as const;
  const counted = resource({
    ...options,
    path: '/counted/:id',
    schema: Counted,
    belongs: ({ id }, { page }) => {
      calls.push(`${id} in ${page}`);
      return undefined;
    },
  });
  const others = resource({
    ...options,
    path: '/others/:id',
    schema: Other,
    belongs: () => {
      calls.push('other');
      return undefined;
    },
  });

  /** The calls of a write, for a number of stored lists and of records in each. */
  function callsOf(
    lists: number,
    records: number,
    write: (controller: Controller) => unknown,
  ): readonly string[] {
    const controller = new Controller(createTestStore());
    const response = Array.from({ length: records }, (_, i) => ({ id: `${i}`, title: 'old' }));
    for (let page = 1; page <= lists; page++) {
      controller.setResponse(counted.getList, { page }, response);
      controller.setResponse(others.getList, { page }, response);
    }
    calls = [];
    write(controller);
    return calls;
  }
  const change = (controller: Controller) => controller.set(Counted, { id: '1', title: 'new' });

  it('runs in proportion to the stored lists of its collection, not to other records and lists', () => {
    const few = callsOf(10, 2, change);

    expect(new Set(few)).toEqual(new Set(Array.from({ length: 10 }, (_, i) => `1 in ${i + 1}`)));
    // For the old and the new version.
    expect(few.length).toBeLessThanOrEqual(2 * 10);
    expect(callsOf(20, 2, change)).toHaveLength(2 * few.length);
    expect(callsOf(10, 50, change)).toHaveLength(few.length);
  });

  it('never runs for an unchanged record or for the response of its own list', () => {
    expect(callsOf(10, 2, controller => controller.set(Counted, { id: '1', title: 'old' }))).toEqual([]);
    const [first, second] = [
      { id: '1', title: 'old' },
      { id: '2', title: 'new' },
    ];
    const responds = (controller: Controller) =>
      controller.setResponse(counted.getList, { page: 1 }, [first, second]);
    expect(callsOf(1, 2, responds)).toEqual([]);
  });

  it('runs only for the changed records of a response', () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({ id: `${i}`, title: i === 7 ? 'new' : 'old' }));
    const made = callsOf(3, 50, controller => controller.set([Counted], rows));

    expect(new Set(made)).toEqual(new Set(['7 in 1', '7 in 2', '7 in 3']));
    expect(made.length).toBeLessThanOrEqual(2 * 3);
  });
});

it('the cost of a list is proportional to the changed records, whether they stay, leave, join or move', async () => {
  const getRows = new ApiEndpoint({
    path: '/rows',
    searchParams: type<{ column?: string }>(),
    schema: new Collection([Card], {
      belongs: (card, { column }) => column === undefined || card.column === column,
      addTo: 'start',
    }),
    name: 'belongs.rows',
  });
  await serve({ 'GET /rows': () => new Promise(() => {}) });
  const costOf = (count: number) => {
    const store = createBareStore();
    const rows = (column: string, votes: number) =>
      Array.from({ length: count }, (_, i) => ({ id: `${i}`, title: 'a', column, votes }));
    store.dispatch(getRows.setResponse({}, rows('inbox', 0)));
    store.dispatch(getRows.setResponse({ column: 'inbox' }, rows('inbox', 0)));
    store.dispatch(getRows.setResponse({ column: 'done' }, []));
    // Its response has to include the changes made in the meantime.
    const waiting = store.dispatch(getRows.fetch({ column: 'late' }));
    waiting.catch(() => {});
    const startedAt = cpuTime();
    store.dispatch(getRows.setResponse({}, rows('inbox', 1)));
    store.dispatch(getRows.setResponse({}, rows('done', 1)));
    const cost = cpuTime() - startedAt;
    const lists = ['inbox', 'done'].map(column => getRows.select({ column })(store.getState()).data);
    expect(lists.map(list => list?.length)).toEqual([0, count]);
    expect(lists[1]?.[0]?.id).toBe(`${count - 1}`);
    waiting.abort();
    return cost;
  };

  expect(await growth(costOf, { few: 1000, many: 8000, limit: 16 })).toBeLessThan(16);
});

it('the cost of a sorted list is proportional to the records that move', async () => {
  const byVotes = (one: { votes: number }, other: { votes: number }) => one.votes - other.votes;
  const schema = new Collection([Card], { belongs: () => true, addTo: byVotes });
  const costOf = (count: number) => {
    const controller = new Controller(createBareStore());
    const rows = (factor: number) =>
      Array.from({ length: count }, (_, i) => ({ id: `${i}`, votes: (i * factor) % count }));
    controller.set(schema, {}, rows(1));
    const startedAt = cpuTime();
    controller.set([Card], rows(7919));
    const cost = cpuTime() - startedAt;
    const votes = controller.get(schema, {})?.map(card => card.votes);
    expect(votes).toEqual(Array.from({ length: count }, (_, i) => i));
    return cost;
  };

  expect(await growth(costOf, { few: 1000, many: 8000, limit: 16 })).toBeLessThan(16);
});

it.each([
  [
    'belongs',
    {
      belongs: (card: Card, { column }: { column?: string }) =>
        !column || column.split(',').includes(card.column),
    },
  ],
  [
    'createCollectionFilter',
    {
      Collection: class extends Collection<never> {
        override createCollectionFilter(_params: unknown, body?: Partial<Row>) {
          return ({ column }: { column?: string }) =>
            !column || column.split(',').includes(String(body?.column));
        }
      },
    },
  ],
])('a move takes a record out of lists and into lists by %s', async (name, options) => {
  class Moved extends Card {
    static override key = `KeptCard, moved by ${name}`;
  }
  let column = 'c';
  await serve({
    'GET /cards': ({ query }) =>
      String(query.column).split(',').includes(column) ? [{ id: '1', column }] : [],
    'PATCH /cards/1': ({ body }) => {
      ({ column } = body as { column: string });
      return { id: '1', column };
    },
  });
  const { getList: getMoved } = resource({
    path: '/cards/:id',
    schema: Moved,
    searchParams: type<{ column: string }>(),
    Endpoint: ApiEndpoint,
    ...(options as object),
  });
  const store = createTestStore();
  const lists = ['b,c', 'a,b'].map(of => ({ column: of }));
  for (const args of lists) await store.dispatch(getMoved.fetch(args));
  const sizes = () => lists.map(args => getMoved.select(args)(store.getState()).data?.length);
  expect(sizes()).toEqual([1, 0]);

  await store.dispatch(getMoved.move.fetch({ id: '1' }, { column: 'b' }));
  expect(sizes()).toEqual([1, 1]);
  await store.dispatch(getMoved.move.fetch({ id: '1' }, { column: 'a' }));
  expect(sizes()).toEqual([0, 1]);
});

describe.each([false, true])('a move of a resource with belongs (optimistic: %s)', optimistic => {
  it.each([
    ['another', 'a', 'b', 'a b(x)'],
    ['none', 'a', null, 'a b x'],
    ['one', null, 'a', 'a(x) b'],
  ] as const)(
    'moves a reply to %s parent out of its old list of replies',
    async (what, from, to, expected) => {
      class Comment extends Entity {
        id = '';
        issueId = '';
        parentId: string | null = null;
        replies: readonly Comment[] = [];
        static key = `KeptComment, moved to ${what}, ${optimistic}`;
        static schema: object = {
          replies: new Collection([new Lazy((): typeof Comment => Comment)], {
            nestKey: (parent: { id: string }) => ({ parentId: parent.id }),
          }),
        };
      }
      const rows = [null, null, from].map((parentId, i) => ({ id: 'abx'.charAt(i), issueId: '1', parentId }));
      const repliesTo = (parent: string | null): object[] =>
        rows
          .filter(({ parentId }) => parentId === parent)
          .map(row => ({ ...row, replies: repliesTo(row.id) }));
      await serve({
        'GET /issues/1/comments': () => repliesTo(null),
        'PATCH /issues/1/comments/x': ({ body }) => ({
          ...Object.assign(rows[2] as object, body),
          replies: [],
        }),
      });
      const { getList: getComments } = resource({
        path: '/issues/:issueId/comments/:id',
        schema: Comment,
        Endpoint: ApiEndpoint,
        body: type<{ parentId: string | null }>(),
        optimistic,
        belongs: (comment, { issueId }) => comment.parentId === null && comment.issueId === issueId,
      });
      const store = createTestStore();
      const issue = { issueId: '1' };
      await store.dispatch(getComments.fetch(issue));
      await store.dispatch(getComments.move.fetch({ ...issue, id: 'x' }, { parentId: to }));

      const printed = (comments: readonly Comment[] = []): string =>
        comments.map(({ id, replies }) => (replies.length > 0 ? `${id}(${printed(replies)})` : id)).join(' ');
      expect(printed(getComments.select(issue)(store.getState()).data)).toBe(expected);
    },
  );

  it('takes the record out of a nested list without a rule and leaves it in one with a rule', async () => {
    class Ticket extends Entity {
      id = '';
      assigneeId = '';
      static key = `KeptTicket, ${optimistic}`;
    }
    class Person extends Entity {
      id = '';
      tickets: readonly Ticket[] = [];
      watched: readonly Ticket[] = [];
      static key = `KeptPerson, ${optimistic}`;
      static schema: object = {
        tickets: new Collection([Ticket], { nestKey: ({ id }: { id: string }) => ({ assigneeId: id }) }),
        watched: new Collection([Ticket], {
          nestKey: ({ id }: { id: string }) => ({ assigneeId: id, watched: 'yes' }),
          belongs: () => true,
        }),
      };
    }
    await serve({
      'GET /people': () => [
        { id: 'u', tickets: [{ id: '1', assigneeId: 'u' }], watched: [{ id: '1', assigneeId: 'u' }] },
        { id: 'v', tickets: [], watched: [] },
      ],
      'PATCH /tickets/1': ({ body }) => ({ id: '1', ...(body as object) }),
    });
    const options = { Endpoint: ApiEndpoint, optimistic };
    const { getList: getTickets } = resource({
      ...options,
      path: '/tickets/:id',
      schema: Ticket,
      searchParams: type<{ assigneeId: string }>(),
      belongs: (ticket: Ticket, { assigneeId }: { assigneeId?: string }) => ticket.assigneeId === assigneeId,
    });
    const { getList: getPeople } = resource({ ...options, path: '/people/:id', schema: Person });
    const store = createTestStore();
    await store.dispatch(getPeople.fetch());
    await store.dispatch(getTickets.move.fetch({ id: '1' }, { assigneeId: 'v' }));

    const { data = [] } = getPeople.select()(store.getState());
    const shown = data.map(({ tickets, watched }) => [tickets, watched].map(({ length }) => length));
    expect(shown).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});

it('stores the response of a mutation without a schema', async () => {
  await serve({ 'POST /exports': () => ({ id: 'e1', rows: [{ id: '1' }] }) });
  const startExport = new ApiEndpoint({ path: '/exports', method: 'POST', body: undefined });
  const store = createTestStore();
  expect(await store.dispatch(startExport.fetch())).toEqual({ id: 'e1', rows: [{ id: '1' }] });
  expect(startExport.select()(store.getState()).error).toBeUndefined();
});
