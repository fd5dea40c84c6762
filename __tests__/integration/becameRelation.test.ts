import { Collection, Controller, dehydrate, Entity, resource, Union, Values } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

/** The entity of an earlier version of the app, in which nothing was a relation. */
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

/** The state that the earlier version saved, with the entity keys of the later one. */
async function savedBefore() {
  const first = createTestStore();
  await first.dispatch(PlainResource.getList.fetch());
  await first.dispatch(PlainResource.get.fetch({ id: '1' }));
  await first.dispatch(feed.fetch());
  return JSON.parse(JSON.stringify(dehydrate(first.getState().rdc)).replaceAll('PlainPost', 'Post'));
}

it('reads a field that held plain objects and became a relation', async () => {
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
])('reads a response saved without a schema that is now %s', async (_what, schema) => {
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

it('reads a map that was saved as a plain object', async () => {
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

it('treats a saved response that does not match its schema as invalid', async () => {
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

describe('a saved response whose union schema changed', () => {
  class Note extends Entity {
    id = '';
    type = '';
    title = 'untitled';
    static key = 'became.Note';
  }
  class Link extends Note {
    static override key = 'became.Link';
  }
  const either = new Union({ note: Note, link: Link }, 'type');
  const note = { id: '1', type: 'note', title: 'Hello' };

  it.each<[string, unknown, unknown, unknown]>([
    ['a record that became one of several kinds', Note, either, note],
    ['one of several kinds that became a record', either, Note, note],
    ['a list of records that became one of several kinds', [Note], [either], [note]],
    ['a list of several kinds that became one of records', [either], [Note], [note]],
    ['a map of records that became one of several kinds', new Values(Note), new Values(either), { a: note }],
    [
      'a collection of records that became one of several kinds',
      new Collection([Note]),
      new Collection([either]),
      [note],
    ],
    ['a record of a kind that is not listed any more', either, new Union({ link: Link }, 'type'), note],
    [
      'a field of several kinds that became one of records',
      { first: either },
      { first: Note },
      { first: note },
    ],
  ])('is refetched: %s', async (_what, before, after, response) => {
    jest.spyOn(console, 'error').mockImplementation();
    const api = await serve({ 'GET /feed': () => response });
    const first = createTestStore({ isReplayed: false });
    await first.dispatch(feed.extend({ schema: before }).fetch());
    const store = createTestStore({ isReplayed: false });
    new Controller(store).hydrate(JSON.parse(JSON.stringify(dehydrate(first.getState().rdc))));
    const now = feed.extend({ schema: after });

    const { data, expiryStatus } = now.select()(store.getState());
    expect([data, expiryStatus]).toEqual([undefined, 'invalid']);
    await store.dispatch(now.fetchIfStale());

    expect(now.select()(store.getState()).data).toEqual(response);
    expect(api.requests).toHaveLength(2);
  });
});
