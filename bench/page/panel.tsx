/** An app with many records and a long log, with the panel of this library beside it or without. */
import { configureStore } from '@reduxjs/toolkit';
import { Controller, createDataClient } from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { useResponse } from 'rdc-toolkit/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import type { Issue } from '../payloads';
import { IssueEntity, IssueResource } from '../peers/ours';

const ROWS_SHOWN = 20;

const dataClient = createDataClient();
const store = configureStore({
  reducer: { [dataClient.reducerPath]: dataClient.reducer },
  middleware: getDefault =>
    getDefault({ serializableCheck: false, immutableCheck: false }).concat(dataClient.middleware),
});
const controller = new Controller(store);
let shown: readonly number[] = [];
let done = 0;

function Titles() {
  const { data = [] } = useResponse(IssueResource.getList, { state: 'open' });
  return (
    <ul>
      {data.slice(0, ROWS_SHOWN).map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

/** One record that is on screen changes. */
function change(): void {
  const id = shown[done % shown.length];
  controller.set(IssueEntity, { id }, { id, title: `renamed ${++done}` });
}

/** As many records as were fetched, and so many actions after them. */
function start(issues: readonly Issue[], actions: number, hasPanel: boolean): void {
  shown = issues.slice(0, ROWS_SHOWN).map(({ id }) => id);
  store.dispatch(IssueResource.getList.setResponse({ state: 'open' }, issues as never));
  createRoot(document.getElementById('root') as HTMLElement).render(
    <Provider store={store}>
      {hasPanel && <DataDevtools />}
      <Titles />
    </Provider>,
  );
  setTimeout(() => {
    for (let i = 0; i < actions; i++) change();
  });
}

/** So many changes, one in each frame. */
async function changes(count: number): Promise<string> {
  for (let i = 0; i < count; i++) {
    await new Promise(requestAnimationFrame);
    change();
  }
  await new Promise(requestAnimationFrame);
  return `renamed ${done}`;
}

const panel = { start, changes };
/** What stands on the window of the page with the panel. */
export type PanelPage = typeof panel;
Object.assign(window, { panel });
