import {
  Collection,
  Controller,
  createDataClient,
  Entity,
  gcManager,
  Invalidate,
  isPending,
  keyOf,
  Lazy,
  networkManager,
  resource,
  type,
  Union,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  text = '';
  isRead = false;
  static key = 'NamedNotes.Note';
}

const Notes = resource({ path: '/notes/:id', schema: Note, optimistic: true, Endpoint: ApiEndpoint });

const readAll = new ApiEndpoint({
  path: '/notes/read',
  method: 'POST',
  body: type<{ ids: readonly string[] }>(),
  schema: [Note],
  name: 'NamedNotes.readAll',
  getOptimisticResponse: (_snapshot, { ids }) => ids.map((id: string) => ({ id, isRead: true })),
});

const save = new ApiEndpoint({
  path: '/notes/:id',
  method: 'PATCH',
  body: type<{ text: string }>(),
  schema: Note,
  name: 'NamedNotes.save',
});

/** Starts to create a note; returns its temporary key and `create`, which lets the server respond. */
async function startCreating(client = createDataClient()) {
  const api = await serve({
    'GET /notes': () => [],
    'POST /notes': ({ body }) => ({ id: '3', ...(body as object) }),
    'POST /notes/read': ({ body }) =>
      (body as { ids: readonly string[] }).ids.map(id => ({ id, isRead: true })),
    'GET /notes/:id': ({ params }) => (params.id === '3' ? { id: '3', text: 'read' } : reply(404)),
    'PATCH /notes/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
  });
  const store = createTestStore({ client });
  const controller = new Controller(store);
  await controller.fetch(Notes.getList);
  const held = api.hold('POST /notes');
  const creating = controller.fetch(Notes.getList.push, { text: 'new' });
  await held.arrived;
  const note = controller.getResponse(Notes.getList).data?.[0] as Note;
  const { id } = note;
  const create = async () => {
    await held.release();
    await creating;
  };
  return { api, store, controller, note, id, create };
}

describe('code that still has the temporary key of a created record', () => {
  async function start() {
    const { create, ...all } = await startCreating();
    await create();
    return all;
  }

  it('reads it', async () => {
    const { controller, id } = await start();
    await controller.fetch(Notes.get, { id });
    const snapshot = controller.snapshot();

    expect(snapshot.get(Note, { id })?.id).toBe('3');
    expect(snapshot.getResponse(Notes.get, { id }).data?.text).toBe('read');
  });

  it('writes it', async () => {
    const { controller, id } = await start();
    controller.set(Note, { id }, { text: 'set' });
    expect(controller.get(Note, { id: '3' })?.text).toBe('set');
    controller.set(Note, { id }, ({ text }) => ({ text: `${text} again` }));
    expect(controller.get(Note, { id: '3' })?.text).toBe('set again');
    controller.setResponse(Notes.get, { id }, { id: '3', text: 'come' });
    expect(controller.getResponse(Notes.get, { id: '3' }).data?.text).toBe('come');
    expect(controller.getResponse(Notes.getList).data?.map(note => note.id)).toEqual(['3']);
    controller.set(new Invalidate(Note), { id }, { id });
    expect(controller.getResponse(Notes.getList).data).toEqual([]);
  });

  it('writes lists that hold it', async () => {
    const { controller, note, id } = await start();
    const texts = () => controller.getResponse(Notes.getList).data?.map(({ id: key, text }) => [key, text]);
    controller.set(Notes.getList.schema, {}, [
      { id: '1', text: 'other' },
      { id, text: 'set' },
    ]);
    expect(texts()).toEqual([
      ['1', 'other'],
      ['3', 'set'],
    ]);
    controller.set(Notes.getList.schema, {}, ([first]) => [note, first as Note]);
    expect(texts()).toEqual([
      ['3', 'set'],
      ['1', 'other'],
    ]);
    controller.set(Notes.getList.schema, {}, [note]);
    expect(texts()).toEqual([['3', 'new']]);
  });

  it('invalidates it', async () => {
    const { controller, id } = await start();
    await controller.fetch(Notes.get, { id });
    controller.invalidate(Notes.get, { id });

    expect(controller.getResponse(Notes.get, { id: '3' }).expiryStatus).toBe('invalid');
  });

  it('gets its error', async () => {
    const { api, controller, id } = await start();
    const held = api.hold('GET /notes/3');
    const fetching = controller.fetch(Notes.get, { id });
    await held.arrived;
    await held.release(reply(403, { message: 'no' }));
    await expect(fetching).rejects.toMatchObject({ status: 403 });

    expect(controller.getError(Notes.get, { id })).toMatchObject({ status: 403 });
  });
});

