import { act, screen, waitFor } from '@testing-library/react';
import {
  createDataClient,
  devToolsOptions,
  focusManager,
  gcManager,
  type ListenToPage,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import { useDLE, useSuspense } from 'rdc-toolkit/react';
import { Suspense, useEffect } from 'react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';
import { serveTodos, TodoResource } from '../helpers/todos';
import { untilServed } from '../helpers/untilQuiet';
import { renderIn } from './renderIn';

const getStale = TodoResource.get.extend({ name: 'focusing.stale', dataExpiryLength: 0 });
const LATE = {};
const getRarely = TodoResource.get.extend({ name: 'focusing.rarely', errorExpiryLength: 60_000 });
const getInTime = getRarely.extend({ name: 'focusing.inTime', timeoutMs: 500 });
const getFresh = TodoResource.get.extend({ name: 'focusing.fresh', dataExpiryLength: 60_000 });

const ROW = { id: '1', title: 'one', status: 'open', author: { id: '7', name: 'Ada' } };

function Title({ endpoint = getStale, id = '1' }) {
  return <p>{useSuspense(endpoint, { id }).title}</p>;
}

const stores: TestStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
});

function createStore(options: Parameters<typeof focusManager>[0] = {}) {
  const client = createDataClient({ managers: [networkManager(), focusManager(options)] });
  const store = createTestStore({ client });
  stores.push(store);
  return store;
}

/** Calls back once the components beside it have mounted, and so observe what they read. */
function Mounted({ onMount }: { onMount: () => void }) {
  useEffect(onMount, [onMount]);
  return null;
}

async function show(store: TestStore, title = <Title />) {
  const onMount = jest.fn();
  const page = renderIn(
    store,
    <Suspense fallback="loading">
      {title}
      <Mounted onMount={onMount} />
    </Suspense>,
  );
  await screen.findByText('one');
  await waitFor(() => expect(onMount).toHaveBeenCalled());
  // A component can use what its render waited for a little longer than this.
  await new Promise(resolve => setTimeout(resolve, 20));
  // A busy machine that mounts them late refetches, since the response is stale by then.
  await waitFor(() => expect(store.getState().rdc.inflight.size).toBe(0));
  return page;
}

const focus = () => window.dispatchEvent(new Event('focus'));

it.each([
  ['the window regains focus', 'focus', focus],
  ['the tab is shown again', 'focus', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the connection comes back', 'reconnect', () => window.dispatchEvent(new Event('online'))],
])('refetches stale data on screen when %s, and logs the cause', async (_, cause, happen) => {
  const api = await serveTodos();
  const store = createStore();
  await show(store);
  const before = api.requests.length;
  api.rows.set('1', { ...ROW, title: 'uno' });

  happen();

  await screen.findByText('uno');
  expect(api.requests.slice(before)).toEqual(['GET /todos/1']);
  const labels = store.log.map((action, id) => devToolsOptions().actionSanitizer(action, id).type);
  expect(labels.slice(-2)).toEqual([
    `focusing.stale 1 “one” (${cause})`,
    expect.stringContaining(`focusing.stale 1 (${cause}) ✓`),
  ]);
});

it.each(['__rtkq/focused', '__rtkq/online'])('refetches on %s as well', async type => {
  const api = await serveTodos();
  const store = createStore({ listen: () => () => {} });
  await show(store);
  const before = api.requests.length;

  store.dispatch({ type });

  await waitFor(() => expect(api.requests).toHaveLength(before + 1));
});

it('refetches once for several components and two event sources', async () => {
  const api = await serveTodos();
  const store = createStore();
  const both = (
    <>
      <Title />
      <span>{<Other />}</span>
    </>
  );
  await show(store, both);
  const before = api.requests.length;

  focus();
  store.dispatch({ type: '__rtkq/focused' });

  await waitFor(() => expect(api.requests).toHaveLength(before + 1));
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(api.requests).toHaveLength(before + 1);
});

function Other() {
  return useDLE(getStale, { id: '1' }).data?.status;
}

it('does not refetch fresh data', async () => {
  const api = await serveTodos();
  await show(createStore(), <Title endpoint={getFresh as never} />);

  focus();
  await new Promise(resolve => setTimeout(resolve, 50));

  expect(api.requests).toHaveLength(1);
});

it.each([
  ['the window regains focus', { onFocus: false }, focus],
  ['the connection comes back', { onReconnect: false }, () => window.dispatchEvent(new Event('online'))],
])('can be set not to refetch when %s', async (_, options, happen) => {
  const api = await serveTodos();
  const store = createStore(options);
  await show(store);
  const before = api.requests.length;

  happen();

  expect(await untilServed(api, store)).toBe(before);
});

it('does not refetch what has left the screen', async () => {
  const api = await serveTodos();
  const page = await show(createStore());
  const before = api.requests.length;
  page.unmount();

  focus();
  await new Promise(resolve => setTimeout(resolve, 50));

  expect(api.requests).toHaveLength(before);
});

it('gets focus events from the source that the app sets', async () => {
  const api = await serveTodos();
  let handlers: Parameters<ListenToPage>[0] | undefined;
  const listen = (given: Parameters<ListenToPage>[0]) => {
    handlers = given;
    return () => {
      handlers = undefined;
    };
  };
  const store = createStore({ listen });
  await show(store);
  const before = api.requests.length;

  focus();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(api.requests).toHaveLength(before);
  handlers?.onFocus();
  await waitFor(() => expect(api.requests).toHaveLength(before + 1));

  store.client.cleanup(store);
  expect(handlers).toBeUndefined();
});

it('retries a failed request after reconnecting', async () => {
  const api = await serveTodos();
  const brief = TodoResource.get.extend({ name: 'focusing.brief', errorExpiryLength: 0 });
  const Status = () => {
    const { data, error } = useDLE(brief, { id: '9' });
    return data?.title ?? (error && 'failed');
  };
  const store = createStore();
  renderIn(store, <p>{<Status />}</p>);
  await screen.findByText('failed');
  api.rows.set('9', { ...ROW, id: '9', title: 'nine' });

  window.dispatchEvent(new Event('online'));

  await screen.findByText('nine');
});

it.each([
  ['at once where no server responded', hangUp(), 'nine'],
  ['at once where none did in time', LATE, 'nine'],
  ['not before it may be retried where a server did', reply(500), 'failed'],
])('after reconnecting, retries what failed %s', async (_what, failure, shown) => {
  let response = failure;
  const api = await serve({
    'GET /todos/:id': () => (response === LATE ? new Promise(() => {}) : response),
  });
  // On a slow machine, a response must not turn into a timeout.
  const get = failure === LATE ? getInTime : getRarely;
  const Status = () => {
    const { data, error } = useDLE(get, { id: '9' });
    return data?.title ?? (error && 'failed');
  };
  const store = createStore();
  renderIn(store, <p>{<Status />}</p>);
  await screen.findByText('failed');
  response = { ...ROW, id: '9', title: 'nine' };
  focus();
  await untilServed(api, store);
  expect(store.log.filter(({ type }) => type === 'rdc/fetch')).toHaveLength(1);

  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await untilServed(api, store);
  });

  screen.getByText(shown);
});

