import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { isObject } from '../plain/isObject';
import { copyWith } from './withMeta';

/** A creator of actions whose fields stand on the action itself, beside `type`. */
export interface FlatCreator<Action extends { readonly type: string }, Args extends readonly unknown[]> {
  (...args: Args): Action;
  readonly type: Action['type'];
  /** Recognises such an action; works in `isAnyOf` and `startListening`. */
  match(action: unknown): action is Action;
  toString(): Action['type'];
}

/**
 * Like `createAction`, but for actions with flat fields in place of a `payload`.
 *
 * The result works wherever Redux Toolkit takes an action creator: `addCase`, `isAnyOf`, `startListening({
 * actionCreator })`.
 *
 * @throws {UsageError} from the creator, in development, when its arguments are wrong
 */
export function flatCreator<Action extends { readonly type: string }, Args extends readonly unknown[]>(
  type: Action['type'],
  prepare: (...args: Args) => Omit<Action, 'type'>,
): FlatCreator<Action, Args> {
  // `type` first, as a log shows it.
  const creator = (...args: Args) => {
    if (process.env.NODE_ENV !== 'production') checkArguments(type, args);
    return copyWith({ type }, prepare(...args)) as unknown as Action;
  };
  const match = (action: unknown): action is Action =>
    (action as { readonly type?: unknown } | null | undefined)?.type === type;
  return Object.assign(creator, { type, match, toString: () => type });
}

/** What an argument must be. */
type Check = readonly [expected: string, isMet: (value: unknown) => boolean];

const ENDPOINT: Check = ['an endpoint', value => typeof (value as Part)?.key === 'function'];
const SCHEMA: Check = ['a schema', value => isObject(value) || typeof value === 'function'];
const WITH_ARGS: Check = ['an object with args', value => Array.isArray((value as Part)?.args)];
const WITH_VALUE: Check = ['an object with a value', value => isObject(value) && 'value' in value];
const TEST: Check = ['a function of a key', value => typeof value === 'function'];
const KEYS: Check = ['an array of keys', Array.isArray];

type Part = Readonly<Record<string, unknown>> | null | undefined;

/** How each creator is called, and what its arguments must be. */
const CALLS: Readonly<Record<string, readonly [call: string, ...checks: Check[]]>> = {
  'rdc/fetch': ['fetch(endpoint, { args })', ENDPOINT, WITH_ARGS],
  'rdc/setresponse': ['setResponse(endpoint, { args, response })', ENDPOINT, WITH_ARGS],
  'rdc/subscribe': ['subscribe(endpoint, { args })', ENDPOINT, WITH_ARGS],
  'rdc/unsubscribe': ['unsubscribe(endpoint, { args })', ENDPOINT, WITH_ARGS],
  'rdc/set': ['set(schema, { value })', SCHEMA, WITH_VALUE],
  'rdc/invalidate': ['invalidate(key)', ['a key', value => typeof value === 'string']],
  'rdc/invalidateall': ['invalidateAll(testKey, keys)', TEST, KEYS],
  'rdc/expireall': ['expireAll(testKey, keys)', TEST, KEYS],
  'rdc/gc': [
    'gc({ entities, requests })',
    [
      'an object with entities and requests',
      value => isObject((value as Part)?.entities) && Array.isArray((value as Part)?.requests),
    ],
  ],
};

const PLACES = ['first', 'second'];

/** In development, refuses arguments that would make an empty or wrong action. */
function checkArguments(type: string, given: readonly unknown[]): void {
  const [call = '', ...checks] = CALLS[type] ?? [];
  for (const [i, [expected, isMet]] of checks.entries()) {
    if (isMet(given[i])) continue;
    const problem = `its ${PLACES[i]} argument is ${describeValue(given[i])}, not ${expected}`;
    throw argumentError(`actions.${call.replace(/\(.*/, '')}()`, problem, `Write actions.${call}.`);
  }
}
