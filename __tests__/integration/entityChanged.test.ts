import { createListenerMiddleware, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { actions, Collection, dehydrate, Endpoint, Entity, entityChanged } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';

class Person extends Entity {
  id = '';
  name = '';
  static key = 'EntityChanged.Person';
}

class Song extends Entity {
  id = '';
  by = Person.fromJS();
  static key = 'EntityChanged.Song';
  static schema = { by: Person };
}

const getSongs = new Endpoint(async (name: string) => [{ id: '1', by: { id: 'a', name } }], {
  name: 'EntityChanged.getSongs',
  schema: new Collection([Song], { argsKey: () => ({}) }),
});

const getTime = new Endpoint(async () => 5, { name: 'EntityChanged.getTime' });

it('notifies a listener when stored records of a kind have changed', async () => {
  const heard: string[] = [];
  const listener = createListenerMiddleware();
  for (const entity of [Person, Song]) {
    listener.startListening({ predicate: entityChanged(entity), effect: () => void heard.push(entity.key) });
  }
  const store = createTestStore({ first: [listener.middleware] });

  await store.dispatch(getSongs.fetch('Ada'));
  expect(heard.splice(0).sort()).toEqual([Person.key, Song.key]);
  await store.dispatch(getSongs.fetch('Ada'));
  expect(heard.splice(0)).toEqual([]);
  await store.dispatch(getSongs.fetch('Bea'));
  expect(heard.splice(0)).toEqual([Person.key]);
  await store.dispatch(getTime.fetch());
  expect(heard.splice(0)).toEqual([]);
  store.dispatch(store.client.actions.reset());
  expect(heard.splice(0).sort()).toEqual([Person.key, Song.key]);
});

it('notifies a listener even if a subscriber dispatches before it runs', async () => {
  const heard: string[] = [];
  const listener = createListenerMiddleware();
  listener.startListening({
    predicate: entityChanged(Person),
    effect: ({ type }) => void heard.push(type),
  });
  const store = createTestStore({ first: [listener.middleware] });
  await store.dispatch(getSongs.fetch('Ada'));
  heard.length = 0;
  const unsubscribe = store.subscribe(() => {
    unsubscribe();
    store.dispatch(getTime.setResponse(5));
  });

  store.dispatch(store.client.actions.set(Person, { value: { id: 'a', name: 'Bea' } }));

  expect(heard).toEqual(['rdc/set']);
});

it('compares the records of a restored state, whatever its last action', async () => {
  const [store, other] = [createTestStore(), createTestStore()];
  await store.dispatch(getSongs.fetch('Ada'));
  await other.dispatch(getSongs.fetch('Bea'));
  other.dispatch(getTime.setResponse(5));

  const restored = [{ type: 'restored' }, other.getState(), store.getState()] as const;

  expect([Person, Song].map(entity => entityChanged(entity)(...restored))).toEqual([true, true]);
});

it('matches actions that bring records of an entity in a reducer', async () => {
  const changes = createSlice({
    name: 'changes',
    initialState: 0,
    reducers: {},
    extraReducers: builder =>
      builder.addMatcher(isAnyOf(entityChanged(Person), entityChanged(Song)), count => count + 1),
  });
  const store = createTestStore();
  let count = changes.reducer(undefined, { type: 'start' });
  await store.dispatch(getSongs.fetch('Ada'));
  await store.dispatch(getTime.fetch());
  store.dispatch(store.client.actions.set(Person, { value: { id: 'b', name: 'Bea' } }));
  store.dispatch(getSongs.setError('Ada', new Error('no')));
  for (const action of store.log) count = changes.reducer(count, action);

  expect(count).toBe(2);
  const replayed = JSON.parse(JSON.stringify(store.log)) as typeof store.log;
  expect(replayed.reduce(changes.reducer, 0)).toBe(2);
});

it('matches actions that restore or remove records of an entity in a reducer', async () => {
  const { gc, hydrate, reset } = actions;
  const [store, other] = [createTestStore(), createTestStore()];
  await store.dispatch(getSongs.fetch('Ada'));
  await other.dispatch(getTime.fetch());
  const saved = (of: typeof store) => hydrate(dehydrate(of.getState().rdc));

  const matched = (action: unknown) => [Person, Song].map(entity => entityChanged(entity)(action));

  expect(matched(reset())).toEqual([true, true]);
  expect(matched(gc({ entities: { [Person.key]: ['a'] }, requests: [] }))).toEqual([true, false]);
  expect(matched(saved(store))).toEqual([true, true]);
  expect(matched(saved(other))).toEqual([false, false]);
  expect(matched({ type: 'other' })).toEqual([false, false]);
  for (const damaged of [undefined, null, 5, {}, { entities: null }])
    expect(matched({ ...saved(other), saved: damaged })).toEqual([false, false]);
});

it('matches no logged action in a reducer if its definitions are not loaded', () => {
  const meta = { fetchedAt: 0, date: 0, expiresAt: 0 };
  const foreign = [
    { type: 'rdc/set', schemaName: 'EntityChanged.NotLoaded', args: [], value: {}, meta },
    {
      type: 'rdc/setresponse',
      endpointName: 'EntityChanged.notLoaded',
      args: [],
      response: [],
      key: '',
      meta,
    },
  ];

  expect(foreign.map(action => entityChanged(Person)(action))).toEqual([false, false]);
});

it('handles a slice that was just added or removed', async () => {
  const store = createTestStore();
  await store.dispatch(getSongs.fetch('Ada'));
  const changed = (...states: [after: unknown, before: unknown]) =>
    entityChanged(Person)({ type: 'injected' }, ...states);

  const before = store.getState();
  expect(changed(before, {})).toBe(true);
  expect(changed({}, before)).toBe(false);
  expect(changed(before, before)).toBe(false);
});

it('compares states several actions apart, ignoring new timestamps', async () => {
  const store = createTestStore();
  await store.dispatch(getSongs.fetch('Ada'));
  const before = store.getState();
  await store.dispatch(getSongs.fetch('Ada'));
  await store.dispatch(getTime.fetch());
  const repeated = store.getState();
  store.dispatch(store.client.actions.set(Person, { value: { id: 'b', name: 'Bea' } }));
  await store.dispatch(getTime.fetch());
  const more = store.getState();
  const changed = (after: unknown, earlier: unknown) =>
    entityChanged(Person)({ type: 'jumped' }, after, earlier);

  expect(changed(repeated, before)).toBe(false);
  expect([changed(more, before), changed(before, more)]).toEqual([true, true]);
});
