import {
  AbortError,
  createDataClient,
  Endpoint,
  NetworkError,
  ResetError,
  subscriptionManager,
} from 'rdc-toolkit';
import {
  createFixtureStore,
  type FixtureManagerOptions,
  fixture,
  fixtureManager,
  fixturesFromLog,
  MissingFixtureError,
} from 'rdc-toolkit/testing';
import { createTestStore } from '../helpers/createTestStore';
import { Todo, TodoResource } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;
const ada = { id: '7', name: 'Ada' };
const one = { id: '1', title: 'one', status: 'open', author: ada };
const two = { ...one, id: '2', title: 'two' };

/** A store with responses from fixtures, checked against the same invariants as any store. */
function storeWith<State>(options: FixtureManagerOptions<State>) {
  const client = createDataClient({ managers: [fixtureManager(options), subscriptionManager()] });
  return createTestStore({ client });
}

const rename = partialUpdate.extend({
  name: 'renameByFixture',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
});

it('responds to a request with its fixture', async () => {
  const { dispatch, getState } = storeWith({
    fixtures: [fixture({ endpoint: getList, args: [], response: [one, two] })],
  });

  const todos = await dispatch(getList.fetch());

  expect(todos.map(({ title }) => title)).toEqual(['one', 'two']);
  expect(todos[0]).toBeInstanceOf(Todo);
  expect(getList.select()(getState()).data).toBe(todos);
});

it('finds a fixture by its key: `5` and `"5"` are the same', async () => {
  const { dispatch } = storeWith({ fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }] });
  expect(await dispatch(get.fetch({ id: 1 }))).toMatchObject({ title: 'one' });
});

it('stores the `meta` of a fixture as if a server had sent it', async () => {
  const counted = getList.extend({
    name: 'countedByFixture',
    meta: ({ headers }) => ({ total: headers.get('X') }),
  });
  const listed = fixture({ endpoint: counted, args: [], response: [one], meta: { total: '20' } });
  const { dispatch, getState, log } = storeWith({ fixtures: [listed] });

  await dispatch(counted.fetch());

  expect(counted.select()(getState()).meta).toEqual({ total: '20' });
  const again = createFixtureStore({ fixtures: fixturesFromLog(JSON.parse(JSON.stringify(log))) });
  await again.dispatch(counted.fetch());
  expect(counted.select()(again.getState()).meta).toEqual({ total: '20' });
  const filled = createFixtureStore({ initialFixtures: [listed] });
  expect(counted.select()(filled.getState())).toMatchObject({
    data: [{ title: 'one' }],
    meta: { total: '20' },
  });

  // @ts-expect-error another shape than `meta` returns
  fixture({ endpoint: counted, args: [], response: [one], meta: { count: 5 } });
});

it('tells mutations apart by their bodies', async () => {
  const { dispatch, complaints } = storeWith({
    fixtures: [
      fixture({
        endpoint: partialUpdate,
        args: [{ id: 1 }, { title: 'a' }],
        response: { ...one, title: 'A' },
      }),
      fixture({
        endpoint: partialUpdate,
        args: [{ id: 1 }, { title: 'b' }],
        response: { ...one, title: 'B' },
      }),
    ],
  });

  expect(await dispatch(partialUpdate.fetch({ id: '1' }, { title: 'b' }))).toMatchObject({ title: 'B' });
  expect(await dispatch(partialUpdate.fetch({ id: 1 }, { title: 'a' }))).toMatchObject({ title: 'A' });
  await expect(dispatch(partialUpdate.fetch({ id: 1 }, { title: 'c' }))).rejects.toThrow(MissingFixtureError);
  complaints.splice(0);
});

it('calls a function of the arguments for a response', async () => {
  const { dispatch } = storeWith({
    fixtures: [
      fixture({
        endpoint: get,
        args: [{ id: '1' }],
        response: ({ id }) => ({ ...one, title: `number ${id}` }),
      }),
      fixture({ endpoint: get, args: [{ id: '2' }], response: async () => two }),
    ],
  });

  expect(await dispatch(get.fetch({ id: '1' }))).toMatchObject({ title: 'number 1' });
  expect(await dispatch(get.fetch({ id: '2' }))).toMatchObject({ title: 'two' });
});

