import { keyOf } from 'rdc-toolkit';
import { useController, useLoading, useSuspense } from 'rdc-toolkit/react';
import type { SubmitEvent } from 'react';
import { Avatar } from '../parts/Avatar';
import { Day } from '../parts/Day';
import { type Comment, CommentResource } from '../resources/Comment';
import { useMe } from '../session/useMe';

function Remark({ comment, issueId }: { comment: Comment; issueId: string }) {
  const controller = useController();
  return (
    <li className="comment">
      <Avatar of={comment.author} />
      <div>
        <p className="comment-head">
          <a href={`#/people/${comment.author.login}`}>{comment.author.login}</a>{' '}
          <Day date={comment.createdAt} />
          <button
            type="button"
            className="link"
            aria-label={`Delete the comment of ${comment.author.login}`}
            onClick={() => controller.fetch(CommentResource.delete, { issueId, id: comment.id })}
          >
            Delete
          </button>
        </p>
        <p className="prose">{comment.body}</p>
      </div>
    </li>
  );
}

/** What was said about an issue, and room to say more. */
export function Comments({ issueId }: { issueId: string }) {
  const controller = useController();
  const author = useMe()?.login ?? '';
  const comments = useSuspense(CommentResource.getList, { issueId });

  const [say, isSaying] = useLoading(async (form: HTMLFormElement) => {
    const body = String(new FormData(form).get('body'));
    await controller.fetch(CommentResource.getList.push, { issueId }, { author, body });
    form.reset(); // what the server did not take stays, to be sent again
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    say(event.currentTarget);
  }

  return (
    <section aria-label="Comments" className="comments">
      <h3>Comments</h3>
      {comments.length === 0 && <p className="empty">Nobody has said anything yet.</p>}
      <ul>
        {comments.map(comment => (
          <Remark key={keyOf(comment)} comment={comment} issueId={issueId} />
        ))}
      </ul>
      <form className="form" onSubmit={submit}>
        <label>
          Say something as {author}
          <textarea name="body" rows={3} required />
        </label>
        <p className="form-buttons">
          <button type="submit" className="button primary" disabled={isSaying}>
            Comment
          </button>
        </p>
      </form>
    </section>
  );
}
