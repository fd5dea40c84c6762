import { join } from 'node:path';
import { act, waitFor } from '@testing-library/react';
import * as library from 'rdc-toolkit';
import { Controller, createDataClient, dehydrate, hydrationManager, networkManager } from 'rdc-toolkit';
import { useLive, useSuspense } from 'rdc-toolkit/react';
import { memo, Suspense, useState } from 'react';
import type * as Hot from '../definitions/hot';
import * as hotServer from '../definitions/hotServer';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { hotModule } from '../helpers/hotModule';
import { startApi } from '../helpers/startApi';
import { untilServed } from '../helpers/untilQuiet';
import { renderIn } from './renderIn';

type Definitions = typeof Hot;

const loaded: Readonly<Record<string, unknown>> = { 'rdc-toolkit': library, './hotServer': hotServer };
const hot = hotModule<Definitions>(join(__dirname, '../definitions/hot.ts'), name => loaded[name]);

/** An edit while the app runs. */
const edited = (source: string) =>
  source.replace("title = '';", "title = '';\n  get loud() {\n    return this.title.toUpperCase();\n  }");

const stores: TestStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
});

function createStore(client?: Parameters<typeof createTestStore>[0]) {
  const store = createTestStore(client);
  stores.push(store);
  return store;
}

async function serve() {
  const rows = new Map(['1', '2'].map(id => [id, { id, title: `task ${id}`, owner: { id: 'o' } }]));
  const api = await startApi({
    'GET /tasks': () => [...rows.values()],
    'GET /sorted': () => [...rows.values()],
    'PATCH /tasks/:id': ({ params, body }) => {
      const row = { ...rows.get(String(params.id)), ...(body as object) } as never;
      rows.set(String(params.id), row);
      return row;
    },
  });
  hotServer.server.url = api.url;
  const rename = (id: string, title: string) => rows.set(id, { id, title, owner: { id: 'o' } });
  return { api, rename };
}

const text = ({ title, loud }: { readonly title: string; readonly loud?: string }) => loud ?? title;

/** A component of a reloaded module: it gets the current definitions. */
function Tasks({ definitions }: { readonly definitions: Definitions }) {
  const [opened] = useState(() => Symbol());
  const tasks = useSuspense(definitions.TaskResource.getList);
  return (
    <p data-opened={String(opened)}>
      {tasks.map(task => `${text(task)}${task instanceof definitions.Task ? '' : ' of old'}`).join()}
    </p>
  );
}

/** A component that no update reaches: it keeps the definitions of its first render. */
const Untouched = memo(
  ({ definitions }: { readonly definitions: Definitions }) => {
    const tasks = useSuspense(definitions.TaskResource.getList);
    return <p>{tasks.map(text).join()}</p>;
  },
  () => true,
);

const page = (definitions: Definitions) => (
  <Suspense fallback="loading">
    <Tasks definitions={definitions} />|
    <Untouched definitions={definitions} />
  </Suspense>
);

it('shows edited definitions at once, without a request or a fallback, and edits reach all components', async () => {
  const { api } = await serve();
  const store = createStore();
  const before = await hot.evaluate();
  const shown = renderIn(store, page(before));
  await waitFor(() => expect(shown.text()).toBe('task 1,task 2|task 1,task 2'));

  const after = await hot.evaluate(edited);
  shown.rerender(page(after));
  expect(shown.text()).toBe('TASK 1,TASK 2|task 1,task 2');
  expect(api.requests).toEqual(['GET /tasks']);

  await act(async () => {
    await store.dispatch(after.TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'new' }));
  });
  expect(shown.text()).toBe('NEW,TASK 2|new,task 2');
  await act(async () => {
    await store.dispatch(before.TaskResource.partialUpdate.fetch({ id: '2' }, { title: 'old' }));
  });
  expect(shown.text()).toBe('NEW,OLD|new,old');
});

function Polled({ definitions }: { readonly definitions: Definitions }) {
  return <p>{useLive(definitions.getSorted).map(text).join()}</p>;
}

it('keeps polling once under the edited definitions, and stops with the last component', async () => {
  const { api, rename } = await serve();
  const store = createStore();
  const polling = (source: string) =>
    source.replace("name: 'hot.getSorted',", "name: 'hot.getSorted',\n  pollFrequency: 20,");
  const polled = (definitions: Definitions) => (
    <Suspense fallback="loading">
      <Polled definitions={definitions} />
    </Suspense>
  );
  const shown = renderIn(store, polled(await hot.evaluate(polling)));
  await waitFor(() => expect(shown.text()).toBe('task 1,task 2'));

  shown.rerender(polled(await hot.evaluate(source => edited(polling(source)))));
  expect(shown.text()).toBe('TASK 1,TASK 2');
  rename('1', 'polled');
  await waitFor(() => expect(shown.text()).toBe('POLLED,TASK 2'));

  const subscriptions = store.log.filter(({ type }) => type === 'rdc/subscribe').length;
  shown.unmount();
  expect(store.log.filter(({ type }) => type === 'rdc/unsubscribe')).toHaveLength(subscriptions);
  const requests = await untilServed(api, store);
  expect(requests).toBeGreaterThan(1);
});

it('shows resumed mutations in mounted components after definitions were reloaded', async () => {
  const { api } = await serve();
  const managers = [networkManager(), hydrationManager()];
  const first = createStore();
  const before = await hot.evaluate();
  await first.dispatch(before.TaskResource.getList.fetch());
  const lost = api.hold('PATCH /tasks/1');
  void first.dispatch(before.TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'offline' }));
  await lost.arrived;
  const saved = JSON.parse(JSON.stringify(dehydrate(first.getState().rdc)));

  const after = await hot.evaluate(edited);
  const second = createStore({ client: createDataClient({ managers }) });
  const shown = renderIn(second, page(after));
  await waitFor(() => expect(shown.text()).toContain('TASK 2'));
  const held = api.hold('PATCH /tasks/1');
  const controller = new Controller(second);
  let resumed: Promise<void> | undefined;
  act(() => {
    controller.hydrate(saved);
    resumed = controller.resume(saved);
  });
  await held.arrived;
  await waitFor(() => expect(shown.text()).toBe('OFFLINE,TASK 2|OFFLINE,TASK 2'));

  await act(async () => {
    await held.release();
    await resumed;
  });
  expect(shown.text()).toBe('OFFLINE,TASK 2|OFFLINE,TASK 2');
  expect(second.getState().rdc.optimistic).toEqual([]);
  await lost.release();
});
