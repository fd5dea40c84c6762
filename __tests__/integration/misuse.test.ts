import { configureStore, type Middleware } from '@reduxjs/toolkit';
import * as main from 'rdc-toolkit';
import {
  All,
  actions,
  Collection,
  Controller,
  createDataClient,
  denormalize,
  Endpoint,
  Entity,
  getSelectors,
  hydrationManager,
  Invalidate,
  isPending,
  type Manager,
  networkManager,
  normalize,
  Query,
  Scalar,
  schema,
  subscriptionManager,
  Union,
  Values,
} from 'rdc-toolkit';
import * as devtools from 'rdc-toolkit/devtools';
import * as rtkQuery from 'rdc-toolkit/rtk-query';
import * as server from 'rdc-toolkit/server';
import * as stream from 'rdc-toolkit/stream';
import * as testing from 'rdc-toolkit/testing';
import { createBareStore } from '../helpers/createBareStore';
import { complaints, createTestStore } from '../helpers/createTestStore';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;

it.each([
  ['fetch', [], 'its first argument is undefined, not an endpoint. Write actions.fetch(endpoint, { args }).'],
  ['fetch', [get], 'its second argument is undefined, not an object with args'],
  ['setResponse', [get, null], 'its second argument is null, not an object with args'],
  ['subscribe', [get, { id: '1' }], 'its second argument is an object with id, not an object with args'],
  ['unsubscribe', ['GET /todos'], 'its first argument is "GET /todos", not an endpoint'],
  ['set', [null, { value: 1 }], 'its first argument is null, not a schema'],
  ['set', [Todo, { id: '1' }], 'its second argument is an object with id, not an object with a value'],
  ['invalidate', [get], 'its first argument is a function, not a key'],
  ['invalidateAll', [get.testKey], 'its second argument is undefined, not an array of keys'],
  ['expireAll', ['GET /todos', []], 'its first argument is "GET /todos", not a function of a key'],
  [
    'gc',
    [{ entities: {} }],
    'its first argument is an object with entities, not an object with entities and',
  ],
] as const)('actions.%s() rejects arguments that make no action: %j', (name, given, problem) => {
  const create = actions[name] as (...args: readonly unknown[]) => unknown;
  expect(() => create(...given)).toThrow(`Cannot call actions.${name}(): ${problem}`);
});

it('accepts null as the options of actions.hydrate()', () => {
  expect(actions.hydrate({ entities: {} } as never, null as never)).toMatchObject({
    saved: { entities: {} },
  });
});

it('throws for a dispatched endpoint, sends nothing, and says what to dispatch', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  expect(() => store.dispatch(getList as never)).toThrow(
    `Cannot call dispatch(${getList.name}): it is an endpoint, and its response would not be stored. ` +
      `Dispatch its thunk: dispatch(${getList.name}.fetch(...args)).`,
  );
  expect(api.requests).toEqual([]);
});

const members = [
  'fetch',
  'fetchIfStale',
  'subscribe',
  'unsubscribe',
  'invalidate',
  'setResponse',
  'setError',
];
it.each(members as ('fetch' | 'setError')[])(
  'throws if %s is dispatched uncalled or detached from its endpoint',
  member => {
    const store = createTestStore();
    const { [member]: detached } = get;
    const message =
      `Cannot call endpoint.${member}: \`${member}\` was called without its endpoint: it was dispatched uncalled, ` +
      `or detached from the endpoint. Call it with its arguments: dispatch(TodoResource.get.${member}({ id })).`;

    expect(() => store.dispatch(get[member] as never)).toThrow(message);
    expect(() => (detached as (params: object) => unknown)({ id: '1' })).toThrow(message);
    expect(store.log).toEqual([]);
  },
);

