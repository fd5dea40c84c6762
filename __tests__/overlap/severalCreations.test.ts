import { Entity, getSelectors, resource, type Schema, type, Union, Values } from 'rdc-toolkit';
import { pairCreations } from '../../lib/slice/pairCreations';
import { cpuTime } from '../helpers/cpuTime';
import { createTestStore } from '../helpers/createTestStore';
import { growth } from '../helpers/growth';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startScript } from './script';

class Note extends Entity {
  id = '';
  title = '';
  secret = '';
  kind = '';
  rank = 0;
  isDefault = false;
  static key = 'SeveralCreations.Note';
}
class Photo extends Note {
  static override key = 'SeveralCreations.Photo';
}

interface Sent {
  readonly id?: string;
  readonly title: string;
  readonly secret?: string;
  readonly kind?: string;
  readonly rank?: number;
  readonly isDefault?: boolean;
  readonly replies?: readonly Sent[];
}
type Respond = (made: readonly Sent[]) => readonly Sent[];

/** Deletes one of several records while they are being created; returns the requests that follow. */
async function deletionOf(
  title: string,
  { getList, delete: remove }: Pick<typeof Notes, 'getList' | 'delete'>,
  sent: readonly Sent[],
  respond: Respond,
  stored: readonly Sent[] = [],
): Promise<readonly string[]> {
  const api = await serve({
    'GET /notes': () => stored,
    'POST /notes': ({ body }) => respond((body as Sent[]).map(named)),
    'DELETE /notes/:id': () => null,
  });
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const held = api.hold('POST /notes');
  const creating = store.dispatch(getList.push.fetch(sent as never));
  await held.arrived;
  const shown = getList
    .select()(store.getState())
    .data?.find(note => note.title === title);
  const deleting = store.dispatch(remove.fetch({ id: shown?.id ?? '' }));
  await held.release();
  await creating;
  await Promise.allSettled([deleting]);
  return api.requests.slice(2);
}

function hidden(one: Sent): Sent {
  return { ...one, secret: '…' };
}

function renamed(one: Sent): Sent {
  return { ...one, title: `by the server: ${one.title}`, secret: '' };
}

function named(one: Sent): Sent {
  const replies = one.replies?.map(named);
  return { ...one, ...(replies && { replies }), id: `id-${one.title}` } as Sent;
}

const Notes = resource({ path: '/notes/:id', schema: Note, Endpoint: ApiEndpoint, optimistic: true });

const ways: readonly (readonly [string, Respond])[] = [
  ['in their order', made => made],
  ['in another order', made => made.toReversed()],
  ['without a field that is only written', made => made.map(({ secret: _secret, ...one }) => one)],
  ['with texts in another form', made => made.map(one => ({ ...one, title: one.title.toUpperCase() }))],
  [
    'in another order, with texts in another form',
    made => made.map(one => ({ ...one, title: one.title.toUpperCase() })).toReversed(),
  ],
  ['in another order, with a secret of the server', made => made.map(hidden).toReversed()],
  [
    'with their keys alone',
    made => made.map(({ title, kind }) => ({ id: `id-${title}`, kind }) as object as Sent),
  ],
  ['with another one', made => [{ id: 'id-other', title: 'other', kind: 'note' }, ...made]],
  [
    'with one of them renamed',
    made => made.map(one => (one.title === 'b' ? renamed(one) : one)).toReversed(),
  ],
  ['without the last of them', made => made.slice(0, -1)],
  ['without the first of them', made => made.slice(1)],
];

