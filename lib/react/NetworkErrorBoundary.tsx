import { Component, type ComponentType, type ReactNode } from 'react';
import { isRequestFailure } from './requestFailure';

/** What is shown in place of what failed. */
export interface ErrorFallbackProps {
  readonly error: Error;
  /** Tries again. */
  readonly resetErrorBoundary: () => void;
}

/** What goes into a boundary. */
export interface NetworkErrorBoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of the children when a request below failed. */
  readonly fallbackComponent?: ComponentType<ErrorFallbackProps>;
}

/** Shows a fallback when a request below has failed; errors of another kind pass through. */
export class NetworkErrorBoundary extends Component<NetworkErrorBoundaryProps, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};

  static getDerivedStateFromError(thrown: unknown): { readonly error: Error } {
    if (isRequestFailure(thrown)) return { error: thrown };
    throw thrown;
  }

  readonly reset = (): void => this.setState({ error: undefined } as never);

  override render(): ReactNode {
    const { children, fallbackComponent: Fallback = DefaultFallback } = this.props;
    const { error } = this.state;
    return error === undefined ? children : <Fallback error={error} resetErrorBoundary={this.reset} />;
  }
}

function DefaultFallback({ error, resetErrorBoundary }: ErrorFallbackProps): ReactNode {
  return (
    <div role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={resetErrorBoundary}>
        Try again
      </button>
    </div>
  );
}
