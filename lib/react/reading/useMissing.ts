import { useEffect, useMemo, useState } from 'react';
import { type EndpointReading, isMissing } from '../../observers/EndpointReading';
import { missingFetcher } from '../../observers/missingFetcher';
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
  const { observers, key, shown } = reading;
  const isNeeded = key !== undefined && isMissing(shown);
  const [failure, setFailure] = useState<{ readonly occasion: object; readonly error: Error }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  const fetcher = useMemo(() => missingFetcher({ endpoint, args }, reading), [observers, endpoint, key]);
  // A failure lasts until something else is missing. Made of what it depends on: the React Compiler goes by that.
  const occasion = useMemo(() => ({ fetcher, isNeeded }), [fetcher, isNeeded]);

  useEffect(() => (key === undefined ? undefined : fetcher.mount()), [fetcher, key]);
  useEffect(() => fetcher.attend(error => setFailure({ occasion, error })), [fetcher, occasion]);

  const error = isNeeded && failure?.occasion === occasion ? failure.error : undefined;
  return { loading: isNeeded && error === undefined, error };
}
