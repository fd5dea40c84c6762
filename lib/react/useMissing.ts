import { useEffect } from 'react';
import { ResetError } from '../errors/ResetError';
import { fetchThunk } from '../thunks/fetchThunk';
import type { EndpointInterface } from '../types/EndpointInterface';
import type { EndpointReading } from './useEndpoint';

/**
 * Asks for what is not there, without suspending.
 *
 * @returns Whether there is nothing to show yet.
 */
export function useMissing(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  { handle, key, shown }: EndpointReading,
): boolean {
  const isMissing = key !== undefined && shown.isInvalid && shown.error === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  useEffect(() => {
    if (!isMissing) return;
    let isMounted = true;
    const ask = () => {
      const asked = fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState);
      asked.catch(error => {
        // A reset changes nothing for someone who had nothing yet, but has ended the request.
        if (isMounted && error instanceof ResetError) ask();
      });
    };
    ask();
    return () => {
      isMounted = false;
    };
  }, [handle, endpoint, key, isMissing]);
  return isMissing;
}
