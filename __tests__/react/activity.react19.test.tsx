import { act, waitFor } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import {
  useCancelling,
  useDebounce,
  useDLE,
  useIsFetching,
  useLive,
  useLoading,
  useSubscription,
} from 'rdc-toolkit/react';
import { Activity, useEffect } from 'react';
import { counter, createTestStore, type TestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { askingHooks, everyHook, readerOf } from './everyHook';
import { hideable } from './hideable';
import { renderCounts } from './renderCounts';
import { renderIn } from './renderIn';

const { get } = TodoResource;
const getPolled = get.extend({ name: 'activity.polled', pollFrequency: 20 });

// React runs outside act() between the steps of a test, as in a browser: responses arrive at any time.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** The number of subscriptions. */
function subscriptions({ log }: TestStore): number {
  const count = (name: string) => log.filter(({ type }) => type === name).length;
  return count('rdc/subscribe') - count('rdc/unsubscribe');
}

/** Longer than a few polls, and than hooks wait before they fetch again. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 600)));

const untilNothingIsInFlight = ({ getState }: TestStore) =>
  waitFor(() => expect(getState().rdc.inflight.size).toBe(0));

describe.each(everyHook)('$name', hook => {
  const { put } = hook;

  /** A reader on a page that shows a word without having fetched it. */
  async function holding() {
    const api = await serveTodos();
    const store = createTestStore();
    const by = new Controller(store);
    put(by, 1, 'word');
    const { Reader, take } = readerOf(hook);
    const reader = await hideable(store, <Reader />);
    expect(reader.text()).toBe('word');
    expect(take()).toEqual({ word: 1 });
    return { api, store, by, Reader, take, ...reader };
  }

  it('pauses while hidden, and renders once when shown again', async () => {
    const { api, store, by, take, hide, show, text } = await holding();

    await hide();
    expect(take()).toEqual({});
    for (const word of ['a', 'b', 'c']) await act(async () => void put(by, 1, word));
    await act(async () => void store.dispatch(counter.actions.increment()));
    expect(take()).toEqual({});
    await show();

    expect(text()).toBe('c');
    expect(take()).toEqual({ c: 1 });
    await act(async () => void put(by, 1, 'd'));
    expect(text()).toBe('d');
    expect(take()).toEqual({ d: 1 });
    expect(api.requests).toEqual([]);
  });

  it('does not render when it is hidden and shown again if nothing has changed', async () => {
    const { api, take, hide, show, text } = await holding();

    for (const turn of [hide, show, hide, show]) await turn();

    expect(text()).toBe('word');
    expect(take()).toEqual({});
    expect(api.requests).toEqual([]);
  });

  it('switches to another store while it is hidden', async () => {
    const { api, by, page, Reader, take, hide } = await holding();
    await hide();
    const second = createTestStore();
    put(new Controller(second), 1, 'of the second');

    await act(async () =>
      page.rerender(
        <Activity mode="visible">
          <Reader />
        </Activity>,
        second,
      ),
    );
    expect(page.text()).toBe('of the second');
    expect(take()).toEqual({ 'of the second': 1 });
    await act(async () => void put(by, 1, 'of the first'));

    expect(page.text()).toBe('of the second');
    expect(take()).toEqual({});
    expect(api.requests).toEqual([]);
  });
});

describe.each(askingHooks)('$name, fetching', hook => {
  const { Reader, take } = readerOf(hook);
  beforeEach(() => void take());

  it('sends one request, even when hidden and shown before the response', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const { hide, show, text } = await hideable(createTestStore(), <Reader />);
    for (const turn of [hide, show, hide, show]) await turn();
    await held.arrived;
    take();

    await held.release();
    await waitFor(() => expect(text()).toBe('one'));

    await settle();
    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('shows the response that arrived while it was hidden', async () => {
    const api = await serveTodos();
    const held = api.hold('GET /todos/1');
    const store = createTestStore();
    const { hide, show, text } = await hideable(store, <Reader />);
    await held.arrived;
    await hide();
    await held.release();
    await untilNothingIsInFlight(store);
    await act(async () => {});

    await show();

    expect(text()).toBe('one');
    expect(take().one).toBe(1);
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('refetches once what became stale while it was hidden, and shows stale data meanwhile', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const by = new Controller(store);
    hook.put(by, 1, 'old');
    const { hide, show, text } = await hideable(store, <Reader />);
    await hide();
    act(() => by.expireAll(get));
    expect(api.requests).toEqual([]);
    const held = api.hold('GET /todos/1');
    take();

    await show();
    expect(text()).toBe('old');
    expect(take()).toEqual({});
    await held.arrived;
    await held.release();
    await waitFor(() => expect(text()).toBe('one'));

    expect(take()).toEqual({ one: 1 });
    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('refetches what was invalidated while it was hidden once it is shown, not before', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const by = new Controller(store);
    hook.put(by, 1, 'old');
    const { hide, show, text } = await hideable(store, <Reader />);
    await hide();
    await act(async () => by.invalidateAll(get));
    await settle();
    expect(api.requests).toEqual([]);

    await show();
    await waitFor(() => expect(text()).toBe('one'));

    expect(api.requests).toEqual(['GET /todos/1']);
  });
});

describe('a subscription', () => {
  const Subscribed = () => {
    useSubscription(getPolled, { id: 1 });
    return 'subscribed';
  };
  const Live = () => <>{useLive(getPolled, { id: 1 }).title}</>;

  it.each([
    ['useSubscription', <Subscribed key="1" />],
    ['useLive', <Live key="2" />],
  ])('polls while it is shown, not while it is hidden (%s)', async (_hook, children) => {
    const api = await serveTodos();
    const store = createTestStore();
    const { hide, show } = await hideable(store, children);
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(2));

    await hide();
    expect(subscriptions(store)).toBe(0);
    await untilNothingIsInFlight(store);
    const sent = api.requests.length;
    await settle();
    expect(api.requests).toHaveLength(sent);

    await show();
    expect(subscriptions(store)).toBe(1);
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(sent + 2));
    await hide();
    expect(subscriptions(store)).toBe(0);
    await untilNothingIsInFlight(store);
  });

  it('does not start before it is shown for the first time', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const { show } = await hideable(store, <Subscribed />, 'hidden');
    await settle();
    expect(subscriptions(store)).toBe(0);
    expect(api.requests).toEqual([]);

    await show();

    expect(subscriptions(store)).toBe(1);
    store.client.cleanup(store);
  });
});

