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
 * Creates fixtures for all requests of a log that got a response, in order.
 *
 * | log | as |
 * |---|---|
 * | actions | collected by a middleware, or parsed from JSON |
 * | lifted state of DevTools | `liftedStore.getState()`, live or parsed |
 * | a file that Redux DevTools exports | its text, or the parsed text |
 * | what `logRecorder` recorded | `recorder.log()`, live or parsed |
 *
 * Several responses to one request repeat in that order. Actions that DevTools skips and aborted requests are left
 * out; a 304 becomes the response that it confirms. Actions of this process carry their endpoints; JSON names them.
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
  const requestedKeys = new Set(responses.filter(isOfRequest).map(({ key }) => key));
  const latestByKey = new Map<string, Fixture>();
  return responses
    .filter(action => !wasAborted(action) && (isOfRequest(action) || !requestedKeys.has(action.key)))
    .flatMap(action => {
      const { key, meta } = action;
      // A 304 has no content, and fixtures do not know what the client holds.
      const recorded = meta?.isUnchanged ? latestByKey.get(key) : fixtureOf(action);
      if (recorded === undefined) return [];
      if (!action.error) latestByKey.set(key, recorded);
      return [{ ...recorded, ...(options.delays && { delay: durationOf(action) }) }];
    });
}

/** Whether it came for a request: the app and streams set responses without one. */
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
  // A log written by hand may lack `meta`.
  const head = (action.meta as Partial<SetResponseAction['meta']> | undefined)?.head;
  const request = {
    endpoint: endpointOf(action) as AnyEndpoint,
    args: argsOf(action),
    ...(head !== undefined && { meta: head }),
  };
  // Not enumerable if it is not plain data, such as a file or an error.
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

/** How long a request took, in whole milliseconds; 0 if the log does not say. */
function durationOf({ meta }: { readonly meta?: Partial<SetResponseAction['meta']> }): number {
  const { date = 0, fetchedAt = 0 } = meta ?? {};
  return Number.isFinite(date) && Number.isFinite(fetchedAt) ? Math.max(0, Math.round(date - fetchedAt)) : 0;
}