it.each([
  ['window regains focus', focus],
  ['connection is back', () => window.dispatchEvent(new Event('online'))],
])(
  'repeats a failed refetch when the %s, even if the data on screen is still fresh',
  async (_what, happen) => {
    let title: string | undefined = 'one';
    const api = await serve({
      'GET /todos/:id': () => (title === undefined ? hangUp() : { ...ROW, id: '1', title }),
    });
    const brief = getFresh.extend({ name: `focusing.soft, ${_what}`, errorExpiryLength: 0 });
    const Title = () => useDLE(brief, { id: '1' }).data?.title;
    const store = createStore();
    renderIn(store, <p>{<Title />}</p>);
    await screen.findByText('one');
    title = undefined;
    await act(() => store.dispatch(brief.fetch({ id: '1' })).catch(() => undefined));
    screen.getByText('one');
    title = 'new';
    await act(async () => {
      happen();
      await untilServed(api, store);
    });

    screen.getByText('new');
  },
);

describe('polling', () => {
  let visibility: DocumentVisibilityState = 'visible';
  beforeEach(() => {
    jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  function turn(next: DocumentVisibilityState) {
    visibility = next;
    document.dispatchEvent(new Event('visibilitychange'));
  }
  const pass = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

  it('pauses while the tab is hidden, even if it starts there, and resumes when it is shown', async () => {
    const api = await serveTodos();
    const getOften = TodoResource.get.extend({ name: 'focusing.often', pollFrequency: 20 });
    const client = createDataClient({ managers: [networkManager(), subscriptionManager()] });
    const store = createTestStore({ client });
    stores.push(store);

    visibility = 'hidden';
    store.dispatch(getOften.subscribe({ id: '1' }));
    await pass(100);
    expect(api.requests).toEqual([]);
    turn('visible');
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(1));
    turn('hidden');
    // The poll in flight still arrives.
    const polls = await untilServed(api, store);
    await pass(100);

    expect(api.requests).toHaveLength(polls);
  });

  it('waits for the connection if the browser starts without one', async () => {
    const api = await serveTodos();
    const getOften = TodoResource.get.extend({ name: 'focusing.offline', pollFrequency: 20 });
    const client = createDataClient({ managers: [networkManager(), subscriptionManager()] });
    const store = createTestStore({ client });
    stores.push(store);
    visibility = 'visible';
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

    store.dispatch(getOften.subscribe({ id: '1' }));
    await pass(100);
    expect(api.requests).toEqual([]);
    window.dispatchEvent(new Event('online'));

    await waitFor(() => expect(api.requests.length).toBeGreaterThan(1));
  });
});

it('aborts the request of an unmounted component, if configured', async () => {
  const api = await serveTodos();
  const held = api.hold('GET /todos/1');
  const client = createDataClient({ managers: [networkManager({ abortWhenUnused: true })] });
  const store = createTestStore({ client });
  const page = renderIn(store, <Other />);
  await held.arrived;

  page.unmount();

  await held.aborted;
  expect(store.getState().rdc.inflight.size).toBe(0);
});

it('keeps what a component shows, and collects it after the component unmounts', async () => {
  await serveTodos();
  const collector = gcManager({ keepUnusedMs: 0, intervalMs: 20 });
  const client = createDataClient({ managers: [networkManager(), collector] });
  const store = createTestStore({ client });
  stores.push(store);
  const page = await show(store);

  await new Promise(resolve => setTimeout(resolve, 60));
  expect(page.text()).toBe('one');
  expect(store.getState().rdc.entities.Todo?.size).toBe(1);
  page.unmount();

  await waitFor(() => expect(store.getState().rdc.entities.Todo?.size).toBe(0));
});
