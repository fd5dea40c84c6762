import { anySignal } from '../endpoint/anySignal';
import { withinTime } from '../endpoint/withinTime';
import { argumentError } from '../errors/argumentError';
import { MissingFixtureError } from '../errors/MissingFixtureError';
import { wait } from '../managers/wait';
import { toPlain } from '../plain/toPlain';
import { warnOnce } from '../plain/warnOnce';
import type { EndpointInterface, RequestOptions } from '../types/EndpointInterface';
import { copyOf } from './copyOf';
import type { Fixture } from './Fixture';
import { type FixtureFailure, failureOf } from './failureOf';
import { fixtureQueues } from './fixtureQueues';
import type { InterceptedRequest, Interceptor } from './Interceptor';

/** Where responses come from. */
export interface FixtureOptions<State = unknown> {
  /** Several for the same request respond one after the other, and the last one repeats. @default [] */
  readonly fixtures?: readonly Fixture[];
  /** Used for requests without a fixture. @default [] */
  readonly interceptors?: readonly Interceptor<State>[];
  /** Used for requests that nothing else matches. @default [] */
  readonly lastFixtures?: readonly Fixture[];
  /** Creates the data of the interceptors of one store. @default () => ({}) */
  readonly getInitialState?: () => State;
  /** Once aborted, no request settles, not even with an error, as if the page were closed. */
  readonly closed?: AbortSignal;
}

/** Returns the response to a request. */
export type Respond = (
  endpoint: EndpointInterface,
  args: readonly unknown[],
  options: RequestOptions,
) => Promise<unknown>;

/** Responds in place of a server, for one store. */
export function fixtureResponder<State>(options: FixtureOptions<State>): Respond {
  const { fixtures = [], interceptors = [], lastFixtures = [] } = options;
  const { getInitialState = () => ({}) as State, closed } = options;
  const fixtureQueue = fixtureQueues(fixtures);
  const lastFixtureQueue = fixtureQueues(lastFixtures);
  const state = getInitialState();

  /** What makes the response to a request, and its delay. */
  function responderFor(request: InterceptedRequest, args: readonly unknown[]): Responder {
    const { endpoint, key } = request;
    const fixture = fixtureQueue.next(endpoint, args);
    if (fixture !== undefined) return responderOf(fixture, key);
    const interceptor = interceptorOf(interceptors, request);
    if (interceptor !== undefined) {
      return {
        delay: interceptor.delay,
        respond: argsCopy => interceptor.respond(argsCopy as never, state, request),
      };
    }
    const lastFixture = lastFixtureQueue.next(endpoint, args);
    if (lastFixture !== undefined) return responderOf(lastFixture, key);
    const availableKeys = [...fixtureQueue.keys, ...lastFixtureQueue.keys];
    const otherArgs = [...fixtureQueue.argsFor(key), ...lastFixtureQueue.argsFor(key)].map(argsText);
    const missing = new MissingFixtureError(key, endpoint.name, argsText(args), availableKeys, otherArgs);
    // A component may not show the error.
    warnOnce(missing.message, missing.message);
    throw missing;
  }

  return async (endpoint, args, { signal: requestSignal, onHead }) => {
    const signal = anySignal([requestSignal, (endpoint as { readonly signal?: AbortSignal }).signal]);
    const request: InterceptedRequest = { endpoint, key: endpoint.key(...args), signal };
    const { delay = 0, meta, respond } = responderFor(request, args);
    const responsePromise = withinTime([signal], undefined, async () => {
      if (delay > 0) await waitFor(delay, [signal, closed]);
      const response = checkedResponse(endpoint, args, await respond(copiedArgs(endpoint, args)));
      if (meta !== undefined) onHead?.(copyOf(meta, `the meta of ${endpoint.name}`));
      return response;
    });
    return closed === undefined ? responsePromise : whileOpen(closed, responsePromise);
  };
}

/**
 * The response of a fixture, to be stored before there is a request; an error if the fixture fails.
 *
 * @throws {UsageError} when it is async, or `process` is, if that makes it from no body
 */
export function initialResponse(fixture: Fixture): unknown {
  const { endpoint, args } = fixture;
  const key = endpoint.key(...args);
  const argsCopy = copiedArgs(endpoint, args);
  let response: unknown;
  try {
    response = responderOf(fixture, key).respond(argsCopy);
  } catch (error) {
    return failureOf(error as FixtureFailure, key);
  }
  const checked = checkedResponse(endpoint, args, response);
  if (!(checked instanceof Promise)) return checked;
  checked.catch(() => {});
  const problem = `the response of ${endpoint.name} is a promise, and an initial fixture is stored at once`;
  throw argumentError(
    'createFixtureStore()',
    problem,
    'Return the data itself as its `response`, or move it to `fixtures`.',
  );
}

function copiedArgs({ name }: EndpointInterface, args: readonly unknown[]): readonly unknown[] {
  return copyOf(args, `an argument of ${name}`);
}

/** Arguments as text, for messages. */
function argsText(args: readonly unknown[]): string {
  return JSON.stringify(toPlain(args));
}

interface Responder {
  readonly delay: number | undefined;
  readonly meta?: unknown;
  respond(args: readonly unknown[]): unknown;
}

function responderOf(fixture: Fixture, key: string): Responder {
  const { delay, meta, error, response } = fixture;
  return {
    delay,
    meta,
    respond(args) {
      if (error !== undefined) throw failureOf(error, key);
      return typeof response === 'function' ? response(...args) : response;
    },
  };
}

function interceptorOf<State>(
  interceptors: readonly Interceptor<State>[],
  { endpoint, key }: InterceptedRequest,
): Interceptor<State> | undefined {
  return (
    interceptors.find(candidate => candidate.endpoint === endpoint) ??
    interceptors.find(candidate => (candidate.endpoint ?? candidate).testKey(key))
  );
}

/**
 * For a response without a body, returns what the endpoint makes of it: for a deletion, the record in the arguments.
 */
function checkedResponse(endpoint: EndpointInterface, args: readonly unknown[], response: unknown): unknown {
  if (response !== undefined) return copyOf(response, `the response of ${endpoint.name}`);
  const { process } = endpoint as { readonly process?: (value: unknown, ...args: unknown[]) => unknown };
  return process === undefined ? null : process.call(endpoint, null, ...args);
}

/** Timers do not support `Infinity`: they would fire at once. */
async function waitFor(length: number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  if (!Number.isFinite(length)) return never();
  // Not a listener on each signal: one that outlives the request would collect them.
  const signal = AbortSignal.any(signals.filter(signal => signal !== undefined));
  await wait(length, signal);
  signal.throwIfAborted();
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** The response, unless the store is closed; then it never arrives. */
async function whileOpen<T>(closed: AbortSignal, responsePromise: Promise<T>): Promise<T> {
  try {
    const response = await responsePromise;
    return closed.aborted ? never() : response;
  } catch (error) {
    if (closed.aborted) return never();
    throw error;
  }
}