it('reads a created record again after the read that waited for its key has ended', async () => {
  const { api, controller, id, create } = await startCreating();
  const waiting = controller.fetch(Notes.get, { id });
  await create();
  await waiting;

  await controller.fetch(Notes.get, { id: '3' });

  expect(api.requests.filter(request => request === 'GET /notes/3')).toHaveLength(2);
});

it('counts a mutation of several records as pending for one created after it began', async () => {
  const { api, store, controller, id, create } = await startCreating();
  const held = api.hold('POST /notes/read');
  const reading = controller.fetch(readAll, { ids: [id] });
  await create();
  await held.arrived;

  expect(controller.get(Note, { id: '3' })?.isRead).toBe(true);
  expect([id, '3'].map(key => isPending(Note, { id: key })(store.getState()))).toEqual([true, true]);
  await held.release();
  await reading;
  expect(isPending(Note, { id })(store.getState())).toBe(false);
});

it('finds the record of a queued mutation even if it is old and unread', async () => {
  const managers = [networkManager({ concurrency: 'serial' }), gcManager({ keepUnusedMs: 0, intervalMs: 5 })];
  const { api, store, controller, id, create } = await startCreating(createDataClient({ managers }));
  await create();
  const held = api.hold('PATCH /notes/3');
  const first = controller.fetch(save, { id }, { text: 'first' });
  const second = controller.fetch(save, { id }, { text: 'second' });
  await held.arrived;
  controller.set(Note, { id: '3' }, { text: 'set' });
  controller.expireAll({ testKey: () => true });
  const now = Date.now;
  Date.now = () => now() + 600_000;
  try {
    for (let sweeps = 0; sweeps < 20; sweeps++) await new Promise(resolve => setTimeout(resolve, 5));
  } finally {
    Date.now = now;
  }

  expect(store.getState().rdc.endpoints.size).toBe(0);
  await held.release();
  await first;
  expect(await second).toMatchObject({ id: '3', text: 'second' });
  store.client.cleanup(store);
});

it.each([{ title: 'new' }, { slug: '', title: 'new' }])(
  'has its temporary key in the field that pk() returns, so that a request about it waits for the creation: %j',
  async body => {
    class Page extends Entity {
      slug = '';
      title = '';
      static key = 'NamedNotes.Page';
      override pk() {
        return this.slug;
      }
    }
    const Pages = resource({ path: '/pages/:slug', schema: Page, optimistic: true, Endpoint: ApiEndpoint });
    const api = await serve({
      'GET /pages': () => [],
      'POST /pages': ({ body: sent }) => ({ ...(sent as object), slug: 'news' }),
      'PATCH /pages/:slug': ({ params, body: sent }) => ({ ...params, ...(sent as object) }),
    });
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(Pages.getList);
    const held = api.hold('POST /pages');
    const creating = controller.fetch(Pages.getList.push, body);
    await held.arrived;
    const [page] = controller.getResponse(Pages.getList).data ?? [];
    const { slug = '' } = page ?? {};

    expect(Object.keys(page ?? {})).toEqual(['slug', 'title']);
    expect(isPending(Page, { slug })(store.getState())).toBe(true);
    const renaming = controller.fetch(Pages.partialUpdate, { slug }, { title: 'News' });
    await held.release();
    await Promise.all([creating, renaming]);
    expect(api.requests.at(-1)).toBe('PATCH /pages/news');
    expect(controller.getResponse(Pages.getList).data).toEqual([{ slug: 'news', title: 'News' }]);
  },
);

it('leaves a record whose creation is in flight as it is if a recipe changes the list that shows it', async () => {
  const api = await serve({
    'GET /notes': () => [{ id: '1', text: 'old' }],
    'POST /notes': ({ body }) => ({ id: '3', ...(body as object) }),
  });
  const controller = new Controller(createTestStore());
  await controller.fetch(Notes.getList);
  const held = api.hold('POST /notes');
  const creating = controller.fetch(Notes.getList.push, { text: 'new' });
  await held.arrived;
  controller.set(Notes.getList.schema, {}, notes => {
    for (const note of notes as Note[]) note.text += '!';
  });
  const texts = () => controller.getResponse(Notes.getList).data?.map(({ text }) => text);

  expect(texts()).toEqual(['old!', 'new']);
  await held.release();
  await creating;
  expect(texts()).toEqual(['old!', 'new']);
});