describe('a deletion that waits for the creation of several records', () => {
  const sent = ['a', 'b', 'c'].map(title => ({ title, secret: `of ${title}` }));

  it.each(ways)('reaches its record if they arrive %s', async (_way, respond) => {
    expect(await deletionOf('b', Notes, sent, respond)).toEqual(['DELETE /notes/id-b']);
  });

  it.each(ways)('reaches its record of a union if they arrive %s', async (_way, respond) => {
    const schema = new Union({ note: Note, photo: Photo }, 'kind');
    const Items = resource({ path: '/notes/:id', schema, Endpoint: ApiEndpoint, optimistic: true });
    const kinds = ['note', 'photo', 'photo', 'photo'];
    const items = ['x', 'a', 'b', 'c'].map((title, i) => ({
      title,
      secret: `of ${title}`,
      kind: kinds[i] ?? '',
    }));

    expect(await deletionOf('b', Items as never, items, respond)).toEqual(['DELETE /notes/id-b']);
  });

  it('is not sent if its record was left out', async () => {
    expect(await deletionOf('c', Notes, sent, made => made.slice(0, -1))).toEqual([]);
    expect(await deletionOf('a', Notes, sent, made => made.slice(1))).toEqual([]);
  });

  it.each<[string, (rank: number, place: number) => number]>([
    ['numbers', (_rank, place) => place + 3],
    ['moves up', rank => rank + 1],
    ['limits', rank => Math.min(rank, 2)],
  ])('reaches its record if the server %s the ranks', async (_what, rankOf) => {
    const ranked = ['a', 'b', 'c'].map((title, rank) => ({ title, rank: rank + 1 }));
    const respond = (made: readonly Sent[]) =>
      made.map((one, place) => ({ ...one, rank: rankOf(one.rank ?? 0, place) }));

    expect(await deletionOf('b', Notes, ranked, respond)).toEqual(['DELETE /notes/id-b']);
  });

  it.each<[string, keyof Sent, readonly unknown[], readonly unknown[]]>([
    ['numbers them the other way round', 'rank', [1, 2, 3], [3, 2, 1]],
    ['makes another one the default', 'isDefault', [true, false, false], [false, false, true]],
  ])('reaches its record if the server %s', async (_what, name, asSent, asMade) => {
    const some = ['a', 'b', 'c'].map((title, place) => ({ title, [name]: asSent[place] }));
    const respond = (made: readonly Sent[]) => made.map((one, place) => ({ ...one, [name]: asMade[place] }));

    expect(await deletionOf('a', Notes, some, respond)).toEqual(['DELETE /notes/id-a']);
  });

  it('is not sent if the server gives each the text of the next one', async () => {
    const untitled = ['Untitled', 'Untitled 1', 'Untitled 2'].map(title => ({ title }));
    const respond = (made: readonly Sent[]) =>
      made.map((one, place) => ({ ...one, title: `Untitled ${place + 1}` }));

    expect(await deletionOf('Untitled 1', Notes, untitled, respond)).toEqual([]);
  });

  it('reaches no record that existed before', async () => {
    const old = { id: 'old', title: 'old', secret: '' };

    expect(await deletionOf('c', Notes, sent, made => [...made.slice(0, 2), old], [old])).toEqual([]);
  });

  it('is not sent if they differ only in numbers that the server has set', async () => {
    const ranked = [{ title: 'same' }, { title: 'same' }].map((one, rank) => ({ ...one, rank: rank + 1 }));
    const respond = (made: readonly Sent[]) =>
      made.map((one, place) => ({ ...one, id: `id-${place}`, rank: place + 2 }));

    expect(await deletionOf('same', Notes, ranked, respond)).toEqual([]);
  });

  it('is not sent if nothing tells which record it would reach', async () => {
    expect(await deletionOf('b', Notes, sent, made => made.map(renamed))).toEqual([]);
    expect(await deletionOf('b', Notes, sent, made => made.map(renamed).toReversed())).toEqual([]);
    expect(await deletionOf('b', Notes, sent, made => made.slice(1).map(renamed))).toEqual([]);
  });

  it('reaches its record if only some were sent with a field', async () => {
    const some = [{ title: 'a' }, { title: 'b', secret: 'x' }, { title: 'c', kind: 'y' }, { title: 'd' }];

    expect(await deletionOf('d', Notes, some, made => made.toReversed())).toEqual(['DELETE /notes/id-d']);
    expect(await deletionOf('b', Notes, some, made => made.toReversed())).toEqual(['DELETE /notes/id-b']);
  });

  it('reaches its record if they contain new records of their own kind', async () => {
    class Remark extends Note {
      replies: readonly Remark[] = [];
      static override key = 'SeveralCreations.Remark';
      static schema: { readonly replies: readonly [typeof Remark] } = { replies: [Remark] };
    }
    const Remarks = resource({ path: '/notes/:id', schema: Remark, Endpoint: ApiEndpoint, optimistic: true });
    const remarks = ['a', 'b'].map(title => ({ title, replies: [{ title: `re ${title}` }] }));

    expect(await deletionOf('b', Remarks as never, remarks, made => made)).toEqual(['DELETE /notes/id-b']);
    const [first] = remarks as [(typeof remarks)[0]];
    const rename: Respond = made => made.map(renamed);
    expect(await deletionOf('a', Remarks as never, [first], rename)).toEqual(['DELETE /notes/id-a']);
  });

  it('reaches its record in a field beside an older one, if the server left another new one out', async () => {
    class Thread extends Entity {
      id = '';
      notes: readonly Note[] = [];
      static key = 'SeveralCreations.Thread';
      static schema = { notes: [Note] };
    }
    const Threads = resource({
      path: '/threads/:id',
      schema: Thread,
      Endpoint: ApiEndpoint,
      optimistic: true,
    });
    const remove = Notes.delete.extend({
      name: 'SeveralCreations.remove',
      getOptimisticResponse({ abort }) {
        throw abort;
      },
    });
    const old = { id: 'id-old', title: 'old' };
    const api = await serve({
      'GET /threads/:id': () => ({ id: '1', notes: [old] }),
      'PATCH /threads/:id': () => ({ id: '1', notes: [old, { id: 'id-a', title: 'a' }] }),
      'DELETE /notes/:id': () => null,
    });
    const store = createTestStore();
    await store.dispatch(Threads.get.fetch({ id: '1' }));
    const held = api.hold('PATCH /threads/1');
    const notes = [old, { title: 'a' }, { title: 'b' }];
    const changing = store.dispatch(Threads.partialUpdate.fetch({ id: '1' }, { notes } as never));
    await held.arrived;
    const shown = getSelectors(Note)
      .selectAll(store.getState())
      .find(note => note.title === 'a');
    const deleting = store.dispatch(remove.fetch({ id: shown?.id ?? '' }));
    await held.release();
    await changing;
    await deleting;

    expect(api.requests.at(-1)).toBe('DELETE /notes/id-a');
  });
});

