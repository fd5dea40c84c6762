import { configureStore } from '@reduxjs/toolkit';
import {
  All,
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  Entity,
  Invalidate,
  normalize,
  resource,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { reply, startApi, type TestApi } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  text = '';
  static key = 'Persistence.Note';
}

let api: TestApi;

const NoteResource = resource({ path: '/notes/:id', schema: Note, optimistic: true }).extend(base => ({
  get: base.get.extend({ url: ({ id }: { id: string }) => `${api.url}/notes/${id}` }),
  getList: base.getList.extend({ url: () => `${api.url}/notes` }),
}));

const create = NoteResource.getList.push.extend({
  name: 'Persistence.create',
  url: () => `${api.url}/notes`,
});
const change = NoteResource.partialUpdate.extend({
  name: 'Persistence.change',
  url: ({ id }: { id: string }) => `${api.url}/notes/${id}`,
});

const remove = NoteResource.delete.extend({
  name: 'Persistence.remove',
  url: ({ id }: { id: string }) => `${api.url}/notes/${id}`,
});

const notes = [{ id: '1', text: 'one' }];

async function startNotes() {
  api = await startApi({
    'GET /notes': () => notes,
    'POST /notes': ({ body }) => ({ id: '2', ...(body as object) }),
    'DELETE /notes/:id': () => null,
    'PATCH /notes/:id': ({ params, body }) => ({ id: params.id, text: '', ...(body as object) }),
  });
}

/** The data as it comes back from storage. */
function throughStorage<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** The saved cells of the notes. */
function cellsOf({ entities }: Pick<DataState, 'entities'>) {
  const { root } = entities[Note.key] ?? {};
  return root as unknown as readonly { key: string; value: object; meta: object }[];
}

/** Runs `act` at a time in milliseconds since the epoch. */
function atTime<T>(time: number, act: () => T): T {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(time);
  try {
    return act();
  } finally {
    clock.mockRestore();
  }
}

const shown = (store: ReturnType<typeof createTestStore>) =>
  NoteResource.getList
    .select()(store.getState())
    .data?.map(({ text }) => text);

it.each([
  ['stale', (controller: Controller) => controller.expireAll({ testKey: key => key.endsWith('/notes') })],
  [
    'invalid',
    (controller: Controller) => controller.invalidateAll({ testKey: key => key.endsWith('/notes') }),
  ],
])('refetches a list that was %s when saved, even if its records are fresh', async (status, end) => {
  await startNotes();
  const [before, after] = [createTestStore(), createTestStore()];
  await before.dispatch(NoteResource.getList.fetch());
  end(new Controller(before));
  new Controller(after).hydrate(throughStorage(dehydrate(before.getState().rdc)));

  expect(NoteResource.getList.select()(after.getState()).expiryStatus).toBe(status);
  await after.dispatch(NoteResource.getList.fetchIfStale());
  expect(NoteResource.getList.select()(after.getState()).expiryStatus).toBe('valid');
  expect(shown(after)).toEqual(['one']);
});

it.each([
  ['a creation', () => create.fetch({ text: 'two' }), ['one', 'two']],
  ['a deletion', () => remove.fetch({ id: '1' }), []],
] as const)('keeps the effect of %s on a list that was saved before it', async (_what, mutate, expected) => {
  await startNotes();
  const [store, other] = [createTestStore(), createTestStore()];
  await store.dispatch(NoteResource.getList.fetch());
  await new Promise(resolve => setTimeout(resolve, 5));
  await other.dispatch(NoteResource.getList.fetch());
  const [own, foreign] = [store, other].map(({ getState }) => throughStorage(dehydrate(getState().rdc)));
  await new Promise(resolve => setTimeout(resolve, 5));
  await store.dispatch(mutate() as ReturnType<typeof create.fetch>);

  for (const saved of [own, foreign]) {
    new Controller(store).hydrate(saved as never);
    expect(shown(store)).toEqual(expected);
  }
});

