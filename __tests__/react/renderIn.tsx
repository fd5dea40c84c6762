import { act, type RenderResult, render } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { Provider } from 'react-redux';
import type { TestStore } from '../helpers/createTestStore';
import './caughtErrors';

/** What is rendered, and where. */
export interface RenderedIn extends Omit<RenderResult, 'rerender'> {
  /** Renders something else in its place, and in another store if one is given. */
  rerender(children: ReactNode, by?: TestStore): void;
  /** All text on the page. */
  text(): string | null;
}

/**
 * Renders in a store, in Strict Mode.
 *
 * React logs every error that a boundary catches to the console; these are silenced here, since many of these tests are
 * about boundaries. Any other message on the console fails a test.
 */
export function renderIn(store: TestStore, children: ReactNode): RenderedIn {
  const wrapped = (inner: ReactNode, by: TestStore) => (
    <StrictMode>
      <Provider store={by}>{inner}</Provider>
    </StrictMode>
  );
  const result = render(wrapped(children, store), { onCaughtError: () => {} });
  return {
    ...result,
    rerender: (inner, by = store) => result.rerender(wrapped(inner, by)),
    text: () => result.container.textContent,
  };
}

/** The same, awaited, as React requires to render a component that calls `use()`. */
export async function renderAwaited(store: TestStore, children: ReactNode): Promise<RenderedIn> {
  let page!: RenderedIn;
  await act(async () => {
    page = renderIn(store, children);
  });
  return page;
}
