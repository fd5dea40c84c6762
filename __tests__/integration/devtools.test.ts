import { ActionCreators, type EnhancedStore, instrument, type LiftedState } from '@redux-devtools/instrument';
import { type Action, combineReducers, type StoreEnhancer } from '@reduxjs/toolkit';
import { counter, createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;

/** An optimistic update. */
const rename = TodoResource.partialUpdate.extend({
  name: 'rename',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
});

type Lifted = EnhancedStore<unknown, Action<string>, unknown>['liftedStore'];

/** A store instrumented as with Redux DevTools. */
function inspected() {
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const store = createTestStore({ enhancers, isReplayed: false });
  const { liftedStore } = store as unknown as { readonly liftedStore: Lifted };
  const titles = () =>
    getList
      .select()(store.getState())
      .data?.map(todo => todo.title);
  const indexOf = (type: string) => {
    const { stagedActionIds, actionsById } = liftedStore.getState();
    return stagedActionIds.findLastIndex(id => actionsById[id]?.action.type === type);
  };
  return { store, liftedStore, titles, indexOf };
}

/** A file that DevTools exports and imports. */
function exported({
  liftedStore,
}: {
  readonly liftedStore: Lifted;
}): LiftedState<unknown, Action<string>, unknown> {
  return JSON.parse(JSON.stringify(liftedStore.getState()));
}

/** A session that fetches a list, renames one todo and creates another. */
async function session() {
  const api = await serveTodos();
  const tools = inspected();
  await tools.store.dispatch(getList.fetch());
  await tools.store.dispatch(rename.fetch({ id: 1 }, { title: 'uno' }));
  await tools.store.dispatch(getList.push.fetch({ title: 'four' }));
  return { api, ...tools };
}

it('time travel updates all readers without a request', async () => {
  const { api, liftedStore, titles, indexOf } = await session();
  const sent = api.requests.length;
  const now = titles();
  expect(now).toEqual(['uno', 'two', 'three', 'four']);

  liftedStore.dispatch(ActionCreators.jumpToState(2));
  expect(titles()).toEqual(['one', 'two', 'three']);
  liftedStore.dispatch(ActionCreators.jumpToState(1));
  expect(titles()).toBeUndefined();
  liftedStore.dispatch(ActionCreators.jumpToState(indexOf('rdc/setresponse')));
  expect(titles()).toEqual(now);

  expect(api.requests).toHaveLength(sent);
});

it('shows an optimistic update that was pending at an earlier state', async () => {
  const { store, liftedStore } = await session();
  const { stagedActionIds, actionsById } = liftedStore.getState();
  const begun = stagedActionIds.findIndex(id => {
    const action = actionsById[id]?.action;
    return rename.matchPending(action);
  });

  liftedStore.dispatch(ActionCreators.jumpToState(begun));

  expect(store.getState().rdc.optimistic).toHaveLength(1);
  expect(get.select({ id: 1 })(store.getState()).data?.title).toBe('uno');
});

it('recomputes the state without a skipped action', async () => {
  const { store, liftedStore, titles } = await session();
  const { stagedActionIds, actionsById } = liftedStore.getState();
  const renamed = stagedActionIds.find(id => rename.matchFulfilled(actionsById[id]?.action)) as number;

  liftedStore.dispatch(ActionCreators.toggleAction(renamed));
  // Without its response, the request stays pending and keeps its optimistic update.
  expect(titles()).toEqual(['uno', 'two', 'three', 'four']);
  liftedStore.dispatch(ActionCreators.toggleAction(renamed - 1));
  expect(titles()).toEqual(['one', 'two', 'three', 'four']);
  liftedStore.dispatch(ActionCreators.toggleAction(renamed));
  expect(titles()).toEqual(['uno', 'two', 'three', 'four']);

  expect(store.complaints).toEqual([]);
});

it('restores the same state in a store that imports the exported log', async () => {
  const first = await session();
  const second = inspected();

  second.liftedStore.dispatch(ActionCreators.importState(exported(first)));

  expect(second.store.getState()).toEqual(first.store.getState());
  expect(second.titles()).toEqual(first.titles());
  second.liftedStore.dispatch(ActionCreators.jumpToState(2));
  expect(second.titles()).toEqual(['one', 'two', 'three']);
});

it('continues from an imported file', async () => {
  const first = await session();
  const second = inspected();
  second.liftedStore.dispatch(ActionCreators.importState(exported(first)));

  await second.store.dispatch(rename.fetch({ id: 2 }, { title: 'dos' }));

  expect(second.titles()).toEqual(['uno', 'dos', 'three', 'four']);
});

it('lands requests that were in flight during time travel', async () => {
  const { api, store, liftedStore, titles, indexOf } = await session();
  const held = api.hold('PATCH /todos/2');
  const renaming = store.dispatch(rename.fetch({ id: 2 }, { title: 'dos' }));
  await held.arrived;

  liftedStore.dispatch(ActionCreators.jumpToState(1));
  await held.release();
  await renaming;
  liftedStore.dispatch(ActionCreators.jumpToState(indexOf('rdc/setresponse')));

  expect(titles()).toEqual(['uno', 'dos', 'three', 'four']);
});

describe('a recomputed state', () => {
  const getPolled = get.extend({ name: 'devtools.polled', pollFrequency: 20 });

  it.each<[string, (tools: ReturnType<typeof inspected>) => void]>([
    [
      'the reducer was replaced',
      ({ store: { client, replaceReducer } }) =>
        replaceReducer(combineReducers({ rdc: client.reducer, counter: counter.reducer }) as never),
    ],
    [
      'an action was skipped and taken up again',
      ({ liftedStore }) => {
        liftedStore.dispatch(ActionCreators.toggleAction(1));
        liftedStore.dispatch(ActionCreators.toggleAction(1));
      },
    ],
  ])('counts as the present and is polled after %s', async (_what, change) => {
    const api = await serveTodos();
    const tools = inspected();
    const { store } = tools;
    await store.dispatch(get.fetch({ id: 1 }));
    store.dispatch(getPolled.subscribe({ id: 1 }));
    const before = store.getState().rdc;

    change(tools);
    expect(store.getState().rdc).not.toBe(before);
    const sent = api.requests.length;

    while (api.requests.length < sent + 2) await new Promise(resolve => setTimeout(resolve, 5));
    store.dispatch(getPolled.unsubscribe({ id: 1 }));
    while (store.getState().rdc.inflight.size > 0) await new Promise(resolve => setTimeout(resolve, 5));
  });
});
