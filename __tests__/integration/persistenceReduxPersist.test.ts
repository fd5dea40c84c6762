import { Entity, Invalidate, RestEndpoint, resource, type } from 'rdc-toolkit';
import { REHYDRATE } from 'redux-persist';
import { deferred } from '../../lib/plain/deferred';
import { complaints } from '../helpers/createTestStore';
import { createStorage, leave, type Place, replayed, visit } from '../helpers/persisting';
import { startApi, type TestApi } from '../helpers/startApi';

class Note extends Entity {
  id = '';
  text = '';
  tag = '';
  static key = 'ReduxPersist.Note';
}

let api: TestApi;
let notes: Map<string, { id: string; text: string; tag: string }>;

const NoteResource = resource({ path: '/notes/:id', schema: Note, optimistic: true }).extend(base => ({
  get: base.get.extend({ url: ({ id }: { id: string | number }) => `${api.url}/notes/${id}` }),
  getList: base.getList.extend({ url: () => `${api.url}/notes` }),
}));
const create = NoteResource.getList.push.extend({
  name: 'ReduxPersist.create',
  url: () => `${api.url}/notes`,
});
const change = NoteResource.partialUpdate.extend({
  name: 'ReduxPersist.change',
  url: ({ id }: { id: string | number }) => `${api.url}/notes/${id}`,
});
const touch = new RestEndpoint({
  name: 'ReduxPersist.touch',
  path: '/notes/:id',
  method: 'PATCH',
  schema: Note,
  body: type<{ text: string }>(),
  url: ({ id }: { id: string | number }) => `${api.url}/notes/${id}`,
});

beforeEach(async () => {
  notes = new Map([['1', { id: '1', text: 'one', tag: '' }]]);
  api = await startApi({
    'GET /notes': () => [...notes.values()],
    'GET /notes/:id': ({ params }) => notes.get(String(params.id)),
    'POST /notes': ({ body }) => {
      const note = { text: '', tag: '', ...(body as object), id: String(notes.size + 1) };
      notes.set(note.id, note);
      return note;
    },
    'PATCH /notes/:id': ({ params, body }) => {
      const note = { ...notes.get(String(params.id)), ...(body as object) } as {
        id: string;
        text: string;
        tag: string;
      };
      notes.set(note.id, note);
      return note;
    },
  });
});

type Visit = ReturnType<typeof visit>;

const shown = ({ store }: Visit) =>
  NoteResource.getList
    .select()(store.getState())
    .data?.map(({ text }) => text);

const isFetching = ({ store }: Visit) => NoteResource.getList.select()(store.getState()).isFetching;

const pending = ({ controller }: Visit) => {
  const { inflight, mutating, optimistic } = controller.getState();
  return { inflight: inflight.size, mutating, optimistic: optimistic.length };
};
const NOTHING_PENDING = { inflight: 0, mutating: 0, optimistic: 0 };

/** The storage left behind by a visit that fetched the list. */
async function firstVisit(place: Place) {
  const storage = createStorage();
  const first = visit(storage, place);
  const persistor = await first.restore();
  await first.store.dispatch(NoteResource.getList.fetch());
  await persistor.flush();
  return storage;
}

