import { useEffect } from 'react';
import { fetchThunk } from '../../thunks/fetchThunk';
import type { EndpointInterface } from '../../types/EndpointInterface';
import type { EndpointReading } from './useEndpoint';

/** Asks again for data that may be shown but is stale: on mount, and when the arguments change. */
export function useRefresh(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  { readers: { handle }, key, isStale }: EndpointReading,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments; growing stale is no occasion
  useEffect(() => {
    if (key !== undefined && !handle.isPast() && isStale())
      void fetchThunk(endpoint, args, { unattended: true })(handle.dispatch, handle.getState);
  }, [handle, endpoint, key]);
}
