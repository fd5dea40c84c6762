import { All, Controller, Entity, keyOf, resource, type } from 'rdc-toolkit';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Todo extends Entity {
  id = '';
  title = '';
  status = 'open';
  votes = 0;
  static key = 'Optimistic.Todo';
}

interface Row {
  id: string;
  title: string;
  status: string;
  votes: number;
}

const TodoResource = resource({
  path: '/todos/:id',
  schema: Todo,
  searchParams: {} as { status?: string } | undefined,
  optimistic: true,
  Endpoint: ApiEndpoint,
});

const createAll = new ApiEndpoint({
  path: '/todos/many',
  method: 'POST',
  body: [] as readonly Partial<Row>[],
  schema: [Todo],
  getOptimisticResponse: (_snapshot, body) => body,
  name: 'Optimistic.createAll',
});

/** A server that stores todos and assigns keys to new ones. */
async function startTodos() {
  const rows = new Map<string, Row>([
    ['1', { id: '1', title: 'one', status: 'open', votes: 0 }],
    ['2', { id: '2', title: 'two', status: 'open', votes: 0 }],
  ]);
  const api = await serve({
    'GET /todos': ({ query }) =>
      [...rows.values()].filter(row => query.status === undefined || row.status === query.status),
    'GET /todos/:id': ({ params }) => rows.get(String(params.id)) ?? reply(404, { message: 'none' }),
    'POST /todos': ({ body }) => {
      const id = String(rows.size + 1);
      const row = { id, title: '', status: 'open', votes: 0, ...(body as Partial<Row>) };
      rows.set(id, row);
      return row;
    },
    'PATCH /todos/:id': ({ params, body }) => {
      const row = rows.get(String(params.id));
      if (row === undefined) return reply(404, { message: 'none' });
      const changed = { ...row, ...(body as Partial<Row>) };
      rows.set(row.id, changed);
      return changed;
    },
    'DELETE /todos/:id': ({ params }) => {
      rows.delete(String(params.id));
      return {};
    },
  });
  return { api, ...readersOf(createTestStore()) };
}

function readersOf(store: TestStore) {
  const list = (params?: { status?: string }) =>
    TodoResource.getList.select(...(params ? [params] : []))(store.getState()).data;
  const titles = (params?: { status?: string }) => list(params)?.map(todo => todo.title);
  return { store, client: store.client, TodoResource, list, titles };
}

it('shows a change before the server responds, and keeps it afterwards', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const held = api.hold('PATCH /todos/1');

  const change = store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  expect(titles()).toEqual(['uno', 'two']);
  await held.arrived;
  await held.release();
  await change;

  expect(titles()).toEqual(['uno', 'two']);
  expect(store.getState().rdc.optimistic).toEqual([]);
});

it('shows nothing before the response for a member without its optimistic response', async () => {
  const { api, store, titles } = await startTodos();
  const waitingPush = TodoResource.getList.push.extend({ getOptimisticResponse: undefined });
  await store.dispatch(TodoResource.getList.fetch());
  const pushing = store.dispatch(waitingPush.fetch({ title: 'three' }));

  expect(titles()).toEqual(['one', 'two']);
  await pushing;
  expect(titles()).toEqual(['one', 'two', 'three']);
  expect(api.requests).toHaveLength(2);
});

it("leaves a record's freshness alone, so nothing fetches it while a change is in flight", async () => {
  const { api, store } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const before = TodoResource.get.select({ id: '1' })(store.getState());
  const changing = store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));

  const after = TodoResource.get.select({ id: '1' })(store.getState());
  const todo = await store.dispatch(TodoResource.get.fetchIfStale({ id: '1' }));
  await changing;

  expect(after).toEqual({ ...before, data: { ...before.data, title: 'uno' } });
  expect([before.expiryStatus, todo.title]).toEqual(['valid', 'uno']);
  expect(api.requests).toEqual(['GET /todos', 'PATCH /todos/1']);
});

