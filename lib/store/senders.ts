import type { Dispatch } from 'redux';

/** The stores in which something sends requests, by the `dispatch` that their middleware is given; in development. */
const senders = new WeakSet<Dispatch>();

/** Says that requests are sent in a store. */
export function noteSender(dispatch: Dispatch): void {
  senders.add(dispatch);
}

/** Whether anything sends requests in a store; what an app has of its own may do so unnoted. */
export function hasSender(dispatch: Dispatch): boolean {
  return senders.has(dispatch);
}
