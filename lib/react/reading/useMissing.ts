import { useEffect, useMemo, useState } from 'react';
import { type EndpointReading, isMissing } from '../../observers/EndpointReading';
import { fetchMissing } from '../../observers/fetchMissing';
import type { EndpointInterface } from '../../types/EndpointInterface';

/** Whether a response that is missing is still being fetched. */
export interface Missing {
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** Why it does not come, where the store keeps no error: the request was aborted, say. */
  readonly error: Error | undefined;
}

/** Fetches a response that is missing, without suspending. */
export function useMissing(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  reading: EndpointReading,
): Missing {
  const { observers, key, shown, current } = reading;
  const isNeeded = key !== undefined && isMissing(shown);
  const [failure, setFailure] = useState<{ readonly occasion: object; readonly error: Error }>();
  // A failure lasts until something else is missing. Made of what it depends on: the React Compiler goes by that.
  const occasion = useMemo(
    () => ({ observers, endpoint, key, isNeeded }),
    [observers, endpoint, key, isNeeded],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion stands for the arguments
  useEffect(() => {
    // By now it may be there: a server-rendered page hydrates as it was.
    if (!isNeeded || !isMissing(current())) return;
    return fetchMissing({ endpoint, args }, reading, error => setFailure({ occasion, error }));
  }, [occasion]);

  const error = isNeeded && failure?.occasion === occasion ? failure.error : undefined;
  return { loading: isNeeded && error === undefined, error };
}
