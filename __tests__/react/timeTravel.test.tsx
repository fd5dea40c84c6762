import { ActionCreators, type EnhancedStore, instrument } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { act, screen, waitFor } from '@testing-library/react';
import { Controller, createDataClient, focusManager, networkManager, subscriptionManager } from 'rdc-toolkit';
import {
  useCancelling,
  useDLE,
  useIsFetching,
  useResponseWith,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { counter, createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { untilQuiet } from '../helpers/untilQuiet';
import { askingHooks, everyHook, readerOf } from './everyHook';
import { renderCounts } from './renderCounts';
import { renderAwaited, renderIn } from './renderIn';

const { get, getList } = TodoResource;
const getStale = get.extend({ name: 'travelling.stale', dataExpiryLength: 0 });

type Lifted = EnhancedStore<unknown, Action<string>, unknown>['liftedStore'];

/** A store with the instrumentation of Redux DevTools, which moves it without an action of its own. */
function inspected() {
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), focusManager()] });
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const store = createTestStore({ client, enhancers, isReplayed: false });
  const { liftedStore } = store as unknown as { readonly liftedStore: Lifted };
  const jump = (index: number) =>
    act(async () => void liftedStore.dispatch(ActionCreators.jumpToState(index)));
  const last = () => liftedStore.getState().stagedActionIds.length - 1;
  /** Jumps to the moment after the last matching action. */
  const jumpTo = (fits: (action: Action) => boolean) => {
    const { stagedActionIds, actionsById } = liftedStore.getState();
    return jump(
      stagedActionIds.findLastIndex(id => {
        const action = actionsById[id]?.action;
        return action !== undefined && fits(action);
      }),
    );
  };
  return { store, liftedStore, jump, jumpTo, last };
}

function Titles() {
  const todos = useSuspense(getList);
  return <p>{todos.map(todo => todo.title).join(' ')}</p>;
}

function Title({ id = 1, endpoint = get }) {
  const { data, loading } = useDLE(endpoint, { id });
  return <p>{loading ? `todo ${id} is loading` : data?.title}</p>;
}

/** Both hooks on a page, with everything they read loaded. */
async function loadedPage() {
  const api = await serveTodos();
  const tools = inspected();
  const page = renderIn(
    tools.store,
    <>
      <Suspense fallback={<p>list is loading</p>}>
        <Titles />
      </Suspense>
      <Title id={2} />
    </>,
  );
  await screen.findByText('one two three');
  await screen.findByText('two');
  const sent = api.requests.length;
  return { api, page, sent, now: page.text(), ...tools };
}

