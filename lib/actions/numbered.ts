import { own } from '../plain/own';
import { fetch } from './fetch';
import { expireAll, invalidate, invalidateAll } from './invalidate';
import { reset } from './reset';
import { set } from './set';
import { setResponse } from './setResponse';
import { withMeta } from './withMeta';

const LEFT_AND_LANDED = ['left', 'landed'];
const LANDED = ['landed'];

/** The names of each action's numbers; the last shows whether it has them. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  [fetch.type]: ['began'],
  [set.type]: LEFT_AND_LANDED,
  [setResponse.type]: LEFT_AND_LANDED,
  [reset.type]: LANDED,
  [invalidate.type]: LANDED,
  [invalidateAll.type]: LANDED,
  [expireAll.type]: LANDED,
};

/**
 * Adds its numbers to an action that has none yet.
 *
 * This library numbers its own actions before it dispatches them, so that a log is complete wherever in the chain it is
 * recorded; the middleware numbers what an app dispatches by hand.
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
