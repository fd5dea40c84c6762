import { useCallback } from 'react';
import { retryFailures } from '../observers/requestFailure';
import { useObservers } from './reading/useSource';

/**
 * Returns a function to call before your own error boundary shows its children again: failed requests are then
 * refetched at once, regardless of `errorExpiryLength`. `AsyncBoundary` and `NetworkErrorBoundary` do so themselves.
 *
 * It applies to components that mount, get other arguments, or are shown again by an `Activity`, after the call; it
 * sends nothing itself, and renders nothing.
 *
 * @returns The same function for as long as the store is the same.
 */
export function useErrorReset(): () => void {
  const observers = useObservers();
  return useCallback(() => retryFailures(observers), [observers]);
}
