import { reasonOf } from './reasonOf';

/** Says what could not be loaded, and tries again when asked to. */
export function ErrorNotice({ error, resetErrorBoundary }: { error: Error; resetErrorBoundary: () => void }) {
  return (
    <div role="alert" className="error">
      <p>{reasonOf(error)}</p>
      <button type="button" className="button" onClick={resetErrorBoundary}>
        Try again
      </button>
    </div>
  );
}
