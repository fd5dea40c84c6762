import { Collection, Controller, dehydrate, Entity, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Note extends Entity {
  id = '';
  author = 0;
  state = '';
  static key = 'manyLists.Note';
}

type Search = { author?: number | string; state?: string; orderBy?: string };

const { getList, delete: remove } = resource({
  path: '/notes/:id',
  schema: Note,
  searchParams: type<Search | undefined>(),
  Endpoint: ApiEndpoint,
});

const AUTHORS = 9;

/** Lists of many authors, in several forms for each, and the list of all notes. */
const searches: readonly Search[] = [
  {},
  ...Array.from({ length: AUTHORS }, (_, author) => [
    { author },
    { author, state: 'open' },
    { author, state: 'done' },
    { author, orderBy: 'id' },
  ]).flat(),
  // A name that every object has.
  { constructor: 'x' } as Search,
];

function withLists() {
  const store = createTestStore();
  for (const search of searches) store.dispatch(getList.setResponse(search, []));
  return store;
}
type Store = ReturnType<typeof withLists>;

/** The searches whose lists hold a note. */
function listsWith(store: Store, id: string, among = searches): readonly Search[] {
  return among.filter(search =>
    getList
      .select(search)(store.getState())
      .data?.some(note => note.id === id),
  );
}

it('puts a creation into the lists that it matches, among dozens of others', async () => {
  const api = await serve({ 'POST /notes': ({ body }) => body });
  const store = withLists();

  await store.dispatch(getList.push.fetch({ id: 'a', author: 7, state: 'open' }));

  const matching = [{}, { author: 7 }, { author: 7, state: 'open' }, { author: 7, orderBy: 'id' }];
  expect(listsWith(store, 'a')).toEqual(matching);
  expect(api.requests).toEqual(['POST /notes']);
});

it('knows lists that were stored after the first creation, and none that are gone', async () => {
  await serve({ 'POST /notes': ({ body }) => body, 'DELETE /notes/a': () => ({ id: 'a' }) });
  const store = withLists();
  await store.dispatch(getList.push.fetch({ id: 'a', author: 7, state: 'open' }));

  const later: Search = { author: '7', state: 'open', orderBy: 'date' };
  store.dispatch(getList.setResponse(later, []));
  await store.dispatch(getList.unshift.fetch({ id: 'b', author: 7, state: 'open' }));
  await store.dispatch(remove.fetch({ id: 'a' }));

  expect(listsWith(store, 'b', [later, { author: 7 }, { author: 6 }])).toEqual([later, { author: 7 }]);
  expect(listsWith(store, 'a')).toEqual([]);
});

it('finds the lists of a state that was saved', async () => {
  await serve({ 'POST /notes': ({ body }) => body });
  const saved = JSON.stringify(dehydrate(withLists().getState().rdc));
  const store = createTestStore();
  new Controller(store).hydrate(JSON.parse(saved));

  await store.dispatch(getList.push.fetch({ id: 'a', author: 8, state: 'done' }));

  const matching = [{}, { author: 8 }, { author: 8, state: 'done' }, { author: 8, orderBy: 'id' }];
  expect(listsWith(store, 'a')).toEqual(matching);
});

it('puts a creation into a list that the same response has brought', () => {
  const store = withLists();
  const notes = getList.schema;
  const getFirst = new ApiEndpoint({
    path: '/first',
    searchParams: type<Search>(),
    method: 'POST',
    schema: { stored: notes, created: notes.push },
  });
  const search: Search = { author: 7, state: 'new' };
  const note = (id: string) => ({ id, author: 7, state: 'new' });
  store.dispatch(getList.push.setResponse({}, note('a') as never));

  store.dispatch(getFirst.setResponse(search, { stored: [note('b')], created: note('c') } as never));

  expect(listsWith(store, 'c', [search, { author: 7 }, { author: 6 }])).toEqual([search, { author: 7 }]);
});

it('checks each list where the app has its own rule', () => {
  const store = createTestStore();
  const rule = () => (key: Readonly<Record<string, string>>) => key.author !== '3';
  const notes = new Collection([Note], { createCollectionFilter: rule });
  const list = getList.extend({ schema: notes, name: 'manyLists.ruled' });
  for (const search of searches) store.dispatch(list.setResponse(search, []));

  store.dispatch(list.push.setResponse({ id: 'a', author: 7, state: 'open' }, { id: 'a' } as never));

  const holding = searches.filter(search => list.select(search)(store.getState()).data?.length === 1);
  expect(holding).toEqual(searches.filter(({ author }) => author !== 3));
});
