import { createListenerMiddleware, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { Collection, Endpoint, Entity, entityChanged } from 'rdc-toolkit';
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

it('notifies a listener of all that has changed since, where a subscriber dispatches in between', async () => {
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

it('compares the records of a state from elsewhere, whatever that says of its last action', async () => {
  const [store, other] = [createTestStore(), createTestStore()];
  await store.dispatch(getSongs.fetch('Ada'));
  await other.dispatch(getSongs.fetch('Bea'));
  other.dispatch(getTime.setResponse(5));

  const restored = [{ type: 'restored' }, other.getState(), store.getState()] as const;

  expect([Person, Song].map(entity => entityChanged(entity)(...restored))).toEqual([true, true]);
});

it('matches in a reducer the actions that bring records of a kind', async () => {
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
