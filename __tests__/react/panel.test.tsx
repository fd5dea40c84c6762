import { File } from 'node:buffer';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { actions, Entity, resource } from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { useDLE } from 'rdc-toolkit/react';
import type { ReactNode } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { renderIn } from './renderIn';

class Task extends Entity {
  id = '';
  title = '';
  votes = 0;
  static key = 'panel.Task';
}
const { get, partialUpdate } = resource({
  path: '/tasks/:id',
  schema: Task,
  optimistic: true,
  Endpoint: ApiEndpoint,
});

const serveTask = () =>
  serve({
    'GET /tasks/:id': ({ params }) => ({ ...params, title: 'Mow', votes: 1 }),
    'PATCH /tasks/:id': () => reply(422, { message: 'Not so.' }),
  });

function App() {
  const { data } = useDLE(get, { id: '1' });
  return <main>{data === undefined ? 'loading' : `${data.title} ${data.votes}`}</main>;
}

beforeEach(() => {
  localStorage.clear();
  // jsdom lays nothing out: without a height no row of a list would be in view.
  for (const side of ['offsetWidth', 'offsetHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
});
afterEach(() => jest.restoreAllMocks());

/** The app with its panel, both ready. */
async function opened(store = createTestStore()) {
  const app = (
    <>
      <DataDevtools isOpen />
      <App />
    </>
  );
  const page = renderIn(store, app);
  const panel = () => within(panelOf(document));
  await waitFor(() => expect(page.text()).toBe('Mow 1'));
  await waitFor(() => panel().getByRole('tablist'));
  return { store, page, app, panel };
}

function panelOf({ body }: Document): HTMLElement {
  const root = body.querySelector('[data-rdc-devtools]')?.shadowRoot?.querySelector<HTMLElement>('.root');
  if (root == null) throw new Error('There is no panel.');
  return root;
}

type Panel = ReturnType<Awaited<ReturnType<typeof opened>>['panel']>;

/** Opens a log as a person does; the files of jsdom have no `text()`. */
async function openLog(panel: Panel, log: unknown) {
  const file = new File([JSON.stringify(log)], 'log.json', { type: 'application/json' });
  fireEvent.change(panel.getByLabelText('Log to open'), { target: { files: [file] } });
  await waitFor(() => panel.getByRole('button', { name: 'Close the log' }));
}

const time = { fetchedAt: 1, date: 2, expiresAt: 3 };
const written = {
  type: 'rdc/set',
  schemaName: Task.key,
  args: [{ id: '1' }],
  plainValue: { id: '1', title: 'Rest', votes: 2 },
  meta: time,
};

it('makes no difference while it is closed: no action, no render, no subscription', async () => {
  const api = await serve({
    'GET /tasks/:id': ({ params }) => ({ ...params, title: 'Mow', votes: 1 }),
    'PATCH /tasks/:id': ({ params, body }) => ({ ...params, title: '', votes: 1, ...(body as object) }),
  });
  /** What an app does with or without the panel. */
  async function work(panel: ReactNode) {
    const store = createTestStore();
    const subscribed = jest.spyOn(store, 'subscribe');
    let renders = 0;
    const Counted = () => {
      renders++;
      return App();
    };
    const sent = api.requests.length;
    const page = renderIn(
      store,
      <>
        {panel}
        <Counted />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('Mow 1'));
    await act(async () => void (await store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'Sow' }))));
    await waitFor(() => expect(page.text()).toBe('Sow 1'));
    const counts = {
      actions: store.log.map(({ type }) => type),
      renders,
      subscriptions: subscribed.mock.calls.length,
      requests: api.requests.slice(sent),
      text: page.container.innerHTML,
    };
    page.unmount();
    return counts;
  }

  const without = await work(null);
  expect(await work(<DataDevtools />)).toEqual(without);
});

