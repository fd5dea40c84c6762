import { createTestStore } from '../../helpers/createTestStore';
import { reply, startApi } from '../../helpers/startApi';
import { api, type PostFields, place } from './definitions';

/** A server with some posts, and a store like an app's. */
export async function openBlog(options: Parameters<typeof createTestStore>[0] = {}) {
  const ada = { id: 1, name: 'Ada' };
  const posts = new Map<number, PostFields>(
    [1, 2, 3].map(id => [id, { id, title: `post ${id}`, votes: 0, author: ada }]),
  );
  const drafts: PostFields[] = [{ id: 10, title: 'draft 10', votes: 0, author: ada }];
  const change = (id: number, fields: object) => {
    const post = { ...(posts.get(id) as PostFields), ...fields };
    posts.set(id, post);
    return post;
  };
  const server = await startApi({
    'GET /posts': () => [...posts.values()],
    'GET /feed': ({ query }) => ({
      items: [...posts.values()].slice((Number(query.page) - 1) * 2).slice(0, 2),
      total: 3,
    }),
    'GET /posts/:id': ({ params }) => posts.get(Number(params.id)) ?? reply(404, { message: 'none' }),
    'GET /drafts': () => drafts,
    'GET /nothing': () => null,
    'GET /count': () => ({ count: posts.size }),
    'PATCH /posts/:id': ({ params, body }) => change(Number(params.id), body as object),
    'POST /posts/:id/vote': ({ params }) => {
      const id = Number(params.id);
      return change(id, { votes: (posts.get(id) as PostFields).votes + 1 });
    },
    'POST /drafts': ({ body }) => {
      const draft = { id: 11, votes: 0, author: ada, ...(body as { title: string }) };
      drafts.push(draft);
      return draft;
    },
    'DELETE /drafts/:id': ({ params }) => {
      const at = drafts.findIndex(({ id }) => id === Number(params.id));
      drafts.splice(at, 1);
      return {};
    },
    'DELETE /posts/:id': ({ params }) => {
      posts.delete(Number(params.id));
    },
  });
  place.url = server.url;
  const reducers = { [api.reducerPath]: api.reducer };
  const store = createTestStore({ reducers, first: [api.middleware], ...options });
  return { server, store, change, drafts };
}
