import { All, Controller, Endpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { stopClock } from '../helpers/stopClock';
import { serveTodos, Todo, TodoResource, User } from '../helpers/todos';

const { get, getList } = TodoResource;

it('sends one request when two readers fetch at once, and gives both the same object', async () => {
  const api = await serveTodos();
  const store = createTestStore();

  const [first, second] = await Promise.all([
    store.dispatch(get.fetch({ id: 1 })),
    store.dispatch(get.fetch({ id: '1' })),
  ]);

  expect(api.requests).toEqual(['GET /todos/1']);
  expect(first).toBe(second);
  expect(get.select({ id: 1 })(store.getState()).data).toBe(first);
});

it('sends a new request once the first response has arrived', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  await store.dispatch(get.fetch({ id: 1 }));

  await store.dispatch(get.fetch({ id: 1 }));

  expect(api.requests).toEqual(['GET /todos/1', 'GET /todos/1']);
});

it('returns frozen instances with nested instances', async () => {
  await serveTodos();
  const store = createTestStore();

  const todos = await store.dispatch(getList.fetch());

  expect(todos.map(todo => todo.title)).toEqual(['one', 'two', 'three']);
  expect(todos[0]).toBeInstanceOf(Todo);
  expect(todos[0]?.author).toBeInstanceOf(User);
  expect(todos[0]?.author).toBe(todos[2]?.author);
  expect(Object.isFrozen(todos) && Object.isFrozen(todos[0])).toBe(true);
});

it('gives all readers of a record the same object, whichever request fetched it', async () => {
  await serveTodos();
  const store = createTestStore();
  const todos = await store.dispatch(getList.fetch());

  const todo = await store.dispatch(get.fetch({ id: 3 }));

  expect(todo).toBe(todos[2]);
  expect(store.client.selectors.selectQuery(Todo, { id: '3' })(store.getState())).toBe(todo);
  expect(store.client.selectors.selectResponse(get, { id: 3 })(store.getState()).data).toBe(todo);
});

it('shows a record from a list to a reader of that record', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const todos = await store.dispatch(getList.fetch());

  expect(get.select({ id: 2 })(store.getState()).data).toBe(todos[1]);
  expect(api.requests).toEqual(['GET /todos']);
});

it('selects the same object until something in it changes', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const select = getList.select();
  const todos = await store.dispatch(getList.fetch());
  const response = select(store.getState());

  store.dispatch({ type: 'counter/increment' });
  await store.dispatch(get.fetch({ id: 1 }));
  expect(select(store.getState())).toBe(response);

  api.rows.set('2', { id: '2', title: 'zwei', status: 'done', author: { id: '7', name: 'Ada' } });
  await store.dispatch(get.fetch({ id: 2 }));
  const after = select(store.getState()).data;
  expect(after?.[1]?.title).toBe('zwei');
  expect([after?.[0], after?.[2]]).toEqual([todos[0], todos[2]]);
  expect(after?.[0]).toBe(todos[0]);
});

it('memoizes two endpoints with one key and different classes separately', async () => {
  await serveTodos();
  const store = createTestStore();
  class Summary extends Todo {}
  await store.dispatch(get.fetch({ id: 2 }));
  const selectors = [get.select({ id: 2 }), get.extend({ schema: Summary }).select({ id: 2 })];
  const select = () => selectors.map(each => each(store.getState()));
  const before = select();
  await store.dispatch(get.fetch({ id: 1 }));
  const after = select();

  expect(before.map(({ data }) => data?.constructor)).toEqual([Todo, Summary]);
  for (const at of [0, 1]) expect(after[at]).toBe(before[at]);
});

it('keeps every object when a response repeats what is stored', async () => {
  await serveTodos();
  const store = createTestStore();
  const todos = await store.dispatch(getList.fetch());
  const { entities } = store.getState().rdc;

  expect(await store.dispatch(getList.fetch())).toBe(todos);
  expect(store.getState().rdc.changed.entities).toEqual({});
  expect(Object.keys(store.getState().rdc.entities)).toEqual(Object.keys(entities));
});

it('does not refetch fresh data', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const todo = await store.dispatch(get.fetch({ id: 1 }));

  expect(await store.dispatch(get.fetchIfStale({ id: 1 }))).toBe(todo);
  expect(api.requests).toHaveLength(1);
});

it('merges a record that occurs twice in a response field by field, and the later value wins', async () => {
  const ada = { id: '7', name: 'Ada' };
  await serve({
    'GET /twice': () => [
      { id: '1', title: 'first', status: 'done', author: ada },
      { id: '2', title: 'other', status: 'open', author: { ...ada, name: 'Lady Ada' } },
      { id: '1', title: 'second' },
    ],
  });
  const getTwice = new ApiEndpoint({ path: '/twice', schema: [Todo], name: 'reading.twice' });
  const store = createTestStore();

  const [first, other, again] = await store.dispatch(getTwice.fetch());

  expect(first).toMatchObject({ title: 'second', status: 'done', author: { name: 'Lady Ada' } });
  expect(again).toBe(first);
  expect(other?.author).toBe(first?.author);
});