const add = new ApiEndpoint({
  path: '/notes/add',
  method: 'POST',
  name: 'SeveralCreations.add',
  body: type<{ readonly title: string }>(),
  schema: { notes: [Note] },
  getOptimisticResponse: (_snapshot, body) => ({ notes: [body] }),
});

/** The last request after deleting the only note while it is being created. */
async function lastRequest(
  api: Awaited<ReturnType<typeof serve>>,
  creation: ReturnType<ApiEndpoint['fetch']>,
) {
  const store = createTestStore();
  const held = api.hold('POST /notes/add');
  const creating = store.dispatch(creation);
  await held.arrived;
  const [shown] = getSelectors(Note).selectAll(store.getState());
  const deleting = store.dispatch(Notes.delete.fetch({ id: shown?.id ?? '' }));
  await held.release();
  await Promise.all([creating, deleting]);
  return api.requests.at(-1);
}

it('a deletion that waits for a creation reaches its record among others in the response', async () => {
  const api = await serve({
    'POST /notes/add': ({ body }) => ({
      notes: [
        { id: '1', title: 'old' },
        { id: '2', ...(body as object) },
      ],
    }),
    'DELETE /notes/:id': () => null,
  });

  expect(await lastRequest(api, add.fetch({ title: 'new' }))).toBe('DELETE /notes/2');
});

it("a deletion that waits for a polled creation reaches it beside someone else's record", async () => {
  const rows = [{ id: '1', title: 'old' }];
  const { store, arrival, done } = await startScript({
    'GET /notes': () => [...rows],
    'POST /notes/add': () => ({ notes: [...rows] }),
    'DELETE /notes/:id': () => null,
  });
  await done(Notes.getList.fetch());
  const creating = store.dispatch(add.fetch({ title: 'new' }));
  const creation = await arrival('POST /notes/add');
  const shown = getSelectors(Note)
    .selectAll(store.getState())
    .find(({ title }) => title === 'new');
  const deleting = store.dispatch(Notes.delete.fetch({ id: shown?.id ?? '' }));
  rows.push({ id: '2', title: 'new' });
  await done(Notes.getList.fetch());
  rows.push({ id: '3', title: 'of someone else' });
  creation.respond();
  const removal = await arrival('DELETE /notes/2');
  removal.respond();

  await Promise.all([creating, deleting]);
});

describe('a deletion that waits for the creation of a union record reaches it', () => {
  const union = new Union({ note: Note, photo: Photo }, 'kind');

  it.each<[string, Schema, (row: unknown) => unknown]>([
    ['alone', union, row => row],
    ['in an array', [union], row => [row]],
    ['in an array of an envelope', { notes: [union] }, row => ({ notes: [row] })],
    ['in an envelope', { note: union }, row => ({ note: row })],
    ['in a map', new Values(union), row => ({ a: row })],
  ])('%s', async (where, schema, made) => {
    const create = new ApiEndpoint({
      path: '/notes/add',
      method: 'POST',
      name: `SeveralCreations.add ${where}`,
      body: type<{ readonly title: string; readonly kind: string }>(),
      schema,
      getOptimisticResponse: (_snapshot, body) => made(body) as never,
    });
    const api = await serve({
      'POST /notes/add': ({ body }) => made({ id: '2', ...(body as object) }),
      'DELETE /notes/:id': () => null,
    });

    const creation = create.fetch({ title: 'new', kind: 'note' });
    expect(await lastRequest(api, creation)).toBe('DELETE /notes/2');
  });
});

