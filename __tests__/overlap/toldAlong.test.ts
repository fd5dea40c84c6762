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

const { getList } = resource({
  path: '/comments/:id',
  schema: Comment,
  searchParams: type<{ unanswered: boolean }>(),
  belongs: (comment, { unanswered }) => String(comment.replies === 0) === unanswered,
  Endpoint: ApiEndpoint,
});
const unanswered = { unanswered: true };
const post = new ApiEndpoint({
  path: '/comments',
  method: 'POST',
  body: type<{ text: string }>(),
  schema: Comment,
  name: 'toldAlong.post',
});
const wrapped = getList.push.extend({
  path: '/replies',
  searchParams: type<{ unanswered: boolean }>(),
  schema: { reply: getList.schema.push, to: Comment },
  name: 'toldAlong.wrapped',
});

const first = { id: '1', replies: 0, text: 'a' };
const reply = { id: '2', replies: 0, text: 'b' };
const answered = { ...first, replies: 1 };

it.each([
  ['creation', post.fetch({ text: 'b' })],
  ['creation in this list', getList.push.fetch(unanswered, { text: 'b' })],
  ['creation beside it', wrapped.fetch(unanswered, { text: 'b' })],
])(
  'a related record in the response to a %s moves to the list where it now belongs',
  async (_what, fetching) => {
    const { store, done } = await startScript({
      'GET /comments': (_params: object, _body: unknown, { unanswered: is }: { unanswered?: string }) =>
        is === 'false' ? [] : [first],
      'POST /comments': () => ({ ...reply, parent: answered }),
      'POST /replies': () => ({ reply, to: answered }),
    });
    const shown = (isUnanswered: boolean) =>
      getList
        .select({ unanswered: isUnanswered })(store.getState())
        .data?.map(({ id }) => id);
    await done(getList.fetch(unanswered));
    await done(getList.fetch({ unanswered: false }));
    await done(fetching as never);

    expect([shown(true), shown(false)]).toEqual([['2'], ['1']]);
  },
);
