import { nothing } from '../plain/nothing';

/**
 * Fulfilled when a request has ended, in success or failure.
 *
 * Waiting for it handles no failure: one that nothing else handles goes to the client's `onError`.
 */
export function whenEnded(request: Promise<unknown>): Promise<void> {
  // Not the promise's own `then`, which notes that code waits for it.
  return Promise.prototype.then.call(request, nothing, nothing) as Promise<void>;
}
