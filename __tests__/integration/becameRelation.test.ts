import { Collection, Controller, dehydrate, Entity, resource, Union, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

/** What an app held in an earlier version, in which nothing referred to anything. */
class PlainPost extends Entity {
  id = '';
  author: unknown = undefined;
  readers: readonly unknown[] = [];
  static key = 'became.PlainPost';
}
const PlainResource = resource({ path: '/posts/:id', schema: PlainPost, Endpoint: ApiEndpoint });
const feed = new ApiEndpoint({ path: '/feed', name: 'became.feed' });

class Person extends Entity {
  id = '';
  name = '';
  static key = 'became.Person';
}
class Post extends Entity {
  id = '';
  author: Person | undefined = undefined;
  readers: readonly Person[] = [];
  static key = 'became.Post';
  static schema = { author: Person, readers: [Person] };
}
const PostResource = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint });

const ada = { id: '7', name: 'Ada' };
const bob = { id: '8', name: 'Bob' };
const post = { id: '1', author: ada, readers: [bob] };

async function servePosts() {
  return serve({ 'GET /posts': () => [post], 'GET /posts/:id': () => post, 'GET /feed': () => [post] });
}

/** What the earlier version has saved, under the names of the later one. */
async function savedBefore() {
  const first = createTestStore();
  await first.dispatch(PlainResource.getList.fetch());
  await first.dispatch(PlainResource.get.fetch({ id: '1' }));
  await first.dispatch(feed.fetch());
  return JSON.parse(JSON.stringify(dehydrate(first.getState().rdc)).replaceAll('PlainPost', 'Post'));
}

it('reads a field that held records and has become a relation', async () => {
  const api = await servePosts();
  const saved = await savedBefore();
  const store = createTestStore();
  new Controller(store).hydrate(saved);

  const [listed] = PostResource.getList.select()(store.getState()).data ?? [];
  const { data: alone } = PostResource.get.select({ id: '1' })(store.getState());

  expect(alone).toBe(listed);
  expect(listed?.author).toBeInstanceOf(Person);
  expect(listed).toMatchObject({ author: ada, readers: [bob] });
  await store.dispatch(PostResource.get.fetch({ id: '1' }));
  expect(PostResource.get.select({ id: '1' })(store.getState()).data).toMatchObject(post);
  expect(new Controller(store).get(Person, { id: '7' })).toMatchObject(ada);
  expect(api.requests).toHaveLength(4);
});

it.each([
  ['a list', [Post]],
  ['a collection', new Collection([Post])],
  ['a list of a union', [new Union({ post: Post }, () => 'post')]],
])('reads a response that was saved without a schema and has become %s', async (_what, schema) => {
  await servePosts();
  const saved = await savedBefore();
  const store = createTestStore();
  new Controller(store).hydrate(saved);
  const typed = feed.extend({ schema });

  const read = () => typed.select()(store.getState());

  expect(read().expiryStatus).toBe('valid');
  expect(read().data).toMatchObject([post]);
  expect(read().data).toBe(read().data);
  expect((read().data as readonly unknown[])[0]).toBeInstanceOf(Post);
});

it('reads a map that was saved as an object', async () => {
  await serve({ 'GET /feed': () => ({ first: post }) });
  const first = createTestStore();
  await first.dispatch(feed.fetch());
  const store = createTestStore();
  new Controller(store).hydrate(JSON.parse(JSON.stringify(dehydrate(first.getState().rdc))));

  for (const schema of [new Values(Post), new Collection(new Values(Post))]) {
    const { data } = feed.extend({ schema }).select()(store.getState());
    expect(data).toMatchObject({ first: post });
  }
});

it('refetches what cannot be read under its schema', async () => {
  await serve({ 'GET /feed': () => 'a text', 'GET /posts/:id': () => post });
  const first = createTestStore();
  await first.dispatch(feed.fetch());
  const store = createTestStore();
  new Controller(store).hydrate(JSON.parse(JSON.stringify(dehydrate(first.getState().rdc))));

  for (const schema of [Post, new Collection([Post])]) {
    const { data, expiryStatus } = feed.extend({ schema }).select()(store.getState());
    expect([data, expiryStatus]).toEqual([undefined, 'invalid']);
  }
});
