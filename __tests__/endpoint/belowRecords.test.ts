import { Controller, Entity, resource } from 'rdc-toolkit';
import { noop } from '../../lib/plain/noop';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Post extends Entity {
  id = '';
  title = '';
  likes = 0;
  static key = 'BelowRecords.Post';
}
class Author extends Entity {
  id = 0;
  static key = 'BelowRecords.Author';
}
const { get } = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint });
/** Written by hand, because the path does not end in a record. */
const react = new ApiEndpoint({
  path: '/posts/:id/reactions/:emoji',
  method: 'PUT',
  body: undefined,
  schema: Post,
  concurrency: 'serial',
  name: 'BelowRecords.react',
});
const reactInEnvelope = react.extend({
  schema: { post: Post, author: Author },
  concurrency: 'parallel',
  name: 'BelowRecords.reactInEnvelope',
});
const rename = new ApiEndpoint({
  path: '/posts/:id',
  method: 'PATCH',
  body: {} as { readonly title: string },
  schema: Post,
  concurrency: 'serial',
  name: 'BelowRecords.rename',
});
const touch = rename.extend({ method: 'POST', body: undefined, name: 'BelowRecords.touch' });

const post = { id: '1', title: 'a', likes: 0 };
const like = { id: '1', emoji: 'like' };

async function start(response: unknown = { ...post, likes: 1 }) {
  const api = await serve({
    'GET /posts/:id': () => post,
    'POST /posts/:id': () => post,
    'PATCH /posts/:id': ({ body }) => ({ ...post, ...(body as object) }),
    'PUT /posts/:id/reactions/:emoji': () => response,
  });
  return { api, store: createTestStore() };
}

it('a mutation below a record waits for the other mutations of the record', async () => {
  const { api, store } = await start();
  await store.dispatch(get.fetch({ id: '1' }));
  const held = api.hold('PATCH /posts/1');
  const renaming = store.dispatch(rename.fetch({ id: '1' }, { title: 'b' }));
  await held.arrived;

  const reacting = store.dispatch(react.fetch(like));
  await new Promise(resolve => setTimeout(resolve, 30));

  expect(api.requests).toEqual(['GET /posts/1', 'PATCH /posts/1']);
  await held.release();
  await Promise.all([renaming, reacting]);
});

it('an aborted one leaves the record in doubt', async () => {
  const { api, store } = await start();
  await store.dispatch(get.fetch({ id: '1' }));
  const held = api.hold('PUT /posts/1/reactions/like');
  const reacting = store.dispatch(react.fetch(like));
  await held.arrived;

  reacting.abort('enough');
  await reacting.catch(noop);

  expect(get.select({ id: '1' })(store.getState()).expiryStatus).toBe('stale');
  await held.release();
});

it('one with the record in an envelope writes the record', async () => {
  const { api, store } = await start({ post: { ...post, likes: 1 }, author: { id: 3 } });
  const held = api.hold('POST /posts/1');
  const touching = store.dispatch(touch.fetch({ id: '1' }));
  await held.arrived;

  await store.dispatch(reactInEnvelope.fetch(like));
  await held.release();
  await touching;

  expect(new Controller(store).get(Post, { id: '1' })).toMatchObject({ likes: 1 });
});
