import { type ComponentType, type ReactNode, Suspense } from 'react';
import { type ErrorFallbackProps, NetworkErrorBoundary } from './NetworkErrorBoundary';

/** Props of the boundary. */
export interface AsyncBoundaryProps {
  readonly children: ReactNode;
  /** Shown while data below is loading. */
  readonly fallback?: ReactNode;
  /** Shown in place of the children when a request below failed. */
  readonly errorComponent?: ComponentType<ErrorFallbackProps>;
}

/** Shows one fallback while data below is loading, and another when a request has failed. */
export function AsyncBoundary({ children, fallback, errorComponent }: AsyncBoundaryProps): ReactNode {
  return (
    <NetworkErrorBoundary {...(errorComponent && { fallbackComponent: errorComponent })}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </NetworkErrorBoundary>
  );
}
