import { ActionCreators, type EnhancedStore, instrument } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { act, screen, waitFor } from '@testing-library/react';
import { createDataClient, focusManager, networkManager } from 'rdc-toolkit';
import { useDLE, useSuspense } from 'rdc-toolkit/react';
import { Suspense } from 'react';
import { counter, createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';
import { renderIn } from './renderIn';

const { get, getList } = TodoResource;
const getStale = get.extend({ name: 'travelling.stale', dataExpiryLength: 0 });

type Lifted = EnhancedStore<unknown, Action<string>, unknown>['liftedStore'];

/** A store with the machinery of Redux DevTools, which moves it without an action of its own. */
function inspected() {
  const client = createDataClient({ managers: [networkManager(), focusManager()] });
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const store = createTestStore({ client, enhancers, isReplayed: false });
  const { liftedStore } = store as unknown as { readonly liftedStore: Lifted };
  const jump = (index: number) =>
    act(async () => void liftedStore.dispatch(ActionCreators.jumpToState(index)));
  const last = () => liftedStore.getState().stagedActionIds.length - 1;
  return { store, liftedStore, jump, last };
}

function Titles() {
  const todos = useSuspense(getList);
  return <p>{todos.map(todo => todo.title).join(' ')}</p>;
}

function Title({ id = 1, endpoint = get }) {
  const { data, loading } = useDLE(endpoint, { id });
  return <p>{loading ? `todo ${id} is loading` : data?.title}</p>;
}

/** Both hooks on a page, with all that they read. */
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

/** Longer than hooks wait before they ask again for what has not come. */
const settle = () => act(() => new Promise(resolve => setTimeout(resolve, 600)));

it('asks for nothing when it jumps to a time before the responses on screen', async () => {
  const { api, page, sent, now, jump, last } = await loadedPage();

  await jump(0);
  await screen.findByText('list is loading');
  await screen.findByText('todo 2 is loading');
  await settle();
  await jump(last());

  expect(page.text()).toBe(now);
  expect(api.requests).toHaveLength(sent);
});

it('walks through every moment, there and back, without a request', async () => {
  const { api, page, sent, now, jump, last } = await loadedPage();

  for (let index = last(); index >= 0; index--) await jump(index);
  for (let index = 0; index <= last(); index++) await jump(index);

  expect(page.text()).toBe(now);
  expect(api.requests).toHaveLength(sent);
});

it('asks for what is missing in an earlier time only when it is back in the present', async () => {
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

it('lets a component that suspended in an earlier time go on when it is back in the present', async () => {
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

it('does not ask over and over for an answer that came while time was elsewhere', async () => {
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

it('leaves what is stale in an earlier time alone when the window regains focus', async () => {
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

it('goes on from a time in which an action is skipped, as soon as the app changes something', async () => {
  const { api, store, sent, liftedStore } = await loadedPage();
  const { stagedActionIds, actionsById } = liftedStore.getState();
  const answered = stagedActionIds.find(id => get.matchFulfilled(actionsById[id]?.action)) as number;

  await act(async () => void liftedStore.dispatch(ActionCreators.toggleAction(answered)));
  expect(api.requests).toHaveLength(sent);
  await act(() => store.dispatch(get.fetch({ id: 1 })));

  await waitFor(() => expect(api.requests.length).toBeGreaterThan(sent));
  await screen.findByText('two');
});