describe.each<Place>(['root', 'slice'])('redux-persist around the %s', place => {
  it('shows the saved data without a request', async () => {
    const next = visit(await firstVisit(place), place);
    await next.restore();

    expect(shown(next)).toEqual(['one']);
    expect(await next.store.dispatch(NoteResource.getList.fetchIfStale())).toHaveLength(1);
    expect(api.requests).toEqual(['GET /notes']);
  });

  it('lets a request in flight during the restore land and win', async () => {
    const storage = await firstVisit(place);
    notes.set('1', { id: '1', text: 'uno', tag: '' });
    const next = visit(storage, place);
    const held = api.hold('GET /notes');
    const fetched = next.store.dispatch(NoteResource.getList.fetch());
    await held.arrived;

    await next.restore();
    expect({ shown: shown(next), isFetching: isFetching(next) }).toEqual({
      shown: ['one'],
      isFetching: true,
    });
    await held.release();

    expect((await fetched).map(({ text }) => text)).toEqual(['uno']);
    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['uno'], ...NOTHING_PENDING });
    expect(api.requests).toEqual(['GET /notes', 'GET /notes']);
    expect(replayed(next.client, next.log, place).entities).toEqual(next.store.getState().rdc.entities);
  });

  it('lets the request sent later win, in whatever order they begin and land', async () => {
    const storage = await firstVisit(place);
    const next = visit(storage, place);
    const token = deferred<void>();
    const getRequestInit = () => token.promise.then(() => ({}));
    const gated = NoteResource.get.extend({ getRequestInit: getRequestInit as never });
    const lists = api.hold('GET /notes');
    const details = api.hold('GET /notes/:id');
    const detail = next.store.dispatch(gated.fetch({ id: '1' }));
    const list = next.store.dispatch(NoteResource.getList.fetch());
    await lists.arrived;
    token.resolve();
    await details.arrived;

    await next.restore();
    await details.release({ id: '1', text: 'later', tag: '' });
    await detail;
    await lists.release([{ id: '1', text: 'earlier', tag: '' }]);
    await list;

    expect(shown(next)).toEqual(['later']);
  });

  it('lands requests in flight if the saved state is empty', async () => {
    const storage = createStorage();
    const first = visit(storage, place);
    const persistor = await first.restore();
    first.store.dispatch({ type: 'counter/increment' });
    await persistor.flush();
    const next = visit(storage, place);
    const held = api.hold('GET /notes');
    const fetched = next.store.dispatch(NoteResource.getList.fetch());
    await held.arrived;

    await next.restore();
    await held.release();

    expect(await fetched).toHaveLength(1);
    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['one'], ...NOTHING_PENDING });
  });

  it('lands an optimistic mutation that was pending during the restore', async () => {
    const storage = await firstVisit(place);
    const next = visit(storage, place);
    const held = api.hold('PATCH /notes/1');
    const changed = next.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await held.arrived;

    await next.restore();
    expect(shown(next)).toEqual(['uno']);
    await held.release();

    expect((await changed).text).toBe('uno');
    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['uno'], ...NOTHING_PENDING });
  });

  it('keeps newer data that landed before the saved state was restored', async () => {
    const storage = await firstVisit(place);
    notes.set('1', { id: '1', text: 'uno', tag: '' });
    const next = visit(storage, place);
    await next.store.dispatch(NoteResource.getList.fetch());

    await next.restore();

    expect(shown(next)).toEqual(['uno']);
    expect(replayed(next.client, next.log, place).entities).toEqual(next.store.getState().rdc.entities);
  });

  it('keeps data that landed after it saved that state, with a request in flight throughout', async () => {
    const one = visit(createStorage(), place);
    await one.restore();
    notes.set('2', { id: '2', text: 'two', tag: '' });
    await one.store.dispatch(NoteResource.getList.fetch());
    const held = api.hold('GET /notes/:id');
    const fetched = one.store.dispatch(NoteResource.get.fetch({ id: '2' }));
    await held.arrived;
    const saved: { readonly rdc: object } = JSON.parse(JSON.stringify(one.store.getState()));
    notes.set('1', { id: '1', text: 'uno', tag: '' });
    await one.store.dispatch(NoteResource.getList.fetch());

    one.store.dispatch({ type: REHYDRATE, key: 'app', payload: place === 'root' ? saved : saved.rdc });
    await held.release();

    expect((await fetched).text).toBe('two');
    expect({ shown: shown(one), ...pending(one) }).toEqual({ shown: ['uno', 'two'], ...NOTHING_PENDING });
  });

  it('lets fetched data win over data saved by a clock that is ahead', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    const storage = await firstVisit(place);
    clock.mockRestore();
    notes.set('1', { id: '1', text: 'uno', tag: '' });
    const next = visit(storage, place);
    await next.restore();

    await next.store.dispatch(NoteResource.getList.fetch());

    expect(shown(next)).toEqual(['uno']);
  });

  it('drops mutations that were in flight, and resends them on resume', async () => {
    const storage = createStorage();
    const first = visit(storage, place);
    const persistor = await first.restore();
    await first.store.dispatch(NoteResource.getList.fetch());
    const lost = [api.hold('POST /notes'), api.hold('PATCH /notes/1')];
    first.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    first.store.dispatch(create.fetch({ text: 'two' }));
    await Promise.all(lost.map(({ arrived }) => arrived));
    notes = new Map([['1', { id: '1', text: 'one', tag: '' }]]);
    expect(shown(first)).toEqual(['uno', 'two']);
    await persistor.flush();

    const next = visit(storage, place);
    await next.restore();
    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['one'], ...NOTHING_PENDING });
    const dropped = next.log.filter(({ type }) => type === 'rdc/setresponse');
    expect(dropped.map(({ args }) => args)).toEqual([[{ id: '1' }, { text: 'uno' }], [{ text: 'two' }]]);
    const resumed = next.controller.resume();
    expect(shown(next)).toEqual(['uno', 'two']);
    await resumed;

    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['uno', 'two'], ...NOTHING_PENDING });
    expect(api.requests.slice(3)).toEqual(['PATCH /notes/1', 'POST /notes']);
    await next.controller.resume();
    expect(api.requests).toHaveLength(5);
  });

  it('drops reads and mutations without an optimistic update', async () => {
    const storage = createStorage();
    const first = visit(storage, place);
    const persistor = await first.restore();
    const lost = [api.hold('GET /notes'), api.hold('PATCH /notes/1')];
    first.store.dispatch(NoteResource.getList.fetch());
    first.store.dispatch(touch.fetch({ id: '1' }, { text: 'uno' }));
    await Promise.all(lost.map(({ arrived }) => arrived));
    await persistor.flush();

    const next = visit(storage, place);
    await next.restore();

    expect(pending(next)).toEqual(NOTHING_PENDING);
    await next.controller.resume();
    // Reported once.
    for (const said of complaints.splice(0)) expect(said).toContain('does not send ReduxPersist.touch again');
    await next.store.dispatch(NoteResource.getList.fetch());
    expect(shown(next)).toEqual(['uno']);
    expect(api.requests).toHaveLength(3);
  });

  it('keeps pending mutations across two visits', async () => {
    const storage = createStorage();
    const first = visit(storage, place);
    const persistor = await first.restore();
    await first.store.dispatch(NoteResource.getList.fetch());
    const lost = api.hold('PATCH /notes/1');
    first.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await lost.arrived;
    notes.set('1', { id: '1', text: 'one', tag: '' });
    await persistor.flush();

    const second = visit(storage, place);
    const again = await second.restore();
    const lostAgain = api.hold('PATCH /notes/1');
    void second.controller.resume();
    await lostAgain.arrived;
    notes.set('1', { id: '1', text: 'one', tag: '' });
    await again.flush();

    const third = visit(storage, place);
    await third.restore();
    expect({ shown: shown(third), ...pending(third) }).toEqual({ shown: ['one'], ...NOTHING_PENDING });
    await third.controller.resume();
    expect({ shown: shown(third), ...pending(third) }).toEqual({ shown: ['uno'], ...NOTHING_PENDING });
    expect(notes.get('1')?.text).toBe('uno');
  });

  it('continues the counters of earlier visits', async () => {
    const storage = await firstVisit(place);
    for (const text of ['uno', 'eins']) {
      const next = visit(storage, place);
      const persistor = await next.restore();
      await next.store.dispatch(change.fetch({ id: '1' }, { text }));
      expect(shown(next)).toEqual([text]);
      next.controller.set(new Invalidate(Note), { id: '2' }, '2');
      await persistor.flush();
    }

    const last = visit(storage, place);
    await last.restore();
    expect(shown(last)).toEqual(['eins']);
    await last.store.dispatch(create.fetch({ text: 'two' }));
    expect(shown(last)).toEqual(['eins', 'two']);
  });

  it('ends the session when the root reducer starts over: nothing in flight lands', async () => {
    const app = visit(await firstVisit(place), place);
    await app.restore();
    const held = [api.hold('GET /notes'), api.hold('PATCH /notes/1')];
    const fetched = app.store.dispatch(NoteResource.getList.fetch());
    const changed = app.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    const ended = Promise.allSettled([fetched, changed]);
    await Promise.all(held.map(({ arrived }) => arrived));

    app.store.dispatch(leave());

    expect({ shown: shown(app), ...pending(app) }).toEqual({ shown: undefined, ...NOTHING_PENDING });
    await Promise.all(held.map(({ release }) => release()));
    expect((await ended).map(one => one.status === 'rejected' && one.reason.name)).toEqual([
      'ResetError',
      'ResetError',
    ]);
    expect(shown(app)).toBeUndefined();
    await app.store.dispatch(NoteResource.getList.fetch());
    expect(shown(app)).toEqual(['uno']);
  });

  it('hydrates after a reset too, and fetched data wins', async () => {
    const next = visit(await firstVisit(place), place);
    next.controller.resetEntireStore();

    await next.restore();

    expect(shown(next)).toEqual(['one']);
    notes.set('1', { id: '1', text: 'uno', tag: '' });
    await next.store.dispatch(NoteResource.getList.fetch());
    expect(shown(next)).toEqual(['uno']);
  });

  it('resends nothing from an ended session', async () => {
    const storage = createStorage();
    const first = visit(storage, place);
    const persistor = await first.restore();
    await first.store.dispatch(NoteResource.getList.fetch());
    const lost = api.hold('PATCH /notes/1');
    first.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await lost.arrived;
    await persistor.flush();
    const [byRoot, byReset] = [visit(storage, place), visit(storage, place)];
    await Promise.all([byRoot.restore(), byReset.restore()]);

    byRoot.store.dispatch(leave());
    byReset.controller.resetEntireStore();
    await Promise.all([byRoot.controller.resume(), byReset.controller.resume()]);

    expect(api.requests).toHaveLength(2);
  });

  it('sends a new request for a subscriber that fetches when the root reducer resets', async () => {
    const app = visit(await firstVisit(place), place);
    await app.restore();
    const held = api.hold('GET /notes');
    const before = app.store.dispatch(NoteResource.getList.fetch());
    await held.arrived;
    let after: Promise<unknown> | undefined;
    const stop = app.store.subscribe(() => {
      after ??= app.store.dispatch(NoteResource.getList.fetch());
    });

    app.store.dispatch(leave());
    stop();

    await expect(before).rejects.toMatchObject({ name: 'ResetError' });
    await expect(after).resolves.toHaveLength(1);
    expect({ shown: shown(app), ...pending(app) }).toEqual({ shown: ['one'], ...NOTHING_PENDING });
  });
});