it('rolls a change back when the server refuses it', async () => {
  const { api, store, TodoResource, titles, client } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const held = api.hold('PATCH /todos/1');

  const change = store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  await held.arrived;
  await held.release(reply(409, { message: 'no' }));
  await expect(change).rejects.toMatchObject({ name: 'NetworkError', status: 409 });

  expect(titles()).toEqual(['one', 'two']);
  expect(client.selectors.selectConfirmed(store.getState()).entities).toBe(store.getState().rdc.entities);
});

it('shows a new record at once, with a key that stays the same on screen', async () => {
  const { api, store, TodoResource, list, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const held = api.hold('POST /todos');

  const creation = store.dispatch(TodoResource.getList.push.fetch({ title: 'three' }));
  expect(titles()).toEqual(['one', 'two', 'three']);
  const [, , shown] = list() ?? [];
  await held.arrived;
  await held.release();
  const created = await creation;

  expect(titles()).toEqual(['one', 'two', 'three']);
  expect(created?.id).toBe('3');
  expect(shown && keyOf(shown)).toBe(created && keyOf(created));
});

it('keeps the list object when a new record with its own key is confirmed as shown', async () => {
  const { api, store, list } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const held = api.hold('POST /todos');
  const creation = store.dispatch(
    TodoResource.getList.push.fetch({ id: 'mine', title: 'three', status: 'open', votes: 0 }),
  );
  const shown = list();
  await held.arrived;
  await held.release();
  const created = await creation;

  expect(list()).toBe(shown);
  expect(shown?.[2]).toBe(created);
  expect(keyOf(created as Todo)).toBe('mine');
});

it('does not treat a record as new that is changed before it is fetched', async () => {
  const { store } = await startTodos();
  const changed = await store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));

  expect(changed).toMatchObject({ id: '1', title: 'uno' });
  expect(keyOf(changed)).toBe('1');
  expect(store.getState().rdc.aliases.size).toBe(0);
});

it('treats a created record as fresh at once, so nothing fetches it', async () => {
  const { api, store, list } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const creation = store.dispatch(TodoResource.getList.push.fetch({ title: 'three' }));
  const id = list()?.[2]?.id ?? '';
  const read = () => TodoResource.get.select({ id })(store.getState());

  const shown = read();
  const todo = await store.dispatch(TodoResource.get.fetchIfStale({ id }));
  await creation;

  expect([shown.expiryStatus, shown.data?.title, todo.title]).toEqual(['valid', 'three', 'three']);
  expect(read()).toMatchObject({ expiryStatus: 'valid', data: { id: '3', title: 'three' } });
  expect(api.requests).toEqual(['GET /todos', 'POST /todos']);
});

it('moves a record between lists at once, and back when the server refuses', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch({ status: 'open' }));
  await store.dispatch(TodoResource.getList.fetch({ status: 'done' }));
  const held = api.hold('PATCH /todos/1');

  const move = store.dispatch(TodoResource.getList.move.fetch({ id: '1' }, { status: 'done' }));
  expect(titles({ status: 'open' })).toEqual(['two']);
  expect(titles({ status: 'done' })).toEqual(['one']);
  await held.arrived;
  await held.release(reply(500, { message: 'no' }));
  await expect(move).rejects.toMatchObject({ status: 500 });

  expect(titles({ status: 'open' })).toEqual(['one', 'two']);
  expect(titles({ status: 'done' })).toEqual([]);
});

it('keeps a settled change when an older poll arrives late', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const poll = api.hold('GET /todos');

  const change = store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  const polling = store.dispatch(TodoResource.getList.fetch());
  await change;
  await poll.arrived;
  await poll.release([{ id: '1', title: 'one', status: 'open', votes: 0 }]);
  await polling;

  expect(titles()?.[0]).toBe('uno');
});

it('shows the later of two changes, whichever gets its response first', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const first = api.hold('PATCH /todos/1');
  const second = api.hold('PATCH /todos/1');

  const changes = ['a', 'b'].map(title =>
    store.dispatch(TodoResource.partialUpdate.fetch({ id: '1' }, { title })),
  );
  await first.arrived;
  await second.arrived;
  expect(titles()?.[0]).toBe('b');
  await second.release();
  await changes[1];
  expect(titles()?.[0]).toBe('b');
  await first.release();
  await changes[0];

  expect(titles()?.[0]).toBe('b');
});

