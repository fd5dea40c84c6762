import { useController, useLoading } from 'rdc-toolkit/react';
import type { SubmitEvent } from 'react';
import { commentWritten } from '../drafts';
import { CommentResource } from '../resources/Comment';
import { useMe } from '../session/useMe';
import { useAppDispatch, useAppSelector } from '../store';

/** A form for a new comment. Its text is kept until the server has it, whatever happens in between. */
export function CommentForm({ issueId }: { issueId: string }) {
  const dispatch = useAppDispatch();
  const controller = useController();
  const author = useMe()?.login ?? '';
  const body = useAppSelector(state => state.drafts[issueId]) ?? '';
  const [send, isSending] = useLoading(() =>
    controller.fetch(CommentResource.getList.push, { issueId }, { author, body }),
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    send();
  }

  return (
    <form className="form" onSubmit={submit}>
      <label>
        Comment as {author}
        <textarea
          rows={3}
          required
          value={body}
          onChange={event => dispatch(commentWritten({ issueId, body: event.target.value }))}
        />
      </label>
      <p className="form-buttons">
        <button type="submit" className="button primary" disabled={isSending}>
          Comment
        </button>
        <span className="muted">Supports Markdown.</span>
      </p>
    </form>
  );
}
