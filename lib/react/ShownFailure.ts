import { useEffect, useMemo } from 'react';
import type { Store } from 'redux';
import { isFailureOf, untilOver } from '../observers/requestFailure';
import { storeObservers } from '../observers/storeObservers';

/** A failure that a boundary shows in place of its children. */
interface ShownFailureProps {
  readonly error: Error;
  /** Shows the children again. */
  readonly onLeave: () => void;
}

const shown = new Set<ShownFailureProps>();

/**
 * Shows the children again when the store is reset, so that they fetch for the next user, or when the request has
 * succeeded since. In development it registers the failure while it is shown, so that a tool can do the same.
 */
export function ShownFailure({ error, onLeave }: ShownFailureProps): null {
  // Watch during render: effects pause while an Activity hides the boundary, and the store may be reset meanwhile.
  const watch = useMemo(() => untilOver(error), [error]);
  useEffect(() => watch(onLeave), [watch, onLeave]);
  useEffect(() => {
    if (process.env.NODE_ENV === 'production') return;
    const failure = { error, onLeave };
    shown.add(failure);
    return () => void shown.delete(failure);
  }, [error, onLeave]);
  return null;
}

/** In development, shows the children again in all boundaries that show a failed request of a store. */
export function leaveFailures(store: Store): void {
  const observers = storeObservers(store);
  for (const { error, onLeave } of [...shown]) if (isFailureOf(error, observers)) onLeave();
}