it('delays a change to a record until the server has assigned its key', async () => {
  const { api, store, TodoResource, list, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const held = api.hold('POST /todos');

  const creation = store.dispatch(TodoResource.getList.push.fetch({ title: 'three' }));
  const id = list()?.[2]?.id ?? '';
  const change = store.dispatch(TodoResource.partialUpdate.fetch({ id }, { title: 'drei' }));
  expect(titles()).toEqual(['one', 'two', 'drei']);
  await held.arrived;
  expect(api.requests).toEqual(['GET /todos', 'POST /todos']);
  await held.release();
  await creation;
  expect(titles()).toEqual(['one', 'two', 'drei']);
  const changed = await change;

  expect(changed).toMatchObject({ id: '3', title: 'drei' });
  expect(api.requests).toEqual(['GET /todos', 'POST /todos', 'PATCH /todos/3']);
  expect(titles()).toEqual(['one', 'two', 'drei']);
  expect(store.getState().rdc.inflight.size).toBe(0);
});

it('aborts a change to a record that the server did not create', async () => {
  const { api, store, TodoResource, list, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const held = api.hold('POST /todos');

  const creation = store.dispatch(TodoResource.getList.push.fetch({ title: 'three' }));
  const change = store.dispatch(
    TodoResource.partialUpdate.fetch({ id: list()?.[2]?.id ?? '' }, { title: 'drei' }),
  );
  await held.arrived;
  await held.release(reply(422, { message: 'no' }));
  await expect(creation).rejects.toMatchObject({ status: 422 });
  await expect(change).rejects.toMatchObject({ name: 'AbortError' });

  expect(titles()).toEqual(['one', 'two']);
  expect(api.requests).toEqual(['GET /todos', 'POST /todos']);
});

it('sends no change to bulk-created records before the server has assigned their keys', async () => {
  const { api, store } = await startTodos();
  const held = api.hold('POST /todos/many');
  const creating = store.dispatch(createAll.fetch([{ title: 'a' }, { title: 'b' }, { title: 'c' }]));
  await held.arrived;
  const created = new Controller(store).get(new All(Todo)) ?? [];

  const changes = created.map(({ id }) =>
    store.dispatch(TodoResource.partialUpdate.fetch({ id }, { votes: 1 })),
  );
  await held.release([]);
  await creating;

  expect(new Set(created.map(({ id }) => id)).size).toBe(3);
  for (const change of changes) await expect(change).rejects.toMatchObject({ name: 'AbortError' });
  expect(api.requests).toEqual(['POST /todos/many']);
});

it('reads what other requests returned, with their types', async () => {
  class User extends Entity {
    login = '';
    static key = 'Optimistic.User';
    override pk() {
      return this.login;
    }
  }
  const getUser = new ApiEndpoint({ path: '/user', schema: User, name: 'optimistic.getUser' });
  const getTotals = new ApiEndpoint({
    path: '/totals/:of',
    process: (totals: { open: number }) => totals,
    name: 'optimistic.getTotals',
  });
  const take = new ApiEndpoint({
    path: '/todos/:id',
    method: 'PATCH',
    body: type<{ taken: boolean }>(),
    schema: Todo,
    name: 'optimistic.take',
    getOptimisticResponse: (snapshot, { id }) => {
      const login: string | undefined = snapshot.getResponse(getUser).data?.login;
      const open: number | undefined = snapshot.getResponse(getTotals, { of: 'todos' }).data?.open;
      if (login === undefined || open === undefined) throw snapshot.abort;
      return { id, title: `${login} ${open}` };
    },
  });
  const api = await serve({
    'GET /user': () => ({ login: 'ada' }),
    'GET /totals/todos': () => ({ open: 2 }),
    'GET /todos/:id': ({ params }) => ({ id: params.id, title: 'one' }),
    'PATCH /todos/:id': ({ params }) => ({ id: params.id, title: 'taken' }),
  });
  const store = createTestStore();
  await store.dispatch(TodoResource.get.fetch({ id: '1' }));
  const title = () => TodoResource.get.select({ id: '1' })(store.getState()).data?.title;
  const held = api.hold('PATCH /todos/1');
  const taken = store.dispatch(take.fetch({ id: '1' }, { taken: true }));
  expect(title()).toBe('one');

  await store.dispatch(getUser.fetch());
  await store.dispatch(getTotals.fetch({ of: 'todos' }));
  expect(title()).toBe('ada 2');
  await held.arrived;
  await held.release();
  await taken;

  expect(title()).toBe('taken');
});

it('shows the changes of one mutation to two records, and rolls both back if it fails', async () => {
  class Account extends Entity {
    id = '';
    balance = 0;
    static key = 'Optimistic.Account';
  }
  const getAccounts = new ApiEndpoint({ path: '/accounts', schema: [Account], name: 'Optimistic.accounts' });
  const transfer = new ApiEndpoint({
    path: '/transfers',
    body: type<{ from: string; to: string; amount: number }>(),
    schema: { from: Account, to: Account },
    name: 'Optimistic.transfer',
    getOptimisticResponse(snapshot, { from, to, amount }: { from: string; to: string; amount: number }) {
      const [payer, payee] = [snapshot.get(Account, { id: from }), snapshot.get(Account, { id: to })];
      if (payer === undefined || payee === undefined) throw snapshot.abort;
      return {
        from: { id: from, balance: payer.balance - amount },
        to: { id: to, balance: payee.balance + amount },
      };
    },
  });
  const api = await serve({
    'GET /accounts': () => [
      { id: 'a', balance: 10 },
      { id: 'b', balance: 0 },
    ],
    'POST /transfers': () => ({ from: { id: 'a', balance: 6 }, to: { id: 'b', balance: 4 } }),
  });
  const store = createTestStore();
  const balances = () =>
    getAccounts
      .select()(store.getState())
      .data?.map(({ balance }) => balance);
  await store.dispatch(getAccounts.fetch());
  const [refused, held] = [api.hold('POST /transfers'), api.hold('POST /transfers')];

  const failing = store.dispatch(transfer.fetch({ from: 'a', to: 'b', amount: 7 }));
  expect(balances()).toEqual([3, 7]);
  await refused.release(reply(409, {}));
  await expect(failing).rejects.toThrow('409');
  expect(balances()).toEqual([10, 0]);

  const saved = store.dispatch(transfer.fetch({ from: 'a', to: 'b', amount: 4 }));
  expect(balances()).toEqual([6, 4]);
  await held.release();
  await saved;
  expect(balances()).toEqual([6, 4]);
  expect(store.getState().rdc.optimistic).toEqual([]);
});

it('shows the list that a mutation will store, and keeps it when confirmed', async () => {
  const { api, store } = await startTodos();
  const search = TodoResource.getList.extend({
    path: '/todos/many',
    method: 'POST',
    searchParams: undefined,
    body: {} as { text: string },
    getOptimisticResponse: () => [{ id: '8', title: 'eight' }],
    name: 'Optimistic.search',
  });
  const response = api.hold('POST /todos/many');
  const searching = store.dispatch(search.fetch({ text: 'eight' }));
  await response.arrived;
  const shown = () =>
    search
      .select({ text: 'eight' })(store.getState())
      .data?.map(({ id }) => id);
  expect(shown()).toEqual(['8']);
  await response.release([{ id: '8', title: 'eight' }]);

  expect((await searching)?.map(({ id }) => id)).toEqual(['8']);
  expect(shown()).toEqual(['8']);
});

it('shows a response whose schema has no fields without an error', async () => {
  await serve({ 'POST /settings': () => ({ theme: 'dark' }) });
  const save = new ApiEndpoint({
    path: '/settings',
    method: 'POST',
    body: type<{ theme: string }>(),
    schema: {},
    getOptimisticResponse: (_snapshot, body) => body,
    name: 'Optimistic.save',
  });
  const store = createTestStore();

  const saving = store.dispatch(save.fetch({ theme: 'dark' }));

  expect(save.select({ theme: 'dark' })(store.getState()).data).toEqual({ theme: 'dark' });
  expect(await saving).toEqual({ theme: 'dark' });
});

it('rolls an aborted change back while another one is pending', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  const { partialUpdate } = TodoResource;
  await store.dispatch(TodoResource.getList.fetch());
  const routes = ['PATCH /todos/1', 'PATCH /todos/2'].map(route => api.hold(route));
  const response = () => partialUpdate.select({ id: '1' }, { title: 'uno' })(store.getState());
  const before = response();
  const aborted = store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  const other = store.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'due' }));
  expect([titles(), response().data?.title]).toEqual([['uno', 'due'], 'uno']);
  await Promise.all(routes.map(({ arrived }) => arrived));
  aborted.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });

  expect(titles()).toEqual(['one', 'due']);
  // The server may have done it.
  expect(response()).toEqual({ ...before, expiryStatus: 'stale' });
  await Promise.all(routes.map(held => held.release()));
  await other;
});