it('hydrates the data of another store without a request', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const after = createTestStore();

  new Controller(after).hydrate(throughStorage(dehydrate(before.getState().rdc)));

  expect(shown(after)).toEqual(['one']);
  expect(await after.dispatch(NoteResource.getList.fetchIfStale())).toHaveLength(1);
  expect(api.requests).toEqual(['GET /notes']);
});

it('keeps data that is newer than the hydrated data', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const saved = throughStorage(dehydrate(before.getState().rdc));
  const after = createTestStore();
  const controller = new Controller(after);
  controller.set(Note, { id: '1', text: 'newer' });

  controller.hydrate(saved);

  expect(shown(after)).toEqual(['newer']);
});

it('hydrates the result of normalize(), which is older than any response', async () => {
  await startNotes();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(NoteResource.getList.fetch());
  const { entities } = normalize(
    [Note],
    [
      { id: '1', text: 'bundled' },
      { id: '2', text: 'bundled' },
    ],
  );

  controller.hydrate({ ...dehydrate(store.getState().rdc), entities });

  expect(['1', '2'].map(id => controller.get(Note, { id })?.text)).toEqual(['one', 'bundled']);
});

it('hydrates deletions, unless the record is newer', async () => {
  await startNotes();
  const other = createTestStore();
  await other.dispatch(NoteResource.getList.fetch());
  const [known, later] = [createTestStore(), createTestStore()];
  new Controller(known).hydrate(throughStorage(dehydrate(other.getState().rdc)));
  new Controller(other).set(new Invalidate(Note), { id: '1' }, '1');
  const saved = throughStorage(dehydrate(other.getState().rdc));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1);
  new Controller(later).set(Note, { id: '1', text: 'back' });
  clock.mockRestore();

  for (const store of [known, later]) new Controller(store).hydrate(saved);

  const texts = [known, later].map(store => new Controller(store).get(Note, { id: '1' })?.text);
  expect(texts).toEqual([undefined, 'back']);
});

it('hydrates deletions saved by version 0.1, which stored the time only', async () => {
  await startNotes();
  const store = createTestStore();
  const controller = new Controller(store);
  controller.set(new Invalidate(Note), { id: '1' }, '1');
  const saved = throughStorage(dehydrate(store.getState().rdc));
  const text = JSON.stringify(saved).replaceAll(/"meta":\{"date":(\d+)[^}]*\}/g, '"meta":$1');
  const after = createTestStore();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
  new Controller(after).set(Note, { id: '1', text: 'old' });
  clock.mockRestore();

  new Controller(after).hydrate(JSON.parse(text));

  expect(text).toContain('"meta":1');
  expect(new Controller(after).get(Note, { id: '1' })).toBeUndefined();
});

it('does not restore records deleted since the copy was saved', async () => {
  await startNotes();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(NoteResource.getList.fetch());
  const saved = throughStorage(dehydrate(store.getState().rdc));
  await store.dispatch(remove.fetch({ id: '1' }));

  controller.hydrate(saved);

  expect(controller.get(Note, { id: '1' })).toBeUndefined();
  expect(shown(store)).toEqual([]);
});

it.each([
  ['leaves out', false, undefined],
  ['takes, where a page shows it,', true, 'one'],
])('%s a copy from the millisecond in which the record was deleted', (_what, isShown, text) => {
  const store = createTestStore();
  const controller = new Controller(store);
  const { saved, date } = atTime(Date.now(), () => {
    controller.set(Note, { id: '1', text: 'one' });
    const copy = throughStorage(dehydrate(store.getState().rdc));
    controller.set(new Invalidate(Note), { id: '1' }, '1');
    return { saved: copy, date: Date.now() + 1 };
  });

  store.dispatch(store.client.actions.hydrate(saved, { date, isShown }));

  expect(controller.get(Note, { id: '1' })?.text).toBe(text);
});

