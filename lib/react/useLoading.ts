import { useCallback, useInsertionEffect, useRef, useState } from 'react';

/** How the calls of a function stand. */
interface Calls {
  /** How many have not ended. */
  readonly running: number;
  /** Why the latest one failed. */
  readonly error: Error | undefined;
}

const NONE: Calls = { running: 0, error: undefined };

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
  const [{ running, error }, setCalls] = useState(NONE);
  const given = useRef(call);
  const latest = useRef<Promise<Result> | undefined>(undefined);

  useInsertionEffect(() => {
    given.current = call;
  });

  const run = useCallback((...args: Args) => {
    // What is thrown at once is a failure like others.
    const result = (async () => given.current(...args))();
    latest.current = result;
    setCalls(calls => ({ running: calls.running + 1, error: undefined }));
    const end = (failure?: Error) =>
      setCalls(calls => ({
        running: calls.running - 1,
        error: latest.current === result ? failure : calls.error,
      }));
    result.then(() => end(), end);
    return result;
  }, []);
  return [run, running > 0, error];
}