describe('which creation a record of a response matches', () => {
  type Fields = Readonly<Record<string, unknown>>;
  const old = (row: Fields) => ({ ...row, isOld: true });

  /** For each received record, the index of its creation; `null` if nothing tells. */
  function placesOf(sent: readonly Fields[], rows: readonly Fields[]) {
    const created = sent.map((one, place) => ({ kind: 'Note', pk: `new ${place}`, sent: one as never }));
    const brought = rows.map(({ isOld, ...row }, place) => ({ pk: `${place}`, row, isNew: !isOld }));
    const pairs = new Map(pairCreations(created as never, brought).map(([one, pk]) => [pk, one]));
    return brought.map(({ pk }) => {
      const one = pairs.get(pk);
      return one === undefined ? null : created.indexOf(one as never);
    });
  }

  const a = { title: 'a' };
  const b = { title: 'b' };
  const c = { title: 'c' };
  it.each<[string, readonly Fields[], readonly Fields[], readonly (number | null)[]]>([
    ['by a field that came as it was sent', [a, b, c], [c, a, b], [2, 0, 1]],
    ['of a response that lacks some', [a, b, c], [b], [1]],
    ['of a response with others', [a, b], [c, b, a], [null, 1, 0]],
    ['and not an older one with the same text', [a], [old(a), a], [null, 0]],
    ['and not an older one with the text that the server has changed', [a], [old(a), c], [null, 0]],
    ['and not one of someone else, beside an older one', [a], [old(c), b, a], [null, null, 0]],
    ['though it was there before', [a, b], [b, old(a)], [1, 0]],
    ['but for the one that was there before, with another text', [a, b], [b, old(c)], [1, null]],
    ['but for the spaces around a text', [{ title: ' a ' }, b], [b, a], [1, 0]],
    ['but for capital letters', [{ title: 'A' }, b], [b, a], [1, 0]],
    ['where one text has changed', [a, b, c], [a, { title: 'x' }, c], [0, 1, 2]],
    ['where one text has changed, in another order', [a, b, c], [c, { title: 'x' }, a], [2, 1, 0]],
    ['where two have come with one text', [a, b, c], [a, c, c], [0, null, null]],
    ['where all have moved up by one', [a, b, c], [b, c, { title: 'd' }], [null, null, null]],
    ['where all have moved down by one', [b, c, a], [{ title: 'd' }, b, c], [null, null, null]],
    [
      'where two have come with other texts',
      [a, b, c],
      [b, { title: 'x' }, { title: 'y' }],
      [null, null, null],
    ],
    ['by their order, where all are equal', [a, a], [a, a], [0, 1]],
    ['by their order, where what tells them apart did not come', [a, b], [{}, {}], [0, 1]],
    ['by their order, where some are left out of equal ones', [a, a, a], [a, a], [0, 1]],
    ['where some are left out and nothing tells them apart', [a, b, c], [{}, {}], [null, null]],
    [
      'by a text, though the server has numbered them anew',
      [1, 2, 3].map(rank => ({ title: `t${rank}`, rank })),
      [1, 2, 3].map(rank => ({ title: `t${rank}`, rank: 4 - rank })),
      [0, 1, 2],
    ],
    [
      'where numbers alone came as they were sent, with other kinds',
      [1, 2, 3].map(rank => ({ kind: rank < 3 ? 'x' : 'y', rank })),
      [3, 1, 2].map((rank, place) => ({ kind: place < 2 ? 'x' : 'y', rank })),
      [null, null, null],
    ],
    [
      'by several fields together',
      ['xp', 'xq', 'yp'].map(text => ({ kind: text[0], title: text[1] })),
      ['yp', 'xq', 'xp'].map(text => ({ kind: text[0], title: text[1] })),
      [2, 1, 0],
    ],
    [
      'where some numbers alone came as they were sent',
      [1, 2, 3].map(rank => ({ title: `t${rank}`, rank })),
      [1, 5, 3].map(rank => ({ title: `other ${rank}`, rank })),
      [null, null, null],
    ],
    [
      'where the server has changed what was equal in all',
      [a, b].map(one => ({ ...one, kind: 'x' })),
      ['x', 'y'].map((kind, place) => ({ title: `other ${place}`, kind })),
      [null, null],
    ],
    [
      'by its text, though the server has numbered them anew, and changed another text',
      ['a', 'b', 'c'].map((title, i) => ({ title, rank: i + 1 })),
      ['a', 'x', 'c'].map((title, i) => ({ title, rank: 3 - i })),
      [0, 1, 2],
    ],
    [
      'by its text, though another one is the default now, and another text has changed',
      ['a', 'b', 'c'].map((title, i) => ({ title, isDefault: i === 0 })),
      ['a', 'x', 'c'].map((title, i) => ({ title, isDefault: i === 2 })),
      [0, 1, 2],
    ],
    [
      'where two texts contradict each other',
      [
        { color: 'red', title: 'a' },
        { color: 'blue', title: 'b' },
      ],
      [
        { color: 'blue', title: 'a' },
        { color: 'red', title: 'b' },
      ],
      [null, null],
    ],
    [
      'by an object, where all else is equal',
      [1, 2].map(x => ({ kind: 'rect', at: { x } })),
      [2, 1].map(x => ({ kind: 'rect', at: { x } })),
      [1, 0],
    ],
    [
      'by an object whose fields come in another order, and not by numbers that the server has set',
      [1, 2].map(x => ({ rank: x, at: { x, y: 0 } })),
      [2, 1].map((x, place) => ({ rank: place + 1, at: { y: 0, x } })),
      [1, 0],
    ],
    [
      'where its text has changed, and others of someone else have come',
      [{ title: 'a  b', kind: 'note' }],
      [
        { title: 'x', kind: 'note' },
        { title: 'y', kind: 'photo' },
        { title: 'a b', kind: 'note' },
      ],
      [null, null, null],
    ],
    ['where an equal one of someone else has come', [a], [a, a, b], [null, null, null]],
    [
      'by two texts together, though the server has numbered them anew',
      ['Ann Lee', 'Ann Ray', 'Bob Lee'].map((name, i) => ({
        names: name.slice(0, 3),
        last: name.slice(4),
        rank: i,
      })),
      ['Ann Lee', 'Ann Ray', 'Bob Lee'].map((name, i) => ({
        names: name.slice(0, 3),
        last: name.slice(4),
        rank: 2 - i,
      })),
      [0, 1, 2],
    ],
    [
      'by one text, though the server has chosen another one by the other text',
      ['a', 'b', 'c'].map((title, i) => ({ title, state: i === 0 ? 'on' : 'off' })),
      ['a', 'b', 'c'].map((title, i) => ({ title, state: i === 2 ? 'on' : 'off' })),
      [0, 1, 2],
    ],
    [
      'by its text, though another one is a number',
      ['Dune', '1984'].map((title, i) => ({ title, rank: i + 1 })),
      ['Dune', '1984'].map((title, i) => ({ title, rank: 2 - i })),
      [0, 1],
    ],
    [
      'by its text, though another one was empty',
      ['a', '', 'c'].map(title => ({ title })),
      ['a', 'Untitled', 'c'].map(title => ({ title })),
      [0, 1, 2],
    ],
    [
      'by its text, whatever objects it holds',
      [a, b].map((one, n) => ({ ...one, at: { n } })),
      [b, a].map((one, n) => ({ ...one, at: n === 0 ? null : { n } })),
      [1, 0],
    ],
  ])('%s', (_how, sent, rows, places) => {
    expect(placesOf(sent, rows)).toEqual(places);
  });
});

