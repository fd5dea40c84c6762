import fc from 'fast-check';
import { actions, Controller, createDataClient, type DataState, networkManager } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { runs } from '../helpers/runs';
import { serveTodos, TodoResource, type TodoRow } from '../helpers/todos';

const { get, getList } = TodoResource;
const rename = TodoResource.partialUpdate.extend({
  name: 'sessions.rename',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
});

const RESET_AT = 1_000;
const BEFORE = 999;
const AFTER = 1_001;

/** Every write of a session that began at this time and number, in order. */
function session(title: string, fetchedAt: number, number = fetchedAt) {
  const args = [{ id: '1' }];
  const at = { fetchedAt, date: fetchedAt, left: number, landed: number };
  const read = { args, response: { id: '1', title }, ...at };
  return [
    actions.fetch(get, { args, fetchedAt, began: number, requestId: `read ${title}` }),
    actions.setResponse(get, { ...read, requestId: `read ${title}` }),
    actions.setResponse(get, { args, response: new Error(title), ...at }),
    actions.fetch(rename, {
      args: [...args, { title }],
      fetchedAt,
      began: number,
      requestId: `change ${title}`,
    }),
    actions.setResponse(rename, { ...read, args: [...args, { title }], requestId: `change ${title}` }),
    actions.setResponse(getList, { args: [], response: [{ id: '1', title }], ...at }),
    actions.set(get.schema, { args, value: { id: '1', title }, ...at }),
  ];
}

/** A reset with a number between those of the two sessions. */
function numberedReset() {
  return { ...actions.reset(RESET_AT), meta: { landed: RESET_AT } };
}

const { reducer, getInitialState } = createDataClient();

it('keeps nothing of an ended session, in whatever order its actions arrive', () => {
  const old = session('old', BEFORE);
  const young = session('young', AFTER);
  const reset = numberedReset();
  fc.assert(
    fc.property(fc.shuffledSubarray([...old, ...young, reset, reset], { minLength: 2 }), log => {
      const states = log.map((_, i) => log.slice(0, i + 1).reduce<DataState>(reducer, getInitialState()));
      states.forEach((state, i) => {
        const isReset = log.slice(0, i + 1).some(action => action === reset);
        if (isReset) expect(JSON.stringify({ ...state, changed: undefined })).not.toContain('old');
      });
      const last = log.lastIndexOf(reset);
      // Everything of the new session after the reset is stored.
      if (last >= 0 && log.slice(last).includes(young[6] as never)) {
        expect(JSON.stringify(states.at(-1)?.entities)).toContain('young');
      }
    }),
    runs(500),
  );
});

it('ends requests in flight at a reset, so that nothing stays pending', () => {
  const [begun, responded] = session('old', BEFORE);
  const log = [begun, numberedReset(), begun, responded];

  const after = log.reduce<DataState>(reducer, getInitialState());

  expect(after).toMatchObject({ inflight: { size: 0 }, optimistic: [], entities: {} });
});

it.each([
  ['reads', [() => get.fetch({ id: 1 }), () => getList.fetch()]],
  ['changes that show at once', [() => rename.fetch({ id: 1 }, { title: 'old' })]],
  [
    'changes in a queue',
    [() => rename.fetch({ id: 1 }, { title: 'a' }), () => rename.fetch({ id: 1 }, { title: 'b' })],
  ],
  ['creations', [() => getList.push.fetch({ title: 'old' })]],
])('lands none of the %s that were in flight at a reset', async (_what, requests) => {
  const api = await serveTodos();
  const client = createDataClient({ managers: [networkManager({ concurrency: 'serial', retry: 2 })] });
  const store = createTestStore({ client });
  const routes = ['GET /todos/1', 'GET /todos', 'PATCH /todos/1', 'POST /todos'];
  const held = routes.map(route => api.hold(route));
  const asked = requests.map(request => store.dispatch(request() as never) as Promise<unknown>);
  await Promise.race(held.map(({ arrived }) => arrived));

  new Controller(store).resetEntireStore();
  for (const row of api.rows.values()) api.rows.set(row.id, { ...row, title: 'new' } as TodoRow);
  const fresh = store.dispatch(TodoResource.get.fetch({ id: 2 }));
  for (const response of held) void response.release();
  await fresh;
  await Promise.allSettled(asked);

  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
  expect(store.getState().rdc).toMatchObject({ inflight: { size: 0 }, optimistic: [] });
  expect(Object.keys(store.getState().rdc.entities).sort()).toEqual(['Todo', 'User']);
  expect(store.getState().rdc.entities.Todo?.size).toBe(1);
  expect(get.select({ id: 2 })(store.getState()).data?.title).toBe('new');
});
