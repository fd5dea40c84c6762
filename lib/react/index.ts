// Wait for data
export { AsyncBoundary, type AsyncBoundaryProps } from './AsyncBoundary';
export {
  type ErrorFallbackProps,
  NetworkErrorBoundary,
  type NetworkErrorBoundaryProps,
} from './NetworkErrorBoundary';
// Act
export { useController } from './useController';
// Read
export { type DLE, useDLE } from './useDLE';
export { useSuspense } from './useSuspense';
