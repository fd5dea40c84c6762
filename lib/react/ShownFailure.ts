import { useEffect } from 'react';
import type { Store } from 'redux';
import { isFailureOf } from '../observers/requestFailure';
import { storeObservers } from '../observers/storeObservers';

/** A failure that a boundary shows in place of its children. */
interface ShownFailureProps {
  readonly error: Error;
  /** Shows the children again. */
  readonly onLeave: () => void;
}

const shown = new Set<ShownFailureProps>();

/** Makes a failure known, in development, for as long as it is shown, so that a tool can bring the children back. */
export function ShownFailure({ error, onLeave }: ShownFailureProps): null {
  useEffect(() => {
    const failure = { error, onLeave };
    shown.add(failure);
    return () => void shown.delete(failure);
  }, [error, onLeave]);
  return null;
}

/** Shows again, in development, the children of all boundaries that show a failed request of a store. */
export function leaveFailures(store: Store): void {
  const observers = storeObservers(store);
  for (const { error, onLeave } of [...shown]) if (isFailureOf(error, observers)) onLeave();
}
