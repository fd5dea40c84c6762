import type { Store } from '@reduxjs/toolkit';
import { AsyncBoundary } from 'rdc-toolkit/react';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { used } from './docs.used';

type Components = Readonly<Record<string, ComponentType<typeof PROPS>>>;

/** What every component gets; each takes what it knows. */
const PROPS = { id: '1', ids: ['1'], q: '', repo: 'docs' };

/** Shows the components of the page of the docs that is named behind the `?` of the address, or those of all. */
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

/** React would report on the console what a boundary has caught, though that is what boundaries are for. */
function onCaughtError() {}

/** What stands on the window of this page. */
export interface DocsPage {
  /** Names of what components of the docs have used. */
  used(): readonly string[];
}
Object.assign(window, { page: { used: () => [...used] } satisfies DocsPage });