describe('a component that does not suspend', () => {
  it('sends no request before it is shown for the first time', async () => {
    const api = await serveTodos();
    const store = createTestStore();
    const Title = () => {
      const { data, loading } = useDLE(get, { id: 1 });
      return <>{loading ? 'loading' : data?.title}</>;
    };
    const { show, text } = await hideable(store, <Title />, 'hidden');
    await settle();
    expect(api.requests).toEqual([]);

    await show();
    await waitFor(() => expect(text()).toBe('one'));

    expect(api.requests).toEqual(['GET /todos/1']);
  });

  it('aborts its request when it is hidden, and sends a new one when it is shown', async () => {
    const api = await serveTodos();
    const never = api.hold('GET /todos/1');
    const store = createTestStore();
    const Title = () => {
      const { data, loading } = useDLE(useCancelling(get, { id: 1 }), { id: 1 });
      return <>{loading ? 'loading' : data?.title}</>;
    };
    const { hide, show, text } = await hideable(store, <Title />);
    await never.arrived;

    await hide();
    await never.aborted;
    await untilNothingIsInFlight(store);
    expect(api.requests).toEqual(['GET /todos/1']);
    await show();

    await waitFor(() => expect(text()).toBe('one'));
    expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/1']);
  });

  it.each([
    ['one request', () => useIsFetching(get, { id: 1 })],
    ['any', () => useIsFetching()],
  ])('shows whether %s is in flight when it is shown', async (_what, useFetching) => {
    const { count, take } = renderCounts();
    const api = await serveTodos();
    const store = createTestStore();
    const Spinner = () => {
      const word = useFetching() ? 'fetching' : 'idle';
      count(word);
      return <>{word}</>;
    };
    const { hide, show, text } = await hideable(store, <Spinner />);
    await hide();
    expect(take()).toEqual({ idle: 1 });
    const held = api.hold('GET /todos/1');
    const request = store.dispatch(get.fetch({ id: 1 }));
    await held.arrived;
    expect(take()).toEqual({});

    await show();
    expect(text()).toBe('fetching');
    expect(take()).toEqual({ fetching: 1 });
    await hide();
    await held.release();
    await request;
    expect(take()).toEqual({});
    await show();

    expect(text()).toBe('idle');
    expect(take()).toEqual({ idle: 1 });
  });
});

it('useLoading shows that a call that began while it was shown has ended while it was hidden', async () => {
  let end: (value: string) => void = () => {};
  const promise = new Promise<string>(resolve => {
    end = resolve;
  });
  let run: () => Promise<string> = async () => '';
  const Calls = () => {
    const [call, loading] = useLoading(() => promise);
    useEffect(() => {
      run = call;
    }, [call]);
    return loading ? 'loading' : 'idle';
  };
  const { hide, show, text } = await hideable(createTestStore(), <Calls />);
  act(() => void run());
  expect(text()).toBe('loading');

  await hide();
  await act(async () => end('done'));
  await show();

  expect(text()).toBe('idle');
});

it('useDebounce keeps its value while it is hidden, and updates it when it is shown', async () => {
  const { count, take } = renderCounts();
  const Debounced = ({ value }: { readonly value: string }) => {
    const [settled, isPending] = useDebounce(value, 300);
    count(isPending ? `${settled} …` : settled);
    return <>{settled}</>;
  };
  const within = (mode: 'visible' | 'hidden', value: string) => (
    <Activity mode={mode}>
      <Debounced value={value} />
    </Activity>
  );
  const page = renderIn(createTestStore(), within('visible', 'a'));

  await act(async () => page.rerender(within('visible', 'ab')));
  await act(async () => page.rerender(within('hidden', 'ab')));
  await act(() => new Promise(resolve => setTimeout(resolve, 400)));
  expect(Object.keys(take())).toEqual(['a', 'a …']);

  await act(async () => page.rerender(within('visible', 'ab')));
  await waitFor(() => expect(page.text()).toBe('ab'));
  expect(take()).toEqual({ 'a …': 1, ab: 1 });
});
