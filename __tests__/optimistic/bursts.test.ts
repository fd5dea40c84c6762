import { All, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'bursts.Author';
}
class Post extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  static key = 'bursts.Post';
  static schema = { author: Author };
}

const allPosts = new All(Post);

let timesAsked = 0;

const { getList, get } = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint });
const rename = get.extend({
  method: 'PATCH',
  name: 'bursts.rename',
  body: {} as { title: string },
  getOptimisticResponse(snapshot, { id }, { title }) {
    timesAsked++;
    return { id: String(id), title: `${title} by ${snapshot.get(Post, { id })?.author.name}` };
  },
});

const POSTS = 20;
const rows = (name: string) =>
  Array.from({ length: POSTS }, (_, i) => ({ id: String(i), title: 'old', author: { id: 'a', name } }));

const getLate = new ApiEndpoint({ name: 'bursts.getLate', path: '/late', schema: [Post] });

function allIn({ client, getState }: ReturnType<typeof createTestStore>) {
  return client.selectors.selectQuery(allPosts)(getState()) ?? [];
}

async function openPosts(nameInResponses: () => string) {
  const api = await serve({
    'PATCH /posts/:id': ({ params, body }) => ({
      id: params.id,
      ...(body as object),
      author: { id: 'a', name: nameInResponses() },
    }),
  });
  const store = createTestStore();
  store.dispatch(getList.setResponse(rows('Ada')));
  const posts = () => getList.select()(store.getState()).data ?? [];
  store.subscribe(posts);
  timesAsked = 0;
  return { api, store, posts };
}

it('shows a whole response that changes thousands of records during a pending update', async () => {
  const { api, store } = await openPosts(() => 'Ada');
  const many = (title: string) => Array.from({ length: 2_000 }, (_, i) => ({ id: `${i}`, title }));
  store.dispatch(getLate.setResponse(many('old')));
  const held = api.hold('PATCH /posts/1');
  const pending = store.dispatch(rename.fetch({ id: '1' }, { title: 'mine' }));
  expect(allIn(store)[1]?.title).toBe('mine by Ada');

  store.dispatch(getLate.setResponse(many('new').filter(({ id }) => id !== '1')));

  expect(
    allIn(store)
      .filter(({ title }) => title !== 'new')
      .map(({ id }) => id),
  ).toEqual(['1']);
  await held.release();
  await pending;
});

it('computes updates of a burst once each, though all responses repeat a record they read', async () => {
  const { store, posts } = await openPosts(() => 'Ada');

  await Promise.all(rows('').map(({ id }) => store.dispatch(rename.fetch({ id }, { title: `new ${id}` }))));

  expect(posts().map(({ title }) => title)).toEqual(rows('').map(({ id }) => `new ${id}`));
  expect(timesAsked).toBeLessThan(3 * POSTS);
});

it('recomputes pending updates when a response changes a record that they read', async () => {
  const { api, store, posts } = await openPosts(() => 'Ada Lovelace');
  const held = api.hold('PATCH /posts/1');
  const first = store.dispatch(rename.fetch({ id: '0' }, { title: 'first' }));
  const second = store.dispatch(rename.fetch({ id: '1' }, { title: 'second' }));
  expect(posts()[1]?.title).toBe('second by Ada');

  await first;
  expect(posts()[1]?.title).toBe('second by Ada Lovelace');

  await held.release();
  await second;
  expect(posts().slice(0, 2)).toMatchObject([{ title: 'first' }, { title: 'second' }]);
});

it('shows records that arrive during pending updates in order, without recomputing updates', async () => {
  const { api, store, posts } = await openPosts(() => 'Ada');
  const held = api.hold('PATCH /posts/1');
  const pending = store.dispatch(rename.fetch({ id: '1' }, { title: 'second' }));
  posts();
  const asked = timesAsked;
  const late = Array.from({ length: 100 }, (_, i) => `late ${i}`).map(id => ({
    id,
    title: 'late',
    author: { id: 'a', name: 'Ada' },
  }));

  store.dispatch(getLate.setResponse(late));

  expect(allIn(store).map(({ id, title }) => [id, title])).toEqual([
    ['0', 'old'],
    ['1', 'second by Ada'],
    ...rows('')
      .map(({ id }) => [id, 'old'])
      .slice(2),
    ...late.map(({ id }) => [id, 'late']),
  ]);
  expect(timesAsked).toBe(asked);

  await held.release();
  await pending;
});

it('shows a record that an update adds after all that arrive in the meantime', async () => {
  const { api, store, posts } = await openPosts(() => 'Ada');
  const held = api.hold('PATCH /posts/mine');
  const pending = store.dispatch(rename.fetch({ id: 'mine' }, { title: 'mine' }));
  posts();
  const idsPastFirst = () =>
    allIn(store)
      .slice(POSTS)
      .map(({ id }) => id);
  expect(idsPastFirst()).toEqual(['mine']);

  store.dispatch(getLate.setResponse([{ id: 'late', title: 'late', author: { id: 'a', name: 'Ada' } }]));

  expect(idsPastFirst()).toEqual(['late', 'mine']);
  await held.release();
  await pending;
});
