import {
  All,
  actions,
  Collection,
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  Entity,
  gcManager,
  hydrationManager,
  Invalidate,
  networkManager,
  Union,
} from 'rdc-toolkit';
import { orderedCells, tableToRecord } from '../../lib/tables/iterate';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Person extends Entity {
  id = '';
  name = '';
  static key = 'refs.Person';
}
class Song extends Entity {
  id = '';
  kind = 'song' as const;
  title = '';
  singer = Person.fromJS();
  static key = 'refs.Song';
  static schema = { singer: Person };
}
class Talk extends Entity {
  id = '';
  kind = 'talk' as const;
  speaker = Person.fromJS();
  static key = 'refs.Talk';
  static schema = { speaker: Person };
}
class Programme extends Entity {
  id = '';
  items: readonly (Song | Talk)[] = [];
  static key = 'refs.Programme';
  static schema = { items: [new Union({ song: Song, talk: Talk }, 'kind')] };
}

const fleeting = { dataExpiryLength: 0 };
const lasting = { dataExpiryLength: 60_000 };
const setOld = (store: TestStore, schema: never, value: object) =>
  store.dispatch(actions.set(schema, { value, dataExpiryLength: 0, date: Date.now() - 1_000 }));

const getSong = new ApiEndpoint({ path: '/songs/:id', schema: Song, name: 'refs.getSong', ...lasting });
const getProgramme = new ApiEndpoint({
  path: '/programmes/:id',
  schema: Programme,
  name: 'refs.getProgramme',
  ...lasting,
});
const getSongs = new ApiEndpoint({
  path: '/songs',
  schema: new Collection([Song]),
  name: 'refs.getSongs',
  ...fleeting,
});
const removePerson = new ApiEndpoint({
  path: '/people/:id',
  method: 'DELETE',
  schema: new Invalidate(Person),
  process: (_, params) => params,
  name: 'refs.removePerson',
});

const stores: TestStore[] = [];
function storeThatCollects(options: { readonly isReplayed?: boolean } = {}) {
  const managers = [networkManager(), gcManager({ keepUnusedMs: 0, intervalMs: 10 }), hydrationManager()];
  const store = createTestStore({ client: createDataClient({ managers }), ...options });
  stores.push(store);
  return store;
}
afterEach(() => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
});

async function sweeps() {
  // In small steps, since all due timers fire at once after a pause.
  for (let i = 0; i < 16; i++) await new Promise(resolve => setTimeout(resolve, 5));
}

async function untilGone(store: TestStore, kind: string, pk: string) {
  while (kept(store)[kind]?.includes(pk) === true) await new Promise(resolve => setTimeout(resolve, 5));
}

function kept(store: TestStore): Record<string, readonly string[]> {
  const { entities } = store.getState().rdc;
  const kinds = Object.entries(entities).filter(([, { size }]) => size > 0);
  return Object.fromEntries(kinds.map(([kind, table]) => [kind, Object.keys(tableToRecord(table)).sort()]));
}

it('finds references in the state, even if several entities use the same keys', async () => {
  await serve({
    'GET /songs/:id': ({ params }) => ({
      ...params,
      kind: 'song',
      title: '3',
      singer: { id: '2', name: '3' },
    }),
  });
  const store = storeThatCollects();
  await store.dispatch(getSong.fetch({ id: '1' }));
  for (const id of ['1', '2', '3']) {
    setOld(store, Person as never, { id, name: 'x' });
    setOld(store, Talk as never, { id, kind: 'talk', speaker: '3' });
  }
  await sweeps();

  // A key in a result may belong to any entity; a song's title refers to nothing.
  expect(kept(store)).toEqual({ 'refs.Song': ['1'], 'refs.Person': ['1', '2', '3'], 'refs.Talk': ['1'] });
});

it('keeps all records of an entity for a subscription that shows them all', async () => {
  await serve({ 'GET /people': () => [{ id: 'ada', name: 'Ada' }] });
  const store = storeThatCollects();
  const getPeople = new ApiEndpoint({
    path: '/people',
    schema: new All(Person),
    name: 'refs.getPeople',
    pollFrequency: 60_000,
    dataExpiryLength: 10,
  });
  store.dispatch(getPeople.subscribe());
  await store.dispatch(getPeople.fetch());
  await sweeps();

  expect(kept(store)[Person.key]).toEqual(['ada']);
  store.dispatch(getPeople.unsubscribe());
});