describe('a client without a network manager', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('warns that no request is sent, and says what to add', () => {
    const client = createDataClient({ managers: [subscriptionManager()] });
    const store = createTestStore({ client });

    store.dispatch(get.fetch({ id: '1' }));
    jest.advanceTimersByTime(2_000);

    expect(store.complaints.splice(0)).toEqual([
      expect.stringMatching(
        /GET .*\/todos\/1 is never sent: the data client has no networkManager\(\)\. Add it: createDataClient\(\{ managers: \[networkManager\(\)/,
      ),
    ]);
  });

  it('does not warn if another manager responds or the network manager sits elsewhere', async () => {
    const offline: Manager = api => next => action => {
      const result = next(action);
      if (actions.fetch.match(action)) {
        const { endpoint, args, meta } = action;
        api.dispatch(
          actions.setResponse(endpoint, { args, response: { id: '1' }, requestId: meta.requestId }),
        );
      }
      return result;
    };
    const responding = createTestStore({ client: createDataClient({ managers: [offline] }) });
    const elsewhere = createTestStore({
      client: createDataClient({ managers: [] }),
      first: [networkManager({ request: () => new Promise(() => {}) }) as Middleware],
    });

    responding.dispatch(get.fetch({ id: '1' }));
    elsewhere.dispatch(get.fetch({ id: '1' }));
    jest.advanceTimersByTime(10_000);

    expect(responding.complaints).toEqual([]);
    elsewhere.dispatch(actions.reset());
  });
});

it('calls an endpoint whose only argument is a function', async () => {
  const call = new Endpoint(async (make: () => number) => make(), { name: 'misuse.call' });
  await expect(call(() => 5)).resolves.toBe(5);
});

describe('a controller', () => {
  /** Called without types, as from JavaScript. */
  const loose = (method: unknown) => method as (given: unknown) => unknown;
  const messageOf = (call: (controller: Controller) => unknown) => {
    try {
      call(new Controller(createTestStore()));
    } catch (error) {
      expect(error).toEqual(expect.objectContaining({ name: 'UsageError', code: 'argument' }));
      return (error as Error).message;
    }
    throw new Error('nothing was thrown');
  };

  it('names what it got instead of an endpoint', async () => {
    const response = Promise.resolve({ id: '1' });
    expect(messageOf(({ fetch }) => loose(fetch)(response))).toBe(
      'Cannot call controller.fetch(): its endpoint is a promise. ' +
        'Pass the endpoint itself, then its arguments: (TodoResource.get, { id }).',
    );
    expect(messageOf(({ fetch }) => loose(fetch)(get.fetch({ id: 1 })))).toContain('is a thunk');
    expect(messageOf(({ fetchIfStale }) => loose(fetchIfStale)(TodoResource))).toContain(
      'controller.fetchIfStale(): its endpoint is a whole resource',
    );
  });

  it('explains why an endpoint may be undefined', () => {
    expect(messageOf(({ fetch }) => loose(fetch)(undefined))).toBe(
      'Cannot call controller.fetch(): its endpoint is undefined. Either there is no such member ' +
        '(getList.getPage needs a paginationField), or the module that defines it has not run yet, ' +
        'since two modules import each other.',
    );
  });

  it('rejects an endpoint in get(), and says how to read its response', () => {
    expect(messageOf(controller => Reflect.apply(controller.get, undefined, [get, { id: 1 }]))).toBe(
      `Cannot call controller.get(): ${get.name} is an endpoint, not a schema. ` +
        'Read its response with controller.getResponse(endpoint, ...args), or pass its schema.',
    );
    expect(new Controller(createTestStore()).get(Todo, { id: '1' })).toBeUndefined();
  });

  it('rejects a string or function in invalidateAll and expireAll', () => {
    for (const method of ['invalidateAll', 'expireAll'] as const) {
      expect(messageOf(controller => controller[method]('/todos' as never))).toBe(
        `Cannot call controller.${method}(): it was given "/todos". Pass an endpoint, or { testKey: key => ... }.`,
      );
      expect(messageOf(controller => controller[method]((() => true) as never))).toContain('a function');
    }
  });

  it('requires a store', () => {
    expect(messageOf(() => new Controller(createTestStore().client as never))).toContain(
      'which is not a store. Pass the store that configureStore() returned: new Controller(store).',
    );
    expect(messageOf(() => new Controller(undefined as never))).toContain('it was given undefined');
  });
});

describe('an argument that is not an endpoint or a schema', () => {
  const controller = new Controller(createTestStore());
  const METHODS = [
    'fetch',
    'fetchIfStale',
    'setResponse',
    'resolve',
    'invalidate',
    'subscribe',
    'unsubscribe',
    'getResponse',
    'getError',
  ] as const;
  const GIVEN: readonly (readonly [what: string, value: unknown])[] = [
    ['the entity class Todo', Todo],
    ['a whole resource', TodoResource],
    ['undefined', undefined],
  ];

  it.each(METHODS.flatMap(method => GIVEN.map(([what, value]) => [method, what, value] as const)))(
    'is named by controller.%s(): %s',
    (method, what, value) => {
      const call = controller[method] as (endpoint: unknown, argument: unknown) => unknown;
      expect(() => call(value, { id: '1' })).toThrow(
        `Cannot call controller.${method}(): its endpoint is ${what}. `,
      );
    },
  );

  it('is named by controller.set(), with what to call instead', () => {
    const set = controller.set as (schema: unknown, ...rest: readonly unknown[]) => unknown;
    expect(() => set(get, { id: '1' }, { id: '1' })).toThrow(
      `Cannot call controller.set(): ${get.name} is an endpoint, not a schema. Store its response with ` +
        'controller.setResponse(endpoint, ...args, response), or pass its schema.',
    );
    expect(() => set(undefined, { id: '1' })).toThrow(
      'Cannot call controller.set(): its schema is undefined. ',
    );
  });

  it.each([
    ['undefined', [Todo, undefined]],
    ['null', [[Todo], null]],
    ['a function that returns null', [Todo, { id: '1' }, () => null]],
  ])('is named by controller.set(): %s as data', (_what, given) => {
    const { set } = new Controller(createTestStore());
    set(Todo, { id: '1' });
    expect(() => (set as (...args: readonly unknown[]) => unknown)(...given)).toThrow(
      'Cannot store the data passed to set(): expected ',
    );
  });

  it('is named by controller.resolve(): missing args, and an order number that the store has not reached', () => {
    const { resolve } = controller;
    expect(() => resolve(get, { response: {}, fetchedAt: 1 } as never)).toThrow(
      'Cannot call controller.resolve(): its args are undefined. Pass those of the request in an array',
    );
    const meta = { args: [{ id: '1' }] as const, response: { id: '1' }, fetchedAt: 1 };
    expect(() => resolve(get, { ...meta, left: 1e6 } as never)).toThrow(
      'Cannot call controller.resolve(): left is 1000000, a number that this store has not reached. ',
    );
    expect(() => resolve(get, { ...meta, left: 1 } as never)).not.toThrow();
  });
});

describe('data that cannot be stored', () => {
  class Lonely extends Entity {
    uuid = '';
    static key = 'MisuseLonely';
    override pk() {
      return this.uuid;
    }
  }
  const responding = (name: string, response: unknown, schema: unknown) =>
    createTestStore().dispatch(new Endpoint(async () => response, { name, schema }).fetch());

  it('is described as the data passed to set()', () => {
    const { set } = new Controller(createTestStore());
    expect(() => set(Todo, 'x' as never)).toThrow(
      'Cannot store the data passed to set(): expected a Todo object, received the string "x". ' +
        'Pass data in the shape of the schema, or another schema.',
    );
    expect(() => set({ todos: [Todo] }, { todos: 5 })).toThrow(
      'expected an array of Todo as "todos" in it, received the number 5.',
    );
    expect(() => set(Lonely, { id: '1' } as never)).toThrow(
      'Cannot store a MisuseLonely from set(): pk() found no key. Fields received: id. ' +
        'Pass the fields that pk() of MisuseLonely reads.',
    );
  });

  it('is reported with the error that pk() threw, or with its null id', async () => {
    class Repository extends Entity {
      name = '';
      owner: { login: string } | null = null;
      static key = 'MisuseRepository';
      override pk() {
        return `${(this.owner as { login: string }).login}/${this.name}`;
      }
    }
    await expect(
      responding('misuse.throws', [{ name: 'b', owner: null }], [Repository]),
    ).rejects.toMatchObject({
      message: expect.stringMatching(
        /pk\(\) has thrown "Cannot read properties of null.*". Fields received: name, owner\./,
      ),
      cause: expect.any(TypeError),
    });
    await expect(responding('misuse.null', [{ id: null, title: 'draft' }], [Todo])).rejects.toThrow(
      'pk() found no key, since its id is null. Fields received: id, title.',
    );
  });

  it('is reported with the field that wraps its list', async () => {
    const wrapped = { total: 1, results: [{ id: '1' }] };
    const message =
      'The list is in "results": declare that in the endpoint\'s schema, { results: new Collection([...]) }, ' +
      "or return the list from the endpoint's process().";
    await expect(responding('misuse.list', wrapped, new Collection([Todo]))).rejects.toThrow(message);
    await expect(responding('misuse.array', wrapped, [Todo])).rejects.toThrow(message);
    await expect(responding('misuse.none', { total: 1 }, [Todo])).rejects.toThrow(
      "Fix the endpoint's schema,",
    );
  });

  it('is reported when a deletion identifies no record', async () => {
    await expect(responding('misuse.remove', { id: '1' }, new Invalidate(Lonely))).rejects.toThrow(
      'Cannot remove a MisuseLonely from misuse.remove: pk() found no key. Fields received: id. For an empty ' +
        'response, pk() reads the arguments: return the fields that it needs, or the key itself, from ' +
        "the endpoint's process().",
    );
  });
});

describe('a part of a schema', () => {
  const missing = undefined as never;
  const noSchema =
    'its schema is undefined. The module that defines it may not have run yet, since two modules import each other.';

  it.each<[call: string, make: () => unknown, problem: string]>([
    ['new All()', () => new All(missing), noSchema],
    ['new Invalidate()', () => new Invalidate(missing), noSchema],
    ['new Values()', () => new Values(missing), noSchema],
    ['new schema.Array()', () => new schema.Array(missing), noSchema],
    ['new schema.Object()', () => new schema.Object(missing), noSchema],
    ['new Collection()', () => new Collection(missing), noSchema],
    ['new Collection()', () => new Collection([missing]), noSchema],
    ['new Collection()', () => new Collection([]), noSchema],
    [
      'new Collection()',
      () => new Collection(Todo as never),
      'it was given the class Todo in place of a list. Pass an',
    ],
    ['new Query()', () => new Query(missing, () => 0), noSchema],
    [
      'new Query()',
      () => new Query(Todo, missing),
      'its function is undefined. Pass what makes the result: new',
    ],
    [
      'new Union()',
      () => new Union({}, 'type'),
      'its kinds are an object without members. Name the kinds, and',
    ],
    [
      'new Union()',
      () => new Union(Todo as never, 'type'),
      'its kinds are the class Todo. Name the kinds, and the field',
    ],
    [
      'new Union()',
      () => new Union({ todo: Todo }, missing),
      'its discriminator is undefined. Name the kinds, and',
    ],
    ['new Union()', () => new Union({ todo: missing }, 'type'), noSchema],
    ['Scalar()', () => Scalar(missing, missing), noSchema],
    ['Scalar()', () => Scalar(Todo, missing), 'it needs a key, a list of fields and a lens. Write Scalar('],
    ['getSelectors()', () => getSelectors(missing), noSchema],
    ['isPending()', () => isPending(missing, '1'), noSchema],
    ['new All()', () => new All(get), `${get.name} is an endpoint, not a schema. Pass its schema.`],
    [
      'new Values()',
      () => new Values(TodoResource),
      'it was given a whole resource, not a schema. Pass its entity',
    ],
  ])('is checked by %s at once', (call, make, problem) => {
    expect(make).toThrow(`Cannot call ${call}: ${problem}`);
  });
});

describe('every function of an entry point', () => {
  /** The arguments to try; a class is called with `new`. */
  const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
    nothing: [],
    null: [null],
    number: [5],
    text: ['x'],
    object: [{}],
    array: [[]],
    function: [() => 0],
  };
  const COMPOSED = ['object', 'array', 'function'];
  const OPTIONS = ['nothing', 'object'];
  const ANYTHING = Object.keys(GIVEN);
  /** The arguments that each accepts; all others accept none. */
  const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
    Array: COMPOSED,
    GQLEndpoint: ['text'],
    Lazy: ['function'],
    Object: COMPOSED,
    Values: COMPOSED,
    baseQueryManager: ['function'],
    createDataClient: OPTIONS,
    createFixtureStore: OPTIONS,
    devToolsOptions: ['nothing', 'text'],
    // Returned as they are, for their types.
    fixture: ANYTHING,
    interceptor: ANYTHING,
    fixtureManager: OPTIONS,
    fixturesFromLog: ['array'],
    focusManager: OPTIONS,
    // Takes any thrown value.
    formErrors: ANYTHING,
    gcManager: OPTIONS,
    hydrationManager: ANYTHING,
    logRecorder: OPTIONS,
    logoutManager: OPTIONS,
    networkManager: OPTIONS,
    serverSentEventSource: ['text', 'function'],
    webSocketSource: ['text', 'function'],
    normalize: COMPOSED,
    subscriptionManager: OPTIONS,
    // Only a type.
    type: ANYTHING,
  };
  /** Classes for apps to extend, and errors, which only this library creates. */
  const isMadeByOthers = (name: string) => /^(Base|)(Endpoint|Entity)$|^Connection$|Error$/.test(name);
  /** React calls these, with the props. */
  const isComponent = (name: string) => /^(DataDevtools|Fixture).*(?<!Error)$/.test(name);
  const doors = { ...main, ...devtools, ...rtkQuery, ...server, ...stream, ...testing };
  const functions = Object.entries(doors).flatMap(([name, value]) =>
    typeof value === 'function' && !isMadeByOthers(name) && !isComponent(name)
      ? [[name, value] as const]
      : [],
  );

  it.each(functions)('%s reports what is wrong with its argument', (name, made) => {
    const accepted: string[] = [];
    for (const [what, given] of Object.entries(GIVEN)) {
      try {
        if (/^class\b/.test(String(made))) Reflect.construct(made, given);
        else Reflect.apply(made, undefined, given);
        accepted.push(what);
      } catch (error) {
        expect(error).toMatchObject({
          name: 'UsageError',
          message: expect.stringMatching(/^Cannot .+: .+\. /),
        });
      }
    }
    expect(accepted).toEqual(ACCEPTED[name] ?? []);
  });
});

