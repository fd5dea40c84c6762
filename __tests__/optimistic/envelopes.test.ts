import { Entity, getSelectors, Invalidate, Query, resource, Values } from 'rdc-toolkit';
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

it('finds the record in an array of one that a Query reads', async () => {
  const { store, shown, respondEmpty } = await setUp();
  respondEmpty();
  const first = todos.partialUpdate.extend({ schema: new Query([Todo], rows => rows[0]) });

  await store.dispatch(first.fetch({ id: '1' }, { title: 'z' }));

  expect(shown()).toEqual([['number', 'z'], B]);
});

it.each([new Values(Todo), { todos: new Values(Todo) }])(
  'keeps a map that an empty response confirms',
  async schema => {
    const { store, shown } = await setUp();
    await serve({ 'POST /titles': () => reply(204, null) });
    const map = { first: { id: 1, title: 'z' } };
    const setTitles = new ApiEndpoint({
      path: '/titles',
      method: 'POST',
      body: undefined,
      schema,
      getOptimisticResponse: () => (schema instanceof Values ? map : { todos: map }),
    });

    await store.dispatch(setTitles.fetch());

    expect(shown()).toEqual([['number', 'z'], B]);
  },
);

it('takes the list of the remaining records from the response to a deletion, if its schema is an array', async () => {
  const { store, shown } = await setUp();
  await serve({ 'DELETE /todos/:id': () => [{ id: 2, title: 'y' }] });
  const remove = todos.delete.extend({ schema: [Todo] });

  await expect(store.dispatch(remove.fetch({ id: 1 }))).resolves.toMatchObject([{ id: 2, title: 'y' }]);

  expect(shown()).toEqual([A, ['number', 'y']]);
});

class Member extends Entity {
  id = '';
  role = '';
  static key = 'OptimisticEnvelopes.Member';
}

const members = resource({
  path: '/teams/:id/members/:memberId',
  schema: Member,
  Endpoint: ApiEndpoint,
  optimistic: true,
}).extend(({ partialUpdate, delete: remove }) => ({
  partialUpdate: partialUpdate.extend({ schema: { member: Member, project: Project } }),
  delete: remove.extend({ schema: { member: new Invalidate(Member), project: Project } }),
  deleteRows: remove.extend({ schema: [new Invalidate(Member)] }),
}));

it.each([
  { ids: ['m'], member: 'delete' },
  { ids: ['t', 'm'], member: 'delete' },
  { ids: ['t', 'm'], member: 'deleteRows' },
] as const)(
  'changes the record, not one with the key of its parent ($ids, $member)',
  async ({ ids, member }) => {
    const api = await serve({
      'GET /teams/:id/members': () => ids.map(id => ({ id, role: 'user' })),
      'PATCH /teams/:id/members/:memberId': () => reply(204, null),
      'DELETE /teams/:id/members/:memberId': () => reply(204, null),
    });
    const store = createTestStore();
    const roles = () =>
      getSelectors(Member)
        .selectAll(store.getState())
        .map(({ id, role }) => `${id} ${role}`);
    const others = ids.filter(id => id === 't').map(id => `${id} user`);
    const address = { id: 't', memberId: 'm' };
    await store.dispatch(members.getList.fetch({ id: 't' }));

    const held = api.hold('PATCH /teams/:id/members/:memberId');
    const saved = store.dispatch(members.partialUpdate.fetch(address, { role: 'admin' }));
    await held.arrived;
    expect(roles()).toEqual([...others, 'm admin']);
    await held.release();
    await saved;
    expect(roles()).toEqual([...others, 'm admin']);

    const { delete: remove, deleteRows } = members;
    await (member === 'delete'
      ? store.dispatch(remove.fetch(address))
      : store.dispatch(deleteRows.fetch(address)));
    expect(roles()).toEqual(others);
  },
);