describe('a log that is opened', () => {
  it('is shown without the actions that cannot be replayed, which are counted', async () => {
    await serveTask();
    const { page, panel } = await opened();

    await openLog(panel(), [
      null,
      'text',
      { type: 5 },
      { type: 'counter/added' },
      { type: 'rdc/setresponse' },
      { type: 'rdc/fetch', key: {}, args: {}, endpointName: {}, meta: 'none' },
      { type: 'rdc/gc', entities: 5, requests: 'none' },
      { type: 'rdc/travel', state: 5 },
      written,
    ]);

    const lines = within(panel().getByRole('listbox', { name: 'Opened log' })).getAllByRole('option');
    expect(lines).toHaveLength(1);
    expect(panel().getByRole('alert').textContent).toBe(
      '3 of the actions in log.json cannot be replayed, and are left out.',
    );
    expect(page.text()).toBe('Mow 1');
  });

  it.each([
    ['the recording of logRecorder()', { start: {}, actions: [written] }],
    [
      'the state that Redux DevTools lifts',
      { actionsById: { 0: { action: { type: '@@INIT' } }, 1: { action: written } }, stagedActionIds: [0, 1] },
    ],
    ['the file that Redux DevTools exports', { payload: JSON.stringify([written]), preloadedState: '{}' }],
  ])('may be %s', async (_what, log) => {
    await serveTask();
    const { page, panel } = await opened();

    await openLog(panel(), log);
    fireEvent.click(panel().getByRole('option'));
    fireEvent.click(panel().getByRole('button', { name: 'Show the app after this' }));

    expect(page.text()).toBe('Rest 2');
    fireEvent.click(panel().getByRole('button', { name: 'Close the log' }));
    expect(page.text()).toBe('Mow 1');
  });

  it('stays open while another tab is looked at', async () => {
    await serveTask();
    const { panel } = await opened();
    await openLog(panel(), [written]);

    fireEvent.click(panel().getByRole('tab', { name: /Records/ }));
    fireEvent.click(panel().getByRole('tab', { name: 'Log' }));

    expect(panel().getByRole('listbox', { name: 'Opened log' })).toBeTruthy();
  });
});

it('an edited field leaves what is optimistic to the response', async () => {
  const api = await serveTask();
  const { store, page, panel } = await opened();
  const held = api.hold('PATCH /tasks/1');
  let renaming: Promise<unknown> | undefined;
  await act(async () => {
    renaming = store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'Sow' })).catch(() => {});
  });
  await waitFor(() => expect(page.text()).toBe('Sow 1'));
  await held.arrived;

  fireEvent.click(panel().getByRole('tab', { name: /Records/ }));
  fireEvent.click(panel().getByRole('option'));
  fireEvent.click(panel().getByRole('button', { name: 'Edit votes: 1' }));
  const field = panel().getByRole('textbox', { name: 'votes' });
  fireEvent.change(field, { target: { value: '7' } });
  fireEvent.submit(field);
  expect(page.text()).toBe('Sow 7');

  await act(async () => {
    await held.release();
    await renaming;
  });
  await waitFor(() => expect(page.text()).toBe('Mow 7'));
});

it('the focus follows a person into the panel and out of it', async () => {
  await serveTask();
  const { panel } = await opened();
  const focused = () => (panelOf(document).getRootNode() as ShadowRoot).activeElement;

  fireEvent.click(panel().getByRole('button', { name: 'Close the data panel' }));
  const toggle = panel().getByRole('button', { name: 'Open the data panel' });
  expect(focused()).toBe(toggle);
  fireEvent.click(toggle);

  expect(focused()).toBe(panel().getByRole('tab', { selected: true }));
});

it('an error of the panel is shown in the panel, and leaves the app alone', async () => {
  await serveTask();
  const { store, page, panel } = await opened();
  let isBroken = false;
  const odd = {
    type: 'rdc/odd',
    get part() {
      if (isBroken) throw new Error('It cannot be read.');
      return 1;
    },
  };
  await act(async () => void store.dispatch(odd));
  await waitFor(() => panel().getByRole('option', { name: /odd/ }));

  isBroken = true;
  fireEvent.click(panel().getByRole('option', { name: /odd/ }));
  expect(panel().getByRole('alert').textContent).toBe('The panel failed: It cannot be read.');
  expect(page.text()).toBe('Mow 1');

  isBroken = false;
  fireEvent.click(panel().getByRole('button', { name: 'Show it again' }));
  expect(panel().getByRole('tab', { selected: true }).textContent).toBe('Log');
});

it('shows the store that the page has, after another one has taken its place', async () => {
  await serveTask();
  const { page, app, panel } = await opened();
  await waitFor(() => panel().getByRole('option', { name: /Task.get/ }));
  const next = createTestStore();

  await act(async () => page.rerender(app, next));
  await act(async () => void next.dispatch(actions.set(Task, { value: { id: '2', title: 'Reap' } })));

  await waitFor(() => panel().getByRole('option', { name: /panel.Task 2 changed by set/ }));
});
