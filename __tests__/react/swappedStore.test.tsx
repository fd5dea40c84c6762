import { act, waitFor } from '@testing-library/react';
import type { Controller } from 'rdc-toolkit';
import {
  type Pages,
  useCancelling,
  useController,
  useDLE,
  useIsFetching,
  useLive,
  usePages,
  useSubscription,
} from 'rdc-toolkit/react';
import { type ReactNode, Suspense } from 'react';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { serveTodos, type Todo, TodoResource } from '../helpers/todos';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;
const getPolled = get.extend({ name: 'swapped.polled', pollFrequency: 20 });

// React runs outside act() between the steps of a test, as in a browser: responses arrive at any time.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** Something on a page, whose store can be swapped for another one. */
function swappable(children: ReactNode) {
  const [first, second] = [createTestStore(), createTestStore()];
  const page = renderIn(first, children);
  return {
    page,
    first,
    second,
    swap: (next = children) => act(async () => page.rerender(next, second)),
  };
}

const sent = ({ log }: TestStore) => log.filter(({ type }) => type === 'rdc/fetch').length;

function subscriptions({ log }: TestStore): number {
  const count = (name: string) => log.filter(({ type }) => type === name).length;
  return count('rdc/subscribe') - count('rdc/unsubscribe');
}

const untilNothingIsInFlight = ({ getState }: TestStore) =>
  waitFor(() => expect(getState().rdc.inflight.size).toBe(0));

it.each([
  [
    'useSubscription',
    () => {
      useSubscription(getPolled, { id: 1 });
      return null;
    },
  ],
  ['useLive', () => <>{useLive(getPolled, { id: 1 }).title}</>],
])('polls for the new store, and stops for the first (%s)', async (_hook, Subscribed) => {
  await serveTodos();
  const { page, first, second, swap } = swappable(
    <Suspense fallback="loading">
      <Subscribed />
    </Suspense>,
  );
  await waitFor(() => expect(sent(first)).toBeGreaterThan(2));

  await swap();
  await waitFor(() => expect(subscriptions(second)).toBe(1));
  expect(subscriptions(first)).toBe(0);
  const before = sent(first);
  await waitFor(() => expect(sent(second)).toBeGreaterThan(3));
  expect(sent(first)).toBe(before);

  page.unmount();
  expect(subscriptions(second)).toBe(0);
  await untilNothingIsInFlight(first);
  await untilNothingIsInFlight(second);
});

it.each([
  ['one request', () => useIsFetching(get, { id: 1 })],
  ['any', () => useIsFetching()],
])('useIsFetching reports whether %s is in flight in the new store', async (_what, useFetching) => {
  const api = await serveTodos();
  const [held, another] = [api.hold('GET /todos/1'), api.hold('GET /todos/1')];
  const { count, take } = renderCounts();
  const Spinner = () => {
    const word = useFetching() ? 'fetching' : 'idle';
    count(word);
    return <>{word}</>;
  };
  const { page, first, second, swap } = swappable(<Spinner />);
  act(() => void first.dispatch(get.fetch({ id: 1 })));
  await held.arrived;
  await waitFor(() => expect(page.text()).toBe('fetching'));
  take();

  await swap();
  expect(page.text()).toBe('idle');
  await act(() => held.release());
  await untilNothingIsInFlight(first);
  expect(take()).toEqual({ idle: 1 });
  act(() => void second.dispatch(get.fetch({ id: 1 })));
  await waitFor(() => expect(page.text()).toBe('fetching'));
  await another.release();

  await waitFor(() => expect(page.text()).toBe('idle'));
  expect(take()).toEqual({ fetching: 1, idle: 1 });
});

