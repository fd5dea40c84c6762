import type { ReactNode } from 'react';
import { LogIn } from './LogIn';
import { useMe } from './useMe';

/** Shows the board to those who have logged in, and to others the way to do so. */
export function Gate({ children }: { children: ReactNode }) {
  return useMe() ? children : <LogIn />;
}