describe('a record that is created within another', () => {
  class Step extends Entity {
    id = '';
    text = '';
    isDone = false;
    parts: readonly Step[] = [];
    static key = 'NestedNew.Step';
    static schema = { parts: [new Lazy((): typeof Step => Step)] };
  }
  class Remark extends Entity {
    id = '';
    text = '';
    static key = 'NestedNew.Remark';
  }
  class Plan extends Entity {
    id = '';
    title = '';
    first: Step | undefined = undefined;
    steps: readonly Step[] = [];
    remarks: readonly Remark[] = [];
    static key = 'NestedNew.Plan';
    static schema = {
      first: Step,
      steps: [Step],
      remarks: new Collection([Remark], { nestKey: (plan: { id: string }) => ({ planId: plan.id }) }),
    };
  }
  const Plans = resource({ path: '/plans/:id', schema: Plan, optimistic: true, Endpoint: ApiEndpoint });
  const finish = new ApiEndpoint({
    path: '/steps/:id',
    method: 'PATCH',
    body: type<{ isDone: boolean }>(),
    schema: Step,
    name: 'NestedNew.finish',
    getOptimisticResponse: (_snapshot, { id }: { id: string }, body: object) => ({ id, ...body }),
  });
  const steps = [
    { text: 'a', parts: [{ text: 'a1' }, { text: 'a2' }] },
    { text: 'b', parts: [] },
  ];

  async function start() {
    let count = 0;
    const named = (row: Readonly<Record<string, unknown>>): object => {
      const fields = Object.entries({ id: `new-${count++}`, ...row } as Readonly<Record<string, unknown>>);
      return Object.fromEntries(
        fields.map(([name, value]) => {
          if (Array.isArray(value)) return [name, value.map(named)];
          return [name, name === 'first' ? named(value as Record<string, unknown>) : value];
        }),
      );
    };
    const api = await serve({
      'GET /plans': () => [{ id: 'old', title: 'old', steps: [{ id: 'old-1', text: 'old' }] }],
      'POST /plans': ({ body }) => named(body as Record<string, unknown>),
      'PATCH /plans/:id': ({ params, body }) => ({ ...named(body as Record<string, unknown>), ...params }),
      'PATCH /steps/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
    });
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(Plans.getList);
    const plan = () => controller.getResponse(Plans.getList).data?.at(-1) as Plan;
    return { api, controller, plan };
  }

  it('is changed by the key that the server gives it', async () => {
    const { api, controller, plan } = await start();
    const held = api.hold('POST /plans');
    const creating = controller.fetch(Plans.getList.push, {
      title: 'new',
      first: { text: 'b' },
      steps,
      remarks: [{ text: 'x' }],
    } as never);
    await held.arrived;
    const before = plan();
    const all = ({ first, steps: [one, two], remarks }: Plan) =>
      [first, one, ...(one?.parts ?? []), two, ...remarks] as readonly Step[];
    const id = before.steps[0]?.parts[1]?.id as string;
    const finishing = controller.fetch(finish, { id }, { isDone: true });
    await held.release();
    await creating;

    expect(plan().steps[0]?.parts.map(part => part.isDone)).toEqual([false, true]);
    await finishing;
    expect(plan().steps[0]?.parts.map(part => part.isDone)).toEqual([false, true]);
    expect(api.requests.at(-1)).toBe(`PATCH /steps/${plan().steps[0]?.parts[1]?.id}`);
    expect(all(before)).toHaveLength(6);
    expect(all(plan()).map(step => keyOf(step))).toEqual(all(before).map(step => keyOf(step)));
    expect(all(plan()).map(step => step.id)).toEqual(
      expect.not.arrayContaining([expect.stringMatching('^opt')]),
    );
  });

  it('is changed by it if it is added to a stored record', async () => {
    const { api, controller, plan } = await start();
    const held = api.hold('PATCH /plans/old');
    const adding = controller.fetch(Plans.partialUpdate, { id: 'old' }, {
      steps: [{ text: 'new' }, { id: 'old-1', text: 'old' }],
    } as never);
    await held.arrived;
    const finishing = controller.fetch(finish, { id: plan().steps[0]?.id as string }, { isDone: true });
    await held.release();
    await adding;
    await finishing;

    expect(plan().steps.map(step => [step.text, step.isDone])).toEqual([
      ['new', true],
      ['old', false],
    ]);
    expect(api.requests.at(-1)).toBe(`PATCH /steps/${plan().steps[0]?.id}`);
  });
});

