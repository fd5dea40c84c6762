import { useEffect } from 'react';
import type { ResponseObserver } from '../../observers/responseObserver';

/** Refetches data that may be shown but is stale: on mount, and when the arguments change. Expiring while shown does not. */
export function useRefetchStale({ refetchStale }: ResponseObserver): void {
  useEffect(refetchStale, [refetchStale]);
}
