import { type ReactNode, Suspense } from 'react';
import { Opening } from '../Opening';
import { LogIn } from './LogIn';
import { useMe } from './useMe';

/** Shows the board to those who have logged in, and to others the way to do so. */
export function Gate({ children }: { children: ReactNode }) {
  const me = useMe();
  if (me) return children;
  return (
    // A boundary of its own, so that the board is gone at once, and not hidden until the log-in is there.
    <Suspense fallback={<Opening />}>
      <LogIn />
    </Suspense>
  );
}