it.each<[call: string, make: () => unknown, problem: string]>([
  [
    'new Collection()',
    () => new Collection([Todo], null as never),
    'it was given null. Pass an object of op',
  ],
  [
    'new Invalidate()',
    () => new Invalidate({ todo: Todo }),
    "it was given several kinds in place of one schema. Make a union of them: new Invalidate(new Union({ ... }, 'type')).",
  ],
  ['isPending()', () => isPending([Todo] as never, '1'), 'it was given an array. Pass the schema of one rec'],
  [
    'createDataClient',
    () => createDataClient({ reducerPath: 5 as never }),
    '`reducerPath` is 5. Pass a name.',
  ],
  [
    'createDataClient',
    () => createTestStore({ client: createDataClient({ managers: [hydrationManager as never] }) }),
    '`managers[0]` returned a function, no middleware. List what makes it called, as in managers: [hydrat',
  ],
  ['denormalize()', () => denormalize([Todo], ['1'], undefined as never), 'its entities are undefined. Pass'],
  ['normalize()', () => normalize(get as never, {}), 'its schema is a function. Pass an entity class'],
  [
    'explain()',
    () => devtools.explain(Todo, undefined as never),
    'its key is undefined. Pass an entity class, ',
  ],
  [
    'readersOf()',
    () => devtools.readersOf({} as never),
    'it was given an object without members, which is not',
  ],
  [
    'streamState()',
    () => server.streamState(undefined as never),
    'it was given undefined, which is not a store. Pass the store that configureStore() returned: streamState(store).',
  ],
  [
    'receiveState()',
    () => server.receiveState(5 as never),
    'it was given 5, which is not a store. Pass the store',
  ],
  [
    'replayLog()',
    () => testing.replayLog([], undefined as never),
    'its options are undefined. Pass the definitions that the log names: { definitions: [TodoResource] }.',
  ],
  [
    'createFixtureStore',
    () => testing.createFixtureStore(null as never),
    'it was given null. Pass an object of options, or nothing.',
  ],
  [
    'fixtureManager',
    () => testing.fixtureManager([] as never),
    'it was given an array of 0. Pass an object of',
  ],
  [
    'renderWithStore',
    () => testing.renderWithStore(null as never, {} as never),
    '`render` is undefined. Pass a fun',
  ],
  [
    'renderHookWithStore',
    () => testing.renderHookWithStore(() => 0, undefined as never),
    '`renderHook` is undefined. Pass a function.',
  ],
  [
    'webSocketSource',
    () => stream.webSocketSource('ws://x', null as never),
    'it was given null. Pass an object of',
  ],
  [
    'baseQueryManager',
    () => rtkQuery.baseQueryManager((() => 0) as never, 5 as never),
    'it was given 5. Pass an object of options, or nothing.',
  ],
])('rejects a call of %s: %#', (call, make, problem) => {
  expect(make).toThrow(`Cannot call ${call}: ${problem}`);
});

