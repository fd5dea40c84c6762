import type { ResponseError } from '../types/ResponseError';
import { useCalls } from './useCalls';

/**
 * An async function, whether it is running, and the error of its latest call.
 *
 * The returned function is stable, and calls the function of the latest render. A call clears the previous
 * error. Its promise settles like that of the given function; an unhandled rejection is not reported, since
 * the error is
 * returned here.
 */
export function useLoading<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): readonly [run: (...args: Args) => Promise<Result>, loading: boolean, error: ResponseError | undefined] {
  return useCalls(undefined, call);
}
