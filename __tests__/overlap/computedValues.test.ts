import { Entity, resource, type Snapshot } from 'rdc-toolkit';
import type { TestStore } from '../helpers/createTestStore';
import { ApiEndpoint } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { letOverlap, startScript } from './script';

class Post extends Entity {
  id = '';
  likes = 0;
  isLiked = false;
  tags: readonly string[] = [];
  static key = 'Computed.Post';
}

const posts = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint });

/** The optimistic update and the server's change: a value that depends on the previous one. */
const like = ({ likes, isLiked, tags }: Pick<Post, 'likes' | 'isLiked' | 'tags'>) => ({
  likes: likes + 1,
  isLiked: !isLiked,
  tags: [...tags, 'liked'],
});
const likePost = posts.get.extend({
  name: 'Computed.like',
  path: '/posts/:id/like',
  method: 'POST',
  body: undefined,
  getOptimisticResponse(snapshot: Snapshot, { id }: { id: string }) {
    const post = snapshot.get(Post, { id });
    if (post === undefined) throw snapshot.abort;
    return { id, ...like(post) };
  },
});

const READS = [
  ['GET /posts/1', ({ dispatch }: TestStore) => dispatch(posts.get.fetch({ id: '1' }))],
  ['GET /posts', ({ dispatch }: TestStore) => dispatch(posts.getList.fetch())],
] as const;
const RESPONSES = [
  ['that is the record', (post: object): unknown => ({ ...post })],
  ['without content', (): unknown => reply(204)],
] as const;
const ORDERS = [true, false].flatMap(leavesFirst =>
  [true, false].flatMap(actsFirst =>
    [true, false].map(landsFirst => ({ leavesFirst, actsFirst, landsFirst })),
  ),
);

describe.each(READS)('a value computed from the previous one, with an overlapping %s', (request, read) => {
  describe.each(RESPONSES)('and a mutation with a response %s', (_what, responseTo) => {
    it.each(ORDERS)(
      'matches the server; the read leaves first: $leavesFirst, acts first: $actsFirst, lands first: $landsFirst',
      async ({ leavesFirst, actsFirst, landsFirst }) => {
        let post = { id: '1', likes: 0, isLiked: false, tags: [] as readonly string[] };
        const { store, arrival, done, mount, settle } = await startScript({
          'GET /posts/:id': () => post,
          'GET /posts': () => [post],
          'POST /posts/:id/like': () => {
            post = { id: '1', ...like(post) };
            return responseTo(post);
          },
        });
        await done(posts.getList.fetch());
        mount(posts.getList);
        const sendRead = async () => [read(store), await arrival(request)] as const;
        const sendLike = async () =>
          [store.dispatch(likePost.fetch({ id: '1' })), await arrival('POST /posts/1/like')] as const;
        // In the order in which the server processes them.
        await letOverlap(
          actsFirst ? [sendRead, sendLike] : [sendLike, sendRead],
          leavesFirst === actsFirst,
          landsFirst === actsFirst,
        );
        const refetched = await settle();

        expect(posts.getList.select()(store.getState()).data).toMatchObject([
          { id: '1', likes: 1, isLiked: true, tags: ['liked'] },
        ]);
        expect(refetched.length).toBeLessThanOrEqual(1);
      },
    );
  });
});

it('a sent value with an empty response is not in doubt, though an earlier read differs', async () => {
  const editable = resource({ path: '/posts/:id', schema: Post, Endpoint: ApiEndpoint, optimistic: true });
  let post: object = { id: '1', tags: ['a'] };
  const { store, arrival, done, mount, settle, newRequests } = await startScript({
    'GET /posts': () => [post],
    'PATCH /posts/:id'(_params, body: object) {
      post = { ...post, ...body };
      return reply(204);
    },
  });
  await done(editable.getList.fetch());
  mount(editable.getList);
  post = { id: '1', tags: ['someone else’s'] };
  const requests = newRequests();
  const reading = store.dispatch(editable.getList.fetch());
  const read = await arrival('GET /posts');
  read.act();
  const saving = store.dispatch(editable.partialUpdate.fetch({ id: '1' }, { tags: ['mine'] }));
  const save = await arrival('PATCH /posts/1');
  read.respond();
  await reading;
  save.respond();
  await saving;
  await settle();

  expect(requests()).toEqual(['GET /posts', 'PATCH /posts/1']);
  expect(editable.getList.select()(store.getState()).data).toMatchObject([{ tags: ['mine'] }]);
});