it('shows a moved record in a list that was requested before and arrives meanwhile', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  const { getList } = TodoResource;
  await store.dispatch(getList.fetch({ status: 'open' }));
  const list = api.hold('GET /todos');
  const listing = store.dispatch(getList.fetch({ status: 'done' }));
  await list.arrived;
  const move = api.hold('PATCH /todos/1');
  const moving = store.dispatch(getList.move.fetch({ id: '1' }, { status: 'done' }));
  expect(titles({ status: 'open' })).toEqual(['two']);
  await list.release();
  await listing;

  expect(titles({ status: 'done' })).toEqual(['one']);
  await move.release();
  await moving;
});

it.each([0, 1])('shows new records in the order in which they were sent, landing %s first', async first => {
  const { api, store, TodoResource, titles } = await startTodos();
  const { getList } = TodoResource;
  await store.dispatch(getList.fetch());
  const held = ['a', 'b'].map(() => api.hold('POST /todos'));
  const creating = ['a', 'b'].map(title => store.dispatch(getList.push.fetch({ title })));
  await Promise.all(held.map(({ arrived }) => arrived));
  expect(titles()).toEqual(['one', 'two', 'a', 'b']);
  await held[first]?.release();
  await creating[first];

  expect(titles()).toEqual(['one', 'two', 'a', 'b']);
  await Promise.all(held.map(one => one.release()));
  await Promise.all(creating);
  expect(titles()).toEqual(['one', 'two', 'a', 'b']);
});

