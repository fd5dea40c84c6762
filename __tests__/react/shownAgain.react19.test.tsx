import { ActionCreators, type EnhancedStore, instrument } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { act, waitFor } from '@testing-library/react';
import { Controller } from 'rdc-toolkit';
import {
  AsyncBoundary,
  useDLE,
  useErrorReset,
  useResponses,
  useSubscription,
  useSuspense,
} from 'rdc-toolkit/react';
import { FixtureProvider } from 'rdc-toolkit/testing';
import { useState } from 'react';
import { createTestStore } from '../helpers/createTestStore';
import { reply, type TestApi } from '../helpers/startApi';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, TodoResource } from '../helpers/todos';
import { askingHooks, readerOf, rowOf } from './everyHook';
import { hideable } from './hideable';

const { get } = TodoResource;
const brief = get.extend({ name: 'shownAgain.brief', errorExpiryLength: 10_000 });
const lasting = get.extend({ name: 'shownAgain.lasting', errorExpiryLength: 60_000 });
const impatient = get.extend({ name: 'shownAgain.impatient', invalidIfStale: true });

/** Longer than a response takes. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 100)));

/** Shows a page that fetches its only todo before it shows it. */
async function expectFetchWhenShown(
  api: TestApi,
  { show, text }: Pick<Awaited<ReturnType<typeof hideable>>, 'show' | 'text'>,
) {
  const held = api.hold('GET /todos/1');
  await show();
  expect(text()).toBe('loading');
  await act(() => held.release());
  await waitFor(() => expect(text()).toBe('one'));
  expect(api.requests).toHaveLength(1);
}

describe.each(askingHooks.filter(({ suspends }) => !suspends))('$name', hook => {
  /** A reader on a page that shows the failure of its request. */
  async function failed(endpoint: typeof get) {
    const api = await serveTodos();
    const store = createTestStore();
    const held = api.hold('GET /todos/1');
    const { Reader } = readerOf(hook);
    const { hide, show, text } = await hideable(store, <Reader endpoint={endpoint} />);
    await act(() => held.arrived);
    await act(() => held.release(reply(404)));
    await waitFor(() => expect(text()).toBe('failed: 404'));
    expect(api.requests).toHaveLength(1);
    return { api, hide, show, text };
  }

  it('refetches after a failure that expired while it was hidden', async () => {
    const pass = stopClock();
    const { api, hide, show, text } = await failed(brief);
    await hide();
    pass(20_000);

    await show();
    await waitFor(() => expect(text()).toBe('one'));
    expect(api.requests).toHaveLength(2);
  });

  it('keeps showing a failure that has not expired, or that expires while it is shown', async () => {
    const pass = stopClock();
    const { api, hide, show, text } = await failed(brief);
    await hide();
    pass(5_000);
    await show();
    pass(20_000);

    await settle();
    expect(text()).toBe('failed: 404');
    expect(api.requests).toHaveLength(1);
  });

  it('waits for new data if its data expired while it was hidden and must not be shown stale', async () => {
    const pass = stopClock();
    const api = await serveTodos();
    const store = createTestStore();
    new Controller(store).setResponse(impatient, { id: 1 }, rowOf(1, 'old'));
    const { Reader } = readerOf(hook);
    const { hide, show, text } = await hideable(store, <Reader endpoint={impatient} />);
    expect(text()).toBe('old');
    await hide();
    pass(3_600_000);
    await expectFetchWhenShown(api, { show, text });
  });
});

it('refetches after a failure if another boundary was reset while it was hidden', async () => {
  const api = await serveTodos();
  const held = api.hold('GET /todos/1');
  const store = createTestStore();
  let reset = () => {};
  const Title = () => {
    reset = useErrorReset();
    const { data, loading, error } = useDLE(lasting, { id: 1 });
    return <>{error ? 'failed' : loading ? 'loading' : data.title}</>;
  };
  const { hide, show, text } = await hideable(store, <Title />);
  await act(() => held.arrived);
  await act(() => held.release(reply(404)));
  await waitFor(() => expect(text()).toBe('failed'));
  await hide();
  reset();

  await show();
  await waitFor(() => expect(text()).toBe('one'));
  expect(api.requests).toHaveLength(2);
});

