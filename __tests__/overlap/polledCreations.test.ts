import { Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'PolledCreations.Author';
}
class Book extends Entity {
  id = '';
  title = '';
  author: Author | undefined = undefined;
  static key = 'PolledCreations.Book';
  static schema = { author: Author };
}
const books = resource({ path: '/books/:id', schema: Book, Endpoint: ApiEndpoint, optimistic: true });

/** Creates a book while a poll brings one with the same title; returns the titles that are shown. */
async function shownBeside(author: object, polledAuthor: object) {
  const polled = { id: 'polled', title: 'new', author: polledAuthor };
  const api = await serve({ 'GET /books': () => [polled], 'POST /books': () => polled });
  const store = createTestStore();
  const held = api.hold('POST /books');
  const creating = store.dispatch(books.getList.push.fetch({ title: 'new', author } as never));
  await held.arrived;
  await store.dispatch(books.getList.fetch());
  const shown = books.getList.select()(store.getState()).data?.length;
  await held.release();
  await creating;
  return shown;
}

it.each<[count: number, what: string, sent: object, polled: object]>([
  [1, 'the same nested record', { id: 'ann', name: 'Ann' }, { id: 'ann', name: 'Ann' }],
  [
    1,
    'the same nested record, whose key was sent as a number',
    { id: 5, name: 'Ann' },
    { id: '5', name: 'Ann' },
  ],
  [1, 'a nested record that was new', { id: '', name: 'Ann' }, { id: 'ann', name: 'Ann' }],
  [2, 'another nested record', { id: 'ann', name: 'Ann' }, { id: 'bob', name: 'Bob' }],
])('shows %i if a poll brings a record with %s', async (count, _what, sent, polled) => {
  expect(await shownBeside(sent, polled)).toBe(count);
});

it('shows each of several records once when a poll brings them, though the app shows a new related one between them', async () => {
  const create = books.getList.push.extend({
    name: 'polledCreations.createWithAuthor',
    getOptimisticResponse: (_snapshot: unknown, rows: readonly object[]) =>
      rows.map((row, i) => (i === 0 ? { ...row, author: { name: 'new' } } : row)),
  } as never) as unknown as typeof books.getList.push;
  const rows: object[] = [];
  const api = await serve({
    'GET /books': () => [...rows],
    'POST /books'({ body }) {
      for (const row of body as { title: string }[]) rows.push({ id: row.title, ...row });
      return rows;
    },
  });
  const store = createTestStore();
  const shown = () =>
    books.getList
      .select()(store.getState())
      .data?.map(({ title }) => title);
  await store.dispatch(books.getList.fetch());
  const held = api.hold('POST /books');
  const creating = store.dispatch(create.fetch([{ title: 'a' }, { title: 'b' }] as never));
  expect(shown()).toEqual(['a', 'b']);
  await held.arrived;
  await store.dispatch(books.getList.fetch());

  expect(shown()).toEqual(['a', 'b']);
  await held.release();
  await creating;
});
