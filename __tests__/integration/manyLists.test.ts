import { Collection, Controller, dehydrate, Entity, resource, type, Union, Values } from 'rdc-toolkit';
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

/** Several lists for each of many authors, and the list of all notes. */
const searches: readonly Search[] = [
  {},
  ...Array.from({ length: AUTHORS }, (_, author) => [
    { author },
    { author, state: 'open' },
    { author, state: 'done' },
    { author, orderBy: 'id' },
  ]).flat(),
  // A name that every object inherits.
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

it('adds a created record to the lists it matches, among dozens of others', async () => {
  const api = await serve({ 'POST /notes': ({ body }) => body });
  const store = withLists();

  await store.dispatch(getList.push.fetch({ id: 'a', author: 7, state: 'open' }));

  const matching = [{}, { author: 7 }, { author: 7, state: 'open' }, { author: 7, orderBy: 'id' }];
  expect(listsWith(store, 'a')).toEqual(matching);
  expect(api.requests).toEqual(['POST /notes']);
});

it('adds a created record to newer lists too, and drops a deleted one from all', async () => {
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

it('adds a created record to the lists of a restored state', async () => {
  await serve({ 'POST /notes': ({ body }) => body });
  const saved = JSON.stringify(dehydrate(withLists().getState().rdc));
  const store = createTestStore();
  new Controller(store).hydrate(JSON.parse(saved));

  await store.dispatch(getList.push.fetch({ id: 'a', author: 8, state: 'done' }));

  const matching = [{}, { author: 8 }, { author: 8, state: 'done' }, { author: 8, orderBy: 'id' }];
  expect(listsWith(store, 'a')).toEqual(matching);
});

it('adds a created record to a list from the same response', () => {
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

it('checks each list against a custom createCollectionFilter', () => {
  const store = createTestStore();
  const rule = () => (key: Readonly<Record<string, string>>) => key.author !== '3';
  const notes = new Collection([Note], { createCollectionFilter: rule });
  const list = getList.extend({ schema: notes, name: 'manyLists.ruled' });
  const holding = () => searches.filter(search => list.select(search)(store.getState()).data?.length === 1);
  for (const search of searches) store.dispatch(list.setResponse(search, []));

  store.dispatch(list.push.setResponse({ id: 'a', author: 7, state: 'open' }, { id: 'a' } as never));
  expect(holding()).toEqual(searches.filter(({ author }) => author !== 3));

  store.dispatch(list.setResponse({ author: 0 }, []));
  store.dispatch(list.move.setResponse({ id: 'a' }, { state: 'done' } as never, { id: 'a' } as never));
  expect(holding()).toEqual(searches.filter(({ author }) => author !== 3));
});

it('moves a record out of lists it no longer matches, even server-filled ones, and into others', async () => {
  await serve({ 'PATCH /notes/a': ({ body }) => ({ id: 'a', ...(body as object) }) });
  const store = withLists();
  const note = { id: 'a', author: 7, state: 'open' };
  const searched: Search = { author: 7, q: 'word' } as Search;
  // The server may put it anywhere: author 3 has it too, and only the server knows what a text search finds.
  const holding = [{}, { author: 3 }, { author: 7, state: 'open' }, { author: 7, orderBy: 'id' }, searched];
  for (const search of holding) store.dispatch(getList.setResponse(search, [note] as never));

  await store.dispatch(getList.move.fetch({ id: 'a' }, { author: 8, state: 'open' } as never));

  const all = [...searches, searched];
  const matching = [{}, { author: 8 }, { author: 8, state: 'open' }, { author: 8, orderBy: 'id' }];
  expect(listsWith(store, 'a', all)).toEqual(matching);

  store.dispatch(getList.setResponse({ q: 'word' } as Search, [note] as never));
  await store.dispatch(getList.move.fetch({ id: 'a' }, { author: 7, state: 'done' } as never));

  const unknown: Search = { q: 'word' } as Search;
  const after = [{}, { author: 7 }, { author: 7, state: 'done' }, { author: 7, orderBy: 'id' }, unknown];
  expect(listsWith(store, 'a', [...all, unknown])).toEqual(after);
});

it.each([
  ['a union', new Collection([new Union({ note: Note }, () => 'note')]), (notes: readonly object[]) => notes],
  ['maps', new Collection(new Values(Note)), (notes: readonly object[]) => ({ ...notes })],
] as const)('moves a record of %s among dozens of lists', (name, notes, contents) => {
  const list = getList.extend({ schema: notes as never, name: `manyLists.${name}` });
  const move = list.extend({ schema: notes.move, method: 'PATCH', path: '/notes/:id', name: `${name}.move` });
  const store = createTestStore();
  const note = { id: 'a', author: 7, state: 'open' };
  for (const search of searches) {
    const isHolding = search.author === 7 && search.state === 'open';
    store.dispatch(list.setResponse(search, contents(isHolding ? [note] : []) as never));
  }

  const moved = { ...note, author: 8 };
  store.dispatch(move.setResponse({ id: 'a' } as never, { author: 8 } as never, moved as never));

  const sizeOf = (search: Search) => Object.keys(list.select(search)(store.getState()).data ?? {}).length;
  const holding = [{}, { author: 8 }, { author: 8, state: 'open' }, { author: 8, orderBy: 'id' }];
  expect(searches.filter(search => sizeOf(search) === 1)).toEqual(holding);
});
