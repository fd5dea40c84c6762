import * as React from 'react';

/** What React writes on a promise that it has waited for, so that a library can save it the wait. */
interface Tracked<Value> extends Promise<Value> {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: Value;
  reason?: unknown;
}

/** Like `use` of React 19: follows a promise once, and throws it until it settles. */
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

/** The value of a promise; suspends until there is one. Uses React's own `use` if there is one. */
export const readPromise: <Value>(promise: Promise<Value>) => Value =
  (React as Partial<typeof React>).use ?? readAsReact18;