describe('an error', () => {
  it('is a NetworkError when it has a status', async () => {
    const { dispatch, getState } = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], error: { status: 404, data: { message: 'gone' } } }],
    });

    const failed = await dispatch(get.fetch({ id: '1' })).catch((error: unknown) => error);

    expect(failed).toBeInstanceOf(NetworkError);
    expect(failed).toMatchObject({ status: 404, data: { message: 'gone' }, request: 'GET /todos/1' });
    expect(get.select({ id: '1' })(getState()).error).toBe(failed);
  });

  it('is the given error, or the one that a function throws', async () => {
    const offline = Object.assign(new TypeError('offline'), { status: 500 });
    const { dispatch } = storeWith({
      fixtures: [
        { endpoint: get, args: [{ id: '1' }], error: offline },
        {
          endpoint: get,
          args: [{ id: '2' }],
          response: () => {
            throw offline;
          },
        },
      ],
    });

    await expect(dispatch(get.fetch({ id: '1' }))).rejects.toBe(offline);
    await expect(dispatch(get.fetch({ id: '2' }))).rejects.toBe(offline);
  });
});

it('responds to repeated requests with several fixtures in order, then repeats the last', async () => {
  const { dispatch } = storeWith({
    fixtures: [
      { endpoint: get, args: [{ id: '1' }], error: { status: 503 } },
      { endpoint: get, args: [{ id: '1' }], response: one },
      { endpoint: get, args: [{ id: '1' }], response: { ...one, title: 'uno' } },
    ],
  });
  const ask = () =>
    dispatch(get.fetch({ id: '1' })).then(
      ({ title }) => title,
      error => error.status,
    );

  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([503, 'one', 'uno', 'uno']);
});

it('handles a response without a body as the endpoint does: a deletion removes the record', async () => {
  const { dispatch } = storeWith({
    fixtures: [
      { endpoint: getList, args: [], response: [one, two] },
      { endpoint: TodoResource.delete, args: [{ id: '1' }] },
    ],
  });
  await dispatch(getList.fetch());

  await dispatch(TodoResource.delete.fetch({ id: '1' }));

  expect(await dispatch(getList.fetchIfStale())).toMatchObject([{ id: '2' }]);
});

it('does not freeze fixtures, although the store freezes its data', async () => {
  const mine = { ...one };
  const { dispatch } = storeWith({ fixtures: [{ endpoint: get, args: [{ id: '1' }], response: mine }] });
  await dispatch(get.fetch({ id: '1' }));

  mine.title = 'changed';

  expect(await dispatch(get.fetch({ id: '1' }))).toMatchObject({ title: 'changed' });
});

it.each<[what: string, fixture: object, message: string]>([
  ['an endpoint', { args: [] }, 'its endpoint is undefined. Either there is no such member'],
  ['one endpoint', { endpoint: TodoResource, args: [] }, 'Pass one of its members, such as TodoResource.get'],
  [
    'arguments',
    { endpoint: get },
    `the args of ${get.name} are undefined. Pass a list of its arguments: args: [{ id }], or [] for none. An interceptor takes any.`,
  ],
  ['a list of arguments', { endpoint: get, args: { id: '1' } }, 'are an object with id. Pass a list'],
  [
    'a usable error',
    { endpoint: get, args: [{ id: '1' }], response: {}, error: true },
    'its error is true. Pass an Error',
  ],
])('rejects a fixture without %s', (_, wrong, message) => {
  expect(() => createFixtureStore({ fixtures: [wrong as never] })).toThrow(
    expect.objectContaining({ name: 'UsageError', code: 'argument' }),
  );
  expect(() => createFixtureStore({ fixtures: [wrong as never] })).toThrow(message);
});

