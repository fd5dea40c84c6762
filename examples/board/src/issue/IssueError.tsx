import { NetworkError } from 'rdc-toolkit';
import { ErrorNotice } from '../parts/ErrorNotice';
import { NotFound } from '../parts/NotFound';
import { reasonOf } from '../parts/reasonOf';
import { useRoute } from '../useRoute';
import { DeletedIssue } from './DeletedIssue';

/** Why an issue is missing: it was deleted, it never existed, or it could not be loaded. */
export function IssueError(props: { error: Error; resetErrorBoundary: () => void }) {
  const { error, resetErrorBoundary } = props;
  const [, id = ''] = useRoute();
  const status = error instanceof NetworkError && error.status;
  if (status === 404) return <NotFound>{reasonOf(error)}</NotFound>;
  if (status !== 410) return <ErrorNotice {...props} />;
  const { title, deletedBy } = (error as NetworkError).data as { title: string; deletedBy: string };
  return <DeletedIssue id={id} title={title} deletedBy={deletedBy} onRestored={resetErrorBoundary} />;
}
