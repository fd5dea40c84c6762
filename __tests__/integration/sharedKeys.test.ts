import { Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Book extends Entity {
  id = '';
  title = '';
  static key = 'SharedKeys.Book';
}
const row = { id: '1', title: 'Emma' };
const { get, getList } = resource({ path: '/books/:id', schema: Book, Endpoint: ApiEndpoint });

/** Fetches the first endpoint, and the second one while that is in flight. */
async function fetchBoth(
  ...[first, second]: readonly [typeof get, { fetch: (params: { id: string }) => unknown }]
) {
  const api = await serve({ 'GET /books/:id': () => row });
  const store = createTestStore();
  const held = api.hold('GET /books/1');
  const both = [first, second].map(
    one => store.dispatch(one.fetch({ id: '1' }) as never) as unknown as Promise<unknown>,
  );
  await held.arrived;
  await held.release();
  return { api, data: await Promise.all(both), said: store.complaints.splice(0) };
}

it('sends two requests for two endpoints with one key that read the response differently', async () => {
  const counted = get.extend({
    name: 'SharedKeys.counted',
    schema: { book: Book, count: 0 },
    process: (book: object) => ({ book, count: 1 }),
  });

  const { api, data, said } = await fetchBoth(get, counted);

  expect(data).toEqual([row, { book: row, count: 1 }]);
  expect(api.requests).toEqual(['GET /books/1', 'GET /books/1']);
  expect(said).toEqual([
    expect.stringContaining(
      'SharedKeys.Book.get and SharedKeys.counted have the same key, GET /books/1, and make something else of its response',
    ),
  ]);
});

it.each([
  [
    'what differs only in how long it is fresh',
    get.extend({ name: 'SharedKeys.brief', dataExpiryLength: 5 }),
  ],
  [
    'what brings the same record',
    get.extend({ name: 'SharedKeys.same', process: (book: object) => book as never }),
  ],
])('shares one request with %s', async (_what, other) => {
  const { api, data, said } = await fetchBoth(get, other);

  expect(data).toEqual([row, row]);
  expect(api.requests).toEqual(['GET /books/1']);
  expect(said).toEqual([]);
});

it('warns once, also if one is fetched after the other', async () => {
  await serve({ 'GET /books': () => [row] });
  const store = createTestStore();
  const wrapped = getList.extend({ name: 'SharedKeys.wrapped', schema: [{ book: Book }], process: () => [] });

  for (const endpoint of [getList, wrapped, getList, wrapped])
    await store.dispatch(endpoint.fetch() as never);

  expect(store.complaints.splice(0)).toEqual([
    expect.stringContaining(
      'SharedKeys.Book.getList and SharedKeys.wrapped have the same key, GET /books, and make something else of its response',
    ),
  ]);
});