/** The slice as it was before events were numbered. */
function withoutNumbers(slice: object): object {
  const { doubts, effects, overlaps, order, session, mutations, mutating, links, ...old } = slice as Record<
    string,
    unknown
  >;
  const text = JSON.stringify(old).replaceAll(/,"(left|landed)":\d+/g, '');
  return JSON.parse(text);
}

describe.each<Place>(['root', 'slice'])('a state saved by an earlier version, around the %s', place => {
  const rewrite = (items: Map<string, string>, change: (slice: object) => object) => {
    const kept = JSON.parse(items.get('persist:app') ?? '{}');
    const fields = Object.entries(kept).map(([name, text]) => [name, JSON.parse(String(text))]);
    const state = Object.fromEntries(fields);
    const { _persist } = state;
    const changed = place === 'root' ? { ...state, rdc: change(state.rdc) } : { ...change(state), _persist };
    const texts = Object.entries(changed).map(([name, value]) => [name, JSON.stringify(value)]);
    items.set('persist:app', JSON.stringify(Object.fromEntries(texts)));
  };

  it('loads and takes writes', async () => {
    const storage = await firstVisit(place);
    rewrite(storage.items, withoutNumbers);

    const next = visit(storage, place);
    await next.restore();
    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['one'], ...NOTHING_PENDING });
    await next.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await next.store.dispatch(create.fetch({ text: 'two' }));

    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['uno', 'two'], ...NOTHING_PENDING });
    expect(JSON.parse(JSON.stringify(next.store.getState()))).toEqual(next.store.getState());
  });

  it('is dropped with a warning if its shape is unknown', async () => {
    const storage = await firstVisit(place);
    rewrite(storage.items, () => ({ entities: [1], endpoints: 'none', whatever: true }));

    const next = visit(storage, place);
    await next.restore();

    expect(shown(next)).toBeUndefined();
    await next.store.dispatch(NoteResource.getList.fetch());
    expect(shown(next)).toEqual(['one']);
    expect(complaints.splice(0).filter(text => !text.includes('This version cannot read'))).toEqual([]);
  });

  it('keeps its pending mutations for resume()', async () => {
    const storage = createStorage();
    const first = visit(storage, place);
    const persistor = await first.restore();
    await first.store.dispatch(NoteResource.getList.fetch());
    const lost = api.hold('PATCH /notes/1');
    first.store.dispatch(change.fetch({ id: '1' }, { text: 'uno' }));
    await lost.arrived;
    notes.set('1', { id: '1', text: 'one', tag: '' });
    await persistor.flush();
    rewrite(storage.items, withoutNumbers);

    const next = visit(storage, place);
    await next.restore();
    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['one'], ...NOTHING_PENDING });
    await next.controller.resume();

    expect({ shown: shown(next), ...pending(next) }).toEqual({ shown: ['uno'], ...NOTHING_PENDING });
  });
});