it('keeps a record deleted on screen while others are changed and fetched', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  const { partialUpdate } = TodoResource;
  await store.dispatch(TodoResource.getList.fetch());
  const change = api.hold('PATCH /todos/1');
  const changing = store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  await change.arrived;
  const poll = api.hold('GET /todos');
  const polling = store.dispatch(TodoResource.getList.fetch());
  await poll.arrived;
  await store.dispatch(partialUpdate.fetch({ id: '1' }, { votes: 1 }));
  const deletion = api.hold('DELETE /todos/2');
  const deleting = store.dispatch(TodoResource.delete.fetch({ id: '2' }));
  expect(titles()).toEqual(['uno']);
  await poll.release();
  await polling;

  expect(titles()).toEqual(['uno']);
  await Promise.all([change, deletion].map(held => held.release()));
  await Promise.all([changing, deleting]);
});

it('shows a response to a request whose body is null', async () => {
  const { api, store, TodoResource, titles } = await startTodos();
  await store.dispatch(TodoResource.getList.fetch());
  const clear = new ApiEndpoint({
    path: '/todos/:id',
    method: 'PATCH',
    body: type<null>(),
    schema: Todo,
    getOptimisticResponse: (_snapshot, { id }) => ({ id: String(id), title: '' }),
    name: 'Optimistic.clear',
  });
  const held = api.hold('PATCH /todos/1');
  const clearing = store.dispatch(clear.fetch({ id: '1' }, null));

  expect(titles()).toEqual(['', 'two']);
  await held.release();
  await clearing;
});
