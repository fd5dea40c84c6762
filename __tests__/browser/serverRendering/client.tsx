import { receiveState } from 'rdc-toolkit/server';
import { hydrateRoot } from 'react-dom/client';
import { makeStore } from './makeStore';
import { Page, Todos } from './Page';

/** What the test looks at. */
export interface RenderedPage {
  readonly actions: readonly string[];
  /** What React had to render again because of a mismatch. */
  readonly mended: readonly string[];
}

const actions: string[] = [];
const mended: string[] = [];
Object.assign(window, { rendered: { actions, mended } satisfies RenderedPage });

const store = makeStore(({ type }) => actions.push(type));
receiveState(store);
const root = document.getElementById('root');
hydrateRoot(root ?? document, root ? <Todos store={store} /> : <Page store={store} />, {
  onRecoverableError: error => mended.push(String(error)),
});
