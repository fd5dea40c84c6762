import { act, waitFor } from '@testing-library/react';
import { useLive, useSubscription } from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const getPolled = TodoResource.get.extend({ name: 'live.polled', pollFrequency: 20 });
const { get } = TodoResource;

/** The number of subscriptions by key, as managers count them. */
function subscriptions({ log }: TestStore): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { type, key } of log) {
    if (type === 'rdc/subscribe') counts[String(key)] = (counts[String(key)] ?? 0) + 1;
    if (type === 'rdc/unsubscribe') counts[String(key)] = (counts[String(key)] ?? 0) - 1;
  }
  return counts;
}

const stores: TestStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.client.cleanup(store);
});

function createStore() {
  const store = createTestStore();
  stores.push(store);
  return store;
}

function Subscribed({ id }: { readonly id: number | null }) {
  useSubscription(get, id === null ? null : { id });
  return 'subscribed';
}

function Live({ id }: { readonly id: number | null }) {
  return <>{useLive(getPolled, id === null ? null : { id })?.title ?? 'none'}</>;
}

const live = (id: number | null) => (
  <Suspense fallback="loading">
    <Live id={id} />
  </Suspense>
);

it('subscribes by its arguments while it is mounted', () => {
  const store = createStore();
  const page = renderIn(store, <Subscribed id={1} />);
  expect(subscriptions(store)).toEqual({ 'GET /todos/1': 1 });

  page.rerender(<Subscribed id={1} />);
  expect(subscriptions(store)).toEqual({ 'GET /todos/1': 1 });
  page.rerender(<Subscribed id={2} />);
  expect(subscriptions(store)).toEqual({ 'GET /todos/1': 0, 'GET /todos/2': 1 });
  page.rerender(<Subscribed id={null} />);
  expect(subscriptions(store)).toEqual({ 'GET /todos/1': 0, 'GET /todos/2': 0 });
  page.rerender(<Subscribed id={2} />);
  page.unmount();
  expect(subscriptions(store)).toEqual({ 'GET /todos/1': 0, 'GET /todos/2': 0 });
});

it('does not render for the data that it subscribes to', () => {
  const store = createStore();
  const { count, take } = renderCounts();
  const Counted = () => {
    count('subscribed');
    return <Subscribed id={1} />;
  };
  renderIn(store, <Counted />);
  take();

  act(() => {
    store.dispatch(get.setResponse({ id: 1 }, { id: '1', title: 'one', author: { id: '7' } }));
  });

  expect(take()).toEqual({});
});

it('shows data and its changes on the server', async () => {
  const api = await serveTodos();
  const page = renderIn(createStore(), live(1));
  await waitFor(() => expect(page.text()).toBe('one'));

  const row = api.rows.get('1');
  if (row) api.rows.set('1', { ...row, title: 'uno' });

  await waitFor(() => expect(page.text()).toBe('uno'));
});

it('leaves no subscription behind on unmount', async () => {
  await serveTodos();
  const store = createStore();
  const page = renderIn(store, live(1));
  await waitFor(() => expect(page.text()).toBe('one'));

  page.rerender(live(2));
  await waitFor(() => expect(page.text()).toBe('two'));
  page.unmount();

  expect(Object.values(subscriptions(store)).every(count => count === 0)).toBe(true);
});

it('fetches nothing and subscribes to nothing without arguments', async () => {
  const api = await serveTodos();
  const store = createStore();
  const page = renderIn(store, live(null));

  expect(page.text()).toBe('none');
  expect(subscriptions(store)).toEqual({});
  expect(api.requests).toEqual([]);
});
