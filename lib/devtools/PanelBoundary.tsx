import { Component, type ReactNode } from 'react';
import { Button } from './parts/Button';

interface PanelBoundaryProps {
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows the panel's errors in its place: a tool must not crash the app that it inspects. */
export class PanelBoundary extends Component<
  PanelBoundaryProps,
  { readonly failure?: { readonly error: unknown } }
> {
  override state: { readonly failure?: { readonly error: unknown } } = {};

  static getDerivedStateFromError(error: unknown): { readonly failure: { readonly error: unknown } } {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    const { message = String(failure.error) } = (failure.error ?? {}) as Partial<Error>;
    return (
      <aside className="panel" aria-label="Data panel" data-side="bottom">
        <p className="empty bad" role="alert">
          The panel failed: {message}
        </p>
        <div className="tools">
          <Button onClick={() => this.setState({ failure: undefined } as never)}>Show it again</Button>
          <Button onClick={this.props.onClose}>Close</Button>
        </div>
      </aside>
    );
  }
}
