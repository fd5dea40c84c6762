import { Entity, Invalidate, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Project extends Entity {
  id = '';
  open = 0;
  static key = 'OptimisticEnvelopes.Project';
}
class Todo extends Entity {
  id = 0;
  title = '';
  static key = 'OptimisticEnvelopes.Todo';
}

const project = { id: 'p', open: 1 };
const todosOf = (optimistic: boolean) =>
  resource({ path: '/todos/:id', schema: Todo, Endpoint: ApiEndpoint, optimistic }).extend(
    ({ getList, partialUpdate, delete: remove }) => ({
      create: getList.push.extend({ schema: { todo: getList.schema.push, project: Project } }),
      partialUpdate: partialUpdate.extend({ schema: { meta: { todo: Todo }, project: Project } }),
      rows: partialUpdate.extend({ schema: [Todo] }),
      delete: remove.extend({ schema: { todo: new Invalidate(Todo), project: Project } }),
    }),
  );
const todos = todosOf(true);

async function setUp() {
  const rows = [
    { id: 1, title: 'a' },
    { id: 2, title: 'b' },
  ];
  let isEmpty = false;
  const send = (value: unknown) => (isEmpty ? reply(204, null) : value);
  const api = await serve({
    'GET /todos': () => rows,
    'POST /todos': ({ body }) => send({ todo: { id: 3, ...(body as object) }, project }),
    'PATCH /todos/:id': ({ params, body, headers }) => {
      const row = { ...rows.find(({ id }) => id === Number(params.id)), ...(body as object) };
      return send(headers['x-rows'] ? [row] : { meta: { todo: row }, project });
    },
    'DELETE /todos/:id': ({ params }) => send({ todo: Number(params.id), project }),
  });
  const store = createTestStore();
  await store.dispatch(todos.getList.fetch());
  const shown = () =>
    todos.getList
      .select()(store.getState())
      .data?.map(({ id, title }) => [typeof id, title]);
  const respondEmpty = () => {
    isEmpty = true;
  };
  return { api, store, shown, respondEmpty };
}

const A = ['number', 'a'];
const B = ['number', 'b'];

it('shows a change before its response, although the response has the record in an envelope', async () => {
  const { api, store, shown } = await setUp();
  const held = api.hold('PATCH /todos/:id');
  const saved = store.dispatch(todos.partialUpdate.fetch({ id: '1' }, { title: 'z' }));
  await held.arrived;
  expect(shown()).toEqual([['number', 'z'], B]);

  await held.release();
  await expect(saved).resolves.toMatchObject({ meta: { todo: { id: 1, title: 'z' } }, project });
  expect(shown()).toEqual([['number', 'z'], B]);
});

it('shows a change before its response, although the response is an array of one', async () => {
  const { api, store, shown } = await setUp();
  const rows = todos.rows.extend({ requestInit: { headers: { 'X-Rows': '1' } } });
  const held = api.hold('PATCH /todos/:id');
  const saved = store.dispatch(rows.fetch({ id: '1' }, { title: 'z' }));
  await held.arrived;
  expect(shown()).toEqual([['number', 'z'], B]);

  await held.release();
  await expect(saved).resolves.toMatchObject([{ id: 1, title: 'z' }]);
});

it('shows a creation and a deletion before their responses, and rolls back what fails', async () => {
  const { api, store, shown } = await setUp();
  const creation = api.hold('POST /todos');
  const deletion = api.hold('DELETE /todos/:id');
  const created = store.dispatch(todos.create.fetch({ title: 'c' }));
  const deleted = store.dispatch(todos.delete.fetch({ id: 1 }));
  await Promise.all([creation.arrived, deletion.arrived]);
  expect(shown()).toEqual([B, ['string', 'c']]);

  await creation.release();
  await deletion.release(reply(409, { message: 'no' }));
  await created;
  await expect(deleted).rejects.toMatchObject({ status: 409 });
  expect(shown()).toEqual([A, B, ['number', 'c']]);
});

it.each([true, false])('keeps what an empty response confirms (optimistic: %s)', async isOptimistic => {
  const { store, shown, respondEmpty } = await setUp();
  respondEmpty();
  const { partialUpdate, delete: remove } = todosOf(isOptimistic);

  await store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'z' }));
  await store.dispatch(remove.fetch({ id: 2 }));

  expect(shown()).toEqual([['number', 'z']]);
});

it('stores nothing when the response to a creation is empty', async () => {
  const { store, shown, respondEmpty } = await setUp();
  respondEmpty();

  await expect(store.dispatch(todos.create.fetch({ title: 'c' }))).resolves.toBeUndefined();

  expect(shown()).toEqual([A, B]);
});
