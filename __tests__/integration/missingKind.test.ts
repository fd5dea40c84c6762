import { configureStore } from '@reduxjs/toolkit';
import {
  Collection,
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  Entity,
  Union,
  Values,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { until } from '../helpers/until';

class Person extends Entity {
  id = '';
  name = '';
  static key = 'missingKind.Person';
}

class Post extends Entity {
  id = '';
  author = new Person();
  readers: readonly Person[] = [];
  static key = 'missingKind.Post';
  static schema = { author: Person, readers: [Person] };
}

const ada = { id: '7', name: 'Ada' };
const post = { id: '1', author: ada, readers: [ada] };
const feed = new ApiEndpoint({ path: '/feed', name: 'missingKind.feed' });
const either = new Union({ person: Person, post: Post }, () => 'person');

/** A state without the records of one entity, such as one that an app chose not to save. */
function withoutPersons<State extends { readonly entities: object }>(saved: State): State {
  const { [Person.key]: _persons, ...entities } = saved.entities as Readonly<Record<string, unknown>>;
  return JSON.parse(JSON.stringify({ ...saved, entities }));
}

/** A store with a saved slice as its preloaded state. */
function restart(rdc: DataState) {
  const client = createDataClient();
  return configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
    preloadedState: { rdc },
  });
}

it.each<[string, unknown, unknown]>([
  ['a list', [Person], [ada]],
  ['a collection', new Collection([Person]), [ada]],
  ['a map', new Values(Person), { a: ada }],
  ['a list of a union', [either], [ada]],
  ['a list in an object', { persons: [Person] }, { persons: [ada], total: 1 }],
  ['a record in an object', { person: Person }, { person: ada }],
  ['a field of a record', Post, post],
  ['fields of the records in a list', [Post], [post]],
])(
  'refetches responses that refer to an entity missing from a saved state: %s',
  async (_what, schema, response) => {
    const api = await serve({ 'GET /feed': () => response });
    const getFeed = feed.extend({ schema: schema as [typeof Person] });
    const first = createTestStore();
    await first.dispatch(getFeed.fetch());
    const { rdc } = first.getState();
    const store = createTestStore({ isReplayed: false });
    new Controller(store).hydrate(withoutPersons(dehydrate(rdc)));
    const restarted = restart(withoutPersons(rdc));

    for (const restored of [store, restarted]) {
      const read = () => getFeed.select()(restored.getState());
      expect(restored.getState().rdc.endpoints.size).toBe(1);
      expect([read().data, read().expiryStatus]).toEqual([undefined, 'invalid']);
      await restored.dispatch(getFeed.fetchIfStale());
      expect(read()).toMatchObject({ data: response, expiryStatus: 'valid' });
    }

    expect(api.requests).toHaveLength(3);
    const said = store.complaints.splice(0);
    expect(said.filter(text => !text.includes(`refers to records of ${Person.key}`))).toEqual([]);
  },
);

it('reports once which records a saved state lacks', async () => {
  await serve({ 'GET /feed': () => [ada] });
  class Lost extends Person {
    static override key = 'missingKind.Lost';
  }
  const getFeed = feed.extend({ schema: [Lost] });
  const first = createTestStore();
  await first.dispatch(getFeed.fetch());
  const saved = dehydrate(first.getState().rdc);
  const store = createTestStore({ isReplayed: false });
  new Controller(store).hydrate({ ...saved, entities: {} });
  for (let times = 0; times < 2; times++) getFeed.select()(store.getState());

  expect(store.complaints.splice(0)).toEqual([
    expect.stringContaining('refers to records of missingKind.Lost, and there are none at all'),
  ]);
});

it('accepts keys that came without records, even after a restore', async () => {
  const api = await serve({ 'GET /feed': () => ({ posts: [{ ...post, author: '7', readers: ['7'] }] }) });
  const getFeed = feed.extend({ schema: { posts: [Post] } });
  const store = createTestStore();
  await store.dispatch(getFeed.fetch());
  const saved = JSON.parse(JSON.stringify(dehydrate(store.getState().rdc)));
  const restored = createTestStore();
  new Controller(restored).hydrate(saved);

  for (const { getState, dispatch } of [store, restored]) {
    const { data, expiryStatus } = getFeed.select()(getState());
    expect(data).toMatchObject({ posts: [{ id: '1', author: { id: '7', name: '' }, readers: [] }] });
    expect(expiryStatus).toBe('valid');
    await dispatch(getFeed.fetchIfStale());
  }
  expect(api.requests).toHaveLength(1);
  await until(() => store.complaints.length > 0);
  expect(store.complaints.splice(0)).toEqual([expect.stringContaining('only its key has come')]);
});
