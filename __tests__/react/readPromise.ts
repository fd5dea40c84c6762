import * as React from 'react';

/** What React writes on a promise that it has waited for, and what a library may write on one that need not be. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: Value;
  reason?: unknown;
}

/** As `use` of React 19 does it: a promise is followed once, and thrown until it is settled. */
function readAsReact18<Value>(promise: Promise<Value>): Value {
  const tracked: Tracked<Value> = promise;
  if (tracked.status === 'fulfilled') return tracked.value as Value;
  if (tracked.status === 'rejected') throw tracked.reason;
  if (tracked.status === undefined) {
    tracked.status = 'pending';
    promise.then(
      value => void Object.assign(tracked, { status: 'fulfilled', value }),
      reason => void Object.assign(tracked, { status: 'rejected', reason }),
    );
  }
  throw promise;
}

/** The value of a promise; suspends until there is one. React's own `use`, where there is one. */
export const readPromise: <Value>(promise: Promise<Value>) => Value =
  (React as Partial<typeof React>).use ?? readAsReact18;
