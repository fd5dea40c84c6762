import { ActionCreators, instrument } from '@redux-devtools/instrument';
import type { Store, StoreEnhancer } from '@reduxjs/toolkit';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import {
  actions,
  Collection,
  Controller,
  createDataClient,
  Entity,
  Invalidate,
  networkManager,
  resource,
  Union,
  Values,
} from 'rdc-toolkit';
import { DataDevtools } from 'rdc-toolkit/devtools';
import { AsyncBoundary, useDLE, useResponseWith, useSuspense } from 'rdc-toolkit/react';
import { useEffect, useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import {
  App,
  layOut,
  opened,
  openLog,
  type Panel,
  panelOf,
  serveTask,
  Task,
  TaskResource,
  written,
} from './panelPage';
import { renderIn } from './renderIn';
import { api } from './rtkQuery/definitions';
import { openBlog } from './rtkQuery/openBlog';

const { get } = TaskResource;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  layOut();
});
afterEach(() => jest.restoreAllMocks());

const tab = (panel: Panel, name: string) =>
  fireEvent.click(panel.getByRole('tab', { name: new RegExp(name) }));
/** Like a browser, which sends no click to a button in a disabled fieldset. */
const press = (panel: Panel, name: string) => act(() => panel.getByRole('button', { name }).click());

/** The bars of a request on the timeline, by kind. */
const barsOf = (row: HTMLElement) => [...row.querySelectorAll('.track i')].map(({ className }) => className);
const factIn = (panel: Panel, name: string) =>
  panel.getByRole('rowheader', { name }).nextElementSibling?.textContent;

/** A request of another app that was in flight when its log was exported. */
const begun = (id: string) => ({
  type: 'rdc/fetch',
  endpointName: get.name,
  args: [{ id }],
  key: get.key({ id }),
  meta: { fetchedAt: 1, requestId: `other ${id}` },
});