it('gives a record from a list the expiry of the list, and counts all records together as stale', async () => {
  await serveTodos();
  const getAll = new ApiEndpoint({ path: '/everything', name: 'reading.getAll', schema: new All(Todo) });
  const pass = stopClock();
  const store = createTestStore();
  await store.dispatch(getList.fetch());
  const { expiresAt } = getList.select()(store.getState());

  pass(59_999);
  expect(get.select({ id: 1 })(store.getState())).toMatchObject({ expiryStatus: 'valid', expiresAt });
  const all = getAll.select()(store.getState());
  expect(all.data?.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(all).toMatchObject({ expiryStatus: 'stale', expiresAt: 0 });

  pass(1);
  expect(get.select({ id: 1 })(store.getState()).expiryStatus).toBe('stale');
});

it('counts a record from a list as stale if the clock was set back since', async () => {
  await serveTodos();
  const pass = stopClock();
  const store = createTestStore();
  await store.dispatch(getList.fetch());

  pass(-3_600_000);

  expect(get.select({ id: 1 })(store.getState()).expiryStatus).toBe('stale');
});

it('refetches stale data and shows it meanwhile', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const brief = get.extend({ name: 'brief', dataExpiryLength: 0 });
  await store.dispatch(brief.fetch({ id: 1 }));

  const state = brief.select({ id: 1 })(store.getState());
  expect([state.expiryStatus, state.data?.title]).toEqual(['stale', 'one']);
  await store.dispatch(brief.fetchIfStale({ id: 1 }));
  expect(api.requests).toHaveLength(2);
});

it('shows whether a request is in flight', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const select = () => get.select({ id: 1 })(store.getState());
  expect(select()).toMatchObject({ isFetching: false, expiryStatus: 'invalid' });

  const asked = store.dispatch(get.fetch({ id: 1 }));
  expect(select()).toMatchObject({ isFetching: true, data: undefined });
  await held.release();
  await asked;

  expect(select()).toMatchObject({ isFetching: false, expiryStatus: 'valid', error: undefined });
  expect(select().expiresAt).toBeGreaterThan(Date.now());
});

it('selects the same object while a request is in flight', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const held = api.hold('GET /todos/1');
  const asked = store.dispatch(get.fetch({ id: 1 }));
  const [first, second] = [get.select({ id: 1 }), get.select({ id: 2 })].map(
    select => () => select(store.getState()),
  );
  const before = [first?.(), second?.()];

  store.dispatch({ type: 'counter/increment' });
  new Controller(store).set(User, { id: '8' }, { id: '8', name: 'Bea' });

  expect([first?.() === before[0], second?.() === before[1]]).toEqual([true, true]);
  await held.release();
  await asked;
});

it('finds the record in an envelope without a request', async () => {
  await serveTodos();
  const store = createTestStore();
  const getWrapped = new ApiEndpoint({
    path: '/todos/:id',
    schema: { todo: Todo },
    name: 'reading.getWrapped',
  });
  await store.dispatch(getList.fetch());

  expect(getWrapped.select({ id: 2 })(store.getState()).data).toEqual({
    todo: get.select({ id: 2 })(store.getState()).data,
  });
  expect(getWrapped.select({ id: 9 })(store.getState()).data).toBe(undefined);
});

it('takes a snapshot of the current data', async () => {
  await serveTodos();
  const store = createTestStore();
  const controller = new Controller(store);
  await store.dispatch(getList.fetch());

  const snapshot = controller.snapshot();
  controller.set(Todo, { id: 1 }, { id: '1', title: 'uno' });

  expect(controller.get(Todo, { id: 1 })?.title).toBe('uno');
  expect(snapshot.get(Todo, { id: 1 })?.title).toBe('one');
  expect(snapshot.get(Todo, { id: 9 })).toBeUndefined();
  expect(snapshot.getResponse(getList).data?.map(({ title }) => title)).toEqual(['one', 'two', 'three']);
  expect(snapshot.getResponse(getList, { status: 'open' }).data).toBeUndefined();
  expect(snapshot.getResponse(get, { id: 2 }).data?.title).toBe('two');
  expect(snapshot.getResponse(get, { id: 9 }).data).toBeUndefined();
  expect(controller.snapshot(5).fetchedAt).toBe(5);
});

it('accepts any async function as an endpoint', async () => {
  const store = createTestStore();
  const double = new Endpoint(async (n: number) => ({ id: String(n), name: String(n * 2) }), {
    name: 'double',
    schema: User,
  });

  const user = await store.dispatch(double.fetch(4));

  expect(user).toBeInstanceOf(User);
  expect(double.select(4)(store.getState()).data).toBe(user);
});

it('resolves to null if that is the response, as selectors show it', async () => {
  const getChoice = new Endpoint(async (): Promise<{ a: number } | null> => null, { name: 'Reading.choice' });
  const store = createTestStore();

  expect(await store.dispatch(getChoice.fetch())).toBeNull();
  expect(await store.dispatch(getChoice.fetchIfStale())).toBeNull();
  expect(getChoice.select()(store.getState()).data).toBeNull();
});

it('resolves with a file and stores only its description', async () => {
  const store = createTestStore();
  const getFile = new Endpoint(async () => new Blob(['hello'], { type: 'text/plain' }), { name: 'getFile' });

  const file = await store.dispatch(getFile.fetch());

  expect(await file.text()).toBe('hello');
  expect(getFile.select()(store.getState()).data).toMatchObject({ $type: 'Blob', size: 5 });
});

it('returns a promise with its key, arguments, request id and unwrap()', async () => {
  await serveTodos();
  const store = createTestStore();

  const asked = store.dispatch(get.fetch({ id: 1 }));

  expect(asked).toMatchObject({ key: 'GET /todos/1', args: [{ id: 1 }], requestId: expect.any(String) });
  expect(await asked.unwrap()).toBe(await asked);
});
