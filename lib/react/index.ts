'use client';

// Wait for data
export { AsyncBoundary, type AsyncBoundaryProps } from './AsyncBoundary';
export {
  type ErrorFallbackProps,
  NetworkErrorBoundary,
  type NetworkErrorBoundaryProps,
} from './NetworkErrorBoundary';

// Read, and ask where there is nothing

export { type DLE, useDLE } from './useDLE';
export { useFetch } from './useFetch';
export { useLive } from './useLive';
export { type Pages, type PagesOptions, usePages } from './usePages';
export { useSuspense } from './useSuspense';

// Read what is there

export { useCache } from './useCache';
export { useError } from './useError';
export { useIsFetching } from './useIsFetching';
export { useQuery } from './useQuery';

// Keep up to date

export { useSubscription } from './useSubscription';

// Act

export { useCancelling } from './useCancelling';
export { useController } from './useController';
export { useDebounce } from './useDebounce';
export { useLoading } from './useLoading';