describe('with an open log', () => {
  async function withLog() {
    const api = await serveTask();
    const page = await opened(createTestStore({ isReplayed: false }));
    await openLog(page.panel(), [written, begun('7')]);
    return { ...page, api };
  }

  it('shows the requests of the log, and sends none', async () => {
    const { panel, api, store } = await withLog();
    const sent = api.requests.length;
    const acted = store.log.length;
    tab(panel(), 'Requests');

    const [line, ...others] = panel().getAllByRole('option');
    expect(line?.textContent).toContain('/tasks/7');
    expect(others).toEqual([]);
    fireEvent.click(line as HTMLElement);
    panel().getByText('A log is open. Close it to send requests and to edit records of this app.');
    for (const name of ['Refetch', 'Invalidate', 'Fail now', 'Fail next', 'Fail from now on'])
      press(panel(), name);

    expect(panel().getByRole('button', { name: 'Refetch' }).matches(':disabled')).toBe(true);
    expect(api.requests).toHaveLength(sent);
    expect(store.log.slice(acted)).toEqual([]);
    press(panel(), '+1 s');
    expect(panel().getByRole('button', { name: '+1 s' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('shows the history of a record in the log, links into the log, and allows no edits', async () => {
    const { panel } = await withLog();
    tab(panel(), 'Records');
    fireEvent.click(panel().getByRole('option'));

    panel().getByText(/^A log is open/);
    expect(panel().queryByRole('button', { name: /^Edit/ })).toBeNull();
    press(panel(), 'panel.Task 1 “Rest” new by set');
    expect(panel().getByRole('listbox', { name: 'Opened log' })).toBeTruthy();
    expect(panel().getByRole('option', { selected: true }).textContent).toContain('new by set');
  });

  it('shows in every tab the step that the app shows', async () => {
    const { panel } = await withLog();
    expect(panel().getByRole('tab', { name: /Requests/ }).textContent).toBe('Requests1');
    fireEvent.change(panel().getByRole('slider'), { target: { value: '1' } });
    expect(panel().getByRole('tab', { name: /Requests/ }).textContent).toBe('Requests');
    fireEvent.change(panel().getByRole('slider'), { target: { value: '0' } });
    tab(panel(), 'Records');
    panel().getByText('The store has no records.');
    tab(panel(), 'Readers');
    panel().getByText(/^A log does not tell which components were mounted/);
  });

  it('keeps the log open while the panel is closed', async () => {
    const { page, panel } = await withLog();
    press(panel(), 'Close the data panel');
    expect(page.text()).toBe('Rest 2');
    press(panel(), 'Open the data panel');
    press(panel(), 'Close the log');
    expect(page.text()).toBe('Mow 1');
  });
});

it('sends nothing while the app shows an earlier time, and says why', async () => {
  const api = await serveTask();
  const { panel } = await opened(createTestStore({ isReplayed: false }));
  fireEvent.change(panel().getByRole('slider'), { target: { value: '0' } });
  tab(panel(), 'Requests');
  fireEvent.click(panel().getByRole('option'));
  panel().getByText(/^The app shows an earlier time/);
  press(panel(), 'Refetch');
  expect(api.requests).toEqual(['GET /tasks/1']);
});

it('refetches a bridged request through RTK Query while a component shows it', async () => {
  const { server, store, change } = await openBlog();
  const Title = () => {
    const { data } = api.useGetPostQuery(1);
    return <main>{data?.title}</main>;
  };
  const view = (isShown: boolean) => (
    <>
      <DataDevtools isOpen />
      {isShown && <Title />}
    </>
  );
  const page = renderIn(store, view(true));
  await waitFor(() => expect(page.text()).toBe('post 1'));
  const panel = () => within(panelOf(document));
  tab(panel(), 'Requests');
  fireEvent.click(panel().getByRole('option'));
  const refetch = () => panel().getByRole('button', { name: 'Refetch' });

  change(1, { title: 'new' });
  press(panel(), 'Refetch');
  await waitFor(() => expect(page.text()).toBe('new'));
  expect(server.requests).toEqual(['GET /posts/1', 'GET /posts/1']);
  page.rerender(view(false));
  await waitFor(() => expect(refetch().matches(':disabled')).toBe(true));
  expect(refetch().title).toBe('RTK Query sends it, for a component that shows it: none is mounted');
  // None of it passes the data client, so that nothing can be disturbed.
  for (const name of ['Fail next', 'Fail from now on', 'Slow from now on'])
    expect(panel().getByRole('button', { name }).matches(':disabled')).toBe(true);
  act(() => void store.dispatch(api.util.resetApiState()));
});

it('reports time travel by Redux DevTools, leaves the way back to it, and keeps logging', async () => {
  const { get: getTask } = TaskResource;
  const api = await serveTask();
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const store = createTestStore({ enhancers, isReplayed: false });
  const { panel, page } = await opened(store);
  const { liftedStore } = store as unknown as { readonly liftedStore: Store };
  const jump = (to: number) =>
    act(async () => void liftedStore.dispatch(ActionCreators.jumpToState(to) as never));
  const lines = () => panel().getAllByRole('option').length;
  const before = lines();

  await jump(0);
  expect(page.text()).toBe('loading');
  const told = 'Redux DevTools shows the app at an earlier time. Go back to the present there.';
  await waitFor(() => panel().getByText(told));
  expect(panel().queryByRole('button', { name: 'Back to the present' })).toBeNull();
  expect(panel().getByRole('slider').matches(':disabled')).toBe(true);
  await act(() => new Controller(store).fetch(getTask, { id: '2' }));
  expect(api.requests).toContain('GET /tasks/2');
  await waitFor(() => expect(lines()).toBe(before + 1));
  tab(panel(), 'Requests');
  panel().getByText(told);

  const { stagedActionIds } = liftedStore.getState() as { readonly stagedActionIds: readonly number[] };
  await jump(stagedActionIds.length - 1);
  expect(page.text()).toBe('Mow 1');
  await waitFor(() => expect(panel().queryByText(told)).toBeNull());
  tab(panel(), 'Log');
  expect(lines()).toBe(before + 1);
});

class Note extends Entity {
  id = '';
  type = '';
  text = '';
  static key = 'panelTabs.Note';
}
class Photo extends Entity {
  id = '';
  type = '';
  url = '';
  static key = 'panelTabs.Photo';
}
const Item = new Union({ note: Note, photo: Photo }, 'type');
class Pin extends Entity {
  id = '';
  of: Note | Photo | undefined = undefined;
  static key = 'panelTabs.Pin';
  static schema = { of: Item };
}
const getWall = new ApiEndpoint({
  path: '/wall',
  name: 'panelTabs.getWall',
  schema: {
    items: new Collection([Item]),
    byRoom: new Collection(new Values(Note), { argsKey: () => ({}) }),
    pin: Pin,
  },
});

it('links from lists, maps and fields of several kinds to the record of the right kind', async () => {
  const photo = { id: '1', type: 'photo', url: '/1.png' };
  const note = { id: '1', type: 'note', text: 'Oil the gate' };
  await serve({
    'GET /tasks/:id': () => ({ id: '1', title: 'Mow', votes: 1 }),
    'GET /wall': () => ({ items: [photo, note], byRoom: { hall: note }, pin: { id: 'p', of: photo } }),
  });
  const { panel, store } = await opened();
  await act(() => store.dispatch(getWall.fetch()));
  const follow = async (kind: string, link: string) => {
    tab(panel(), 'Records');
    const kinds = await waitFor(() => within(panel().getByRole('group', { name: 'Kinds of records' })));
    fireEvent.click(kinds.getByRole('button', { name: `${kind} 1` }));
    fireEvent.click(panel().getAllByRole('option')[0] as HTMLElement);
    // The first link is that of the kind, which has one record.
    const found = panel().getAllByRole('button', { name: link })[1];
    fireEvent.click(found as HTMLElement);
    return panel().getByRole('region').getAttribute('aria-label');
  };

  const kinds = Object.keys(store.getState().rdc.entities);
  const list = kinds.find(kind => kind.startsWith('[')) ?? '';
  const map = kinds.find(kind => kind.startsWith('{')) ?? '';
  expect(await follow(list, 'panelTabs.Photo 1')).toBe('panelTabs.Photo 1');
  expect(await follow(list, 'panelTabs.Note 1')).toBe('panelTabs.Note 1');
  expect(await follow(Pin.key, 'panelTabs.Photo 1')).toBe('panelTabs.Photo 1');
  expect(await follow(map, 'panelTabs.Note 1')).toBe('panelTabs.Note 1');
  fireEvent.click(panel().getByRole('button', { name: `${list} 1` }));
  expect(panel().getByRole('option').textContent).toContain('2: 1, 1');
});

describe('a missing record', () => {
  const chore = { title: 'Mow', votes: 1 };
  async function withTasks() {
    const api = await serve({
      'GET /tasks/:id': ({ params }) => ({ ...params, ...chore }),
      'GET /tasks': () => [1, 2].map(id => ({ id: String(id), ...chore })),
      'POST /tasks': ({ body }) => ({ id: '3', ...chore, ...(body as object) }),
      'DELETE /tasks/:id': () => reply(204),
    });
    const shown = await opened(createTestStore({ isReplayed: false }));
    await act(() => shown.store.dispatch(TaskResource.getList.fetch()));
    return { ...shown, api };
  }
  const detail = (panel: Panel) => within(panel.getByRole('region'));
  /** What follows the last heading. */
  const historyOf = (panel: Panel) =>
    [...panel.getByRole('region').querySelectorAll('h3:last-of-type ~ div button')].map(
      ({ textContent }) => textContent,
    );

  it('keeps its heading and history when a line of the log links to a deleted record', async () => {
    const { panel, store } = await withTasks();
    await act(async () => void (await store.dispatch(TaskResource.delete.fetch({ id: '2' }))));
    fireEvent.click(await waitFor(() => panel().getByRole('option', { name: /delete 2/ })));
    press(panel(), 'panel.Task 2');

    detail(panel()).getByRole('heading', { name: 'panel.Task 2' });
    detail(panel()).getByText('Deleted: not in the store.');
    expect(historyOf(panel())).toEqual([
      expect.stringContaining('Task.getList'),
      expect.stringContaining('Task.delete 2'),
    ]);
    press(panel(), 'Back');
    expect(panel().queryByRole('region')).toBeNull();
  });

  it('stays open if it is deleted meanwhile', async () => {
    const { panel, store } = await withTasks();
    tab(panel(), 'Records');
    fireEvent.click(await waitFor(() => panel().getAllByRole('option')[1] as HTMLElement));
    detail(panel()).getByRole('heading', { name: 'panel.Task 2' });
    act(() => new Controller(store).set(new Invalidate(Task), { id: '2' }, '2'));
    await waitFor(() => detail(panel()).getByText('Deleted: not in the store.'));
    detail(panel()).getByRole('heading', { name: 'panel.Task 2' });
  });

  it('leads from its temporary key to the record that the server created', async () => {
    const { panel, store, api } = await withTasks();
    const held = api.hold('POST /tasks');
    await act(async () => {
      void store.dispatch(TaskResource.getList.push.fetch({ title: 'Sow' }));
      await held.arrived;
    });
    tab(panel(), 'Records');
    const line = await waitFor(() => panel().getByRole('option', { name: /optimistic/ }));
    fireEvent.click(line);
    detail(panel()).getByRole('row', { name: /^title .*Sow/ });
    expect(historyOf(panel())).toEqual([expect.stringContaining('Task.getList.push')]);

    await act(() => held.release());
    await waitFor(() => panel().getByRole('heading', { name: 'panel.Task 3' }));
    detail(panel()).getByRole('row', { name: /^title .*Sow/ });
    expect(panel().getByRole('option', { selected: true }).textContent).toContain('3');
    const pushed = expect.stringContaining('Task.getList.push');
    expect(historyOf(panel())).toEqual([pushed, pushed]);

    await act(async () => void (await store.dispatch(TaskResource.delete.fetch({ id: '3' }))));
    await waitFor(() => detail(panel()).getByText('Deleted: not in the store.'));
    detail(panel()).getByRole('heading', { name: 'panel.Task 3' });
    expect(historyOf(panel())).toEqual([pushed, pushed, expect.stringContaining('Task.delete 3')]);
  });
});

describe('a reader', () => {
  class Page extends Entity {
    id = '';
    title = '';
    static key = 'panel.Page';
  }
  const pages = resource({ path: '/pages/:id', schema: Page, Endpoint: ApiEndpoint });

  /** Two readers of one page, and how often each has rendered. */
  async function readers() {
    await serve({
      'GET /pages/:id': ({ params }) => ({ ...params, title: 'One' }),
      'PATCH /pages/:id': ({ params, body }) => ({ ...params, title: 'One', ...(body as object) }),
    });
    const renders = { suspense: 0, with: 0 };
    // In effects, since Strict Mode renders twice.
    function Suspending() {
      useEffect(() => void renders.suspense++);
      return <b>{useSuspense(pages.get, { id: '1' }).title}</b>;
    }
    function Selecting() {
      useEffect(() => void renders.with++);
      return (
        <i>{useResponseWith({ name: 'With', select: ({ title }) => title }, pages.get, { id: '1' }).data}</i>
      );
    }
    const store = createTestStore({ isReplayed: false });
    const page = renderIn(
      store,
      <>
        <DataDevtools isOpen />
        <AsyncBoundary>
          <Suspending />
        </AsyncBoundary>
        <Selecting />
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('OneOne'));
    const panel = within(panelOf(document));
    tab(panel, 'Readers');
    /** How often each reader has rendered since, according to the panel. */
    const counts = () =>
      panel
        .getAllByRole('option')
        .map(({ textContent }) => Number(/(\d) renders?/.exec(textContent)?.[1] ?? 0));
    const before = { ...renders, counts: counts() };
    return {
      store,
      panel,
      page,
      since: () => {
        const [selecting = 0, suspense = 0] = counts().map((count, i) => count - (before.counts[i] ?? 0));
        return { suspense, with: selecting };
      },
      rendered: () => ({ suspense: renders.suspense - before.suspense, with: renders.with - before.with }),
    };
  }

  it('counts each render of its component once', async () => {
    const { store, page, since, rendered } = await readers();
    await act(async () => {
      await store.dispatch(pages.partialUpdate.fetch({ id: '1' }, { title: 'Two' }));
    });
    await waitFor(() => expect(page.text()).toBe('TwoTwo'));
    expect(rendered()).toEqual({ suspense: 1, with: 1 });
    await waitFor(() => expect(since()).toEqual({ suspense: 1, with: 1 }));
  });

  it('counts one render for several changes in one turn, and names the action', async () => {
    const { store, panel, page, since, rendered } = await readers();
    act(() => {
      new Controller(store).set(Page, { id: '1' }, { id: '1', title: 'Two' });
      new Controller(store).set(Page, { id: '1' }, { id: '1', title: 'Three' });
      store.dispatch(actions.expireAll(() => false, []));
    });
    expect(page.text()).toBe('ThreeThree');
    expect(rendered()).toEqual({ suspense: 1, with: 1 });
    await waitFor(() => expect(since()).toEqual({ suspense: 1, with: 1 }));
    fireEvent.click(panel.getAllByRole('option')[0] as HTMLElement);
    panel.getByRole('button', { name: /^panel.Page 1 .*changed by set: / });
  });

  it('names the action it rendered for, even if it mounted while no other reader was', async () => {
    const store = createTestStore({ isReplayed: false });
    const controller = new Controller(store);
    controller.setResponse(pages.get, { id: '1' }, { id: '1', title: 'One' });
    let show: (isShown: boolean) => void = () => undefined;
    function Selecting() {
      return <i>{useResponseWith({ select: ({ title }) => title }, pages.get, { id: '1' }).data}</i>;
    }
    function Toggled() {
      const [isShown, setIsShown] = useState(true);
      show = setIsShown;
      return isShown ? <Selecting /> : 'none';
    }
    const page = renderIn(
      store,
      <>
        <DataDevtools isOpen />
        <Toggled />
      </>,
    );
    const panel = within(panelOf(document));
    tab(panel, 'Readers');
    act(() => show(false));
    act(() => show(true));
    act(() => controller.set(Page, { id: '1' }, { id: '1', title: 'Two' }));
    await waitFor(() => expect(page.text()).toBe('Two'));
    fireEvent.click(await waitFor(() => panel.getByRole('option')));
    await panel.findByRole('button', { name: /^panel.Page 1 .*changed by set: / });
  });

  it('says that it rendered for time travel', async () => {
    const { panel, page } = await readers();
    tab(panel, 'Log');
    fireEvent.change(panel.getByRole('slider'), { target: { value: '0' } });
    fireEvent.click(panel.getByRole('button', { name: 'Back to the present' }));
    await waitFor(() => expect(page.text()).toBe('OneOne'));
    tab(panel, 'Readers');
    fireEvent.click(panel.getByRole('option', { name: /With/ }));
    panel.getByText('Time travel.');
  });
});

it('a request shows its retries, queueing, sharing, abort, result and changes', async () => {
  let sent = 0;
  const api = await serve({
    'GET /tasks/:id': ({ params }) =>
      ++sent < 3 ? reply(503, {}, { 'Retry-After': '1' }) : { ...params, title: 'Mow', votes: 1 },
  });
  const retry = { limit: 2, baseDelayMs: 1 };
  const client = createDataClient({ managers: [networkManager({ retry })] });
  const store = createTestStore({ isReplayed: false, client });
  const page = renderIn(
    store,
    <>
      <DataDevtools isOpen />
      <App />
      <App />
    </>,
  );
  await waitFor(() => expect(page.text()).toBe('Mow 1Mow 1'));
  const held = api.hold('GET /tasks/2');
  await act(async () => {
    const request = store.dispatch(get.fetch({ id: '2' }));
    await held.arrived;
    request.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });

  const panel = within(panelOf(document));
  tab(panel, 'Requests');
  await waitFor(() => expect(panel.getAllByRole('option')).toHaveLength(2));
  const [retried, aborted] = panel.getAllByRole('option') as [HTMLElement, HTMLElement];
  const fact = (name: string) => factIn(panel, name);
  const region = () => within(panel.getByRole('region', { name: /^Request/ }));

  within(retried).getByRole('img', { name: 'ok' });
  expect(barsOf(retried)).toEqual(['wait', 'failed', 'wait', 'failed', 'wait', 'sent']);
  expect(retried.textContent).toContain('3 attempts');
  fireEvent.click(retried);
  expect(fact('Status')).toBe('ok, 3 attempts');
  expect(Number.parseInt(fact('Queued') ?? '', 10)).toBeLessThan(1_000);
  expect(fact('In flight')).toMatch(/^\d+ ms, failed · \d+ ms, failed · \d+ ms$/);
  expect(fact('Size')).toBe(`${JSON.stringify({ id: '1', title: 'Mow', votes: 1 }).length} characters`);
  expect(fact('Readers')).toBe('2 mounted, sharing one request');
  region().getByRole('button', { name: 'panel.Task 1' });
  region().getByText('GET /tasks/1', { exact: false });

  within(aborted).getByRole('img', { name: 'aborted' });
  expect(barsOf(aborted)).toEqual(['wait', 'gone']);
  fireEvent.click(aborted);
  expect(fact('Status')).toBe('aborted');
  expect(fact('Readers')).toBe('none mounted');
  await act(() => held.release());

  // A log does not say how often.
  const { log } = store;
  tab(panel, 'Log');
  await openLog(panel, JSON.parse(JSON.stringify(log)));
  tab(panel, 'Requests');
  const [again] = panel.getAllByRole('option') as [HTMLElement];
  expect(barsOf(again)).toEqual(['wait', 'sent']);
  fireEvent.click(again);
  expect(fact('Status')).toBe('ok, after a retry');
  expect(fact('Queued, retried')).toMatch(/^\d+ ms$/);
});

describe('a request in flight', () => {
  async function withNetwork(options: Parameters<typeof networkManager>[0]) {
    const client = createDataClient({ managers: [networkManager(options)] });
    const shown = await opened(createTestStore({ isReplayed: false, client }));
    tab(shown.panel(), 'Requests');
    const last = () => waitFor(() => shown.panel().getAllByRole('option').at(-1) as HTMLElement);
    return { ...shown, last, fact: (name: string) => factIn(shown.panel(), name) };
  }

  it('says that it waits for a retry while it does', async () => {
    await serve({
      'GET /tasks/1': () => ({ id: '1', title: 'Mow', votes: 1 }),
      'GET /tasks/2': () => reply(503, {}, { 'Retry-After': '30' }),
    });
    const { store, last, fact } = await withNetwork({ retry: 1 });
    const request = store.dispatch(get.fetch({ id: '2' }));

    await waitFor(async () => expect((await last()).textContent).toContain('waiting for a retry'));
    expect(barsOf(await last())).toEqual(['wait', 'failed', 'wait']);
    fireEvent.click(await last());
    expect(fact('Status')).toBe('pending');
    expect(fact('In flight')).toMatch(/^\d+ ms, failed · waiting for a retry$/);

    await act(async () => {
      request.abort();
      await expect(request).rejects.toMatchObject({ name: 'AbortError' });
    });
    await waitFor(() => expect(fact('Status')).toBe('aborted'));
    expect((await last()).textContent).not.toContain('waiting');
  });

  it('differs from one that waits in the queue', async () => {
    const api = await serveTask();
    const { store, last, fact } = await withNetwork({ concurrency: 'serial' });
    const held = api.hold('PATCH /tasks/1');
    const rename = (title: string) =>
      store.dispatch(TaskResource.partialUpdate.fetch({ id: '1' }, { title })).catch(() => undefined);
    let both: Promise<unknown> = Promise.resolve();
    await act(async () => {
      both = Promise.all([rename('Sow'), rename('Reap')]);
      await held.arrived;
    });

    await waitFor(async () => expect((await last()).textContent).toContain('queued'));
    expect(barsOf(await last())).toEqual(['wait']);
    fireEvent.click(await last());
    expect(fact('Queued')).toBe('still');
    expect(fact('In flight')).toBe('not yet');
    await act(async () => {
      await held.release();
      await both;
    });
    await waitFor(() => expect(fact('Status')).toBe('failed'));
    expect(fact('In flight')).toMatch(/^\d+ ms$/);
  });

  it('counts the callers that share it, besides the readers', async () => {
    const api = await serveTask();
    const { store, last, fact } = await withNetwork({});
    const held = api.hold('GET /tasks/2');
    let all: Promise<unknown> = Promise.resolve();
    await act(async () => {
      all = Promise.all([1, 2, 3].map(() => store.dispatch(get.fetch({ id: '2' }))));
      await held.arrived;
    });
    await waitFor(async () => expect((await last()).textContent).toContain('/tasks/2'));
    fireEvent.click(await last());
    await waitFor(() => expect(fact('Readers')).toBe('none mounted, 3 callers waiting'));
    await act(async () => {
      await held.release();
      await all;
    });
    await waitFor(() => expect(fact('Readers')).toBe('none mounted'));
    expect(api.requests.filter(request => request === 'GET /tasks/2')).toHaveLength(1);
  });
});

describe('a request made to fail', () => {
  function Shown() {
    const { data, error } = useDLE(get, { id: '1' });
    return <main>{error ? 'failed' : data?.title}</main>;
  }

  it('shows in its row that it fails now, next, or from now on, and when that stops', async () => {
    await serveTask();
    const { panel } = await opened(createTestStore({ isReplayed: false }));
    tab(panel(), 'Requests');
    const row = () => panel().getAllByRole('option')[0]?.textContent;
    const search = panel().getByRole('searchbox', { name: 'Search requests' });
    fireEvent.change(search, { target: { value: 'nothing' } });
    panel().getByText('No matching requests.');
    fireEvent.change(search, { target: { value: '' } });
    fireEvent.click(panel().getByRole('option'));

    press(panel(), 'Fail next');
    expect(row()).toContain('fails next');
    press(panel(), 'Refetch');
    await waitFor(() => expect(panel().getAllByRole('option')[1]?.textContent).toMatch(/^✗/));
    expect(row()).not.toContain('fails next');

    press(panel(), 'Fail from now on');
    expect(row()).toContain('fails from now on');
    press(panel(), '1 failing or slow: stop');
    expect(row()).not.toContain('fails');

    press(panel(), 'Refetch');
    await waitFor(() => expect(panel().getAllByRole('option')).toHaveLength(3));
    await waitFor(() => expect(panel().getAllByRole('option')[2]?.textContent).toMatch(/^✓/));
    press(panel(), 'Fail now');
    await waitFor(() => expect(row()).toContain('failed now'));
    panel().getByRole('row', { name: /In the store data, an error: 500/ });
  });

  it('brings the app back from its boundary when it is refetched', async () => {
    await serveTask();
    function Suspending() {
      return <main>{useSuspense(get, { id: '1' }).title}</main>;
    }
    const store = createTestStore({ isReplayed: false });
    const page = renderIn(
      store,
      <>
        <DataDevtools isOpen />
        <Shown />
        <AsyncBoundary errorComponent={() => <p>Sorry.</p>}>
          <Suspending />
        </AsyncBoundary>
      </>,
    );
    await waitFor(() => expect(page.text()).toBe('MowMow'));
    const panel = within(panelOf(document));
    jest.spyOn(console, 'error').mockReturnValue();
    tab(panel, 'Requests');
    fireEvent.click(panel.getByRole('option'));
    press(panel, 'Fail from now on');
    press(panel, 'Invalidate');
    await waitFor(() => expect(page.text()).toBe('failedSorry.'));

    press(panel, '1 failing or slow: stop');
    press(panel, 'Refetch');
    await waitFor(() => expect(page.text()).toBe('MowMow'));
  });
});