it('a boundary renders its children again after the store was reset while it was hidden', async () => {
  const api = await serveTodos();
  const held = api.hold('GET /todos/1');
  const store = createTestStore();
  const Title = () => <>{useSuspense(lasting, { id: 1 }).title}</>;
  const { hide, show, text } = await hideable(
    store,
    <AsyncBoundary fallback="loading" errorComponent={() => 'failed'}>
      <Title />
    </AsyncBoundary>,
  );
  await act(() => held.arrived);
  await act(() => held.release(reply(403)));
  await waitFor(() => expect(text()).toBe('failed'));
  await hide();
  await act(async () => new Controller(store).resetEntireStore());
  expect(api.requests).toHaveLength(1);

  await show();
  await waitFor(() => expect(text()).toBe('one'));
  expect(api.requests).toHaveLength(2);
});

it('useResponses fetches only the items that it gains after it was hidden', async () => {
  const pass = stopClock();
  const api = await serveTodos();
  let add = () => {};
  const Titles = () => {
    const [ids, setIds] = useState([1]);
    add = () => setIds([1, 2]);
    return <>{useResponses(get, ids, id => [{ id }]).map(({ data }) => data?.title ?? '…')}</>;
  };
  const { hide, show, text } = await hideable(createTestStore(), <Titles />);
  await waitFor(() => expect(text()).toBe('one'));
  await hide();
  await show();
  pass(3_600_000);

  await act(async () => add());
  await waitFor(() => expect(text()).toBe('onetwo'));
  await settle();
  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/2']);
});

it('FixtureProvider responds after it was hidden, and closes its store when it unmounts', async () => {
  let count = 0;
  const polled = get.extend({ name: 'shownAgain.polled', pollFrequency: 20 });
  const fixtures = [1, 2].map(id => ({
    endpoint: polled,
    args: [{ id }] as const,
    response: () => rowOf(id, `todo ${id}, ${++count}`),
  }));
  let turn = () => {};
  const Title = () => {
    const [id, setId] = useState(1);
    turn = () => setId(2);
    useSubscription(polled, { id });
    return <>{useDLE(polled, { id }).data?.title}</>;
  };
  const { page, hide, show, text } = await hideable(
    createTestStore(),
    <FixtureProvider fixtures={fixtures}>
      <Title />
    </FixtureProvider>,
  );
  await waitFor(() => expect(text()).toMatch('todo 1, 3'));
  await hide();
  await settle();
  await show();

  act(() => turn());
  await waitFor(() => expect(text()).toMatch('todo 2'));
  const shown = count;
  await waitFor(() => expect(count).toBeGreaterThan(shown + 2));
  page.unmount();
  await settle();
  const sent = count;
  await settle();
  expect(count).toBe(sent);
});

/** Shows the state of one todo, in a word. */
function Title({ endpoint }: { readonly endpoint: typeof get }) {
  const { data, loading, error } = useDLE(endpoint, { id: 1 });
  return <>{error ? 'failed' : loading ? 'loading' : data?.title}</>;
}

describe('a component that renders long before it is shown', () => {
  it('does not show data that must not be shown stale', async () => {
    const pass = stopClock();
    const api = await serveTodos();
    const store = createTestStore();
    new Controller(store).setResponse(impatient, { id: 1 }, rowOf(1, 'old'));
    const { show, text } = await hideable(store, <Title endpoint={impatient} />, 'hidden');
    pass(3_600_000);
    await expectFetchWhenShown(api, { show, text });
  });

  it('refetches after a failure that has expired since', async () => {
    const pass = stopClock();
    const api = await serveTodos();
    const store = createTestStore();
    const error = Object.assign(new Error('no'), { status: 404 });
    new Controller(store).setError(brief, { id: 1 }, error as never);
    const { show, text } = await hideable(store, <Title endpoint={brief} />, 'hidden');
    pass(20_000);

    await show();
    await waitFor(() => expect(text()).toBe('one'));
    expect(api.requests).toHaveLength(1);
  });
});

it('shows past data during time travel, even if it has expired since', async () => {
  const pass = stopClock();
  const api = await serveTodos();
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const store = createTestStore({ enhancers, isReplayed: false });
  const { liftedStore } = store as unknown as {
    readonly liftedStore: EnhancedStore<unknown, Action<string>, unknown>['liftedStore'];
  };
  const controller = new Controller(store);
  controller.setResponse(impatient, { id: 1 }, rowOf(1, 'old'));
  const then = liftedStore.getState().currentStateIndex;
  const { hide, show, text } = await hideable(store, <Title endpoint={impatient} />);
  await act(async () => controller.setResponse(impatient, { id: 1 }, rowOf(1, 'new')));
  pass(3_600_000);
  await act(async () => liftedStore.dispatch(ActionCreators.jumpToState(then)));
  expect(text()).toBe('old');

  await hide();
  await show();
  expect(text()).toBe('old');
  expect(api.requests).toEqual([]);
});
