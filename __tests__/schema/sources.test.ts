import { Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'sources.Author';
}
class Post extends Entity {
  id = '';
  title = '';
  authorId = '';
  author: Author | undefined = undefined;
  static key = 'sources.Post';
  static schema = { author: Author };
  static sources = { author: 'authorId' };
}
const AuthorResource = resource({ path: '/authors/:id', schema: Author, Endpoint: ApiEndpoint });
const PostResource = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint, optimistic: true });

const post = { id: '1', title: 'one', authorId: '7' };

it('reads a relation from a key under another name', async () => {
  const api = await serve({
    'GET /posts': () => [post],
    'GET /authors/:id': ({ params }) => ({ id: params.id, name: 'Ada' }),
  });
  const store = createTestStore();
  await store.dispatch(PostResource.getList.fetch());
  const first = () => PostResource.getList.select()(store.getState()).data?.[0];
  expect(first()).toMatchObject({ title: 'one', authorId: '7', author: undefined });

  await store.dispatch(AuthorResource.get.fetch({ id: '7' }));

  expect(first()?.author).toBeInstanceOf(Author);
  expect(first()?.author?.name).toBe('Ada');
  expect(api.requests).toHaveLength(2);
});

it('prefers a full record under its own name and follows an optimistic change of the key', async () => {
  const api = await serve({
    'GET /posts/:id': () => ({ ...post, author: { id: '7', name: 'Ada' } }),
    'GET /authors/:id': ({ params }) => ({ id: params.id, name: 'Bob' }),
    'PATCH /posts/:id': ({ body }) => ({ ...post, ...(body as object) }),
  });
  const store = createTestStore();
  await store.dispatch(PostResource.get.fetch({ id: 1 }));
  await store.dispatch(AuthorResource.get.fetch({ id: '8' }));
  const name = () => PostResource.get.select({ id: 1 })(store.getState()).data?.author?.name;
  expect(name()).toBe('Ada');

  const held = api.hold('PATCH /posts/1');
  const saving = store.dispatch(PostResource.partialUpdate.fetch({ id: 1 }, { authorId: '8' }));
  await held.arrived;
  expect(name()).toBe('Bob');
  await held.release();
  await saving;
  expect(name()).toBe('Bob');
});

it('reports in development a source that belongs to no field', async () => {
  class Misspelt extends Entity {
    id = '';
    static key = 'sources.Misspelt';
    static sources = { auther: 'authorId' };
  }
  await serve({ 'GET /misspelt/:id': () => ({ id: '1' }) });
  const get = new ApiEndpoint({ path: '/misspelt/:id', schema: Misspelt });
  const store = createTestStore();

  await store.dispatch(get.fetch({ id: '1' }));

  expect(store.complaints.splice(0).join()).toContain('a source for "auther"');
});
