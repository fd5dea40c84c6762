import { useEffect } from 'react';
import type { ResponseObserver } from '../../observers/ResponseObserver';

/** Refetches data that may be shown but is stale: on mount, and when the arguments change. Expiring while shown does not. */
export function useRefetchStale(observer: ResponseObserver): void {
  useEffect(() => observer.refetchStale(), [observer]);
}
