import type { ReactNode } from 'react';
import { useTitle } from '../useTitle';

/** Says that a page does not exist, with a link back. */
export function NotFound({ children }: { children: ReactNode }) {
  useTitle('Not found');
  return (
    <div className="empty">
      <h2>Not found</h2>
      <p>{children}</p>
      <p>
        <a href="#/">Back to the board</a>
      </p>
    </div>
  );
}
