import { argsOf, endpointOf } from '../actions/endpointOf';
import { plainErrorOf, plainResponseOf, type SetResponseAction, setResponse } from '../actions/setResponse';
import type { AnyEndpoint } from '../endpoint/BaseEndpoint';
import { checkOptions } from '../errors/checkValues';
import { describeValue } from '../errors/describeValue';
import { setupError } from '../errors/setupError';
import { readLog } from '../log/readLog';
import type { PlainError } from '../plain/PlainError';
import type { Fixture } from './Fixture';

/** How a log is read; all parts are optional. */
export interface RecordingOptions {
  /** Whether responses take as long as in the log. @default false */
  readonly delays?: boolean;
}

/**
 * Fixtures for all requests of a log that got a response, in order.
 *
 * | log | as |
 * |---|---|
 * | actions | noted by a middleware, or parsed from JSON |
 * | lifted state of DevTools | `liftedStore.getState()`, live or parsed |
 * | a file that Redux DevTools exports | its text, or what was parsed of it |
 * | what `logRecorder` has recorded | `recorder.log()`, live or parsed |
 *
 * Several responses to one request repeat in that order. Actions that DevTools skips and aborted requests
 * are left out, and a 304 is what it says is unchanged. Actions of this process carry their endpoints; in JSON the endpoints are found by name.
 *
 * @throws {UnknownNameError} when the module that defines an endpoint is not loaded
 * @throws {UsageError} when it is not a log, or a response in it has no name of an endpoint
 * @example
 * ```ts
 * import { createFixtureStore, fixturesFromLog } from 'rdc-toolkit/testing';
 *
 * const log = [{ type: 'rdc/setresponse', endpointName: 'Todo.get', args: [{ id: '5' }], response: { id: '5' } }];
 * const store = createFixtureStore({ fixtures: fixturesFromLog(log) });
 * ```
 */
export function fixturesFromLog(log: unknown, options: RecordingOptions = {}): Fixture[] {
  if (process.env.NODE_ENV !== 'production') checkOptions('fixturesFromLog', options);
  const responses = readLog('fixturesFromLog', log).actions.filter(setResponse.match);
  const requested = new Set(responses.filter(isOfRequest).map(({ key }) => key));
  const latest = new Map<string, Fixture>();
  return responses
    .filter(action => !wasAborted(action) && (isOfRequest(action) || !requested.has(action.key)))
    .flatMap(action => {
      const { key, meta } = action;
      // It brings nothing itself, and the server of the replay does not know what the client holds.
      const given = meta?.isUnchanged ? latest.get(key) : fixtureOf(action);
      if (given === undefined) return [];
      if (!action.error) latest.set(key, given);
      return [{ ...given, ...(options.delays && { delay: lengthOf(action) }) }];
    });
}

/** Whether it came for a request: what the app or a stream has put in place of a response is none. */
function isOfRequest({ meta }: { readonly meta?: Partial<SetResponseAction['meta']> }): boolean {
  return meta?.requestId !== undefined;
}

function wasAborted(action: SetResponseAction): boolean {
  return action.error && (plainErrorOf(action) as PlainError | undefined)?.name === 'AbortError';
}

function fixtureOf(action: SetResponseAction): Fixture {
  const { endpointName }: { readonly endpointName: unknown } = action;
  if (typeof endpointName !== 'string')
    throw damagedError(`the endpointName of an action is ${describeValue(endpointName)}, expected a string`);
  // A log that was written by hand may have none.
  const head = (action.meta as Partial<SetResponseAction['meta']> | undefined)?.head;
  const request = {
    endpoint: endpointOf(action) as AnyEndpoint,
    args: argsOf(action),
    ...(head !== undefined && { meta: head }),
  };
  // Not enumerable where it is no plain data: a file, an error.
  const response = action.response ?? plainResponseOf(action);
  if (response === undefined) throw damagedError(`an action of ${endpointName} has no response`);
  return action.error
    ? { ...request, error: response as Error }
    : { ...request, response: response as object };
}

function damagedError(problem: string): Error {
  const text = `Cannot make a fixture: ${problem}. Pass the log as it was recorded.`;
  return setupError('fixturesFromLog()', text);
}

/** How long a request took, in whole milliseconds; 0 where the log does not tell. */
function lengthOf({ meta }: { readonly meta?: Partial<SetResponseAction['meta']> }): number {
  const { date = 0, fetchedAt = 0 } = meta ?? {};
  return Number.isFinite(date) && Number.isFinite(fetchedAt) ? Math.max(0, Math.round(date - fetchedAt)) : 0;
}