it.each([
  ['keeps', false, 'two'],
  ['replaces, where a page shows the copy,', true, 'one'],
])('%s a record as old as the copy', (_what, isShown, text) => {
  const store = createTestStore();
  const controller = new Controller(store);
  const { saved, date } = atTime(Date.now(), () => {
    controller.set(Note, { id: '1', text: 'one' });
    const copy = throughStorage(dehydrate(store.getState().rdc));
    controller.set(Note, { id: '1', text: 'two' });
    return { saved: copy, date: Date.now() + 1 };
  });

  store.dispatch(store.client.actions.hydrate(saved, { date, isShown }));

  expect(controller.get(Note, { id: '1' })?.text).toBe(text);
});

it.each([
  ['a change', 'keeps', 'two'],
  ['a deletion', 'brings nothing back after', undefined],
])(
  'data requested elsewhere before %s in this store, and received after it, %s that',
  async (what, _how, text) => {
    for (const isShown of [false, true]) {
      const store = createTestStore();
      const controller = new Controller(store);
      controller.set(Note, { id: '1', text: 'one' });
      const saved = throughStorage(dehydrate(store.getState().rdc));
      const [cell] = cellsOf(saved);
      const now = Date.now();
      // Its request leaves now, and its response arrives after the change made here.
      Object.assign(cell?.meta ?? {}, { fetchedAt: now, date: now + 20, expiresAt: now + 60_000 });
      await new Promise(resolve => setTimeout(resolve, 5));
      if (what === 'a change') controller.set(Note, { id: '1' }, { text: 'two' });
      else controller.set(new Invalidate(Note), { id: '1' }, '1');
      await new Promise(resolve => setTimeout(resolve, 20));
      store.dispatch(store.client.actions.hydrate(saved, { date: Date.now(), isShown }));

      expect(controller.get(Note, { id: '1' })?.text).toBe(text);
    }
  },
);

it.each(['in that order', 'in reverse order'])(
  'keeps the later one of two saved records that were requested in the same millisecond, hydrated %s',
  how => {
    const now = Date.now();
    const saved = ['earlier', 'later'].map((text, i) => {
      const recorder = createTestStore();
      new Controller(recorder).set(Note, { id: '1', text });
      const state = throughStorage(dehydrate(recorder.getState().rdc));
      const [cell] = cellsOf(state);
      Object.assign(cell?.meta ?? {}, { fetchedAt: now - 9, date: now - 5 + i, expiresAt: now + 60_000 });
      return state;
    });
    const controller = new Controller(createTestStore());

    for (const state of how === 'in that order' ? saved : saved.toReversed()) controller.hydrate(state);

    expect(controller.get(Note, { id: '1' })?.text).toBe('later');
  },
);

it('does not replace a response with data requested elsewhere while its request was in flight', async () => {
  await startNotes();
  const store = createTestStore();
  const held = api.hold('GET /notes');
  const reading = store.dispatch(NoteResource.getList.fetch());
  await held.arrived;
  await new Promise(resolve => setTimeout(resolve, 5));
  const now = Date.now();
  await new Promise(resolve => setTimeout(resolve, 5));
  await held.release();
  const [{ id = '', text } = {}] = await reading;
  const saved = throughStorage(dehydrate(store.getState().rdc));
  for (const { key, value, meta } of cellsOf(saved))
    if (key === id) {
      Object.assign(value, { text: 'elsewhere' });
      Object.assign(meta, { fetchedAt: now, date: now + 60, expiresAt: now + 60_000 });
    }
  store.dispatch(store.client.actions.hydrate(saved, { date: now + 100, isShown: true }));

  expect(new Controller(store).get(Note, { id })?.text).toBe(text);
});