describe('a component that cancels', () => {
  const Title = ({ id }: { readonly id: number }) => {
    const { data, loading } = useDLE(useCancelling(get, { id }), { id });
    return <>{loading ? 'loading' : data?.title}</>;
  };

  it('aborts its request in the first store', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { page, first, swap } = swappable(<Title id={1} />);
    await held.arrived;

    await swap();

    await held.aborted;
    await untilNothingIsInFlight(first);
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/1']);
  });

  it('aborts its request in the new store when it fetches something else', async () => {
    const api = await serveTodos();
    const { page, second, swap } = swappable(<Title id={1} />);
    await waitFor(() => expect(page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    await swap(<Title id={2} />);
    await held.arrived;

    await act(async () => page.rerender(<Title id={3} />, second));

    await held.aborted;
    await waitFor(() => expect(page.text()).toBe('three'));
  });

  it('aborts its request in the new store when it unmounts', async () => {
    const api = await serveTodos();
    const { page, second, swap } = swappable(<Title id={1} />);
    await waitFor(() => expect(page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    await swap(<Title id={2} />);
    await held.arrived;

    page.unmount();

    await held.aborted;
    await untilNothingIsInFlight(second);
  });
});

it('useController switches to the new store', async () => {
  const seen = new Set<Controller>();
  const Acting = () => {
    seen.add(useController());
    return null;
  };
  const { first, second, swap } = swappable(<Acting />);
  await swap();

  [...seen].at(-1)?.setResponse(getList, {}, []);

  expect(first.log).toHaveLength(0);
  expect(second.log).toHaveLength(1);
});

describe('pages', () => {
  let latest: Pages<Todo> | undefined;
  const { count, take } = renderCounts();
  beforeEach(() => void take());

  /** All todos, one per page. */
  const Todos = ({ first = 1 }: { readonly first?: number }) => {
    latest = usePages(get, (id: number) => [{ id }], { first, next: ({ id }) => Number(id) + 1 });
    const { pages, loading, error, isFetchingNext } = latest;
    const titles = pages.map(({ title }) => title).join();
    const word = [
      loading && 'loading',
      titles,
      isFetchingNext && 'next',
      error && 'status' in error && error.status,
    ]
      .filter(Boolean)
      .join(' ');
    count(word);
    return <>{word}</>;
  };
  const next = () => act(async () => latest?.fetchNext());

  it('start over in the new store', async () => {
    const api = await serveTodos();
    const { page, second, swap } = swappable(<Todos />);
    await waitFor(() => expect(page.text()).toBe('one'));
    await next();
    expect(page.text()).toBe('one,two');
    const held = api.hold('GET /todos/1');
    take();

    await swap();
    expect(page.text()).toBe('loading');
    await held.arrived;
    await held.release();
    await waitFor(() => expect(page.text()).toBe('one'));
    expect(take()).toEqual({ loading: 1, one: 1 });
    await next();

    expect(page.text()).toBe('one,two');
    expect(sent(second)).toBe(2);
  });

  /** Ways to switch to other pages, and what these show. */
  const others: [what: string, swap: (swapped: ReturnType<typeof swappable>) => unknown, shows: string][] = [
    ['store', ({ swap }) => swap(), 'one'],
    ['list', ({ page, first }) => act(async () => page.rerender(<Todos first={3} />, first)), 'three'],
  ];

  it.each(others)('do not show an error of another %s', async (_what, swap, shows) => {
    const api = await serveTodos();
    const swapped = swappable(<Todos />);
    await waitFor(() => expect(swapped.page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    act(() => void latest?.fetchNext());
    await held.release(reply(404));
    await waitFor(() => expect(swapped.page.text()).toBe('one 404'));
    take();

    await swap(swapped);
    await waitFor(() => expect(swapped.page.text()).toBe(shows));

    expect(take()).toEqual({ loading: 1, [shows]: 1 });
  });

  it.each(others)('do not wait for a request of another %s', async (_what, swap, shows) => {
    const api = await serveTodos();
    const swapped = swappable(<Todos />);
    await waitFor(() => expect(swapped.page.text()).toBe('one'));
    const held = api.hold('GET /todos/2');
    act(() => void latest?.fetchNext());
    await waitFor(() => expect(swapped.page.text()).toBe('one next'));
    await held.arrived;
    take();

    await swap(swapped);
    await waitFor(() => expect(swapped.page.text()).toBe(shows));
    await held.release();
    await untilNothingIsInFlight(swapped.first);
    await act(async () => {});

    expect(swapped.page.text()).toBe(shows);
    expect(Object.keys(take())).toEqual(['loading', shows]);
  });
});
