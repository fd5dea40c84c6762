import { argumentError } from '../errors/argumentError';
import { describeValue } from '../errors/describeValue';
import { endpointFix, isEndpoint } from '../errors/endpointFix';
import { isObject } from '../plain/isObject';
import { isPlainObject } from '../plain/isPlainObject';
import { toPlain } from '../plain/toPlain';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { Fixture } from './Fixture';

/** Fixtures by their request. */
export interface FixtureQueues {
  /** The next fixture for a request; `undefined` if there is none. */
  next(endpoint: EndpointInterface, args: readonly unknown[]): Fixture | undefined;
  /** Keys of the requests that have fixtures. */
  readonly keys: readonly string[];
  /** The arguments of all fixtures with a request's key: a mutation must also match their body. */
  argsFor(key: string): readonly (readonly unknown[])[];
}

/**
 * Queues fixtures for one store.
 *
 * Several for the same request respond one after the other, and the last one repeats.
 */
export function fixtureQueues(fixtures: readonly Fixture[]): FixtureQueues {
  const queues = new Map<string, Fixture[]>();
  for (const fixture of fixtures) {
    if (process.env.NODE_ENV !== 'production') assertFixture(fixture);
    const id = requestId(fixture.endpoint, fixture.args);
    queues.set(id, [...(queues.get(id) ?? []), fixture]);
  }
  const keyOf = ({ endpoint, args }: Fixture) => endpoint.key(...args);
  return {
    keys: [...new Set(fixtures.map(keyOf))],
    argsFor: key => fixtures.filter(fixture => keyOf(fixture) === key).map(({ args }) => args),
    next(endpoint, args) {
      const queue = queues.get(requestId(endpoint, args)) ?? [];
      return queue.length > 1 ? queue.shift() : queue[0];
    },
  };
}

/** Types require both fields, but fixtures may also be written in JavaScript, or read from files. */
function assertFixture(fixture: Partial<Fixture>) {
  if (!isObject(fixture))
    throw argumentError('fixture()', `it is ${describeValue(fixture)}`, 'Pass { endpoint, args, response }.');
  const { endpoint, args, error } = fixture;
  if (!isEndpoint(endpoint))
    throw argumentError('fixture()', `its endpoint is ${describeValue(endpoint)}`, endpointFix(endpoint));
  if (error !== undefined && !isObject(error))
    throw argumentError(
      'fixture()',
      `its error is ${describeValue(error)}`,
      'Pass an Error, or { status: 404 }.',
    );
  if (Array.isArray(args)) return;
  const { name } = endpoint as EndpointInterface;
  const problem = `the args of ${name} are ${describeValue(args)}`;
  throw argumentError(
    'fixture()',
    problem,
    'Pass a list of its arguments: args: [{ id }], or [] for none. An interceptor takes any.',
  );
}

/** Two reads match if their keys do; mutations must also have the same body. */
function requestId(endpoint: EndpointInterface, args: readonly unknown[]): string {
  const key = endpoint.key(...args);
  return endpoint.sideEffect ? `${key} ${JSON.stringify(comparable(toPlain(args)))}` : key;
}

/** Normalizes data for comparison: names in order, and `5` as `'5'`, since paths do not distinguish them. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isPlainObject(value)) return String(value);
  const members = Object.keys(value).sort();
  return members.map(name => [name, comparable(value[name])]);
}