it('reads a map of lists, and of objects that hold records', () => {
  const controller = new Controller(createTestStore());
  const row = { id: '1', title: 'one' };
  const lists = new Collection(new Values([Todo]), { argsKey: () => ({ name: 'lists' }) } as never);
  const objects = new Collection(new Values({ todo: Todo }), {
    argsKey: () => ({ name: 'objects' }),
  } as never);

  controller.set(lists, {}, { a: [row] } as never);
  controller.set(objects, {}, { b: { todo: row } } as never);

  expect(controller.get(lists, {})).toMatchObject({ a: [row] });
  expect(controller.get(objects, {})).toMatchObject({ b: { todo: row } });
});

describe('invalid input to a controller', () => {
  it.each<[call: string, make: (controller: Controller) => unknown, problem: string]>([
    [
      'setResponse()',
      ({ setResponse }) => setResponse(get, { id: '1' }, undefined),
      'its response is undefined',
    ],
    ['snapshot()', ({ snapshot }) => snapshot('x' as never), '`fetchedAt` is "x". Pass a number of milli'],
  ])('is rejected by %s: %#', async (call, make, problem) => {
    const controller = new Controller(createTestStore());
    const calling = async () => make(controller);
    await expect(calling()).rejects.toThrow(`Cannot call controller.${call}: ${problem}`);
  });

  it('is reported and skipped by resume()', async () => {
    const store = createTestStore();
    const damaged = [1, {}, null, { endpointName: get.name }];
    await new Controller(store).resume({ optimistic: damaged } as never);

    expect(store.complaints.splice(0)).toEqual(
      ['1', 'an object without members', 'null', 'an object with endpointName'].map(what =>
        expect.stringContaining(`controller.resume(): one of its mutations is ${what}. Pass what`),
      ),
    );
    expect(store.log).toEqual([]);
  });

  it('is rejected: an error that is no Error, and a missing description of a response', () => {
    const controller = new Controller(createTestStore());
    const fix = "Pass an Error after the arguments: new Error('...').";

    expect(() => controller.setError(get, { id: '1' }, 'text' as never)).toThrow(
      `Cannot call controller.setError(): its error is "text". ${fix}`,
    );
    expect(() => controller.setError(get, { id: '1' }, undefined as never)).toThrow(
      `Cannot call controller.setError(): its error is undefined. ${fix}`,
    );
    expect(() => controller.resolve(get, undefined as never)).toThrow(
      'Cannot call controller.resolve(): its args are undefined. Pass those of the request in an array: ',
    );
    expect(controller.getError(get, { id: '1' })).toBeUndefined();
  });

  it.each([
    ['function', () => ''],
    ['symbol', Symbol('title')],
  ])('is rejected if it contains a %s', (kind, title) => {
    const controller = new Controller(createTestStore());

    expect(() => controller.set(Todo, { id: '1', title: title as never })).toThrow(
      `Cannot store the value of Todo as plain data: it contains a ${kind}, at "title". Leave it out: only plain `,
    );
    expect(controller.get(Todo, '1')).toBeUndefined();
  });
});

