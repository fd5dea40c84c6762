import { ActionCreators, type EnhancedStore, instrument, type LiftedState } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import {
  actions,
  Collection,
  Controller,
  devToolsOptions,
  Endpoint,
  Entity,
  Invalidate,
  Values,
} from 'rdc-toolkit';
import { createFixtureStore, fixturesFromLog } from 'rdc-toolkit/testing';
import { createTestStore } from '../helpers/createTestStore';
import { largeSession } from '../helpers/largeSession';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

class Row extends Entity {
  id = '';
  title = '';
  static key = 'DevToolsOptions.Row';
}

const rowList = new Collection([Row]);
const getRows = new Endpoint(async (count: number) => rows(count), {
  name: 'DevToolsOptions.getRows',
  schema: rowList,
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), title: `row ${i}` }));

const { actionSanitizer, stateSanitizer } = devToolsOptions();

type Store = ReturnType<typeof createTestStore>;
type Shown = Readonly<Record<'entities' | 'responses' | 'changed', Readonly<Record<string, object>>>>;

const shownOf = (store: Store) => stateSanitizer(store.getState(), 0).rdc as never as Shown;
const labels = (store: Store) => store.log.map((action, id) => actionSanitizer(action, id).type);

/** Characters passed to DevTools for each step of a session, fewest first. */
async function shownSizes(records: number): Promise<readonly number[]> {
  const sizes: number[] = [];
  const characters = (shown: unknown) => JSON.stringify(shown).length;
  await largeSession(records, 10, ({ action, state }) =>
    sizes.push(characters(actionSanitizer(action, 0)) + characters(stateSanitizer(state, 0))),
  );
  return sizes.sort((a, b) => a - b);
}

async function storeWithRows(count: number) {
  const store = createTestStore();
  await store.dispatch(getRows.fetch(count));
  return store;
}

describe('a label', () => {
  const times = (labels: readonly string[]) => labels.map(label => label.replace(/\d+ ms/, 'n ms'));

  it('names the request and its arguments, the outcome, and what changed', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(TodoResource.getList.fetch());
    await store.dispatch(TodoResource.getList.fetch());
    await store.dispatch(TodoResource.partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
    await store.dispatch(TodoResource.get.fetch({ id: 99 })).catch(() => undefined);
    const aborted = store.dispatch(TodoResource.get.fetch({ id: 3 }));
    aborted.abort();
    await aborted.catch(() => undefined);
    const controller = new Controller(store);
    controller.set(Todo, { id: '2' }, { id: '2', title: 'dos' });
    controller.set(Todo, { id: '2' }, { id: '2', title: 'dos' });
    controller.invalidate(TodoResource.get, { id: 2 });
    controller.expireAll(TodoResource.getList);
    controller.resetEntireStore();

    expect(times(labels(store))).toEqual([
      'Todo.getList',
      'Todo.getList ✓ · n ms · User 7 “Ada”, Todo 1, 2, 3 new',
      'Todo.getList',
      'Todo.getList ✓ · n ms · nothing changed',
      'Todo.partialUpdate 1 “one” → uno',
      'Todo.partialUpdate 1 → uno ✓ · n ms · Todo 1 “one” changed: title uno',
      'Todo.get 99',
      'Todo.get 99 ✗ 404 “No todo 99” · n ms',
      'Todo.get 3 “three”',
      'Todo.get 3 “three” aborted · n ms',
      'Todo 2 “two” changed by set: title dos',
      'Todo 2 “dos” set · nothing changed',
      'invalidate GET /todos/2',
      'expire Todo.getList',
      'reset by the app',
    ]);
    expect(store.log.map(({ type }) => type).every(type => type.startsWith('rdc/'))).toBe(true);
  });

  it('does not apply to other actions and states', () => {
    const action = { type: 'counter/increment' };
    const state = { counter: 1 };
    expect(actionSanitizer(action, 0)).toBe(action);
    expect(stateSanitizer(state, 0)).toBe(state);
  });
});