/** Longer than hooks wait before they fetch missing data again. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 600)));

it('shows what was loading then as loading, even with `keepPreviousData`', async () => {
  await serveTodos();
  const { store, jump, last } = inspected();
  const Kept = ({ id }: { readonly id: number }) => {
    const { data, loading } = useResponseWith({ keepPreviousData: true }, get, { id });
    return <p>{loading ? 'loading' : data?.title}</p>;
  };
  const page = renderIn(store, <Kept id={1} />);
  await screen.findByText('one');
  page.rerender(<Kept id={2} />);
  await screen.findByText('two');

  await jump(0);
  expect(page.text()).toBe('loading');
  await jump(last());
  expect(page.text()).toBe('two');
});

it('shows nothing of a session before a reset, even with `keepPreviousData`', async () => {
  const api = await serveTodos();
  const { store } = inspected();
  const Kept = ({ id }: { readonly id: number }) => {
    const { data, loading } = useResponseWith({ keepPreviousData: true }, get, { id });
    return <p>{loading ? 'loading' : data?.title}</p>;
  };
  const page = renderIn(store, <Kept id={1} />);
  await screen.findByText('one');
  const again = api.hold('GET /todos/1');
  act(() => new Controller(store).resetEntireStore());
  await again.arrived;
  expect(page.text()).toBe('loading');
  const other = api.hold('GET /todos/2');
  page.rerender(<Kept id={2} />);
  await other.arrived;
  expect(page.text()).toBe('loading');
  await act(() => Promise.all([again.release(), other.release()]));
  await screen.findByText('two');
});

it('sends no request when it jumps to a time before the responses on screen', async () => {
  const { api, page, sent, now, jump, last } = await loadedPage();

  await jump(0);
  await screen.findByText('list is loading');
  await screen.findByText('todo 2 is loading');
  await settle();
  await jump(last());

  expect(page.text()).toBe(now);
  expect(api.requests).toHaveLength(sent);
});

it('pauses polling during time travel, and resumes it in the present', async () => {
  const { api, page, jump, last } = await loadedPage();
  const polled = get.extend({ name: 'travelling.polled', pollFrequency: 20 });
  const Polled = () => {
    useSubscription(polled, { id: 1 });
    return null;
  };
  page.rerender(<Polled />);
  const polls = () => api.requests.filter(request => request === 'GET /todos/1').length;
  await waitFor(() => expect(polls()).toBeGreaterThan(0));

  await jump(1);
  // Polls that were already in flight.
  const before = await act(() => untilQuiet(polls));
  await act(() => new Promise(resolve => setTimeout(resolve, 200)));
  expect(polls()).toBe(before);

  await jump(last());
  await waitFor(() => expect(polls()).toBeGreaterThan(before));
});

it('visits every moment, back and forth, without a request', async () => {
  const { api, page, sent, now, jump, last } = await loadedPage();

  for (let index = last(); index >= 0; index--) await jump(index);
  for (let index = 0; index <= last(); index++) await jump(index);

  expect(page.text()).toBe(now);
  expect(api.requests).toHaveLength(sent);
});

it('fetches what is missing in an earlier time only when it is back in the present', async () => {
  const { api, store, sent, page, jump, last } = await loadedPage();
  await jump(0);

  page.rerender(<Title id={3} />);
  await screen.findByText('todo 3 is loading');
  await settle();
  expect(api.requests).toHaveLength(sent);

  await act(async () => void store.dispatch(counter.actions.increment()));
  expect(api.requests).toHaveLength(sent);
  await jump(last());
  await screen.findByText('three');
});

it('resumes a component that suspended in an earlier time once it is back in the present', async () => {
  const { api, sent, page, now, jump, last } = await loadedPage();
  await jump(0);

  page.rerender(
    <Suspense fallback={<p>another list is loading</p>}>
      <div>
        <Titles />
      </div>
    </Suspense>,
  );
  await screen.findByText('another list is loading');
  await jump(last());

  await screen.findByText('one two three');
  expect(now).toContain('one two three');
  expect(api.requests).toHaveLength(sent);
});

it('does not refetch in a loop for a response that arrived during time travel', async () => {
  const api = await serveTodos();
  const { store, jump, last } = inspected();
  const held = api.hold('GET /todos/1');
  renderIn(store, <Title />);
  await held.arrived;

  await jump(0);
  await act(() => held.release());
  await settle();
  expect(api.requests).toEqual(['GET /todos/1']);

  await jump(last());
  await screen.findByText('one');
  expect(api.requests).toEqual(['GET /todos/1']);
});

it('does not refetch what is stale in an earlier time when the window regains focus', async () => {
  const api = await serveTodos();
  const { store, jump, last } = inspected();
  renderIn(store, <Title endpoint={getStale} />);
  await screen.findByText('one');
  await jump(0);
  const sent = api.requests.length;

  act(() => void window.dispatchEvent(new Event('focus')));
  await settle();
  expect(api.requests).toHaveLength(sent);

  await jump(last());
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(api.requests).toHaveLength(sent + 1));
});

it('continues from a time in which an action is skipped once the app changes something', async () => {
  const { api, store, sent, liftedStore } = await loadedPage();
  const { stagedActionIds, actionsById } = liftedStore.getState();
  const responded = stagedActionIds.find(id => get.matchFulfilled(actionsById[id]?.action)) as number;

  await act(async () => void liftedStore.dispatch(ActionCreators.toggleAction(responded)));
  expect(api.requests).toHaveLength(sent);
  await act(() => store.dispatch(get.fetch({ id: 1 })));

  await waitFor(() => expect(api.requests.length).toBeGreaterThan(sent));
  await screen.findByText('two');
});

describe.each(everyHook)('$name', hook => {
  const nothing = hook.asks ? 'loading' : 'none';
  const rendered = (word: string) => (hook.suspends && word === 'loading' ? {} : { [word]: 1 });

  it('renders once per moment, and continues in the present', async () => {
    const api = await serveTodos();
    const { store, jump, last } = inspected();
    const by = new Controller(store);
    const { Reader, take } = readerOf(hook);
    const moments = ['a', 'b', 'c'].map(word => {
      hook.put(by, 1, word);
      return [last(), word] as const;
    });
    const page = await renderAwaited(store, <Reader />);
    expect(page.text()).toBe('c');
    take();

    for (const [moment, word] of moments) {
      await jump(moment);
      expect(page.text()).toBe(word);
      expect(take()).toEqual({ [word]: 1 });
    }
    await jump(0);
    expect(page.text()).toBe(nothing);
    expect(take()).toEqual(rendered(nothing));
    await settle();
    expect(take()).toEqual({});
    await jump(last());
    expect(page.text()).toBe('c');
    expect(take()).toEqual({ c: 1 });
    await act(async () => void hook.put(by, 1, 'd'));

    expect(page.text()).toBe('d');
    expect(take()).toEqual({ d: 1 });
    expect(api.requests).toEqual([]);
  });

  it('mounts and unmounts in an earlier time without a request', async () => {
    const api = await serveTodos();
    const { store, jump, last } = inspected();
    const { Reader, take } = readerOf(hook);
    hook.put(new Controller(store), 1, 'word');
    await jump(0);

    const page = await renderAwaited(store, <Reader />);
    for (const isThere of [false, true]) await act(async () => page.rerender(isThere && <Reader />));
    await settle();
    expect(page.text()).toBe(nothing);
    take();
    await jump(last());
    expect(page.text()).toBe('word');

    expect(take()).toEqual({ word: 1 });
    expect(api.requests).toEqual([]);
  });
});

describe.each(askingHooks)('$name, fetching', hook => {
  it('fetches once, in the present, for arguments that changed in an earlier time', async () => {
    const api = await serveTodos();
    const { store, jump, last } = inspected();
    const { Reader } = readerOf(hook);
    hook.put(new Controller(store), 1, 'word');
    const page = await renderAwaited(store, <Reader />);
    await jump(0);
    await act(async () => page.rerender(<Reader id={2} />));
    await settle();
    expect(page.text()).toBe('loading');
    expect(api.requests).toEqual([]);

    await jump(last());

    await waitFor(() => expect(page.text()).toBe('two'));
    await settle();
    expect(api.requests).toEqual(['GET /todos/2']);
  });
});

it('shows whether a request was in flight in an earlier time', async () => {
  const api = await serveTodos();
  const { store, jump, jumpTo, last } = inspected();
  const { count, take } = renderCounts();
  const Spinner = () => {
    const word = `${useIsFetching(get, { id: 1 })} ${useIsFetching()}`;
    count(word);
    return <>{word}</>;
  };
  const page = renderIn(store, <Spinner />);
  await act(() => store.dispatch(get.fetch({ id: 1 })));
  take();

  await jumpTo(({ type }) => type === 'rdc/fetch');
  expect(page.text()).toBe('true true');
  await jump(last());
  expect(page.text()).toBe('false false');

  expect(take()).toEqual({ 'true true': 1, 'false false': 1 });
  expect(api.requests).toEqual(['GET /todos/1']);
});

it('aborts no request during time travel', async () => {
  const api = await serveTodos();
  const { store, jump, last } = inspected();
  const held = api.hold('GET /todos/1');
  const Cancelling = () => <Title endpoint={useCancelling(get, { id: 1 })} />;
  const page = renderIn(store, <Cancelling />);
  await held.arrived;

  await jump(0);
  await settle();
  await act(() => held.release());
  await jump(last());

  await waitFor(() => expect(page.text()).toBe('one'));
  expect(api.requests).toEqual(['GET /todos/1']);
});

it('stays subscribed during time travel', async () => {
  const { store, jump, last } = inspected();
  const Subscribed = () => {
    useSubscription(get, { id: 1 });
    return null;
  };
  renderIn(store, <Subscribed />);
  const subscribed = store.log.length;

  await jump(0);
  await jump(last());

  expect(store.log).toHaveLength(subscribed);
});
