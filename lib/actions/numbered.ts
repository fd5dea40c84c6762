import { fetch } from './fetch';
import { expireAll, invalidate, invalidateAll } from './invalidate';
import { reset } from './reset';
import { set } from './set';
import { setResponse } from './setResponse';
import { withMeta } from './withMeta';

/** What has a number, and did not leave before. */
const LANDING = [reset, invalidate, invalidateAll, expireAll];

/**
 * An action with its number, where it has none yet.
 *
 * What this library dispatches itself has one before it is dispatched, so that its
 * log is complete wherever in the chain it is recorded; the middleware numbers what
 * an app has dispatched by hand.
 */
export function numbered<A>(action: A, nextNumber: () => number): A;
export function numbered(action: unknown, nextNumber: () => number): unknown {
  if (typeof (action as { readonly meta?: unknown } | null)?.meta !== 'object') return action;
  if (fetch.match(action))
    return action.meta.began === undefined ? withMeta(action, { began: nextNumber() }) : action;
  const hasLeft = set.match(action) || setResponse.match(action);
  if (!hasLeft && !LANDING.some(({ match }) => match(action))) return action;
  const numberable = action as { readonly meta?: { readonly left?: number; readonly landed?: number } };
  const { left, landed } = numberable.meta ?? {};
  if (landed !== undefined) return action;
  const number = nextNumber();
  return withMeta(numberable, hasLeft ? { left: left ?? number, landed: number } : { landed: number });
}
