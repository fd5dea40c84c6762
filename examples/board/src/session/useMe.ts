import { useSuspense } from 'rdc-toolkit/react';
import { getSession } from '../resources/Session';

/** The user who is logged in, or `null`. */
export function useMe() {
  return useSuspense(getSession).person;
}
