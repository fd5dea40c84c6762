import { fetch } from '../actions/fetch';
import { invalidate, invalidateAll } from '../actions/invalidate';
import { reset } from '../actions/reset';
import { set } from '../actions/set';
import { setResponse } from '../actions/setResponse';

/**
 * An action with its number, where it has none yet: one that an app has dispatched by hand.
 *
 * What this library dispatches itself is numbered when it is made, so that a log
 * is complete wherever in the chain it is recorded.
 */
export function numbered(action: unknown, nextNumber: () => number): unknown {
  if (typeof (action as { readonly meta?: unknown } | null)?.meta !== 'object') return action;
  if (fetch.match(action))
    return action.meta.began === undefined ? withMeta(action, { began: nextNumber() }) : action;
  if (set.match(action)) {
    if (action.meta.landed !== undefined) return action;
    const landed = nextNumber();
    return withMeta(action, { left: landed, landed });
  }
  if (setResponse.match(action)) {
    if (action.meta.landed !== undefined) return action;
    const landed = nextNumber();
    return withMeta(action, { left: action.meta.left ?? landed, landed });
  }
  if (reset.match(action) || invalidate.match(action) || invalidateAll.match(action)) {
    return action.meta?.landed === undefined ? withMeta(action, { landed: nextNumber() }) : action;
  }
  return action;
}

/** A copy of an action with more in its `meta`; what is not enumerable comes along. */
function withMeta(action: { readonly meta?: object }, numbers: object): object {
  const { meta = {} } = action;
  const counted = Object.defineProperties({ ...numbers }, Object.getOwnPropertyDescriptors(meta));
  const copy: object = Object.defineProperties({}, Object.getOwnPropertyDescriptors(action));
  return Object.defineProperty(copy, 'meta', {
    value: counted,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