describe('a state from a store with higher counters', () => {
  /** A store with many past actions and one request in flight. */
  async function startBusy() {
    await startNotes();
    const busy = createTestStore();
    for (let i = 0; i < 20; i++) new Controller(busy).set(Note, { id: `${i}` });
    const held = api.hold('GET /notes');
    const reading = busy.dispatch(NoteResource.getList.fetch());
    await held.arrived;
    return { busy, end: () => held.release().then(() => reading) };
  }

  it.each(['expireAll', 'invalidateAll'] as const)(
    'does not make data stale that is fetched here after its %s',
    async name => {
      const { busy, end } = await startBusy();
      await end();
      const held = api.hold('GET /notes');
      const reading = busy.dispatch(NoteResource.getList.fetch());
      await held.arrived;
      new Controller(busy)[name]({ testKey: () => true });
      const saved = throughStorage(dehydrate(busy.getState().rdc));
      await held.release();
      await reading;
      const store = createTestStore();
      store.dispatch(store.client.actions.hydrate(saved, { date: Date.now(), isShown: true }));
      const status = () => NoteResource.getList.select()(store.getState()).expiryStatus;
      expect(status()).toBe(name === 'expireAll' ? 'stale' : 'invalid');

      await store.dispatch(NoteResource.getList.fetch());

      expect(status()).toBe('valid');
    },
  );
});

it('treats a deletion that another clock dated in the future as one of now', () => {
  const [ahead, third, store] = [createTestStore(), createTestStore(), createTestStore()];
  const now = Date.now();
  atTime(now + 3_600_000, () => new Controller(ahead).set(new Invalidate(Note), { id: '1' }, '1'));
  const deletion = throughStorage(dehydrate(ahead.getState().rdc));
  atTime(now + 1_000, () => new Controller(third).set(Note, { id: '1', text: 'again' }));
  const later = throughStorage(dehydrate(third.getState().rdc));

  store.dispatch(store.client.actions.hydrate(deletion, { date: now }));
  store.dispatch(store.client.actions.hydrate(later, { date: now + 2_000 }));

  expect(new Controller(store).get(Note, { id: '1' })?.text).toBe('again');
});

it('does not hydrate expired data', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const saved = throughStorage(dehydrate(before.getState().rdc));
  const after = createTestStore();

  after.dispatch(after.client.actions.hydrate(saved, { date: Date.now() + 3_600_000 }));

  expect(shown(after)).toBeUndefined();
});

it('hydrates expired records that a fresh list refers to', async () => {
  class Tag extends Entity {
    id = '';
    name = '';
    static key = 'Persistence.Tag';
  }
  class Page extends Entity {
    id = '';
    tag = Tag.fromJS();
    static key = 'Persistence.Page';
    static schema = { tag: Tag };
  }
  const base = resource({ path: '/pages/:id', schema: Page, dataExpiryLength: 60_000 });
  const getList = base.getList.extend({ name: 'Persistence.getPages', url: () => `${api.url}/pages` });
  const getPage = base.get.extend({
    name: 'Persistence.getPage',
    url: ({ id }: { id: string }) => `${api.url}/pages/${id}`,
    dataExpiryLength: 1_000,
  });
  const page = (id: string) => ({ id, tag: { id: `t${id}`, name: `tag ${id}` } });
  api = await startApi({
    'GET /pages': () => ['1', '2'].map(page),
    'GET /pages/:id': ({ params }) => page(String(params.id)),
  });
  const before = createTestStore();
  await before.dispatch(getList.fetch());
  await before.dispatch(getPage.fetch({ id: '1' }));
  await before.dispatch(getPage.fetch({ id: '3' }));
  const after = createTestStore();
  const controller = new Controller(after);
  const { hydrate } = after.client.actions;

  after.dispatch(hydrate(throughStorage(dehydrate(before.getState().rdc)), { date: Date.now() + 10_000 }));

  const { data, expiryStatus } = controller.getResponse(getList);
  expect(data?.map(({ tag }) => tag.name)).toEqual(['tag 1', 'tag 2']);
  expect(expiryStatus).toBe('valid');
  expect(controller.get(Page, { id: '3' })).toBeUndefined();
  expect(controller.get(Tag, { id: 't3' })).toBeUndefined();
});

