import { own } from '../plain/own';
import { actionTypes } from './actionTypes';
import { withMeta } from './withMeta';

const LEFT_AND_LANDED = ['left', 'landed'];
const LANDED = ['landed'];

/** The numbers of actions, by type; the last tells whether an action has them. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  [actionTypes.FETCH]: ['began'],
  [actionTypes.SET]: LEFT_AND_LANDED,
  [actionTypes.SET_RESPONSE]: LEFT_AND_LANDED,
  [actionTypes.RESET]: LANDED,
  [actionTypes.INVALIDATE]: LANDED,
  [actionTypes.INVALIDATEALL]: LANDED,
  [actionTypes.EXPIREALL]: LANDED,
};

/**
 * An action with its number, where it has none yet.
 *
 * What this library dispatches itself has one before it is dispatched, so that its
 * log is complete wherever in the chain it is recorded; the middleware numbers what
 * an app has dispatched by hand.
 */
export function numbered<A>(action: A, nextNumber: () => number): A;
export function numbered(action: unknown, nextNumber: () => number): unknown {
  const { type, meta } = (action ?? {}) as { readonly type?: unknown; readonly meta?: unknown };
  const names = own(NUMBERS, type as string);
  if (names === undefined || typeof meta !== 'object') return action;
  const known = (meta ?? {}) as Readonly<Record<string, unknown>>;
  if (known[names.at(-1) as string] !== undefined) return action;
  const number = nextNumber();
  const numbers = names.map(name => [name, known[name] ?? number]);
  return withMeta(action as object, Object.fromEntries(numbers));
}
