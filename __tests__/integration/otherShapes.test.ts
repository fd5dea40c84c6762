import { Collection, Controller, dehydrate, Entity, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Post extends Entity {
  id = '';
  title = '';
  static key = 'shapes.Post';
}

const post = { id: '1', title: 'One' };
const isPost = (value: unknown) => value instanceof Post && value.title === 'One';
const arePosts = (value: unknown) => Array.isArray(value) && value.length === 1 && value.every(isPost);
const at = (name: string, value: unknown) => (value as Record<string, unknown>)[name];

/** Shapes of a response: its schema, what the server sends, and what a component relies on. */
const shapes: Record<string, readonly [schema: unknown, body: unknown, fits: (data: unknown) => boolean]> = {
  record: [Post, post, isPost],
  list: [[Post], [post], arePosts],
  collection: [new Collection([Post]), [post], arePosts],
  'list in an object': [{ items: [Post] }, { items: [post] }, data => arePosts(at('items', data))],
  'collection in an object': [
    { items: new Collection([Post]) },
    { items: [post] },
    data => arePosts(at('items', data)),
  ],
  map: [new Values(Post), { first: post }, data => isPost(at('first', data))],
  'collection of a map': [
    new Collection(new Values(Post)),
    { first: post },
    data => isPost(at('first', data)),
  ],
  'lists in a list': [[[Post]], [[post]], data => Array.isArray(data) && data.every(arePosts)],
};

/** Pairs that look alike: a server may omit members, and a key may point to a deleted record. */
const alike = [
  ['map', 'list in an object'],
  ['map', 'collection in an object'],
  ['collection in an object', 'map'],
  ['collection in an object', 'collection of a map'],
].map(String);
const pairs = Object.keys(shapes)
  .flatMap(saved => Object.keys(shapes).map(read => [saved, read] as const))
  .filter(pair => pair[0] !== pair[1] && !alike.includes(String(pair)));

it.each(pairs)('never shows wrong data from a %s that is read as a %s', async (saved, read) => {
  const [before, after] = [shapes[saved], shapes[read]];
  if (before === undefined || after === undefined) throw new Error('no such shape');
  let body = before[1];
  const api = await serve({ 'GET /posts': () => body });
  const get = new ApiEndpoint({ path: '/posts', name: `shapes.${saved} ${read}`, schema: before[0] });
  const first = createTestStore();
  await first.dispatch(get.fetch());
  const store = createTestStore();
  new Controller(store).hydrate(JSON.parse(JSON.stringify(dehydrate(first.getState().rdc))));
  const changed = get.extend({ schema: after[0] });
  const shown = () => changed.select()(store.getState());

  const { data, expiryStatus } = shown();
  if (data === undefined) expect(expiryStatus).toBe('invalid');
  else expect([expiryStatus, after[2](data)]).toEqual(['valid', true]);
  store.complaints.splice(0);

  body = after[1];
  await store.dispatch(changed.fetchIfStale());
  expect(api.requests).toHaveLength(data === undefined ? 2 : 1);
  expect(after[2](shown().data)).toBe(true);
});

it('reports what does not match', async () => {
  await serve({ 'GET /posts': () => [post] });
  const get = new ApiEndpoint({ path: '/posts', name: 'shapes.said', schema: new Collection([Post]) });
  const store = createTestStore();
  await store.dispatch(get.fetch());

  get.extend({ schema: [[[Post]]] }).select()(store.getState());

  expect(store.complaints.splice(0)).toEqual([
    expect.stringContaining(
      'does not match its schema, which needs an array of Array(Array(shapes.Post)), not a string',
    ),
  ]);
});

it.each([
  ['a list', [Post]],
  ['a collection', new Collection([Post])],
])('keeps null elements of %s in place when another element changes', async (_, schema) => {
  const body = [null, { id: '1', title: 'One' }, null, { id: '2', title: 'Two' }, null];
  await serve({
    'GET /nulls': () => body,
    'PATCH /nulls/:id': ({ params }) => ({ ...params, title: 'Changed' }),
  });
  const getList = new ApiEndpoint({ path: '/nulls', name: `shapes.nulls ${_}`, schema });
  const update = new ApiEndpoint({
    path: '/nulls/:id',
    method: 'PATCH',
    name: 'shapes.update',
    schema: Post,
  });
  const store = createTestStore();
  const titles = () =>
    (getList.select()(store.getState()).data as readonly (Post | null)[]).map(each => each?.title ?? null);

  await store.dispatch(getList.fetch());
  expect(titles()).toEqual([null, 'One', null, 'Two', null]);
  await store.dispatch(update.fetch({ id: '2' }, {}));
  expect(titles()).toEqual([null, 'One', null, 'Changed', null]);
  await store.dispatch(getList.fetch());
  expect(titles()).toEqual([null, 'One', null, 'Two', null]);
});