it('keeps the order of many records', async () => {
  api = await startApi({ 'GET /notes': () => Array.from({ length: 100 }, (_, id) => ({ id: String(id) })) });
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const after = createTestStore();

  new Controller(after).hydrate(throughStorage(dehydrate(before.getState().rdc)));

  const all = after.client.selectors.selectQuery(new All(Note))(after.getState());
  expect(all?.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, id) => String(id)));
});

it('lets later data win over data that another clock dated in the future', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const [saved, date] = [throughStorage(dehydrate(before.getState().rdc)), Date.now() - 3_600_000];
  const after = createTestStore();
  const hydrate = after.client.actions.hydrate(saved, { date });

  after.dispatch(hydrate);
  const [until = 0, saidUntil = 0] = [after, before].map(
    store => NoteResource.getList.select()(store.getState()).expiresAt,
  );
  // It keeps the age that it had when saved, counted from now.
  expect(until - date).toBe(saidUntil - (saved.date ?? 0));

  const note = { id: '1', text: 'newer' };
  after.dispatch(after.client.actions.set(Note, { value: note, fetchedAt: date + 1, date: date + 1 }));
  expect(shown(after)).toEqual(['newer']);
});

it('keeps an update over older data from a server whose clock is ahead, however late that arrives', () => {
  const [server, store] = [createTestStore(), createTestStore()];
  const [now, ahead] = [Date.now(), 3_600_000];
  atTime(now + ahead, () => new Controller(server).set(Note, { id: '1' }, { id: '1', text: 'old' }));
  const saved = atTime(now + ahead + 5_000, () => throughStorage(dehydrate(server.getState().rdc)));
  const controller = new Controller(store);
  atTime(now + 1, () => controller.set(Note, { id: '1' }, { id: '1', text: 'new' }));
  atTime(now + 5_000, () => controller.hydrate(saved));

  expect(controller.get(Note, { id: '1' })?.text).toBe('new');
});

it.each<[string, (slice: DataState) => unknown]>([
  ['what dehydrate returned', dehydrate],
  ['the slice of an earlier version, which lacks a part', ({ mutations: _mutations, ...rest }) => rest],
])('continues the counters of %s, so that its own actions are later', async (_what, saving) => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  for (const text of ['a', 'b']) await before.dispatch(change.fetch({ id: '1' }, { text }));
  const client = createDataClient();
  const after = configureStore({
    reducer: { rdc: client.reducer },
    preloadedState: { rdc: throughStorage(saving(before.getState().rdc)) as DataState },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const controller = new Controller(after);

  await controller.fetch(change, { id: '1' }, { text: 'new' });
  expect(controller.get(Note, { id: '1' })?.text).toBe('new');
  await controller.fetch(NoteResource.getList);

  expect(controller.get(Note, { id: '1' })?.text).toBe('one');
});

it('hydrates expired data that a page shows', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const saved = throughStorage(dehydrate(before.getState().rdc));
  const after = createTestStore();

  after.dispatch(after.client.actions.hydrate(saved, { date: Date.now() + 3_600_000, isShown: true }));

  expect(shown(after)).toEqual(['one']);
});

it('does not save errors', async () => {
  await startNotes();
  const store = createTestStore();
  await store.dispatch(NoteResource.get.fetch({ id: 'none' })).catch(() => undefined);

  expect(dehydrate(store.getState().rdc).endpoints.size).toBe(0);
});