describe('the state', () => {
  it('shows records by key, and each response with its result, expiry and validity', async () => {
    const store = await storeWithRows(2);
    const { expiresAt, ...response } = { ...shownOf(store).responses[getRows.key(2)] } as Partial<
      Record<string, unknown>
    >;
    expect(shownOf(store).entities[Row.key]).toEqual({
      0: { id: '0', title: 'row 0' },
      1: { id: '1', title: 'row 1' },
    });
    expect(response).toEqual({ result: '{"value":"2"}', invalid: false });
    expect(Date.parse(String(expiresAt))).toBeGreaterThan(Date.now());
    expect(Object.keys(shownOf(store)).sort()).toEqual(
      ['changed', 'entities', 'inflight', 'pending', 'responses'].sort(),
    );
  });

  it('shows why a request failed and that a response was invalidated', async () => {
    await serveTodos();
    const store = createTestStore();
    await store.dispatch(TodoResource.get.fetch({ id: 99 })).catch(() => undefined);
    await store.dispatch(TodoResource.get.fetch({ id: 1 }));
    new Controller(store).invalidate(TodoResource.get, { id: 1 });
    expect(shownOf(store).responses).toMatchObject({
      'GET /todos/99': { error: { name: 'NetworkError', status: 404 } },
      'GET /todos/1': { result: '1', invalid: true },
    });
  });

  it('shows the diff of an action in a store of any size', async () => {
    const store = await storeWithRows(3_000);
    new Controller(store).set(Row, { id: '2999', title: 'other' });
    expect(shownOf(store).changed[Row.key]).toEqual({
      2999: { title: { was: 'row 2999', is: 'other' } },
    });
    expect(shownOf(store).entities[Row.key]).toMatchObject({ 2999: { id: '2999', title: 'other' } });
  });

  it('does not report a record as removed if it was not stored', async () => {
    const store = await storeWithRows(2);
    const remove = (...pks: string[]) => new Controller(store).set([new Invalidate(Row)], pks);
    remove('1', '7');
    expect(shownOf(store).changed).toEqual({ [Row.key]: { 1: 'removed' } });
    remove('1', '7');
    expect(shownOf(store).changed).toEqual({});
  });

  it('shows a sample and the count when more than a thousand records change', async () => {
    const store = await storeWithRows(1_500);
    const list = (count: number, title: string) => rows(count).map(row => ({ ...row, title }));
    const shown = () => (shownOf(store).changed[Row.key] ?? {}) as Readonly<Record<string, unknown>>;
    expect(Object.keys(shown())).toHaveLength(21);
    expect(shown()).toMatchObject({ '…': '1480 more, 1500 in all' });
    expect(Object.values(shown()).filter(value => value === 'new')).toHaveLength(20);

    expect(labels(store).at(-1)).toMatch(/1500 DevToolsOptions.Row records new$/);

    const controller = new Controller(store);
    controller.set([Row], list(1_200, 'other') as never);
    expect(shown()['…']).toBe('1180 more, 1200 in all');
    expect(Object.values(shown()).slice(0, 20)).toEqual(
      Array.from({ length: 20 }, () => ({ title: { was: expect.stringMatching(/^row/), is: 'other' } })),
    );

    controller.set([Row], list(3_000, 'third') as never);
    expect(shown()['…']).toBe('2980 more, 3000 in all');
    store.dispatch(actions.reset());
    expect(shown()['…']).toBe('2980 more, 3000 in all');
    expect(Object.values(shown()).filter(value => value === 'removed')).toHaveLength(20);
  });

  it('only says that many records changed if the previous state is unknown', async () => {
    const store = await storeWithRows(1_500);
    const copy = JSON.parse(JSON.stringify(store.getState()));
    const { changed } = stateSanitizer(copy, 0).rdc as Shown;
    expect(changed[Row.key]).toBe('more than can be listed');
  });

  it('shows a thousand records in full; beyond that a sample, the count and every changed record', async () => {
    const few = await storeWithRows(980);
    expect(Object.keys(shownOf(few).entities[Row.key] ?? {})).toHaveLength(980);
    const many = await storeWithRows(3_000);
    new Controller(many).set(Row, { id: '17', title: 'other' });
    const shown = (shownOf(many).entities[Row.key] ?? {}) as Readonly<Record<string, unknown>>;
    expect(shown['…']).toMatch(/^29\d\d more, 3000 in all$/);
    expect(shown[17]).toEqual({ id: '17', title: 'other' });
    expect(JSON.stringify(shownOf(many)).length).toBeLessThan(10_000);
  });

  it('counts responses toward the same limit: shows the changed ones, a sample and the count', async () => {
    const store = await storeWithRows(980);
    const getRow = new Endpoint(async (id: string) => ({ id }), {
      name: 'DevToolsOptions.getRow',
      schema: Row,
    });
    for (let i = 0; i < 30; i++) await store.dispatch(getRow.fetch(String(i)));
    const { responses } = shownOf(store);
    expect(responses['…']).toMatch(/^\d+ more, 31 in all$/);
    expect(responses[getRow.key('29')]).toMatchObject({ result: '29', invalid: false });
    expect(Object.keys(responses).length).toBeLessThan(30);
  });

  it.each<[string, unknown]>([
    ['a map', new Values(Row)],
    ['groups of lists', { groups: [{ rows: [Row] }] }],
    ['data without a schema', undefined],
  ])('shortens %s with thousands of values, and long arguments', async (what, schema) => {
    const many = rows(3_000);
    const body = {
      'a map': Object.fromEntries(many.map(row => [`at ${row.id}`, row])),
      'groups of lists': { groups: [{ rows: many }] },
    };
    const getAll = new Endpoint(async (_given: readonly object[]) => body[what as 'a map'] ?? many, {
      name: `DevToolsOptions.getAll ${what}`,
      key: () => `all of ${what}`,
      schema,
    });
    const store = createTestStore();
    await store.dispatch(getAll.fetch(many));

    const { result } = shownOf(store).responses[`all of ${what}`] as { readonly result: unknown };
    expect(JSON.stringify(result)).toContain('… 2980 more');
    for (const action of store.log)
      expect(JSON.stringify(actionSanitizer(action, 0)).length).toBeLessThan(1_000);
    expect(JSON.stringify(shownOf(store)).length).toBeLessThan(20_000);
  });

  it('does not give DevTools more to serialize as the store grows', async () => {
    const fewer = await shownSizes(1_500);
    const more = await shownSizes(6_000);
    const at = (sizes: readonly number[], part: number) => sizes[Math.floor(part * sizes.length)] ?? 0;
    expect(more).toHaveLength(fewer.length);
    for (const part of [0.5, 0.95]) expect(at(more, part)).toBeLessThan(1.5 * at(fewer, part));
    expect(at(more, 0.5)).toBeLessThan(20_000);
    expect(at(more, 0.95)).toBeLessThan(60_000);
  });
});

