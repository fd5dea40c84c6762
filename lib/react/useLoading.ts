import { useCalls } from './useCalls';

/**
 * An asynchronous function, whether it is running, and why its latest call failed.
 *
 * The function that is returned is the same one each time, and calls what was
 * given to the latest render. A call clears the error of the one before. Its
 * promise settles as that of the given function; a rejection that nobody handles
 * is not reported as unhandled, since the error is here.
 */
export function useLoading<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): readonly [run: (...args: Args) => Promise<Result>, loading: boolean, error: Error | undefined] {
  return useCalls(undefined, call);
}
