import { useSuspense } from 'rdc-toolkit/react';
import { getSession } from '../resources/Session';

/** Who is logged in; `null` for nobody. */
export function useMe() {
  return useSuspense(getSession).person;
}
