import { assertStorable } from '../errors/assertStorable';
import { checkReturned } from '../errors/checkValues';
import { UsageError } from '../errors/UsageError';
import { toPlain } from '../plain/toPlain';
import { freezeDeep } from '../tables/freezeDeep';
import type { EndpointInterface } from '../types/EndpointInterface';

/**
 * Adds a property that code can read but tools cannot see.
 *
 * Nothing that enumerates (JSON, DevTools, the checks of Redux Toolkit) finds it.
 */
export function hide<T extends object>(target: T, name: PropertyKey, value: unknown): T {
  return Object.defineProperty(target, name, { value, configurable: true });
}

/** What made a manager refetch: the window regained focus, or a connection came back. */
export type Cause = 'focus' | 'reconnect';

/** In development, logs what made a manager send an action. */
export function noteCause({ meta }: { readonly meta: object }, cause: Cause): void {
  Object.assign(meta, { cause });
}

/** Marks hydrated data that the store itself held until another state replaced it. */
export function noteOwnData<T extends object>(action: T): T {
  return hide(action, 'isOwnData', true);
}

export function isOwnData(action: object): boolean {
  return 'isOwnData' in action;
}

/**
 * How deep an app's values may be nested; responses have no limit.
 *
 * Much deeper ones exhaust the stack in Redux Toolkit's checks and in `JSON.stringify` of a log.
 */
const MAX_LEVELS: Readonly<Record<string, number>> = { args: 500, value: 10_000 };

/**
 * Puts a value on an action under `name`.
 *
 * Plain data is stored as it is. Any other value can be read under `name` but is not enumerable; its plain form is
 * stored beside it under `plainName`.
 *
 * @throws {UsageError} when arguments or a value are nested too deep, and in development when data would be lost
 */
export function carry<T extends object>(target: T, name: string, plainName: string, value: unknown): T {
  const levels = MAX_LEVELS[name];
  const limit = levels === undefined ? undefined : { levels, refuse: refuser(target, name, levels) };
  const plain = toPlain(value, limit);
  // Frozen here, it is checked once: Redux Toolkit's checks cache it when it is in the state.
  if (process.env.NODE_ENV !== 'production') freezeDeep([plain]);
  if (plain === value) return Object.assign(target, { [name]: value });
  if (process.env.NODE_ENV !== 'production' && name !== 'args') assertStorable(nameOf(target), name, value);
  return hide(Object.assign(target, { [plainName]: plain }), name, value);
}

/** The fields of an action for its request: the endpoint by name, and the arguments. Live objects are hidden. */
export function ofRequest<T extends { readonly key: string }>(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  fields: T,
): T {
  if (process.env.NODE_ENV !== 'production') checkKey(endpoint, fields.key);
  const named = hide({ endpointName: endpoint.name }, 'endpoint', endpoint);
  return Object.assign(carry(named, 'args', 'plainArgs', args), fields);
}

function checkKey({ name }: EndpointInterface, key: unknown) {
  const fix = 'Return a string, the same for equal requests and for no others.';
  checkReturned(`${name}(…)`, 'key', key, typeof key === 'string', fix);
}

function refuser(action: object, name: string, levels: number): (where: string) => UsageError {
  return where => {
    const about = nameOf(action);
    return new UsageError(
      'argument',
      about,
      process.env.NODE_ENV !== 'production' &&
        `Cannot make an action for ${about}: its \`${name}\` is nested more than ${levels} levels deep, at "${where}…". ` +
          'Pass a flatter value, for example a key instead of a record.',
    );
  };
}

function nameOf(action: object): string {
  const { endpointName, schemaName } = action as Readonly<Record<string, unknown>>;
  return String(endpointName ?? schemaName);
}