it('keeps what records of a union refer to', async () => {
  const items = [
    { kind: 'song', id: 's', singer: { id: 'a' } },
    { kind: 'talk', id: 't', speaker: { id: 'b' } },
  ];
  await serve({ 'GET /programmes/:id': ({ params }) => ({ ...params, items }) });
  const store = storeThatCollects();
  await store.dispatch(getProgramme.fetch({ id: 'p' }));
  for (const id of ['a', 'b', 'c']) setOld(store, Person as never, { id, name: 'x' });
  await sweeps();

  expect(kept(store)).toEqual({
    'refs.Programme': ['p'],
    'refs.Song': ['s'],
    'refs.Talk': ['t'],
    'refs.Person': ['a', 'b'],
  });
});

it('keeps the records of a stored list, even if nothing else refers to them', async () => {
  await serve({ 'GET /songs': () => [{ id: 's', kind: 'song', title: 'one', singer: { id: 'a' } }] });
  const store = storeThatCollects();
  await store.dispatch(getSongs.extend({ name: 'refs.getLastingSongs', ...lasting }).fetch());
  for (const id of ['s', 't']) setOld(store, Song as never, { id, kind: 'song', title: 'two', singer: id });

  await untilGone(store, 'refs.Song', 't');

  expect(kept(store)).toMatchObject({ 'refs.Song': ['s'] });
});

it('keeps what records refer to by a field that another class of their entity adds', async () => {
  class Tune extends Entity {
    id = '';
    singer = Person.fromJS();
    static key = 'refs.Tune';
    static schema: Record<string, typeof Entity> = { singer: Person };
  }
  class Duet extends Tune {
    second: Person | undefined = undefined;
    static override schema = { singer: Person, second: Person };
  }
  class Interlude extends Duet {
    talk: Talk | undefined = undefined;
    static override schema = { singer: Person, second: Person, talk: Talk };
  }
  // A log names only the entity key, so its links are those of the last class.
  const store = storeThatCollects({ isReplayed: false });
  const set = (schema: never, value: object) =>
    store.dispatch(actions.set(schema, { value, dataExpiryLength: 60_000 }));
  set(Tune as never, { id: '1', singer: 'a' });
  set(Duet as never, { id: '2', singer: 'b', second: 'c' });
  set(Interlude as never, { id: '3', singer: 'd', talk: 'e' });
  for (const id of ['a', 'b', 'c', 'd', 'x']) setOld(store, Person as never, { id, name: id });
  setOld(store, Talk as never, { id: 'e', kind: 'talk', speaker: 'a' });

  await untilGone(store, 'refs.Person', 'x');

  expect(kept(store)).toEqual({
    'refs.Tune': ['1', '2', '3'],
    'refs.Person': ['a', 'b', 'c', 'd'],
    'refs.Talk': ['e'],
  });
});

it('keeps what any string in a record refers to if its class overrides normalize()', async () => {
  class Setlist extends Entity {
    id = '';
    opener = '';
    static key = 'refs.Setlist';
    static override normalize(...given: Parameters<typeof Entity.normalize>) {
      return super.normalize(...given);
    }
  }
  const store = storeThatCollects();
  const value = { id: '1', opener: 'a' };
  store.dispatch(actions.set(Setlist as never, { value, dataExpiryLength: 60_000 } as never));
  for (const id of ['a', 'x']) setOld(store, Person as never, { id, name: id });

  await untilGone(store, 'refs.Person', 'x');

  expect(kept(store)).toEqual({ 'refs.Setlist': ['1'], 'refs.Person': ['a'] });
});

it("keeps what any string in a list refers to if its elements have an app's own schema", async () => {
  await serve({ 'GET /names': () => ['a'] });
  const asIs = (value: unknown) => value;
  const own = { normalize: asIs, denormalize: asIs, queryKey: () => undefined };
  const getNames = new ApiEndpoint({
    path: '/names',
    schema: new Collection([own as never]),
    name: 'refs.getNames',
    ...lasting,
  });
  const store = storeThatCollects();
  await store.dispatch(getNames.fetch());
  for (const id of ['a', 'x']) setOld(store, Person as never, { id, name: id });

  await untilGone(store, 'refs.Person', 'x');

  expect(kept(store)).toMatchObject({ 'refs.Person': ['a'] });
});

