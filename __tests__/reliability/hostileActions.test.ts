import { isDeepStrictEqual } from 'node:util';
import { configureStore } from '@reduxjs/toolkit';
import fc from 'fast-check';
import {
  actions,
  actionTypes,
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  Entity,
  focusManager,
  gcManager,
  hydrationManager,
  logoutManager,
  networkManager,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { runs } from '../helpers/runs';
import { serveTodos, type Todo, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;
const rename = TodoResource.partialUpdate.extend({
  name: 'hostile.rename',
  getOptimisticResponse: (_snapshot, { id }, body) => ({ id: String(id), ...body }),
});

const { reducer, getInitialState } = createDataClient({ managers: [gcManager(), hydrationManager()] });

/** Names that every object inherits, or that change an object's prototype. */
const TRAPS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'toJSON',
  '',
];

const trap = fc.constantFrom(...TRAPS);
const json = fc.jsonValue({ maxDepth: 4 });

/** An object with such a name among its own properties, as `JSON.parse` creates it. */
const trapped = fc
  .array(fc.tuple(fc.oneof(trap, fc.string()), json), { maxLength: 4 })
  .map(fields => Object.fromEntries([...fields, ['__proto__', { polluted: 'yes' }]]));

/** Stands for JSON thousands of levels deep until it is inserted, since `JSON.stringify` is quadratic in depth. */
const DEEP = 'levels deep: ';
const deep = fc.constantFrom(500, 3_000).map(levels => DEEP + levels);

function nested(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { value };
  return value;
}

/** An action as a log contains it. */
function logged(action: object): { type: string } {
  return JSON.parse(JSON.stringify(action), (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(DEEP) ? nested(Number(value.slice(DEEP.length))) : value,
  );
}

const anything = fc.oneof(
  json,
  trapped,
  deep,
  trap,
  fc.constantFrom(null, 0, 1e308, true, 'x'.repeat(10_000)),
);
const key = fc.oneof(trap, fc.string(), fc.constantFrom('GET /todos/1', 'GET /todos'));
const kind = fc.oneof(trap, fc.constantFrom('Todo', 'User', '[Todo]'), fc.string());
const endpointName = fc.oneof(
  fc.constantFrom('Todo.get', 'Todo.getList', 'Todo.delete', 'hostile.rename'),
  trap,
);

/** Mostly valid values, so that an action gets as far as possible. */
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: anything });

const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const args = fc.oneof(
  fc.constant([{ id: '1' }]),
  fc.array(fc.oneof(trapped, json), { maxLength: 3 }),
  trap.map(name => [{ id: name }]),
);
const meta = fc.record(
  {
    fetchedAt: mostly(time),
    date: mostly(time),
    expiresAt: mostly(time),
    requestId: mostly(fc.oneof(trap, fc.constant('r1'))),
    sentAt: mostly(time),
    writes: mostly(fc.array(trap)),
    errorPolicy: mostly(fc.constant('soft')),
  },
  { requiredKeys: ['fetchedAt', 'date', 'expiresAt', 'requestId'] },
);
const record = fc
  .tuple(fc.oneof(fc.constant('1'), trap, anything), trapped)
  .map(([id, fields]) => ({ ...fields, id, author: fields }));

const stored = fc.record({
  value: mostly(record),
  meta: mostly(fc.record({ fetchedAt: time, date: time, expiresAt: time, fields: mostly(trapped) })),
  order: mostly(fc.nat()),
});
const table = (cell: fc.Arbitrary<unknown>) =>
  fc.record({
    size: mostly(fc.nat()),
    next: mostly(fc.nat()),
    root: mostly(fc.dictionary(fc.oneof(trap, fc.string()), mostly(cell))),
  });
const byKind = (part: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(kind, mostly(part)), { maxLength: 3 }).map(parts => Object.fromEntries(parts));

