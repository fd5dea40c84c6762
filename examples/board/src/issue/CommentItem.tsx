import { useController } from 'rdc-toolkit/react';
import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { Markdown } from '../parts/Markdown';
import { type Comment, CommentResource } from '../resources/Comment';
import { useAppDispatch } from '../store';
import { deleted } from '../view';

/** One comment; deleting it can be undone for a while. */
export function CommentItem({ comment, issueId }: { comment: Comment; issueId: string }) {
  const dispatch = useAppDispatch();
  const controller = useController();
  const { id, author } = comment;

  async function remove() {
    await controller.fetch(CommentResource.delete, { issueId, id });
    dispatch(deleted({ issueId, id, name: `The comment of ${author.login}` }));
  }

  return (
    <li className="comment">
      <Avatar of={author} />
      <div>
        <p className="comment-head">
          <a href={`#/people/${author.login}`}>{author.login}</a> <Day date={comment.createdAt} />
          <button
            type="button"
            className="link"
            aria-label={`Delete the comment of ${author.login}`}
            onClick={() => void remove()}
          >
            Delete
          </button>
        </p>
        <Markdown source={comment.body} />
      </div>
    </li>
  );
}