describe('a log exported in its shown form', () => {
  type Lifted = EnhancedStore<unknown, Action<string>, unknown>['liftedStore'];
  type File = LiftedState<unknown, Action<string>, unknown>;

  function inspected() {
    const enhancers = [instrument() as unknown as StoreEnhancer];
    const store = createTestStore({ enhancers, isReplayed: false });
    return { store, liftedStore: (store as unknown as { readonly liftedStore: Lifted }).liftedStore };
  }

  /** The file that a monitor with these options exports. */
  function exported(liftedStore: Lifted): File {
    const lifted = liftedStore.getState();
    const actionsById = Object.fromEntries(
      Object.entries(lifted.actionsById).map(([id, entry]) => [
        id,
        { ...entry, action: actionSanitizer(entry.action, Number(id)) },
      ]),
    );
    const computedStates = lifted.computedStates.map((computed, i) => ({
      ...computed,
      state: stateSanitizer(computed.state, i),
    }));
    return JSON.parse(JSON.stringify({ ...lifted, actionsById, computedStates }));
  }

  async function session() {
    await serveTodos();
    const tools = inspected();
    await tools.store.dispatch(TodoResource.getList.fetch());
    await tools.store.dispatch(TodoResource.partialUpdate.fetch({ id: 1 }, { title: 'uno' }));
    await tools.store.dispatch(TodoResource.get.fetch({ id: 99 })).catch(() => undefined);
    return tools;
  }

  it('gives the same states when imported', async () => {
    const first = await session();
    const second = inspected();
    second.liftedStore.dispatch(ActionCreators.importState(exported(first.liftedStore)));

    const states = (lifted: Lifted) => lifted.getState().computedStates.map(({ state }) => state);
    expect(states(second.liftedStore)).toEqual(states(first.liftedStore));
    expect(second.store.getState().rdc.version).toBeGreaterThan(3);
  });

  it('makes the same fixtures', async () => {
    const { liftedStore } = await session();
    const { controller } = createFixtureStore({ fixtures: fixturesFromLog(exported(liftedStore)) });
    expect((await controller.fetch(TodoResource.getList)).map(({ title }) => title)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  it('warns if a response was too long to be shown, and does not replay it', async () => {
    const first = inspected();
    await first.store.dispatch(getRows.fetch(1_200));
    const second = inspected();
    second.liftedStore.dispatch(ActionCreators.importState(exported(first.liftedStore)));

    expect(second.store.getState().rdc.entities).toEqual({});
    expect(second.store.complaints.splice(0)).toEqual([
      expect.stringContaining('Cannot replay "DevToolsOptions.getRows 1200 ✓'),
    ]);
  });
});

it('labels actions for tools only, so code can still match them', async () => {
  const store = await storeWithRows(1);
  expect(store.log.filter(action => actions.setResponse.match(action))).toHaveLength(1);
});