const action = fc
  .oneof(
    fc.record({ type: fc.constantFrom(...Object.values(actionTypes)) }, { requiredKeys: ['type'] }),
    fc
      .tuple(fc.constantFrom(...Object.values(actionTypes)), trapped)
      .map(([type, rest]) => ({ ...rest, type })),
    fc.record(
      {
        type: fc.constantFrom(actionTypes.FETCH, actionTypes.SUBSCRIBE, actionTypes.UNSUBSCRIBE),
        endpointName: mostly(endpointName),
        args: mostly(args),
        key: mostly(key),
        meta: mostly(meta),
      },
      { requiredKeys: ['type', 'key', 'meta', 'endpointName'] },
    ),
    fc.record(
      {
        type: fc.constant(actionTypes.SET_RESPONSE),
        endpointName: mostly(endpointName),
        args: mostly(args),
        key: mostly(key),
        meta: mostly(meta),
        response: fc.oneof(record, fc.array(record, { maxLength: 3 }), anything),
        plainResponse: fc.oneof(
          trapped,
          fc.record({ name: trap, message: trap, data: anything, extra: anything }),
        ),
        error: mostly(fc.boolean()),
      },
      { requiredKeys: ['type', 'key', 'meta', 'endpointName', 'error', 'response'] },
    ),
    fc.record({
      type: fc.constant(actionTypes.SET),
      schemaName: mostly(kind),
      args: mostly(args),
      meta: mostly(meta),
      value: fc.oneof(record, anything),
    }),
    fc.record({ type: fc.constant(actionTypes.INVALIDATE), key: mostly(key) }),
    fc.record({
      type: fc.constantFrom(actionTypes.INVALIDATEALL, actionTypes.EXPIREALL),
      keys: mostly(fc.array(mostly(key))),
    }),
    fc.record({
      type: fc.constant(actionTypes.GC),
      entities: mostly(byKind(fc.array(fc.oneof(trap, fc.constant('99'))))),
      requests: mostly(fc.array(mostly(key))),
    }),
    fc.record({
      type: fc.constant(actionTypes.HYDRATE),
      date: mostly(fc.constant(0)),
      saved: mostly(
        fc.record({
          entities: mostly(byKind(table(stored))),
          deleted: mostly(byKind(table(fc.record({ meta: mostly(time), order: fc.nat() })))),
          indexes: mostly(byKind(byKind(table(stored)))),
          endpoints: mostly(table(stored)),
        }),
      ),
    }),
  )
  .map(logged);

/** Adds a todo to a state that no action above names. */
const withKept = (state: DataState, title = 'kept') =>
  reducer(
    state,
    actions.setResponse(get as never, {
      args: [{ id: 'kept' }],
      response: { id: 'kept', title },
      date: 4_000_000_000_001,
    }),
  );

function titleIn(state: DataState): string | undefined {
  return (get.select({ id: 'kept' })({ rdc: state }).data as Todo | undefined)?.title;
}

/** Beyond this depth, `JSON.stringify` is slow. */
const MAX_LEVELS = 100;

