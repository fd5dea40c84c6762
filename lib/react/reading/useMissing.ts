import { useEffect, useMemo, useState } from 'react';
import { missingFetcher } from '../../observers/missingFetcher';
import { isMissing } from '../../selectors/readResponse';
import type { useEndpoint } from './useEndpoint';

/** Whether a missing response is still loading. */
export interface Missing {
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** Why it will not arrive, if the store keeps no error: for example, the request was aborted. */
  readonly error: Error | undefined;
}

/** Fetches a missing response without suspending. */
export function useMissing([shown, observer]: ReturnType<typeof useEndpoint>): Missing {
  const isNeeded = isMissing(shown);
  const [failure, setFailure] = useState<{ readonly occasion: object; readonly error: Error }>();
  const fetcher = useMemo(() => missingFetcher(observer), [observer]);
  // A failure lasts until something else is missing. The object holds its dependencies for the React Compiler.
  const occasion = useMemo(() => ({ fetcher, isNeeded }), [fetcher, isNeeded]);

  useEffect(() => fetcher.mount(), [fetcher]);
  useEffect(() => fetcher.attend(error => setFailure({ occasion, error })), [fetcher, occasion]);

  const error = isNeeded && failure?.occasion === occasion ? failure.error : undefined;
  return { loading: isNeeded && error === undefined, error };
}
