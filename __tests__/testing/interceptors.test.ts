import { createDataClient, networkManager } from 'rdc-toolkit';
import { createFixtureStore, fixtureManager, interceptor } from 'rdc-toolkit/testing';
import { createTestStore } from '../helpers/createTestStore';
import { serveTodos, TodoResource, type TodoRow } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;
const ada = { id: '7', name: 'Ada' };

type Rows = Map<string, TodoRow>;

/** An in-memory server of todos. */
const todos = [
  interceptor({ endpoint: getList, respond: (_args, rows: Rows) => [...rows.values()] }),
  interceptor({
    endpoint: getList.push,
    respond([body], rows: Rows) {
      const id = String(rows.size + 1);
      const row = { status: 'open', author: ada, title: '', ...body, id } as TodoRow;
      rows.set(id, row);
      return row;
    },
  }),
  interceptor({
    endpoint: partialUpdate,
    respond([{ id }, body], rows: Rows) {
      // Changed in place, although it is part of an earlier response.
      return Object.assign(rows.get(String(id)) as object, body);
    },
  }),
  interceptor({
    endpoint: TodoResource.delete,
    respond([{ id }], rows: Rows) {
      rows.delete(String(id));
    },
  }),
];

const getInitialState = (): Rows => new Map([['1', { id: '1', title: 'one', status: 'open', author: ada }]]);

function todoStore() {
  return createTestStore({
    client: createDataClient({ managers: [fixtureManager({ interceptors: todos, getInitialState })] }),
  });
}

it('responds from its state', async () => {
  const { dispatch } = todoStore();
  const titles = async () => (await dispatch(getList.fetch())).map(({ title }) => title);
  expect(await titles()).toEqual(['one']);

  await dispatch(getList.push.fetch({ title: 'two' }));
  await dispatch(partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  expect(await titles()).toEqual(['uno', 'two']);

  await dispatch(TodoResource.delete.fetch({ id: '1' }));
  expect(await titles()).toEqual(['two']);
});

it('can store a body and change it later', async () => {
  const store = createFixtureStore({
    getInitialState: (): { title?: string | undefined }[] => [],
    interceptors: [
      interceptor({
        endpoint: getList.push,
        respond(args, sent: { title?: string | undefined }[]) {
          for (const earlier of sent) earlier.title = 'changed';
          sent.push(args.at(-1) as { title: string });
          return { id: '1', author: ada, title: sent[0]?.title };
        },
      }),
    ],
  });
  await store.dispatch(getList.push.fetch({ title: 'first' }));
  expect(await store.dispatch(getList.push.fetch({ title: 'second' }))).toMatchObject({ title: 'changed' });
});

it('has separate state for each store', async () => {
  const [first, second] = [todoStore(), todoStore()];
  await first.dispatch(getList.push.fetch({ title: 'two' }));
  expect(await second.dispatch(getList.fetch())).toHaveLength(1);
});

it('responds to requests with matching keys, for any endpoint', async () => {
  const store = createFixtureStore({
    interceptors: [
      {
        testKey: key => key.startsWith('GET '),
        respond: (_args, _state, { key }) => [{ id: '1', title: key }],
      },
    ],
  });
  const [todo] = await store.dispatch(getList.fetch({ status: 'open' }));
  expect(todo?.title).toBe('GET /todos?status=open');
});

it('takes precedence for its own endpoint over one that only matches the key', async () => {
  const page = (title: string) => () => [{ id: '1', title, author: ada }];
  const open = getList.extend({ name: 'getOpen', searchParams: {} as { status: string } });
  const store = createFixtureStore({
    interceptors: [
      { endpoint: getList, respond: page('any list') },
      { endpoint: open, respond: page('open ones') },
    ],
  });

  expect(await store.dispatch(open.fetch({ status: 'open' }))).toMatchObject([{ title: 'open ones' }]);
  expect(await store.dispatch(getList.fetch({ status: 'done' }))).toMatchObject([{ title: 'any list' }]);
});

it('handles requests without a fixture', async () => {
  const store = createFixtureStore({
    fixtures: [{ endpoint: get, args: [{ id: '1' }], response: { id: '1', title: 'fixture', author: ada } }],
    interceptors: [
      interceptor({ endpoint: get, respond: ([{ id }]) => ({ id, title: 'interceptor', author: ada }) }),
    ],
  });
  expect(await store.dispatch(get.fetch({ id: '1' }))).toMatchObject({ title: 'fixture' });
  expect(await store.dispatch(get.fetch({ id: '2' }))).toMatchObject({ title: 'interceptor' });
});

it('can fail', async () => {
  const store = createFixtureStore({
    interceptors: [{ endpoint: get, respond: () => Promise.reject(new Error('no such todo')) }],
  });
  await expect(store.dispatch(get.fetch({ id: '1' }))).rejects.toThrow('no such todo');
});

it('can pass a request on to the server', async () => {
  const api = await serveTodos();
  const store = createFixtureStore({
    interceptors: [
      {
        testKey: () => true,
        respond: (args, _state, { endpoint, signal }) => endpoint.request(args, { signal }),
      },
    ],
  });

  expect(await store.dispatch(get.fetch({ id: '2' }))).toMatchObject({ title: 'two' });
  expect(api.requests).toEqual(['GET /todos/2']);
});

describe('a network manager', () => {
  it('can replace the request of an endpoint', async () => {
    const asked: unknown[] = [];
    const request: NonNullable<Parameters<typeof networkManager>[0]>['request'] = async (endpoint, args) => {
      asked.push(endpoint.key(...args));
      return { id: '1', title: 'from a worker', author: ada };
    };
    const store = createTestStore({ client: createDataClient({ managers: [networkManager({ request })] }) });

    expect(await store.dispatch(get.fetch({ id: '1' }))).toMatchObject({ title: 'from a worker' });
    expect(asked).toEqual(['GET /todos/1']);
  });
});