describe('the response to the creation of a record within another', () => {
  class Card extends Entity {
    id = '';
    type = 'card';
    text = '';
    isDone = false;
    cards: readonly Card[] = [];
    static key = 'NestedKeys.Card';
    static schema = { cards: [new Lazy((): typeof Card => Card)] };
  }
  class Board extends Entity {
    id = '';
    first: Card | undefined = undefined;
    cards: readonly Card[] = [];
    blocks: readonly Card[] = [];
    byName: Readonly<Record<string, Card>> = {};
    inner: { readonly cards: readonly Card[] } = { cards: [] };
    static key = 'NestedKeys.Board';
    static schema = {
      first: Card,
      cards: [Card],
      blocks: [new Union({ card: Card }, 'type')],
      byName: new Values(Card),
      inner: { cards: [Card] },
    };
  }
  const Boards = resource({ path: '/boards/:id', schema: Board, optimistic: true, Endpoint: ApiEndpoint });
  const Cards = resource({ path: '/cards/:id', schema: Card, optimistic: true, Endpoint: ApiEndpoint });
  type Row = Readonly<Record<string, unknown>>;
  const done: Row = { isDone: true };

  /** The requests for cards, after a change to the first card with a temporary key that a board shows. */
  async function changedAfter(sent: Row, response: Row, change: Row = done) {
    const api = await serve({
      'GET /boards/:id': () => ({ id: '1', cards: [{ id: 'old', text: 'old' }] }),
      'PATCH /boards/:id': () => ({ id: '1', ...response }),
      'PATCH /cards/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
    });
    const store = createTestStore();
    const controller = new Controller(store);
    await controller.fetch(Boards.get, { id: '1' });
    const held = api.hold('PATCH /boards/1');
    const creating = controller.fetch(Boards.partialUpdate, { id: '1' }, sent as never);
    await held.arrived;
    const shown = JSON.stringify(controller.getResponse(Boards.get, { id: '1' }).data);
    const id = /"id":"(opt[^"]*)"/.exec(shown)?.[1] as string;
    const changing = controller.fetch(Cards.partialUpdate, { id }, change as never).catch(() => {});
    await held.release();
    await Promise.all([creating, changing]);
    return api.requests.slice(2);
  }

  it.each<[what: string, sent: Row, response: Row, change: Row]>([
    [
      'in an object',
      { inner: { cards: [{ text: 'a' }] } },
      { inner: { cards: [{ id: '7', text: 'a' }] } },
      done,
    ],
    [
      'in a list of several kinds',
      { blocks: [{ type: 'card' }] },
      { blocks: [{ id: '7', type: 'card' }] },
      done,
    ],
    ['in a map', { byName: { a: { text: 'a' } } }, { byName: { a: { id: '7', text: 'a' } } }, done],
  ])('tells its key if it stands %s', async (_where, sent, response, change) => {
    expect(await changedAfter(sent, response, change)).toEqual(['PATCH /cards/7']);
  });

  it.each<[what: string, sent: Row, response: Row]>([
    ['leaves it out', { cards: [{ text: 'a' }, { id: 'old' }] }, { cards: [{ id: 'old', text: 'old' }] }],
    ['keeps what it had', { cards: [{ text: 'a' }] }, { cards: [{ id: 'old', text: 'old' }] }],
    ['has another stored record', { first: { text: 'a' } }, { first: { id: 'old', text: 'old' } }],
  ])('does not take a stored record for it if it %s', async (_what, sent, response) => {
    expect(await changedAfter(sent, response)).toEqual([]);
  });

  it('does not take a record for it by a text that another mutation shows', async () => {
    const response = [
      { id: '8', text: 'b' },
      { id: '7', text: 'a' },
    ];
    const sent = { cards: [{ text: 'a' }, { text: 'b' }] };
    expect(await changedAfter(sent, { cards: response }, { text: 'b' })).toEqual([]);
  });
});
