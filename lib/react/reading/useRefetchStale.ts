import { useEffect } from 'react';
import type { ResponseObserver } from '../../observers/ResponseObserver';

/** Refetches shown but stale data on mount and when the arguments change, but not when it expires while shown. */
export function useRefetchStale(observer: ResponseObserver): void {
  useEffect(() => observer.refetchStale(), [observer]);
}