it('the cost of many creations is linear, whatever the server changed in each', async () => {
  const cost = (count: number) => {
    const titles = Array.from({ length: count }, (_, i) => `title ${i}`);
    const created = titles.map((title, i) => ({
      kind: 'Note',
      pk: `new ${i}`,
      sent: { title, secret: title },
    }));
    const brought = titles.map((title, i) => ({ pk: `${i}`, row: { title, secret: '…' }, isNew: true }));
    const start = cpuTime();
    expect(pairCreations(created, brought.toReversed())).toHaveLength(count);
    return cpuTime() - start;
  };

  // Quadratic work takes 256 times as long.
  expect(await growth(cost, { few: 2_000, many: 32_000, limit: 64 })).toBeLessThan(64);
});

it('a polled creation is shown once, beside several that are still missing', async () => {
  const rows: Note[] = [];
  const { store, arrival, done } = await startScript({
    'GET /notes': () => [...rows],
    'POST /notes': (_params: object, body: object) => {
      const made = [body].flat().map(one => ({ ...one, id: `${rows.length + 1}` }) as Note);
      rows.push(...made);
      return Array.isArray(body) ? made : made[0];
    },
  } as never);
  const shown = () =>
    Notes.getList
      .select()(store.getState())
      .data?.map(({ title }) => title);
  await done(Notes.getList.fetch());
  const several = store.dispatch(Notes.getList.push.fetch([{ title: 'same' }, { title: 'b' }] as never));
  const first = await arrival('POST /notes');
  const one = store.dispatch(Notes.getList.push.fetch({ title: 'same' }));
  const second = await arrival('POST /notes');
  second.act();
  await done(Notes.getList.fetch());

  expect(shown()?.toSorted()).toEqual(['b', 'same', 'same']);
  first.respond();
  second.respond();
  await Promise.all([several, one]);
});

