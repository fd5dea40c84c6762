import { useReconnect } from '../connection/useReconnect';
import { reasonOf } from './reasonOf';

/** Shows what could not be loaded; retries on a click, and when the connection is back. */
export function ErrorNotice({ error, resetErrorBoundary }: { error: Error; resetErrorBoundary: () => void }) {
  useReconnect(resetErrorBoundary);
  return (
    <div role="alert" className="error">
      <p>
        <strong>Could not load this.</strong> {reasonOf(error)}
      </p>
      <button type="button" className="button" onClick={resetErrorBoundary}>
        Try again
      </button>
    </div>
  );
}
