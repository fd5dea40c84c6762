import { actions, Controller, type FetchPromise, ResetError } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, type Todo, TodoResource } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;

it('empties the store and records when', async () => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const before = Date.now();

  new Controller(store).resetEntireStore();

  expect(store.getState().rdc).toMatchObject({ entities: {}, endpoints: { size: 0 }, optimistic: [] });
  const { lastReset } = store.getState().rdc;
  expect(lastReset).toBeGreaterThanOrEqual(before);
  expect(lastReset).toBeLessThanOrEqual(Date.now());
  expect(getList.select()(store.getState()).data).toBeUndefined();
});

it.each([
  ['a read', 'GET', () => get.fetch({ id: 1 })],
  ['a change', 'PATCH', () => partialUpdate.fetch({ id: 1 }, { title: 'uno' })],
])('aborts %s in flight: it rejects, and never lands', async (_what, method, request) => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold(`${method} /todos/1`);
  const asked: FetchPromise<Todo> = store.dispatch(request());
  await held.arrived;

  new Controller(store).resetEntireStore();

  await expect(asked).rejects.toThrow(ResetError);
  await expect(asked).rejects.toMatchObject({ code: 'reset' });
  await held.aborted;
  expect(store.getState().rdc).toMatchObject({ entities: {}, inflight: { size: 0 } });
  expect(store.log.map(({ type }) => type)).toEqual(['rdc/fetch', 'rdc/reset']);
});

it('keeps what a subscriber to the reset fetches', async () => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));
  let asked: FetchPromise<Todo> | undefined;
  store.subscribe(() => {
    if (get.select({ id: 1 })(store.getState()).data === undefined)
      asked ??= store.dispatch(get.fetch({ id: 1 }));
  });

  new Controller(store).resetEntireStore();

  expect((await asked)?.title).toBe('one');
});

it('never stores a response to a request from before the reset', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(get.fetch({ id: 1 }));
  const { began: left } = store.log.find(actions.fetch.match)?.meta ?? {};
  controller.resetEntireStore();

  controller.resolve(get, {
    args: [{ id: 1 }],
    response: { id: '1', title: 'old' },
    fetchedAt: Date.now(),
    left: left ?? 0,
  });

  expect(get.select({ id: 1 })(store.getState()).data).toBeUndefined();
});

it('ignores repeated responses of the previous session, whether requested or set', async () => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));
  store.dispatch(get.setResponse({ id: 5 }, { id: '5', title: 'five', author: { id: '7', name: 'Ada' } }));
  const earlier = store.log.filter(({ type }) => type === 'rdc/setresponse');
  expect(earlier).toHaveLength(2);

  new Controller(store).resetEntireStore();
  const { rdc } = store.getState();

  for (const action of JSON.parse(JSON.stringify(earlier)) as typeof earlier) {
    expect(store.client.reducer(rdc, action)).toBe(rdc);
  }
});