it('resends mutations without a response, in order and once, and shows them meanwhile', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const lost = api.hold('POST /notes');
  const creation = before.dispatch(create.fetch({ text: 'two' }));
  const [, made] = NoteResource.getList.select()(before.getState()).data ?? [];
  const edit = before.dispatch(change.fetch({ id: made?.id ?? '' }, { text: 'zwei' }));
  await lost.arrived;
  const saved = throughStorage(dehydrate(before.getState().rdc));
  // A list may hold the record by then; no record ever has the temporary key, so none is in doubt.
  expect(Object.keys(saved.doubts ?? {})).toEqual(['[Persistence.Note]']);
  creation.abort('the page was closed');
  await Promise.allSettled([creation, edit]);

  const after = createTestStore();
  const controller = new Controller(after);
  controller.hydrate(saved);
  expect(shown(after)).toEqual(['one']);
  // Twice, as Strict Mode runs an effect.
  const resumed = [controller.resume(saved), controller.resume(saved)];
  expect(shown(after)).toEqual(['one', 'zwei']);
  await Promise.all(resumed);

  expect(shown(after)).toEqual(['one', 'zwei']);
  expect(api.requests).toEqual(['GET /notes', 'POST /notes', 'POST /notes', 'PATCH /notes/2']);
  expect(after.getState().rdc.optimistic).toEqual([]);
});

it('reports a saved mutation whose endpoint is missing, and sends the others', async () => {
  await startNotes();
  const before = createTestStore();
  const lost = [api.hold('PATCH /notes/1'), api.hold('PATCH /notes/2')];
  const edits = [
    before.dispatch(change.fetch({ id: '1' }, { text: 'eins' })),
    before.dispatch(change.fetch({ id: '2' }, { text: 'zwei' })),
  ];
  await Promise.all(lost.map(({ arrived }) => arrived));
  const saved = throughStorage(dehydrate(before.getState().rdc));
  for (const edit of edits) edit.abort('the page was closed');
  await Promise.allSettled(edits);
  const [first, second] = saved.optimistic;
  const renamed = { ...saved, optimistic: [{ ...first, endpointName: 'Persistence.gone' }, second] };

  const after = createTestStore();
  await new Controller(after).resume(renamed as never);

  expect(after.complaints.splice(0)).toEqual([
    expect.stringMatching(/UnknownNameError.*no endpoint is named "Persistence.gone"/),
  ]);
  expect(api.requests.slice(2)).toEqual(['PATCH /notes/2']);
});

const formOf = (text: string) => {
  const form = new FormData();
  form.append('text', text);
  return form;
};

it.each<[string, object]>([
  ['FormData', formOf('zwei')],
  ['Blob', new Blob(['zwei'])],
  ['URLSearchParams', new URLSearchParams({ text: 'zwei' })],
])('reports a saved mutation whose body cannot be stored, and sends the others: %s', async (type, body) => {
  await startNotes();
  const before = createTestStore();
  const lost = [api.hold('PATCH /notes/1'), api.hold('PATCH /notes/2')];
  const edits = [
    before.dispatch(change.fetch({ id: '1' }, { text: 'eins' })),
    before.dispatch(change.fetch({ id: '2' }, body)),
  ];
  await Promise.all(lost.map(({ arrived }) => arrived));
  const saved = throughStorage(dehydrate(before.getState().rdc));
  for (const edit of edits) edit.abort('the page was closed');
  await Promise.allSettled(edits);

  const after = createTestStore();
  await new Controller(after).resume(saved);

  expect(after.complaints.splice(0)).toEqual([
    expect.stringContaining(`Persistence.change sent a ${type}, which no saved state holds`),
  ]);
  expect(api.requests.slice(2)).toEqual(['PATCH /notes/1']);
});

it('calls onError when a resumed mutation fails', async () => {
  await startNotes();
  const before = createTestStore();
  const lost = api.hold('PATCH /notes/1');
  const edit = before.dispatch(change.fetch({ id: '1' }, { text: 'eins' }));
  await lost.arrived;
  const saved = throughStorage(dehydrate(before.getState().rdc));
  edit.abort('the page was closed');
  await Promise.allSettled([edit]);

  const told: unknown[] = [];
  const client = createDataClient({
    onError: ({ status }, { endpoint }) => told.push([endpoint.name, status]),
  });
  const refused = api.hold('PATCH /notes/1');
  const resumed = new Controller(createTestStore({ client })).resume(saved);
  await refused.arrived;
  await refused.release(reply(422));
  await resumed;

  expect(told).toEqual([['Persistence.change', 422]]);
});

