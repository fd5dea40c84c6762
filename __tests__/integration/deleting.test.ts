import { Controller, Invalidate } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;
const remove = TodoResource.delete;

it.each([
  ['nothing', () => reply(204)],
  ['an empty object', () => ({})],
  ['the record', () => ({ id: '2', title: 'two' })],
  ['its key as a string', () => reply(200, '"2"', { 'content-type': 'application/json' })],
  ['a plain text', () => reply(200, '', { 'content-type': 'text/plain' })],
])('removes the record from table and lists when the server responds with %s', async (_what, response) => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  await store.dispatch(get.fetch({ id: 2 }));
  const held = api.hold('DELETE /todos/2');

  const deleting = store.dispatch(remove.fetch({ id: 2 }));
  await held.arrived;
  await held.release(response());

  expect(await deleting).toBe('2');
  expect(
    getList
      .select()(store.getState())
      .data?.map(todo => todo.id),
  ).toEqual(['1', '3']);
  expect(get.select({ id: 2 })(store.getState())).toMatchObject({ data: undefined, expiryStatus: 'invalid' });
});

it('keeps the record when the server rejects the deletion', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const held = api.hold('DELETE /todos/2');
  const deleting = store.dispatch(remove.fetch({ id: 2 }));
  await held.arrived;
  await held.release(reply(403, { message: 'not yours' }));

  await expect(deleting).rejects.toMatchObject({ status: 403, data: { message: 'not yours' } });
  expect(getList.select()(store.getState()).data).toHaveLength(3);
});

it('does not restore a record from a request sent before the deletion', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const held = api.hold('GET /todos');
  const list = store.dispatch(getList.fetch());
  await held.arrived;

  await store.dispatch(remove.fetch({ id: 2 }));
  await held.release();

  expect((await list).map(todo => todo.id)).toEqual(['1', '3']);
});

it('restores a record that a later request returns again', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const row = api.rows.get('2');
  await store.dispatch(get.fetch({ id: 2 }));
  await store.dispatch(remove.fetch({ id: 2 }));
  if (row !== undefined) api.rows.set('2', row);
  await new Promise(resolve => setTimeout(resolve, 2));

  expect((await store.dispatch(get.fetch({ id: 2 }))).title).toBe('two');
});

it('keeps a record that one response both deletes and returns', async () => {
  const brought = { id: '2', title: 'again', status: 'open' };
  await serve({
    'GET /todos/changes': () => ({ deleted: ['2'], changed: [brought] }),
    'GET /todos': () => [{ ...brought, title: 'two' }],
  });
  const getChanges = new ApiEndpoint({
    path: '/todos/changes',
    name: 'Deleting.getChanges',
    schema: { deleted: [new Invalidate(Todo)], changed: [Todo] },
  });
  const store = createTestStore();
  await store.dispatch(getList.fetch());

  await store.dispatch(getChanges.fetch());

  expect(new Controller(store).get(Todo, '2')?.title).toBe('again');
  expect(store.getState().rdc.deleted[Todo.key]?.size ?? 0).toBe(0);
});
