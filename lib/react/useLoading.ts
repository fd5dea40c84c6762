import { argumentError } from '../errors/argumentError';
import { checkFunction } from '../errors/checkValues';
import type { ResponseError } from '../types/ResponseError';
import { useCalls } from './useCalls';

/**
 * An async function, whether it is running, and the error of its latest call.
 *
 * The returned function is stable, and calls the function of the latest render. A call clears the previous error. Its
 * promise settles like that of the given function; an unhandled rejection is not reported, since the error is returned
 * here.
 *
 * @throws {UsageError} (in development) when it is given an endpoint whose response would not be stored
 */
export function useLoading<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): readonly [run: (...args: Args) => Promise<Result>, loading: boolean, error: ResponseError | undefined] {
  if (process.env.NODE_ENV !== 'production') assertStores(call);
  return useCalls(undefined, call);
}

/** Refuses an endpoint: it is a function, too, but calling it directly does not store the response. */
function assertStores(call: unknown): void {
  checkFunction('useLoading()', 'call', call);
  const { name, schema, key } = call as { name?: string; schema?: unknown; key?: unknown };
  if (typeof key !== 'function' || schema === undefined) return;
  const problem = `it was given the endpoint ${name}, whose response would not be stored`;
  throw argumentError(
    'useLoading()',
    problem,
    'Pass a function that fetches it: useLoading(id => controller.fetch(endpoint, { id })).',
  );
}