describe('an invalid saved state', () => {
  const nothing = { size: 0, next: 0, root: null };

  it.each([
    [null, 'it was given null'],
    [undefined, 'it was given undefined'],
    ['{}', 'JSON.parse'],
    [[], 'an array of 0'],
    [7, 'it was given 7'],
  ])('is rejected with a fix: %p', (given, told) => {
    const store = createTestStore();

    expect(() => new Controller(store).hydrate(given as never)).toThrow(told);
    expect(() => dehydrate(given as never)).toThrow('dehydrate(store.getState().rdc)');
    expect(store.log).toEqual([]);
  });

  it('is rejected if it is the state of the whole store', () => {
    expect(() => dehydrate(createTestStore().getState() as never)).toThrow('an object with rdc, counter');
  });

  it.each<object>([
    {},
    { entities: 1 },
    { entities: {}, deleted: {}, indexes: {}, endpoints: [] },
    { entities: { 'Persistence.Note': { rows: [] } }, deleted: {}, indexes: {}, endpoints: nothing },
    { todos: { byId: {} } },
  ])('changes nothing if another app saved it: %j', async given => {
    await startNotes();
    const store = createTestStore();
    await store.dispatch(NoteResource.getList.fetch());
    const before = store.getState().rdc;

    new Controller(store).hydrate(given as never);

    expect(store.getState().rdc).toBe(before);
    store.complaints.splice(0);
  });

  it.each<unknown>([null, 5, { queries: {}, mutations: {} }, { optimistic: 1 }])(
    'is not resumed, and resume() does not reject: %j',
    async given => {
      const store = createTestStore();

      await new Controller(store).resume(given as never);

      expect(store.log).toEqual([]);
      store.complaints.splice(0);
    },
  );

  it('is reported on the console once', async () => {
    await jest.isolateModulesAsync(async () => {
      const library: typeof import('rdc-toolkit') = await import('rdc-toolkit');
      const client = library.createDataClient({ managers: [library.hydrationManager()] });
      const { complaints } = createTestStore();
      const { middleware, reducer } = client;
      const store = configureStore({
        reducer: { rdc: reducer },
        middleware: getDefault => getDefault().concat(middleware),
      });
      const controller = new library.Controller(store);
      for (const saved of [{}, { entities: 1 }]) {
        controller.hydrate(saved as never);
        await controller.resume(saved as never);
        expect(store.getState().rdc).toBe(client.getInitialState());
      }
      expect(complaints.splice(0)).toEqual([expect.stringContaining('Remove it from your storage')]);
    });
  });
});

/** Waits until the clock has moved on. */
const later = () => new Promise(resolve => setTimeout(resolve, 5));

describe('a record that one store holds and the other has deleted', () => {
  const saved = (store: ReturnType<typeof createTestStore>) =>
    throughStorage(dehydrate(store.getState().rdc));

  it.each([
    ['this store has fetched it later', true],
    ['it was saved later', false],
  ])('stays, without a tombstone, if %s', async (_when, isHere) => {
    const [here, other] = [createTestStore(), createTestStore()];
    const [early, late] = isHere ? [other, here] : [here, other];
    const start = new Controller(early);
    start.set(Note, notes[0] as never);
    start.set(new Invalidate(Note), { id: '1' });
    await later();
    new Controller(late).set(Note, notes[0] as never);

    new Controller(here).hydrate(saved(other));

    expect(new Controller(here).get(Note, '1')).toMatchObject(notes[0] as object);
    expect(here.getState().rdc.deleted[Note.key]?.size ?? 0).toBe(0);
  });
});

