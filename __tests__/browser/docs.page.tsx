import type { Store } from '@reduxjs/toolkit';
import { AsyncBoundary } from 'rdc-toolkit/react';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { used } from './docs.used';

type Components = Readonly<Record<string, ComponentType<typeof PROPS>>>;

/** The props of every component; each uses those that it knows. */
const PROPS = { id: '1', ids: ['1'], q: '', repo: 'docs' };

/** Shows the components of the docs page that the address names behind the `?`, or of all pages. */
export function mount(store: Store, pages: Readonly<Record<string, Components>>): void {
  const named = location.search.slice(1);
  const shown = Object.entries(pages).filter(([page]) => named === '' || page === named);
  const root = document.getElementById('root') as HTMLElement;
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <Provider store={store}>
        {shown.flatMap(([page, components]) =>
          Object.entries(components).map(([name, Component]) => (
            <section key={`${page}.${name}`} aria-label={`${page} ${name}`}>
              <AsyncBoundary fallback={<p>Loading…</p>}>
                <Component {...PROPS} />
              </AsyncBoundary>
            </section>
          )),
        )}
      </Provider>
    </StrictMode>,
  );
}

/** React would log what a boundary catches, which boundaries are for. */
function onCaughtError() {}

/** What the window of this page exposes. */
export interface DocsPage {
  /** The names that components of the docs have used. */
  used(): readonly string[];
}
Object.assign(window, { page: { used: () => [...used] } satisfies DocsPage });