it('fails a request without a fixture, with its key and the fixture to add, also on the console', async () => {
  const { dispatch, getState, complaints } = storeWith({
    fixtures: [{ endpoint: getList, args: [], response: [] }],
  });

  const failed = await dispatch(get.fetch({ id: '5' })).catch((error: unknown) => error);

  expect(failed).toBeInstanceOf(MissingFixtureError);
  expect(String(failed)).toBe(
    'MissingFixtureError: No response for GET /todos/5: no fixture or interceptor matches; there are fixtures for GET /todos. ' +
      'Add the fixture { endpoint: Todo.get, args: [{"id":"5"}], response: … }, or an interceptor.',
  );
  expect(get.select({ id: '5' })(getState()).error).toBe(failed);
  expect(complaints.splice(0)).toEqual([expect.stringContaining('No response for GET /todos/5')]);
});

it('lists the arguments of fixtures with the same URL and another body', async () => {
  const { dispatch, complaints } = storeWith({
    fixtures: [
      { endpoint: rename, args: [{ id: '1' }, { title: 'uno' }], response: one },
      { endpoint: get, args: [{ id: '2' }], response: two },
    ],
  });

  const failed = await dispatch(rename.fetch({ id: '1' }, { title: 'eins' })).catch(String);

  expect(failed).toBe(
    'MissingFixtureError: No response for PATCH /todos/1: no fixture or interceptor matches; ' +
      'its fixtures have other arguments, [{"id":"1"},{"title":"uno"}]. ' +
      'Add the fixture { endpoint: renameByFixture, args: [{"id":"1"},{"title":"eins"}], response: … }, or an interceptor.',
  );
  expect(complaints.splice(0)).toHaveLength(1);
});

