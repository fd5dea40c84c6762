import { Controller, Invalidate, schema } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, Todo, TodoResource, User } from '../helpers/todos';

const { get, getList } = TodoResource;

it('stores plain data under a schema', () => {
  const store = createTestStore();
  const controller = new Controller(store);

  controller.set(Todo, { id: '9' }, { id: '9', title: 'nine', author: { id: '7', name: 'Ada' } });

  const todo = controller.get(Todo, { id: '9' });
  expect(todo).toBeInstanceOf(Todo);
  expect(todo).toMatchObject({ title: 'nine', status: 'open', author: { name: 'Ada' } });
  expect(get.select({ id: 9 })(store.getState()).data).toBe(todo);
});

it('stores what a function makes of the current value', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  const todo = await store.dispatch(get.fetch({ id: 1 }));

  controller.set(Todo, { id: '1' }, (current: Todo) => ({ ...current, title: `${current.title}!` }));

  expect(controller.get(Todo, { id: '1' })?.title).toBe('one!');
  expect(controller.get(Todo, { id: '1' })?.author).toBe(todo.author);
  expect(store.log.at(-1)).toMatchObject({ type: 'rdc/set', value: { title: 'one!' } });
});

it('stores instances as their fields', () => {
  const store = createTestStore();
  const controller = new Controller(store);

  controller.set(Todo, { id: '9' }, Todo.fromJS({ id: '9', author: User.fromJS({ id: '7', name: 'Ada' }) }));

  expect(controller.get(Todo, { id: '9' })?.author).toBeInstanceOf(User);
  expect(controller.get(User, { id: '7' })?.name).toBe('Ada');
});

it('stores a whole list', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(getList.fetch());

  controller.set(getList.schema, {}, (todos: readonly Todo[]) => todos.slice(1));

  expect(
    getList
      .select()(store.getState())
      .data?.map(todo => todo.id),
  ).toEqual(['2', '3']);
});

it('throws for data that does not fit its schema, and changes nothing', () => {
  const store = createTestStore();
  const controller = new Controller(store);

  expect(() => controller.set(Todo, { id: '9' }, { title: 'nameless' })).toThrow('pk() found no key');
  expect(store.log).toEqual([]);
});

it('shows what was set in lists that hold it', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());

  new Controller(store).set(Todo, { id: '2' }, { id: '2', title: 'zwei' });

  expect(getList.select()(store.getState()).data?.[1]?.title).toBe('zwei');
  expect(api.requests).toHaveLength(1);
});

it('stores a response that came from elsewhere', () => {
  const store = createTestStore();

  store.dispatch(get.setResponse({ id: 5 }, { id: '5', title: 'five', author: { id: '7', name: 'Ada' } }));

  expect(get.select({ id: 5 })(store.getState())).toMatchObject({
    data: { title: 'five' },
    expiryStatus: 'valid',
  });
});

it.each<[what: string, schema: unknown, value: unknown, titles: readonly string[]]>([
  ['a creation', getList.schema.push, { id: '4', title: 'four' }, ['one', 'two', 'three', 'four']],
  [
    'a creation at the beginning',
    getList.schema.unshift,
    { id: '4', title: 'four' },
    ['four', 'one', 'two', 'three'],
  ],
  ['a removal from lists', getList.schema.remove, { id: '2', title: 'two' }, ['one', 'three']],
  ['a deletion', new Invalidate(Todo), { id: '2' }, ['one', 'three']],
  [
    'several things at once',
    { gone: new Invalidate(Todo), changed: Todo },
    { gone: { id: '2' }, changed: { id: '3', title: 'drei' } },
    ['one', 'drei'],
  ],
  ['records of a kind', new schema.All(Todo), [{ id: '3', title: 'drei' }], ['one', 'two', 'drei']],
  ['several records', [Todo], [{ id: '3', title: 'drei' }], ['one', 'two', 'drei']],
  [
    'a list that is kept nowhere',
    new schema.Array(Todo),
    [{ id: '3', title: 'drei' }],
    ['one', 'two', 'drei'],
  ],
])('takes %s, also from a log that went through JSON', async (_what, ofWhat, value, titles) => {
  await serveTodos();
  const store = createTestStore();
  await store.dispatch(getList.fetch());

  new Controller(store).set(ofWhat, value);

  const { client, log, getState } = store;
  const copy = JSON.parse(JSON.stringify(log)) as typeof log;
  const replayed = copy.reduce<unknown>((state, action) => client.reducer(state as never, action), undefined);
  for (const rdc of [getState().rdc, replayed]) {
    expect(
      getList
        .select()({ rdc } as never)
        .data?.map(todo => todo.title),
    ).toEqual(titles);
  }
});