function isDeep(value: unknown): boolean {
  let level = 0;
  for (let next = [value]; next.length > 0 && level <= MAX_LEVELS; level++) {
    next = next.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return level > MAX_LEVELS;
}

describe('a reducer with arbitrary actions from a log', () => {
  const { error: original } = console;
  let said: string[] = [];
  beforeEach(() => {
    said = [];
    console.error = (text: string) => said.push(text);
  });
  afterEach(() => {
    console.error = original;
  });

  it.each([
    [
      'rdc/fetch',
      { endpointName: 'Todo.get', key: 'GET /todos/5', meta: { requestId: 'r' } },
      'meta.fetchedAt',
    ],
    ['rdc/setresponse', { endpointName: 'Todo.get', key: 'GET /todos/6', error: false }, 'meta.fetchedAt'],
    [
      'rdc/fetch',
      {
        endpointName: 'Todo.partialUpdate',
        key: 'PATCH /todos/8',
        meta: { fetchedAt: 1, requestId: 'r', writes: { Todo: { 8: 'title' } } },
      },
      'meta.writes',
    ],
    ['rdc/invalidateall', { key: 'GET /todos/7', keys: 'all' }, 'keys'],
    ['rdc/reset', { key: 'GET /todos/9' }, 'date'],
    ['rdc/hydrate', { key: 'GET /todos/10', saved: {} }, 'date'],
  ])('reports once which request a malformed %s was about, and what is wrong', (type, fields, field) => {
    const malformed = { type, ...fields };
    const state = getInitialState();

    expect([malformed, malformed].reduce<DataState>(reducer, state)).toBe(state);

    expect(said).toHaveLength(1);
    expect(said[0]).toContain(type);
    expect(said[0]).toContain(fields.key);
    expect(said[0]).toContain(field);
  });

  it('reports a missing definition once, and still ends the request', () => {
    const meta = { fetchedAt: 1, date: 2, expiresAt: 3, requestId: 'gone' };
    const about = { endpointName: 'Gone.get', args: [], key: 'GET /gone', meta };
    const log = [
      { type: 'rdc/fetch', ...about },
      { type: 'rdc/setresponse', ...about, response: {}, error: false },
      { type: 'rdc/set', schemaName: 'Gone', args: [], meta, value: {} },
      { type: 'rdc/set', schemaName: 'Gone', args: [], meta, value: {} },
    ];

    const after = log.reduce<DataState>(reducer, getInitialState());

    expect(after).toMatchObject({ inflight: { size: 0 }, endpoints: { size: 0 }, entities: {} });
    expect(said.filter(text => text.includes('no endpoint is named "Gone.get"'))).toHaveLength(1);
    expect(said.filter(text => text.includes('no schema is named "Gone"'))).toHaveLength(1);
  });

  it("names the action if the app's code throws for its data", () => {
    class Trimmed extends Entity {
      id = '';
      title = '';
      static key = 'Hostile.Trimmed';
      static override process(input: { readonly title: string }) {
        return { ...input, title: input.title.trim() };
      }
    }
    resource({ path: '/trimmed/:id', schema: Trimmed });
    const meta = { fetchedAt: 1, date: 2, expiresAt: 3 };
    const damaged = { type: 'rdc/set', schemaName: 'Hostile.Trimmed', args: [], meta, value: { id: '1' } };
    const state = getInitialState();

    expect(reducer(state, damaged)).toBe(state);

    expect(said).toEqual([
      expect.stringMatching(
        /^rdc-toolkit: Cannot apply rdc\/set of Hostile\.Trimmed: TypeError: .*'trim'.* The action was ignored\. .* compare it/,
      ),
    ]);
  });

  it('never throws, stays plain data, and keeps what it stores', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 4 }), hostile => {
        const before = withKept(getInitialState());
        const after = hostile.reduce<DataState>(reducer, before);

        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        // Not toStrictEqual, which reads `constructor`, a field that objects may have here.
        if (!isDeep(after)) expect(isDeepStrictEqual(JSON.parse(JSON.stringify(after)), after)).toBe(true);
        // Unless there is a reset, the todo stays and the tables keep working.
        const isKept = !hostile.some(({ type }) => type === actionTypes.RESET);
        if (isKept) expect(titleIn(after)).toBe('kept');
        if (isKept) expect(titleIn(withKept(after, 'renamed'))).toBe('renamed');
        expect(() => [
          get.select({ id: '1' })({ rdc: after }),
          getList.select()({ rdc: after }),
        ]).not.toThrow();
        expect(() => dehydrate(after)).not.toThrow();
      }),
      runs(600),
    );
  });

  it('reaches the same state if the actions go through JSON again', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 4 }), hostile => {
        fc.pre(!isDeep(hostile));
        const again = JSON.parse(JSON.stringify(hostile)) as typeof hostile;
        expect(again.reduce<DataState>(reducer, getInitialState())).toEqual(
          hostile.reduce<DataState>(reducer, getInitialState()),
        );
      }),
      runs(300),
    );
  });
});

it('passes any such action through a whole store, which keeps working', async () => {
  await serveTodos();
  const { error: original } = console;
  console.error = () => {};
  const client = createDataClient({
    managers: [
      networkManager(),
      subscriptionManager(),
      logoutManager(),
      gcManager(),
      focusManager(),
      hydrationManager(),
    ],
  });
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  await store.dispatch(getList.fetch());
  const hostile = fc.sample(action, { numRuns: 500, seed: 1 }).filter(one => !isDeep(one));

  for (const one of hostile) expect(() => store.dispatch(one)).not.toThrow();
  store.dispatch(actions.reset(4_000_000_000_000_000));
  store.dispatch(actions.reset(0));
  const after = await store.dispatch(rename.fetch({ id: 3 }, { title: 'tres' }));

  expect(after.title).toBe('tres');
  expect(new Controller(store).get(TodoResource.get.schema, { id: '3' })).toBe(after);
  client.cleanup(store);
  console.error = original;
});