/** A mutation that was saved in flight, with a file among its arguments. */
const SAVED_MUTATION = {
  endpointName: 'Misuse.gone',
  plainArgs: [{ id: '1' }, {}],
  key: 'PUT /gone/1',
  requestId: 'r1',
  fetchedAt: 1,
  began: 1,
};

it.each<[what: string, damage: unknown]>([
  ['an object without members', {}],
  ['without arguments', { ...SAVED_MUTATION, args: 5 }],
  ['without a key', { ...SAVED_MUTATION, key: undefined }],
  ['without an id', { ...SAVED_MUTATION, requestId: null }],
])('drops and reports a damaged pending mutation of a restored state: %s', async (_what, damage) => {
  await jest.isolateModulesAsync(async () => {
    const library: typeof import('rdc-toolkit') = await import('rdc-toolkit');
    const { reducer, middleware, getInitialState } = library.createDataClient();
    const optimistic = [damage, SAVED_MUTATION] as never;
    const store = configureStore({
      reducer: { rdc: reducer },
      middleware: getDefault => getDefault().concat(middleware),
      preloadedState: { rdc: { ...getInitialState(), optimistic } },
    });
    const controller = new library.Controller(store);
    class Thing extends library.Entity {
      id = '';
      static key = 'Misuse.Thing';
    }

    controller.set(Thing, { id: '1' });
    await controller.resume();

    expect(controller.get(Thing, '1')).toMatchObject({ id: '1' });
    expect(store.getState().rdc.optimistic).toEqual([]);
    expect(complaints.splice(0)).toEqual([
      expect.stringContaining('A pending mutation of a restored state was left out: it is damaged.'),
      // The other one is read and resent.
      expect.stringContaining('no endpoint is named "Misuse.gone"'),
      expect.stringMatching(/UnknownNameError.*no endpoint is named "Misuse.gone"/),
    ]);
  });
});

it('points to the clock if it returns no number', () => {
  const { set, get: read } = new Controller(createBareStore());
  jest.spyOn(Date, 'now').mockReturnValue(undefined as never);

  set(Todo, { id: '1', title: 'one' });

  jest.restoreAllMocks();
  expect(read(Todo, '1')).toBeUndefined();
  expect(complaints.splice(0)).toEqual([
    expect.stringContaining(
      'its meta.fetchedAt is undefined, expected a finite number. The action was ignored. Look at',
    ),
  ]);
});