it('still collects after a module runs twice and two classes share a key', async () => {
  await serve({ 'GET /songs': () => [{ id: '1', kind: 'song', singer: { id: 'a' } }] });
  const { Song: Again } = {
    Song: class extends Entity {
      id = '';
      singer = Person.fromJS();
      static key = 'refs.Song';
      static schema = { singer: Person };
    },
  };
  const getAgain = getSongs.extend({ name: 'refs.getSongs', schema: new Collection([Again]) });
  const store = storeThatCollects();

  await store.dispatch(getSongs.fetch());
  await store.dispatch(getAgain.fetch());
  await sweeps();

  expect(kept(store)).toEqual({});
});

it('collects in a log without its definitions, but nothing that stored data refers to', async () => {
  const later = { fetchedAt: 1, date: 1, expiresAt: 8_640_000_000_000_000 };
  // A restored state with entities of unknown classes, and no links that say what refers to what.
  const store = storeThatCollects();
  const cell = (key: string, value: object, expiresAt: number) => ({
    key,
    value,
    meta: { ...later, expiresAt },
    order: 0,
  });
  const table = (...cells: { key: string }[]) => ({ size: cells.length, next: cells.length, root: cells });
  const saved = {
    entities: {
      Unheard: table(cell('u', { id: 'u', of: ['v', { deep: 'w' }] }, later.expiresAt)),
      Of: table(cell('v', { id: 'v' }, Date.now() + 20), cell('x', { id: 'x' }, Date.now() + 20)),
      Deep: table(cell('w', { id: 'w' }, Date.now() + 20)),
    },
    deleted: {},
    indexes: {},
    endpoints: { size: 0, next: 0, root: null },
  };
  store.dispatch(actions.hydrate(saved as never));
  await sweeps();

  expect(kept(store)).toEqual({ Unheard: ['u'], Of: ['v'], Deep: ['w'] });
});

it('saves references with the state', async () => {
  await serve({
    'GET /songs/:id': ({ params }) => ({ ...params, kind: 'song', title: 'z', singer: { id: 'a' } }),
  });
  const recorder = createTestStore();
  await recorder.dispatch(getSong.fetch({ id: '1' }));
  recorder.dispatch(actions.set(Person, { value: { id: 'z', name: 'no reference' }, dataExpiryLength: 30 }));
  const saved = JSON.parse(JSON.stringify(dehydrate(recorder.getState().rdc)));

  const store = storeThatCollects();
  new Controller(store).hydrate(saved);
  await sweeps();

  expect(kept(store)).toEqual({ 'refs.Song': ['1'], 'refs.Person': ['a'] });
  expect(store.getState().rdc.links).toEqual((recorder.getState().rdc as DataState).links);
});

it('keeps a tombstone as long as a stored record or response refers to it', async () => {
  await serve({
    'GET /songs/:id': ({ params }) => ({ ...params, kind: 'song', singer: { id: params.id } }),
    'DELETE /people/:id': () => null,
  });
  const store = storeThatCollects();
  await store.dispatch(getSong.fetch({ id: '1' }));
  await store.dispatch(removePerson.fetch({ id: '1' }));
  await store.dispatch(removePerson.fetch({ id: '2' }));
  await sweeps();
  const remembered = () => orderedCells(store.getState().rdc.deleted['refs.Person']).map(([pk]) => pk);
  expect(remembered()).toEqual(['1', '2']);

  // This makes the responses to the deletions stale.
  new Controller(store).expireAll(removePerson);
  await sweeps();
  expect(remembered()).toEqual(['1']);
});

it('keeps what an optimistic update makes a record refer to', async () => {
  const api = await serve({
    'GET /songs/:id': ({ params }) => ({ ...params, kind: 'song', singer: { id: 'a' } }),
    'PATCH /songs/:id': ({ params }) => ({ ...params, kind: 'song', singer: { id: 'b' } }),
  });
  const change = getSong.extend({
    method: 'PATCH',
    body: {} as object,
    name: 'refs.change',
    getOptimisticResponse: (_: unknown, { id }: { id: string }) => ({ id, singer: 'b' }),
  });
  const store = storeThatCollects();
  await store.dispatch(getSong.fetch({ id: '1' }));
  const held = api.hold('PATCH /songs/1');
  const request = store.dispatch(change.fetch({ id: '1' }, {}));
  for (const id of ['b', 'c']) setOld(store, Person as never, { id, name: 'x' });
  await sweeps();

  expect(kept(store)['refs.Person']).toEqual(['a', 'b']);
  await held.release();
  await request;
});
