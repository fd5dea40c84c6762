import { File } from 'node:buffer';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { actions, Collection, Controller, devToolsOptions, Entity, Union, Values } from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { useDLE } from 'rdc-toolkit/react';
import type { ReactNode } from 'react';
import { recordingOf } from '../../lib/devtools/recording/recording';
import { initialState } from '../../lib/types/initialState';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { App, layOut, opened, openLog, panelOf, serveTask, Task, TaskResource, written } from './panelPage';
import { renderIn } from './renderIn';

const { get, partialUpdate } = TaskResource;

/** Refers to other records in every way. */
class Team extends Entity {
  id = '';
  name = '';
  first = new Task();
  all: readonly Task[] = [];
  byName: Readonly<Record<string, Task>> = {};
  any: Task | undefined = undefined;
  open: readonly Task[] = [];
  static key = 'panel.Team';
  static schema = {
    first: Task,
    all: [Task],
    byName: new Values(Task),
    any: new Union({ 1: Task }, 'id'),
    open: new Collection([Task], { nestKey: ({ id }: { id: string }) => ({ teamId: id }) }),
  };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  layOut();
});
afterEach(() => jest.restoreAllMocks());

it('adds no action, render or subscription while it is closed', async () => {
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

it('stops all its work per action when it is closed again, except recording', async () => {
  await serveTask();
  const store = createTestStore();
  const subscriptions = new Set<() => void>();
  const { subscribe } = store;
  store.subscribe = listener => {
    const end = subscribe(listener);
    subscriptions.add(listener);
    return () => {
      subscriptions.delete(listener);
      end();
    };
  };
  const page = renderIn(
    store,
    <>
      <DataDevtools />
      <App />
    </>,
  );
  await waitFor(() => expect(page.text()).toBe('Mow 1'));
  const { handle } = recordingOf(store);
  const closed = {
    subscriptions: [...subscriptions],
    notify: [...handle.observers].map(({ notify }) => notify),
  };
  const panel = within(panelOf(document));
  const frames = jest.spyOn(globalThis, 'requestAnimationFrame');
  const write = (votes: number) =>
    act(async () => void store.dispatch(actions.set(Task, { value: { id: '1', votes } })));
  await write(2);
  expect(frames).not.toHaveBeenCalled();

  fireEvent.click(panel.getByRole('button', { name: 'Open the data panel' }));
  for (const name of TABS) {
    fireEvent.click(panel.getByRole('tab', { name }));
    await write(3);
  }
  expect(frames).toHaveBeenCalled();
  expect(subscriptions.size).toBe(closed.subscriptions.length + 1);
  expect([...handle.observers].map(({ notify }) => notify)).not.toEqual(closed.notify);

  fireEvent.click(panel.getByRole('button', { name: 'Close the data panel' }));
  frames.mockClear();
  await write(4);
  expect(page.text()).toBe('Mow 4');
  expect(frames).not.toHaveBeenCalled();
  expect([...subscriptions]).toEqual(closed.subscriptions);
  expect([...handle.observers].map(({ notify }) => notify)).toEqual(closed.notify);
});

const TABS = [/Requests/, /Records/, /Pending/, /Readers/, /Log/];

describe('an opened log', () => {
  it('leaves out and counts the actions that cannot be replayed', async () => {
    await serveTask();
    const { page, panel } = await opened(createTestStore({ isReplayed: false }));

    await openLog(panel(), [
      null,
      'text',
      { type: 5 },
      { type: 'counter/added' },
      { type: 'rdc/setresponse' },
      { type: 'rdc/fetch', key: {}, args: {}, endpointName: {}, meta: 'none' },
      { type: 'rdc/gc', entities: 5, requests: 'none' },
      { type: 'rdc/travel', state: 5 },
      { type: 'rdc/subscribe', key: 'x', args: [], endpointName: 5 },
      written,
    ]);

    const lines = within(panel().getByRole('listbox', { name: 'Opened log' })).getAllByRole('option');
    expect(lines).toHaveLength(1);
    expect(panel().getByRole('alert').textContent).toBe(
      '7 of the actions in log.json cannot be replayed, and are left out.',
    );
    expect(page.text()).toBe('Rest 2');
  });

  it('is rejected if its data is nested too deep, and the app stays as it is', async () => {
    await serveTask();
    const { page, panel } = await opened(createTestStore({ isReplayed: false }));
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const file = new File([`[{"type":"rdc/set","plainValue":${deep}}]`], 'deep.json');
    fireEvent.change(panel().getByLabelText('Log to open'), { target: { files: [file] } });

    const alert = await waitFor(() => panel().getByRole('alert'));
    expect(alert.textContent).toMatch(
      /^Cannot open deep.json. It holds data that is nested more than 500 levels/,
    );
    expect(panel().queryByRole('button', { name: 'Close the log' })).toBeNull();
    expect(page.text()).toBe('Mow 1');
  });

  it('reports names that the app has not loaded, and a start that it cannot read', async () => {
    await serveTask();
    const { page, panel, store } = await opened(createTestStore({ isReplayed: false }));

    await openLog(panel(), {
      start: { rdc: { entities: 5 } },
      actions: [written, { ...written, schemaName: 'Elsewhere' }],
    });

    expect(panel().getByRole('alert').textContent).toBe(
      'Actions that name Elsewhere change nothing: this app has not loaded them. ' +
        'The state at the start of log.json cannot be read: the log begins with an empty store.',
    );
    expect(page.text()).toBe('Rest 2');
    expect(store.complaints.splice(0)).toEqual([
      expect.stringContaining('cannot read the state'),
      expect.stringContaining('no schema is named "Elsewhere"'),
    ]);
  });

  it.each([
    ['a number', 1],
    ['tables of numbers', { ...initialState, entities: { 'panel.Task': { size: 1, next: 1, root: [5] } } }],
    ['tables of tables', { ...initialState, endpoints: { size: 1, next: 1, root: [[[[[]]]]] } }],
    ['lists of nothing', { ...initialState, optimistic: [null], mutations: [null], effects: [null] }],
    ['changes of nothing', { ...initialState, changed: { entities: null, requests: 5 } }],
  ])('leaves every tab intact if its start consists of %s', async (_what, rdc) => {
    await serveTask();
    const { page, panel, store } = await opened(createTestStore({ isReplayed: false }));
    await openLog(panel(), { start: { rdc }, actions: [written] });
    // Redux DevTools gets each state that the app shows.
    const { stateSanitizer } = devToolsOptions();
    fireEvent.change(panel().getByRole('slider'), { target: { value: '0' } });
    expect(() => stateSanitizer(store.getState(), 0)).not.toThrow();
    fireEvent.change(panel().getByRole('slider'), { target: { value: '1' } });

    for (const name of TABS) {
      fireEvent.click(panel().getByRole('tab', { name }));
      for (const line of panel().queryAllByRole('option')) fireEvent.click(line);
      expect(panel().queryByText(/The panel failed/)).toBeNull();
    }
    expect(page.text()).toBe('Rest 2');
    // The console may report what cannot be read.
    store.complaints.splice(0);
  });

  it('may contain names that every object inherits, and relations of any shape', async () => {
    await serveTask();
    const { page, panel, store } = await opened(createTestStore({ isReplayed: false }));
    const names = '"constructor":"1","toString":"2","__proto__":"3","valueOf":{"id":"1","schema":"toString"}';
    const set = (id: string, fields: string) =>
      `{"type":"rdc/set","schemaName":"panel.Task","args":[{"id":"${id}"}],"plainValue":{"id":"${id}",${fields}},"meta":{"fetchedAt":1,"date":2,"expiresAt":3}}`;
    const links =
      '{"panel.Task":{"title":5,"constructor":[5],"toString":null},"constructor":5,"__proto__":7}';
    for (const start of [
      '{}',
      `{"rdc":${JSON.stringify(initialState).replace('"links":{}', `"links":${links}`)}}`,
    ]) {
      const log = `{"start":${start},"actions":[${set('1', '"title":"Mow"')},${set('1', names)},${set('constructor', names)},${set('__proto__', '"title":"1"')}]}`;
      const file = new File([log], 'log.json');
      fireEvent.change(panel().getByLabelText('Log to open'), { target: { files: [file] } });
      await waitFor(() => panel().getByRole('button', { name: 'Close the log' }));

      for (const name of TABS) {
        fireEvent.click(panel().getByRole('tab', { name }));
        for (const line of panel().queryAllByRole('option')) {
          fireEvent.click(line);
          expect(panel().queryByText(/The panel failed/)).toBeNull();
          expect(panel().queryByText(/native code/)).toBeNull();
        }
      }
      fireEvent.click(panel().getByRole('tab', { name: /Log/ }));
      fireEvent.click(panel().getByRole('button', { name: 'Close the log' }));
    }
    expect(page.text()).toBe('Mow 1');
    store.complaints.splice(0);
  });

  it('keeps similar kinds and keys apart, and truncates long ones', async () => {
    await serveTask();
    const { panel, store } = await opened(createTestStore({ isReplayed: false }));
    const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
    const long = 'x'.repeat(2_000_000);
    const meta = { fetchedAt: 1, date: 2, expiresAt: 3 };
    const table = (...cells: readonly (readonly [key: string, value: unknown])[]) => ({
      size: cells.length,
      next: cells.length,
      root: cells.map(([key, value], order) => ({ key, value, meta, order })),
    });
    const rdc = {
      ...initialState,
      entities: {
        A: table(['B C', { id: long }]),
        'A B': table(['C', { id: 'C' }]),
        [long]: table([long, {}]),
        // Only a damaged log names a list twice.
        '[A]': table(['all', ['B C']], ['all', ['B C']]),
      },
      endpoints: table(['GET /a', 'B C'], ['GET /a', 'B C']),
    };
    const gone = { type: 'rdc/gc', entities: { A: ['B C'], 'A B': ['C'] }, requests: [], meta: {} };
    const request = { type: 'rdc/fetch', endpointName: long, key: long, args: [{ id: long }], meta };
    await openLog(panel(), {
      start: { rdc },
      actions: [{ ...request, meta: { ...meta, requestId: 'r1' } }, { ...written, schemaName: long }, gone],
    });

    const texts = () => {
      const nodes = document.createTreeWalker(panelOf(document), NodeFilter.SHOW_TEXT);
      const lengths = [0];
      while (nodes.nextNode()) lengths.push(nodes.currentNode.textContent?.length ?? 0);
      return Math.max(...lengths);
    };
    const tooLong: string[] = [];
    fireEvent.change(panel().getByRole('slider'), { target: { value: '0' } });
    for (const name of TABS) {
      fireEvent.click(panel().getByRole('tab', { name }));
      const kinds = within(panelOf(document)).queryByRole('group', { name: 'Kinds of records' });
      for (const kind of kinds?.querySelectorAll('button') ?? [undefined]) {
        if (kind) fireEvent.click(kind);
        for (const line of panel().queryAllByRole('option')) {
          fireEvent.click(line);
          if (texts() > 600) tooLong.push(String(name));
        }
      }
    }
    expect(tooLong).toEqual([]);
    expect(errors.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([]);
    errors.mockRestore();
    store.complaints.splice(0);
  });

  it('is not shown at once after a log made the page fail', async () => {
    await serveTask();
    const { page, panel } = await opened(createTestStore({ isReplayed: false }));
    // As the page leaves it when a log breaks it.
    sessionStorage.setItem('rdc-toolkit/devtools/showing', '1');

    await openLog(panel(), [written]);
    expect(page.text()).toBe('Mow 1');
    panel().getByText(/The app failed over the last log/);
    fireEvent.change(panel().getByRole('slider'), { target: { value: '0' } });
    expect(page.text()).toBe('loading');

    await openLog(panel(), [written]);
    await waitFor(() => expect(page.text()).toBe('Rest 2'));
    await waitFor(() => expect(sessionStorage.length).toBe(0));
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
    expect(page.text()).toBe('Rest 2');
    expect(panel().getByRole('slider').getAttribute('aria-valuetext')).toBe('the end');

    fireEvent.change(panel().getByRole('slider'), { target: { value: '0' } });
    expect(page.text()).toBe('loading');
    fireEvent.click(panel().getByRole('option'));
    fireEvent.click(panel().getByRole('button', { name: 'Show the app after this' }));

    expect(page.text()).toBe('Rest 2');
    fireEvent.click(panel().getByRole('button', { name: 'Close the log' }));
    expect(page.text()).toBe('Mow 1');
  });

  it('shows its progress while it loads, and the app and the file picker keep working', async () => {
    await serveTask();
    const { page, panel, store } = await opened(createTestStore({ isReplayed: false }));
    const long = Array.from({ length: 6_000 }, (_, i) => ({
      ...written,
      args: [{ id: String(i) }],
      plainValue: { id: String(i), title: 'Rest', votes: i },
    }));
    const pick = (log: unknown, name: string) =>
      fireEvent.change(panel().getByLabelText('Log to open'), {
        target: { files: [new File([JSON.stringify(log)], name)] },
      });
    const progress = () => panel().queryByRole('progressbar', { name: 'Opening the log' });
    const shares: number[] = [];
    const watcher = new MutationObserver(() => {
      const share = (progress() as HTMLProgressElement | null)?.value;
      if (share !== undefined && share !== shares.at(-1)) shares.push(share);
    });
    watcher.observe(panelOf(document), { subtree: true, childList: true, attributes: true });

    pick(long, 'first.json');
    await waitFor(() => expect(shares.at(-1)).toBeGreaterThan(0));
    expect(panel().getByRole('button', { name: 'Open a log' }).matches(':disabled')).toBe(true);
    // The app is as it was, and still changes.
    expect(page.text()).toBe('Mow 1');
    act(() => new Controller(store).set(Task, { id: '1' }, { id: '1', title: 'Sow', votes: 3 }));
    expect(page.text()).toBe('Sow 3');
    expect(progress()).not.toBeNull();

    pick(long.slice(0, 3_000), 'second.json');
    await waitFor(() => panel().getByRole('button', { name: 'Close the log' }));
    watcher.disconnect();
    expect(progress()).toBeNull();
    expect(panel().getByRole('slider').getAttribute('max')).toBe('3000');
    expect(page.text()).toBe('Rest 1');
    const restart = shares.findIndex((share, i) => i > 0 && share < (shares[i - 1] ?? 0));
    expect(shares.slice(restart)).toEqual(shares.slice(restart).toSorted((a, b) => a - b));
    expect(Math.max(...shares.slice(restart))).toBeGreaterThan(0.3);
  });

  it('stays open when the tab changes', async () => {
    await serveTask();
    const { panel } = await opened(createTestStore({ isReplayed: false }));
    await openLog(panel(), [written]);

    fireEvent.click(panel().getByRole('tab', { name: /Records/ }));
    fireEvent.click(panel().getByRole('tab', { name: 'Log' }));

    expect(panel().getByRole('listbox', { name: 'Opened log' })).toBeTruthy();
  });
});

it('editing a field leaves optimistic fields to the response', async () => {
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

describe('an edited field', () => {
  async function record() {
    await serve({
      'GET /tasks/:id': ({ params }) => ({ ...params, title: 'Mow', votes: 1, tools: ['scythe'], due: null }),
    });
    const { panel, ...rest } = await opened();
    fireEvent.click(panel().getByRole('tab', { name: /Records/ }));
    fireEvent.click(panel().getByRole('option'));
    const type = (name: string, text: string) => {
      fireEvent.click(panel().getByRole('button', { name: new RegExp(`^Edit ${name}`) }));
      const field = panel().getByRole('textbox', { name });
      fireEvent.change(field, { target: { value: text } });
      fireEvent.submit(field);
    };
    const stored = () => get.select({ id: '1' })(rest.store.getState()).data;
    return { ...rest, panel, type, stored };
  }

  it('keeps its type, or becomes null', async () => {
    const { page, type, stored } = await record();
    type('title', '12');
    type('votes', '12');
    type('tools', '["rake"]');
    type('due', 'tomorrow');
    expect(stored()).toMatchObject({ title: '12', votes: 12, tools: ['rake'], due: 'tomorrow' });
    type('due', 'null');
    expect(stored()).toMatchObject({ due: null });
    expect(page.text()).toBe('12 12');
  });

  it.each([
    ['votes', 'many', 'This field holds a number. Type one as JSON, or null.'],
    ['tools', '{}', 'This field holds an array. Type one as JSON, or null.'],
    ['id', '2', 'This field is the key of the record.'],
  ])('%s cannot become %s', async (name, text, message) => {
    const { panel, page, type, store } = await record();
    type(name, text);
    expect(panel().getByRole('alert').textContent).toBe(message);
    expect(page.text()).toBe('Mow 1');
    expect(store.log.some(({ type }) => type === 'rdc/set')).toBe(false);
  });
});

it('editing a field keeps the relations of its record', async () => {
  const store = createTestStore();
  const page = renderIn(store, <DataDevtools isOpen />);
  const panel = () => within(panelOf(document));
  await waitFor(() => panel().getByRole('tablist'));
  const task = { id: '1', title: 'Mow', votes: 0 };
  const team = { id: 't', name: 'Ada', first: task, all: [task], byName: { task }, any: task, open: [task] };
  act(() => void new Controller(store).set(Team, { id: 't' }, team as never));
  fireEvent.click(panel().getByRole('tab', { name: /Records/ }));
  fireEvent.click(await panel().findByRole('button', { name: /^panel\.Team/ }));
  fireEvent.click(panel().getByRole('option'));
  fireEvent.click(panel().getByRole('button', { name: /^Edit name/ }));
  const field = panel().getByRole('textbox', { name: 'name' });
  fireEvent.change(field, { target: { value: 'Eve' } });
  fireEvent.submit(field);

  expect(panel().queryByRole('alert')).toBeNull();
  expect(new Controller(store).get(Team, { id: 't' })).toEqual(
    expect.objectContaining({ ...team, name: 'Eve' }),
  );
  page.unmount();
});

it('lists what left and what joined a list, or says that it was reordered', async () => {
  await serveTask();
  const { panel, store } = await opened();
  const by = new Controller(store);
  const write = (...ids: readonly string[]) =>
    act(async () =>
      by.setResponse(
        TaskResource.getList,
        ids.map(id => ({ id, title: id, votes: 0 })),
      ),
    );
  await write(...Array.from({ length: 30 }, (_, i) => `t${i}`));
  await write('t1', 't2', 't3');
  await write('t3', 't2', 'new');
  await write('t2', 't3', 'new');
  /** The detail of a line, counted from the newest: the panel renders once per frame. */
  const expectTold = (line: number, text: string | RegExp) =>
    waitFor(() => {
      fireEvent.click(panel().getAllByRole('option').at(-line) as HTMLElement);
      const list = panel().getByRole('button', { name: /^list of panel\.Task/ });
      expect(list.closest('tr')?.querySelector('td:last-child')?.textContent).toMatch(text);
    });

  await expectTold(1, 'reordered 3 elements');
  await expectTold(2, '"t1" "new" 3 elements');
  await expectTold(3, /^"t0", "t4", .* … 7 more 3 elements$/);
});

it('counts the keys that fail or are slow, and stops them at once', async () => {
  await serveTask();
  const { panel, store } = await opened(createTestStore({ isReplayed: false }));
  const outcome = async () => {
    let text = '';
    await act(async () => {
      text = await store.dispatch(get.fetch({ id: '1' })).then(
        () => 'data',
        error => `${error.status}`,
      );
    });
    return text;
  };
  fireEvent.click(panel().getByRole('tab', { name: /Requests/ }));
  fireEvent.click(panel().getByRole('option'));
  fireEvent.click(panel().getByRole('button', { name: 'Fail from now on' }));
  expect(await outcome()).toBe('500');

  fireEvent.click(panel().getByRole('button', { name: '1 failing or slow: stop' }));
  expect(await outcome()).toBe('data');
  expect(panel().getByRole('button', { name: 'Fail from now on' }).getAttribute('aria-pressed')).toBe(
    'false',
  );
});

it('counts the notifications and renders of each reader, even for errors and data without records', async () => {
  const api = await serve({ 'GET /me': () => ({ name: 'Ada' }) });
  const getMe = new ApiEndpoint({ path: '/me', name: 'panel.getMe' });
  const Me = () => {
    const { data, error } = useDLE(getMe);
    return <main>{error ? 'gone' : data === undefined ? 'loading' : 'in'}</main>;
  };
  const store = createTestStore();
  const page = renderIn(
    store,
    <>
      <DataDevtools isOpen />
      <Me />
    </>,
  );
  await waitFor(() => expect(page.text()).toBe('in'));
  const panel = within(panelOf(document));
  fireEvent.click(panel.getByRole('tab', { name: 'Readers' }));
  const counts = () => {
    const { textContent } = panel.getByRole('option');
    const [, renders = 0, notifications = 0] =
      /(\d+) renders? · (\d+) notifications?$/.exec(textContent) ?? [];
    return [Number(renders), Number(notifications)];
  };
  // The first response may arrive before the panel is ready.
  const [renders = 0, notifications = 0] = counts();

  await act(async () => void new Controller(store).setResponse(getMe, { name: 'Grace' }));
  await waitFor(() => expect(counts()).toEqual([renders + 1, notifications + 1]));
  // An error that does not replace the data only notifies.
  await act(async () => void new Controller(store).setError(getMe, new Error('No response.')));
  await waitFor(() => expect(counts()).toEqual([renders + 1, notifications + 2]));
  const refused = Object.assign(new Error('Log in.'), { status: 401 });
  await act(async () => void new Controller(store).setError(getMe, refused));
  expect(page.text()).toBe('gone');
  await waitFor(() => expect(counts()).toEqual([renders + 2, notifications + 3]));
  expect(api.requests).toEqual(['GET /me']);
});

it('moves the focus into the panel and back out of it', async () => {
  await serveTask();
  const { panel } = await opened();
  const focused = () => (panelOf(document).getRootNode() as ShadowRoot).activeElement;

  fireEvent.click(panel().getByRole('button', { name: 'Close the data panel' }));
  const toggle = panel().getByRole('button', { name: 'Open the data panel' });
  expect(focused()).toBe(toggle);
  fireEvent.click(toggle);

  expect(focused()).toBe(panel().getByRole('tab', { selected: true }));
});

it('shows its own error in the panel, and leaves the app alone', async () => {
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

it('shows the current store after another one has replaced it', async () => {
  await serveTask();
  const { page, app, panel } = await opened();
  await waitFor(() => panel().getByRole('option', { name: /Task.get/ }));
  const next = createTestStore();

  await act(async () => page.rerender(app, next));
  await act(async () => void next.dispatch(actions.set(Task, { value: { id: '2', title: 'Reap' } })));

  await waitFor(() => panel().getByRole('option', { name: /panel.Task 2 “Reap” new by set/ }));
});
