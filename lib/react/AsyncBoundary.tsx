import { type ComponentType, type ReactNode, Suspense } from 'react';
import { type ErrorFallbackProps, NetworkErrorBoundary } from './NetworkErrorBoundary';

/** What goes into a boundary. */
export interface AsyncBoundaryProps {
  readonly children: ReactNode;
  /** Shown while data below is on its way. */
  readonly fallback?: ReactNode;
  /** Shown in place of the children when a request below failed. */
  readonly errorComponent?: ComponentType<ErrorFallbackProps>;
}

/** Shows a fallback while data below is on its way, and another when a request has failed. */
export function AsyncBoundary({ children, fallback, errorComponent }: AsyncBoundaryProps): ReactNode {
  return (
    <NetworkErrorBoundary {...(errorComponent && { fallbackComponent: errorComponent })}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </NetworkErrorBoundary>
  );
}
