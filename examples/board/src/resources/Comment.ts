import { Entity, Invalidate, pageLinks, resource, type } from 'rdc-toolkit';
import { Issue } from './Issue';
import { User } from './User';

/** A comment on an issue. */
export class Comment extends Entity {
  id = '';
  body = '';
  author = User.fromJS();
  issue = Issue.fromJS();
  createdAt = new Date();

  static key = 'Comment';
  static schema = { author: User, issue: Issue, createdAt: (iso: string) => new Date(iso) };
}

export const CommentResource = resource({
  path: '/api/issues/:issueId/comments/:id',
  schema: Comment,
  body: type<{ author?: string; body: string }>(),
  searchParams: type<{ before?: string | undefined } | undefined>(),
})
  .extend({
    // A header links to the previous comments.
    getList: { meta: pageLinks },
    // The response contains the issue's new comment count, so that its card is updated as well.
    delete: { schema: { comment: new Invalidate(Comment), issue: Issue } },
  })
  .extend(({ get, getList }) => ({
    restore: get.extend({
      method: 'POST',
      path: '/api/issues/:issueId/comments/:id/restoration',
      name: 'Comment.restore',
      schema: getList.schema.push,
    }),
  }));
