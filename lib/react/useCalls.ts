import { useCallback, useInsertionEffect, useRef, useState } from 'react';
import type { ResponseError } from '../types/ResponseError';

/** The state of a function's calls. */
interface Calls {
  /** What the calls are about. */
  readonly subject: unknown;
  /** How many are still running. */
  readonly running: number;
  /** The error of the latest call. */
  readonly error: ResponseError | undefined;
}

const NONE: Calls = { subject: undefined, running: 0, error: undefined };

/**
 * Tracks an async function about some subject: whether it is running, and why its latest call failed.
 *
 * Calls about another subject do not count: with a new one nothing is running, and nothing has failed.
 */
export function useCalls<Args extends readonly unknown[], Result>(
  subject: unknown,
  call: (...args: Args) => Promise<Result>,
): readonly [run: (...args: Args) => Promise<Result>, loading: boolean, error: ResponseError | undefined] {
  const [calls, setCalls] = useState(NONE);
  const latestProps = useRef({ subject, call });
  const latest = useRef<Promise<Result> | undefined>(undefined);

  useInsertionEffect(() => {
    latestProps.current = { subject, call };
  });

  const run = useCallback((...args: Args) => {
    const { subject, call } = latestProps.current;
    // A synchronous error becomes a rejection.
    const result = (async () => call(...args))();
    latest.current = result;
    setCalls(calls => ({ subject, running: callsOf(subject, calls).running + 1, error: undefined }));
    const end = (failure?: ResponseError) =>
      setCalls(calls => {
        if (calls.subject !== subject) return calls;
        return {
          subject,
          running: calls.running - 1,
          // A cancelled call shows no failure.
          error:
            latest.current !== result ? calls.error : failure?.name === 'AbortError' ? undefined : failure,
        };
      });
    result.then(() => end(), end);
    return result;
  }, []);
  const { running, error } = callsOf(subject, calls);
  return [run, running > 0, error];
}

function callsOf(subject: unknown, calls: Calls): Calls {
  return calls.subject === subject ? calls : NONE;
}