describe.each([false, true])('a removal that overlaps a creation (optimistic: %s)', optimistic => {
  async function start(board: string) {
    const schema = class extends Note {
      static override key = `SeveralCreations.Card ${board} ${optimistic}`;
    };
    const path = `/${board}/:board/cards/:id` as const;
    const { getList } = resource({ path, schema, Endpoint: ApiEndpoint, optimistic });
    const remove = getList.remove.extend({
      path: `/${board}/:board/removed`,
      name: `${board}.remove.${optimistic}`,
    });
    const lists: Record<string, string[]> = { a: ['5', '6'], b: ['9'] };
    const script = await startScript({
      [`GET /${board}/:board/cards`]: ({ board }: { board: string }) => lists[board]?.map(id => ({ id })),
      [`POST /${board}/:board/cards`]: ({ board }: { board: string }, body: Note | Note[]) => {
        lists[board]?.push(...[body].flat().map(({ id }) => id));
        return body;
      },
      [`POST /${board}/:board/removed`]: ({ board }: { board: string }, { id }: Note) => {
        lists[board] = lists[board]?.filter(one => one !== id) ?? [];
        return { id };
      },
    } as never);
    for (const board of ['a', 'b']) await script.done(getList.fetch({ board } as never));
    const held = (board: string) =>
      getList
        .select({ board } as never)(script.store.getState())
        .data?.map(({ id }) => id);
    return { ...script, getList, remove, held };
  }

  it.each(['created', 'removed'])('in another list keeps the created record: it is %s first', async order => {
    const { store, arrival, getList, remove, held } = await start(`moved-${order}`);
    const adding = store.dispatch(getList.push.fetch({ board: 'b' } as never, { id: '5' }));
    const add = await arrival(`POST /moved-${order}/b/cards`);
    const removing = store.dispatch(remove.fetch({ board: 'a' } as never, { id: '5' } as never));
    const removal = await arrival(`POST /moved-${order}/a/removed`);
    add.act();
    removal.act();
    for (const visit of order === 'created' ? [add, removal] : [removal, add]) visit.respond();
    await Promise.all([adding, removing]);

    expect([held('a'), held('b')]).toEqual([['6'], ['9', '5']]);
  });

  it('and left before it removes nothing of it, though it landed first', async () => {
    const { store, arrival, getList, remove, held } = await start('after');
    const removing = store.dispatch(remove.fetch({ board: 'a' } as never, { id: '5' } as never));
    const removal = await arrival('POST /after/a/removed');
    const adding = store.dispatch(getList.push.fetch({ board: 'a' } as never, { id: '5' }));
    const add = await arrival('POST /after/a/cards');
    removal.respond();
    await removing;
    add.respond();
    await adding;

    expect(held('a')).toEqual(['6', '5']);
  });

  it('of one of several keeps the others', async () => {
    const { store, arrival, getList, remove, held } = await start('several');
    const adding = store.dispatch(
      getList.push.fetch({ board: 'b' } as never, [{ id: '7' }, { id: '8' }] as never),
    );
    const add = await arrival('POST /several/b/cards');
    const removing = store.dispatch(remove.fetch({ board: 'b' } as never, { id: '7' } as never));
    const removal = await arrival('POST /several/b/removed');
    add.act();
    removal.respond();
    await removing;
    if (optimistic) expect(held('b')).toEqual(['9', '8']);
    add.respond();
    await adding;

    expect(held('b')).toEqual(['9', '8']);
  });
});
