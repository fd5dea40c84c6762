import { keyOf } from 'rdc-toolkit';
import { usePages } from 'rdc-toolkit/react';
import { ErrorNotice } from '../parts/ErrorNotice';
import { Loading } from '../parts/Loading';
import { CommentResource } from '../resources/Comment';
import { CommentForm } from './CommentForm';
import { CommentItem } from './CommentItem';

/** The latest comments on an issue, a button for earlier ones, and a form for another. */
export function Comments({ issueId }: { issueId: string }) {
  const { pages, loading, error, refetch, hasNext, fetchNext, isFetchingNext } = usePages(
    CommentResource.getList,
    (before?: string) => [{ issueId, before }],
    { next: (_page, _before, links) => links?.next?.before },
  );
  if (error) return <ErrorNotice error={error} resetErrorBoundary={() => void refetch()} />;
  if (loading && pages.length === 0) return <Loading shape="rows" count={2} />;
  // A restored comment returns to its former place.
  const comments = pages.flat().sort((one, other) => Number(one.createdAt) - Number(other.createdAt));
  return (
    <section aria-label="Comments" className="comments">
      <h3>Comments</h3>
      {hasNext && (
        <button type="button" className="button" disabled={isFetchingNext} onClick={fetchNext}>
          Show earlier comments
        </button>
      )}
      {comments.length === 0 && <p className="empty">No comments yet.</p>}
      <ul>
        {comments.map(comment => (
          <CommentItem key={keyOf(comment)} comment={comment} issueId={issueId} />
        ))}
      </ul>
      <CommentForm issueId={issueId} />
    </section>
  );
}
