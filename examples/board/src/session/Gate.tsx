import { type ReactNode, Suspense } from 'react';
import { Opening } from '../Opening';
import { LogIn } from './LogIn';
import { useMe } from './useMe';

/** Shows the board to users who are logged in, and the login form to others. */
export function Gate({ children }: { children: ReactNode }) {
  const me = useMe();
  if (me) return children;
  return (
    // A separate boundary, so that the board unmounts at once, instead of being hidden until the form loads.
    <Suspense fallback={<Opening />}>
      <LogIn />
    </Suspense>
  );
}
