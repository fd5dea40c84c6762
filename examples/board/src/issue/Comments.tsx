import { keyOf } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { CommentResource } from '../resources/Comment';
import { CommentForm } from './CommentForm';
import { CommentItem } from './CommentItem';

/** The comments on an issue, and room for another. */
export function Comments({ issueId }: { issueId: string }) {
  const comments = useSuspense(CommentResource.getList, { issueId });
  // One that was restored stands where it stood before.
  const inOrder = comments.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  return (
    <section aria-label="Comments" className="comments">
      <h3>Comments</h3>
      {comments.length === 0 && <p className="empty">Nobody has said anything yet.</p>}
      <ul>
        {inOrder.map(comment => (
          <CommentItem key={keyOf(comment)} comment={comment} issueId={issueId} />
        ))}
      </ul>
      <CommentForm issueId={issueId} />
    </section>
  );
}
