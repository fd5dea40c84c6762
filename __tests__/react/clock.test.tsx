import { act, screen, waitFor } from '@testing-library/react';
import { createDataClient, focusManager, gcManager, networkManager, subscriptionManager } from 'rdc-toolkit';
import { useDLE, useLive, useSuspense } from 'rdc-toolkit/react';
import { Suspense, version } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource, type TodoRow } from '../helpers/todos';
import { untilServed } from '../helpers/untilQuiet';
import { renderIn } from './renderIn';

const strict = TodoResource.get.extend({
  name: 'clock.strict',
  dataExpiryLength: 60_000,
  errorExpiryLength: 60_000,
  invalidIfStale: true,
});
const polled = TodoResource.get.extend({ name: 'clock.polled', pollFrequency: 25 });

const POLLED = 'GET /todos/1';

function Strict({ id = '1' }) {
  return <p>{useSuspense(strict, { id }).title}</p>;
}

function Polled() {
  return <p>{useLive(polled, { id: '1' }).title}</p>;
}

function Missing() {
  const { data, error } = useDLE(strict, { id: '9' });
  return <p>{error === undefined ? data?.title : 'missing'}</p>;
}

const ends: (() => void)[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const end of ends.splice(0)) end();
});

/** A page with all managers, and a clock that the test can set. */
async function start(gc?: Parameters<typeof gcManager>[0]) {
  const api = await serveTodos();
  const now = Date.now;
  let ahead = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + ahead);
  const managers = [networkManager(), subscriptionManager(), focusManager(), ...(gc ? [gcManager(gc)] : [])];
  const store = createTestStore({ client: createDataClient({ managers }) });
  ends.push(() => store.client.cleanup(store));
  const setClock = (by: number) => {
    ahead = by;
  };
  const shown = (children: React.ReactNode) =>
    renderIn(store, <Suspense fallback="loading">{children}</Suspense>);
  return { api, store, setClock, shown };
}

const focus = () => act(() => void window.dispatchEvent(new Event('focus')));

describe.each([
  ['back by an hour', -3_600_000],
  ['forward by a day', 86_400_000],
])('when the clock steps %s', (_what, by) => {
  it('refetches once what must not be shown stale, and shows it', async () => {
    const { api, store, setClock, shown } = await start();
    const page = shown(<Strict />);
    await screen.findByText('one');
    // The effects may run after the text appears.
    await act(async () => {});

    setClock(by);
    focus();
    await waitFor(() => expect(api.requests).toHaveLength(2));
    page.rerender(
      <Suspense fallback="loading">
        <Strict key="again" />
      </Suspense>,
    );
    await screen.findByText('one');
    focus();

    expect(await untilServed(api, store)).toBe(2);
    expect(page.text()).toBe('one');
  });

  it('shows a response in flight without fetching it again', async () => {
    const { api, store, setClock, shown } = await start();
    const held = api.hold('GET /todos/1');
    const page = shown(<Strict />);
    await held.arrived;
    setClock(by);
    await act(() => held.release());
    await screen.findByText('one');
    focus();

    expect(await untilServed(api, store)).toBe(1);
    expect(page.text()).toBe('one');
  });

  it.each([false, true])(
    'retries a failed read in the next component, once; clock set in flight: %s',
    async isInFlight => {
      const { api, store, setClock, shown } = await start();
      const held = api.hold('GET /todos/9');
      const page = shown(<Missing key="first" />);
      await held.arrived;
      if (isInFlight) setClock(by);
      await act(() => held.release());
      await screen.findByText('missing');
      setClock(by);
      const tried = isInFlight ? 1 : 2;
      for (const key of ['second', 'third']) {
        page.rerender(<Missing key={key} />);
        expect(await act(() => untilServed(api, store))).toBe(tried);
      }
      expect(page.text()).toBe('missing');

      api.rows.set('9', { ...(api.rows.get('1') as TodoRow), id: '9', title: 'nine' });
      setClock(by + 61_000);
      page.rerender(<Missing key="fourth" />);
      await screen.findByText('nine');
      expect(await untilServed(api, store)).toBe(tried + 1);
    },
  );

  it('keeps polling, once per interval', async () => {
    const { api, store, setClock, shown } = await start();
    const page = shown(<Polled />);
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(3));

    setClock(by);
    api.rows.set('1', { ...(api.rows.get('1') as TodoRow), title: 'changed' });
    const before = api.requests.length;
    const since = performance.now();
    await screen.findByText('changed');
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(before + 3));
    const times = (performance.now() - since) / 25;

    expect(api.requests.length - before).toBeLessThanOrEqual(Math.ceil(times) + 2);
    expect(new Set(api.requests)).toEqual(new Set([POLLED]));
    page.unmount();
    await untilServed(api, store);
    expect(store.getState().rdc.inflight.size).toBe(0);
  });

  it('keeps what is on screen, and drops what was', async () => {
    const { api, store, setClock, shown } = await start({ intervalMs: 10, keepUnusedMs: 50 });
    const page = shown(
      <>
        <Strict />
        <Strict id="2" />
      </>,
    );
    await screen.findByText('two');

    setClock(by);
    page.rerender(
      <Suspense fallback="loading">
        <Strict />
      </Suspense>,
    );
    await waitFor(() => expect(store.getState().rdc.entities.Todo?.size).toBe(1));
    expect(page.text()).toBe('one');
    expect(await untilServed(api, store)).toBeLessThanOrEqual(3);

    page.unmount();
    setClock(by + 70_000);
    await waitFor(() => expect(store.getState().rdc.endpoints.size).toBe(0));
  });
});

it('does not refetch a response that was stale on arrival because a component renders slowly', async () => {
  const { api, store, setClock, shown } = await start();
  const stale = TodoResource.get.extend({ name: 'clock.stale', dataExpiryLength: 0 });
  function Slow() {
    const { title } = useSuspense(stale, { id: '1' });
    setClock(2_000);
    return <p>{title}</p>;
  }
  // React 18 restarts such a render, and by then the response is no longer new.
  const once = version.startsWith('18.') ? 2 : 1;
  const page = shown(<Slow />);
  await screen.findByText('one');
  expect(await untilServed(api, store)).toBe(once);

  setClock(10_000);
  page.rerender(
    <Suspense fallback="loading">
      <Slow key="again" />
    </Suspense>,
  );
  await waitFor(() => expect(api.requests).toHaveLength(once + 1));
  expect(await untilServed(api, store)).toBe(once + 1);
});
