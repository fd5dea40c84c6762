'use client';

// Wait for data
export { AsyncBoundary, type AsyncBoundaryProps } from './AsyncBoundary';
export {
  type ErrorFallbackProps,
  NetworkErrorBoundary,
  type NetworkErrorBoundaryProps,
} from './NetworkErrorBoundary';
export { useErrorReset } from './useErrorReset';

// Read, and fetch what is missing

export type { ArgsOrNone, DataFor } from './reading/HookArgs';
export type { ResponseView } from './ResponseView';
export { type DLE, useDLE } from './useDLE';
export { useFetch } from './useFetch';
export { useLive } from './useLive';
export { type Pages, type PagesOptions, usePages } from './usePages';
export { useResponse } from './useResponse';
export { type ResponsesOptions, useResponses } from './useResponses';
export { type ResponseOptions, useResponseWith } from './useResponseWith';
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
