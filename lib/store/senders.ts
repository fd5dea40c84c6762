import type { Dispatch } from 'redux';

/** The stores in which something sends requests, by the `dispatch` of their middleware; development only. */
const senders = new WeakSet<Dispatch>();

/** Notes that a store sends requests. */
export function noteSender(dispatch: Dispatch): void {
  senders.add(dispatch);
}

/** Whether something is known to send a store's requests; an app's own may be unknown. */
export function hasSender(dispatch: Dispatch): boolean {
  return senders.has(dispatch);
}
