import { Entity, resource, type } from 'rdc-toolkit';
import { ApiEndpoint } from '../helpers/serve';
import { startScript } from './script';

class Comment extends Entity {
  id = '';
  replies = 0;
  text = '';
  parent: Comment | undefined = undefined;
  static key = 'ToldAlong.Comment';
  static get schema() {
    return { parent: Comment };
  }
}

const CommentResource = resource({
  path: '/comments/:id',
  schema: Comment,
  searchParams: type<{ unanswered: boolean }>(),
  belongs: (comment, { unanswered }) => String(comment.replies === 0) === unanswered,
  Endpoint: ApiEndpoint,
});
const { getList } = CommentResource;
const reply = new ApiEndpoint({
  path: '/comments',
  method: 'POST',
  body: type<{ text: string }>(),
  schema: Comment,
  name: 'toldAlong.reply',
});
const push = getList.push;

it.each(['post', 'push'])(
  'a record that a %s of one of its kind tells along leaves the list it belongs to no more',
  async how => {
    const first = { id: '1', replies: 0, text: 'a' };
    const { store, done } = await startScript({
      'GET /comments': () => [first],
      'POST /comments': () => ({ id: '2', replies: 0, text: 'b', parent: { ...first, replies: 1 } }),
    });
    await done(getList.fetch({ unanswered: true }));
    if (how === 'post') await done(reply.fetch({ text: 'b' }));
    else await done(push.fetch({ unanswered: true }, { text: 'b' }));
    expect(
      getList
        .select({ unanswered: true })(store.getState())
        .data?.map(({ id }) => id),
    ).toEqual(['2']);
  },
);
