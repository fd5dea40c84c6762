import { Controller } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { reply } from '../helpers/startApi';
import { serveTodos, TodoResource, type TodoRow } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;

/** Timestamps are whole milliseconds. */
function nextMillisecond() {
  const now = Date.now();
  while (Date.now() === now);
}

it('lets the later request win, whichever response arrives last', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const early = api.hold('GET /todos');
  const list = store.dispatch(getList.fetch());
  await early.arrived;
  api.rows.set('1', { ...(api.rows.get('1') as TodoRow), title: 'uno' });
  nextMillisecond();
  const todo = await store.dispatch(get.fetch({ id: 1 }));

  await early.release();

  expect((await list)[0]).toBe(todo);
  expect(todo.title).toBe('uno');
});

it('merges fields of a late response that no newer response has', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const early = api.hold('GET /todos/1');
  const full = store.dispatch(get.fetch({ id: 1 }));
  await early.arrived;
  nextMillisecond();
  const late = api.hold('GET /todos');
  const list = store.dispatch(getList.fetch());
  await late.arrived;
  await late.release([{ id: '1', title: 'uno' }]);
  await list;

  await early.release();

  expect(await full).toMatchObject({ title: 'uno', status: 'open', author: { name: 'Ada' } });
});

it('ignores a late response for fields that a later request confirmed', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));
  const early = api.hold('GET /todos');
  const list = store.dispatch(getList.fetch());
  await early.arrived;
  const { title } = await store.dispatch(get.fetch({ id: 1 }));

  await early.release([{ id: '1', title: `not ${title}` }]);

  expect((await list)[0]?.title).toBe(title);
});

it('never shows the old value from a read sent before a mutation', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const early = api.hold('GET /todos');
  const list = store.dispatch(getList.fetch());
  await early.arrived;

  await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
  await early.release();

  expect((await list)[0]?.title).toBe('uno');
});

it('does not let the failure of an earlier request hide a later success', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  const todo = await store.dispatch(get.fetch({ id: 1 }));

  controller.resolve(get, { args: [{ id: 1 }], response: new Error('late'), fetchedAt: Date.now(), left: 1 });

  expect(controller.getResponse(get, { id: 1 })).toMatchObject({ data: todo, error: undefined });
  expect(controller.getError(get, { id: 1 })).toBeUndefined();
});

it('does not let the success of an earlier request hide a later 404', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  const early = api.hold('GET /todos/1');
  const first = store.dispatch(get.fetch({ id: 1 }));
  await early.arrived;
  const before = { ...api.rows.get('1') };
  api.rows.delete('1');
  controller.expireAll(get);
  const gone = api.hold('GET /todos/1');
  const second = store.dispatch(get.fetch({ id: 1 }));
  await gone.arrived;
  await gone.release(reply(404, { message: 'gone' }));
  await expect(second).rejects.toMatchObject({ status: 404 });

  await early.release(before);

  expect(await first).toMatchObject({ title: 'one' });
  expect(controller.getError(get, { id: 1 })).toMatchObject({ status: 404 });
});

it('resolves each call with the response to its request, however late', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const asked = store.dispatch(get.fetch({ id: 1 }));
  await held.arrived;
  nextMillisecond();
  new Controller(store).setError(get, { id: 1 }, Object.assign(new Error('pushed'), { status: 500 }));

  await held.release();

  expect((await asked).title).toBe('one');
});

it('shares a read only with readers of the same store', async () => {
  const api = await serveTodos();
  const [one, other] = [createTestStore(), createTestStore()];

  const [first, second] = await Promise.all([
    one.dispatch(get.fetch({ id: 1 })),
    other.dispatch(get.fetch({ id: 1 })),
  ]);

  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/1']);
  expect(first).toEqual(second);
  expect(other.log).toHaveLength(2);
});

it('sends every mutation, even identical ones', async () => {
  const api = await serveTodos();
  const store = createTestStore();

  await Promise.all([
    store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'a' })),
    store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'a' })),
  ]);

  expect(api.requests).toEqual(['PATCH /todos/1', 'PATCH /todos/1']);
});

it('clears the failure of a request when a later one succeeds', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const asked = store.dispatch(get.fetch({ id: 1 }));
  await held.arrived;
  await held.release(reply(404));
  await expect(asked).rejects.toMatchObject({ name: 'NetworkError', status: 404 });

  expect((await store.dispatch(get.fetch({ id: 1 }))).title).toBe('one');
  expect(get.select({ id: 1 })(store.getState()).error).toBeUndefined();
});