describe('of two versions of a record', () => {
  class Account extends Entity {
    id = '';
    email = '';
    static key = 'Persistence.Account';
    static indexes = ['email'];
  }

  it.each([
    ['this store', true],
    ['the saved state', false],
  ])('the one in %s wins if it is later, and is found only by its own values', async (_which, isHere) => {
    const [here, other] = [createTestStore(), createTestStore()];
    const [early, late] = (isHere ? [other, here] : [here, other]).map(store => new Controller(store));
    early?.set([Account], [{ id: '1', email: 'old' }] as never);
    await later();
    const taken = isHere ? [] : [{ id: '2', email: 'old' }];
    late?.set([Account], [{ id: '1', email: 'new' }, ...taken] as never);

    new Controller(here).hydrate(throughStorage(dehydrate(other.getState().rdc)));

    const found = ['old', 'new'].map(email => new Controller(here).get(Account, { email } as never)?.id);
    expect(found).toEqual([isHere ? undefined : '2', '1']);
  });

  it('the later of two saved records with one value is found by it, in any order', async () => {
    const [here, other] = [createTestStore(), createTestStore()];
    const controller = new Controller(other);
    controller.set([Account], [
      { id: '2', email: 'b' },
      { id: '1', email: 'a' },
    ] as never);
    await later();
    controller.set(Account, { id: '2', email: 'a' } as never);

    new Controller(here).hydrate(throughStorage(dehydrate(other.getState().rdc)));

    expect(new Controller(here).get(Account, { email: 'a' } as never)?.id).toBe('2');
    expect(new Controller(here).get(Account, { email: 'b' } as never)).toBeUndefined();
  });

  it('the later record is found by a value that both have', async () => {
    const [here, other] = [createTestStore(), createTestStore()];
    new Controller(other).set(Account, { id: '1', email: 'a' } as never);
    await later();
    new Controller(here).set(Account, { id: '2', email: 'a' } as never);

    new Controller(here).hydrate(throughStorage(dehydrate(other.getState().rdc)));

    expect(new Controller(here).get(Account, { email: 'a' } as never)?.id).toBe('2');
    expect(new Controller(here).get(Account, '1')?.email).toBe('a');
  });
});

it('keeps data from before a soft error', async () => {
  await startNotes();
  const store = createTestStore();
  const getAll = NoteResource.getList.extend({
    name: 'Persistence.getAll',
    schema: { notes: [Note] },
    process: (rows: readonly object[]) => ({ notes: rows }),
  });
  await store.dispatch(getAll.fetch());
  // Without a status, as after a broken connection.
  store.dispatch(getAll.setError(new Error('down')));
  const state = throughStorage(dehydrate(store.getState().rdc));
  const restored = createTestStore();
  new Controller(restored).hydrate(state);

  const shown = (of: typeof store) => getAll.select()(of.getState());
  for (const of of [store, restored]) expect(shown(of).data).toEqual({ notes });
  const isFailed = (part: unknown) => JSON.stringify(part).includes('down');
  expect([store.getState().rdc.endpoints, state.endpoints].map(isFailed)).toEqual([true, false]);
});

it('resends an update that used the temporary key of its record', async () => {
  await startNotes();
  const before = createTestStore();
  await before.dispatch(NoteResource.getList.fetch());
  const created = api.hold('POST /notes');
  const creation = before.dispatch(create.fetch({ text: 'two' }));
  await created.arrived;
  const { id = '' } = NoteResource.getList.select()(before.getState()).data?.at(-1) ?? {};
  await created.release();
  await creation;
  const lost = api.hold('PATCH /notes/2');
  const edit = before.dispatch(change.fetch({ id }, { text: 'zwei' }));
  await lost.arrived;
  const saved = throughStorage(dehydrate(before.getState().rdc));
  edit.abort('the page was closed');
  await edit.catch(() => {});
  expect(Object.keys(saved.doubts?.[Note.key] ?? {})).toEqual(['2']);
  const after = createTestStore();
  const controller = new Controller(after);
  controller.hydrate(saved);
  const sent = api.requests.length;

  await controller.resume(saved);

  expect(api.requests.slice(sent)).toEqual(['PATCH /notes/2']);
  expect(controller.get(Note, '2')?.text).toBe('zwei');
});
