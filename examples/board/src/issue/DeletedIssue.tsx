import { useController, useLoading, useQuery } from 'rdc-toolkit/react';
import { useEffect } from 'react';
import { Issue, IssueResource } from '../resources/Issue';
import { useMe } from '../session/useMe';
import { useAppSelector } from '../store';
import { useTitle } from '../useTitle';

interface Deleted {
  id: string;
  title: string;
  deletedBy: string;
  /** Called when the issue is back, no matter who restored it. */
  onRestored: () => void;
}

/** A deleted issue: who deleted it, a link back, and a button to restore it. */
export function DeletedIssue({ id, title, deletedBy, onRestored }: Deleted) {
  const controller = useController();
  const me = useMe();
  const draft = useAppSelector(state => state.drafts[id]);
  const isBack = useQuery(Issue, { id }) !== undefined;
  const [restore, isRestoring] = useLoading(() => controller.fetch(IssueResource.restore, { id }));
  useTitle(`Deleted: ${title}`);

  useEffect(() => {
    if (isBack) onRestored();
  }, [isBack, onRestored]);

  return (
    <div className="empty" role="alert">
      <h2>{title}</h2>
      <p>
        {deletedBy === me?.login ? (
          'You deleted this issue.'
        ) : (
          <>
            <strong>{deletedBy}</strong> deleted this issue.
          </>
        )}
      </p>
      {draft && (
        <>
          <p>Your comment was not sent. You can still copy it:</p>
          <blockquote>{draft}</blockquote>
        </>
      )}
      <p className="form-buttons">
        <a className="button primary" href="#/">
          Back to the board
        </a>
        <button type="button" className="button" disabled={isRestoring} onClick={restore}>
          Restore it
        </button>
      </p>
    </div>
  );
}