describe('as with the real network', () => {
  it('two readers that fetch at once share one response', async () => {
    let count = 0;
    const { dispatch } = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: () => ({ ...one, title: `${++count}` }) }],
    });

    const both = await Promise.all([dispatch(get.fetch({ id: '1' })), dispatch(get.fetch({ id: '1' }))]);

    expect(both.map(({ title }) => title)).toEqual(['1', '1']);
  });

  it('an optimistic update is shown at once and rolled back when it fails', async () => {
    const { dispatch, getState } = storeWith({
      fixtures: [
        { endpoint: get, args: [{ id: '1' }], response: one },
        { endpoint: rename, args: [{ id: '1' }, { title: 'uno' }], error: { status: 409 } },
      ],
    });
    const title = () => get.select({ id: '1' })(getState()).data?.title;
    await dispatch(get.fetch({ id: '1' }));

    const renamed = dispatch(rename.fetch({ id: '1' }, { title: 'uno' }));
    expect(title()).toBe('uno');
    await expect(renamed).rejects.toThrow(NetworkError);

    expect(title()).toBe('one');
    expect(getState().rdc.optimistic).toEqual([]);
  });

  it('a request can be aborted, even one that never gets a response', async () => {
    const { dispatch, getState } = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one, delay: Number.POSITIVE_INFINITY }],
    });
    const request = dispatch(get.fetch({ id: '1' }));
    expect(get.select({ id: '1' })(getState()).isFetching).toBe(true);

    request.abort();

    await expect(request).rejects.toThrow(AbortError);
    expect(get.select({ id: '1' })(getState())).toMatchObject({ isFetching: false, error: undefined });
  });

  it('the signal of an endpoint aborts its requests', async () => {
    const closing = new AbortController();
    const getUntilClosed = get.extend({ name: 'getUntilClosed', signal: closing.signal });
    const { dispatch } = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one, delay: Number.POSITIVE_INFINITY }],
    });
    const request = dispatch(getUntilClosed.fetch({ id: '1' }));
    closing.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a reset aborts requests in flight', async () => {
    const store = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one, delay: Number.POSITIVE_INFINITY }],
    });
    const request = store.dispatch(get.fetch({ id: '1' }));
    store.dispatch(store.client.actions.reset());
    await expect(request).rejects.toThrow(ResetError);
  });

  it('a failed read is retried if configured', async () => {
    const { dispatch } = storeWith({
      retry: { limit: 1, baseDelayMs: 0 },
      fixtures: [
        { endpoint: get, args: [{ id: '1' }], error: { status: 503 } },
        { endpoint: get, args: [{ id: '1' }], response: one },
      ],
    });
    expect(await dispatch(get.fetch({ id: '1' }))).toMatchObject({ title: 'one' });
  });

  it('a response that does not match its schema rejects the request', async () => {
    const { dispatch } = storeWith({
      fixtures: [{ endpoint: getList, args: [], response: 'a page of HTML' }],
    });
    await expect(dispatch(getList.fetch())).rejects.toMatchObject({ code: 'unexpected-input' });
  });

  it('the matchers of an endpoint match its actions', async () => {
    const { dispatch, log } = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one }],
    });
    await dispatch(get.fetch({ id: '1' }));
    expect(log.map(action => [get.matchPending(action), get.matchFulfilled(action)])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('a delay', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('is the duration of the response in milliseconds', async () => {
    const { dispatch, getState } = storeWith({
      fixtures: [{ endpoint: get, args: [{ id: '1' }], response: one, delay: 300 }],
    });
    const isThere = () => get.select({ id: '1' })(getState()).data !== undefined;
    const request = dispatch(get.fetch({ id: '1' }));

    await jest.advanceTimersByTimeAsync(299);
    expect(isThere()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await request;

    expect(isThere()).toBe(true);
  });

  it('leaves no listeners on the signals of its request and its store', async () => {
    const { signal: closed } = new AbortController();
    const added = jest.spyOn(closed, 'addEventListener');
    const fixtures = ['1', '2'].map(id => ({
      endpoint: get,
      args: [{ id }],
      response: { ...one, id },
      delay: 5,
    }));
    const { dispatch } = storeWith({ fixtures: fixtures as never, closed });

    const requests = ['1', '2'].map(id => dispatch(get.fetch({ id })));
    await jest.advanceTimersByTimeAsync(5);
    await Promise.all(requests);

    expect(added).not.toHaveBeenCalled();
  });
});

it('keeps the queues of two stores apart', async () => {
  const client = createDataClient({
    managers: [
      fixtureManager({
        fixtures: [
          { endpoint: get, args: [{ id: '1' }], response: one },
          { endpoint: get, args: [{ id: '1' }], response: { ...one, title: 'uno' } },
        ],
      }),
    ],
  });
  const stores = [createTestStore({ client }), createTestStore({ client })];

  for (const { dispatch } of stores) {
    expect(await dispatch(get.fetch({ id: '1' }))).toMatchObject({ title: 'one' });
  }
});

describe('a deeply nested response', () => {
  const nested = (levels: number) => {
    let value: object = {};
    for (let level = 1; level < levels; level++) value = level % 2 ? [value] : { inner: value };
    return value;
  };
  const getDeep = new Endpoint(async (): Promise<object> => ({}), { name: 'deepFixture', key: () => 'deep' });
  const refused = {
    name: 'UsageError',
    code: 'argument',
    message: expect.stringContaining(
      'the response of deepFixture has more than 1000 levels, or contains a circular reference',
    ),
  };

  it.each([1_001, 20_000])('is rejected with %s levels, as initial data and on request', async levels => {
    const deep = fixture({ endpoint: getDeep, args: [], response: nested(levels) });
    expect(() => createFixtureStore({ initialFixtures: [deep] })).toThrow(expect.objectContaining(refused));
    const { dispatch } = createFixtureStore({ fixtures: [deep] });
    await expect(dispatch(getDeep.fetch())).rejects.toMatchObject(refused);
  });

  it('is accepted with 1000 levels', async () => {
    const deep = fixture({ endpoint: getDeep, args: [], response: nested(1_000) });
    expect(getDeep.select()(createFixtureStore({ initialFixtures: [deep] }).getState()).data).toBeDefined();
    await createFixtureStore({ fixtures: [deep] }).dispatch(getDeep.fetch());
  });
});
