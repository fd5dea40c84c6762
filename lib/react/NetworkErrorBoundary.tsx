import { Component, type ComponentType, type ReactNode } from 'react';
import { setupError } from '../errors/setupError';
import { isRequestFailure, retryFailureOf } from '../observers/requestFailure';
import type { ResponseError } from '../types/ResponseError';
import { ShownFailure } from './ShownFailure';

/** Props of the fallback. */
export interface ErrorFallbackProps {
  readonly error: ResponseError;
  /** Refetches at once, regardless of `errorExpiryLength`, and shows the children. */
  readonly resetErrorBoundary: () => void;
}

/** Props of the boundary. */
export interface NetworkErrorBoundaryProps {
  readonly children: ReactNode;
  /**
   * Shown in place of the children when a request below failed.
   *
   * @default the message and a retry button; in React Native there is none
   */
  readonly fallbackComponent?: ComponentType<ErrorFallbackProps>;
}

/**
 * Shows a fallback when a request below has failed; other errors pass through. A reset of the store shows the children
 * again.
 *
 * @throws {UsageError} in React Native, when it is mounted without a `fallbackComponent`
 */
export class NetworkErrorBoundary extends Component<
  NetworkErrorBoundaryProps,
  { readonly error?: ResponseError }
> {
  override state: { readonly error?: ResponseError } = {};

  static getDerivedStateFromError(thrown: unknown): { readonly error: ResponseError } {
    if (isRequestFailure(thrown)) return { error: thrown };
    throw thrown;
  }

  constructor(props: NetworkErrorBoundaryProps) {
    super(props);
    // Fails early: the default would crash the app at the first failure, maybe late.
    if (process.env.NODE_ENV !== 'production' && props.fallbackComponent === undefined && isReactNative()) {
      throw setupError('NetworkErrorBoundary', NO_FALLBACK);
    }
  }

  readonly reset = (): void => {
    if (this.state.error !== undefined) retryFailureOf(this.state.error);
    this.setState({ error: undefined } as never);
  };

  override render(): ReactNode {
    const { children, fallbackComponent: Fallback = DefaultFallback } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return (
      <>
        <Fallback error={error} resetErrorBoundary={this.reset} />
        <ShownFailure error={error} onLeave={this.reset} />
      </>
    );
  }
}

const NO_FALLBACK =
  'The error boundary cannot render its default fallback in React Native: it is made of HTML elements. ' +
  'Pass an errorComponent to <AsyncBoundary>, or a fallbackComponent to <NetworkErrorBoundary>.';

/** React Native sets this product. */
function isReactNative(): boolean {
  return typeof navigator !== 'undefined' && navigator.product === 'ReactNative';
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
