import { join } from 'node:path';
import * as library from 'rdc-toolkit';
import {
  actions,
  Controller,
  createDataClient,
  type DataState,
  dehydrate,
  gcManager,
  hydrationManager,
  networkManager,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { hotModule } from '../helpers/hotModule';
import { startApi } from '../helpers/startApi';
import { idsIn } from '../schema/idsIn';
import type * as Hot from './hot';
import * as hotServer from './hotServer';

const loaded: Readonly<Record<string, unknown>> = { 'rdc-toolkit': library, './hotServer': hotServer };
const hot = hotModule<typeof Hot>(join(__dirname, 'hot.ts'), name => loaded[name]);
const { reducer, getInitialState } = createDataClient({ managers: [gcManager(), hydrationManager()] });

async function serve() {
  const row = (id: string) => ({ id, title: `task ${id}`, owner: { id: 'o' } });
  const api = await startApi({
    'GET /tasks': () => [row('1'), row('2')],
    'GET /sorted': () => [row('2')],
    'POST /tasks': ({ body }) => ({ ...row('3'), ...(body as object) }),
    'PATCH /tasks/:id': ({ params, body }) => ({ ...params, ...(body as object) }),
    'DELETE /tasks/:id': () => null,
  });
  hotServer.server.url = api.url;
  return api;
}

/** Records a session from before and after a module is reloaded. */
async function session(...edits: readonly ((source: string) => string)[]) {
  await serve();
  const store = createTestStore();
  for (const edit of edits) {
    const { TaskResource, getSorted, Task } = await hot.evaluate(edit);
    await store.dispatch(TaskResource.getList.fetch());
    await store.dispatch(getSorted.fetch());
    await store.dispatch(TaskResource.getList.push.fetch({ title: 'new' }));
    await store.dispatch(TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'other' }));
    store.dispatch(actions.set(TaskResource.getList.schema.push, { args: [{}], value: { id: '4' } }));
    store.dispatch(actions.set(getSorted.schema.unshift, { args: [{}], value: { id: '5' } }));
    store.dispatch(actions.set(Task, { value: { id: '6', title: 'set' } }));
    await store.dispatch(TaskResource.delete.fetch({ id: '2' }));
  }
  return store;
}

const same = (source: string) => source;

it('replays a log from before and after a module was reloaded, with equal states', async () => {
  const store = await session(same, same, same);

  let live: DataState = getInitialState();
  let replayed: DataState = getInitialState();
  for (const action of store.log) {
    live = reducer(live, action);
    replayed = reducer(replayed, JSON.parse(JSON.stringify(action)));
    expect(replayed).toEqual(live);
  }
  expect(replayed).toEqual(store.getState().rdc);
});

it('uses the latest of edited definitions', async () => {
  const edited = (source: string) => source.replace("title = '';", "title = 'untitled';\n  note = '';");
  const store = await session(same, edited);

  const replayed = (JSON.parse(JSON.stringify(store.log)) as typeof store.log).reduce<DataState>(
    reducer,
    getInitialState(),
  );
  expect(replayed).toEqual(store.getState().rdc);
});

it('writes the same names after an edit, so a reloaded page finds them in saved data', async () => {
  const names: (string | undefined)[] = [];
  for (const edit of [same, (source: string) => source.replace("title = '';", "title = 'renamed';")]) {
    const { getSorted } = await hot.evaluate(edit);
    const { schemaName } = actions.set(getSorted.schema.unshift, { args: [{}], value: { id: '5' } });
    names.push(schemaName);
  }

  expect(names).toEqual(['hot.getSorted.schema.unshift', 'hot.getSorted.schema.unshift']);
});

it('uses the latest definition of an endpoint that an earlier version derives lazily', async () => {
  const alone = (source: string) => source.replace('static schema = { owner: Owner };', '');
  await hot.evaluate(alone);
  const { TaskResource } = await hot.evaluate();
  await hot.evaluate(alone);
  const latest = await hot.evaluate();
  const value = { id: '1', title: 'one', owner: { id: 'o' } };
  const log = [
    latest.TaskResource.getList.push.setResponse({ title: 'one' }, value),
    actions.set(latest.TaskResource.getList.schema.push, { args: [{}], value }),
    actions.set(latest.Task, { value }),
  ];
  expect(TaskResource).not.toBe(latest.TaskResource);

  const replay = (actions: readonly unknown[]) => actions.reduce<DataState>(reducer, getInitialState());
  expect(replay(JSON.parse(JSON.stringify(log)))).toEqual(replay(log));
  expect(replay(log).entities['hot.Owner']?.size).toBe(1);
});

describe('stored lists follow the rule of the latest definition, without a refetch,', () => {
  const belongs = (text: string) => (source: string) =>
    source.replace('optimistic: true,', `optimistic: true, belongs: ${text},`);
  const all = belongs('() => true');
  const original = belongs("({ title }) => title !== 'other'");

  it.each([
    ['where `belongs` was edited', all, original, [['2'], ['1']]],
    ['where it has got `belongs`', same, original, [['2'], ['1']]],
    [
      'where it has lost `belongs`',
      original,
      same,
      [
        ['1', '2'],
        ['1', '2'],
      ],
    ],
  ])('%s', async (_what, earlier, later, expected) => {
    await serve();
    // A replay uses the latest definition from the start of the log.
    const store = createTestStore({ isReplayed: false });
    const shown = () => idsIn(store, latest.TaskResource.getList);
    const before = await hot.evaluate(earlier);
    await store.dispatch(before.TaskResource.getList.fetch());

    const latest = await hot.evaluate(later);
    await store.dispatch(latest.TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'other' }));
    const first = shown();

    // The list is fetched once more with the earlier version.
    await store.dispatch(before.TaskResource.getList.fetch());
    await store.dispatch(latest.TaskResource.partialUpdate.fetch({ id: '2' }, { title: 'other' }));
    expect([first, shown()]).toEqual(expected);
  });

  it('where it has lost and regained `belongs`', async () => {
    await serve();
    const store = createTestStore();
    const before = await hot.evaluate(original);
    await store.dispatch(before.TaskResource.getList.fetch());
    const without = await hot.evaluate(same);
    await store.dispatch(without.TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'another' }));
    const latest = await hot.evaluate(original);
    await store.dispatch(latest.TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'other' }));

    expect(idsIn(store, latest.TaskResource.getList)).toEqual(['2']);
  });

  it('where it has got `belongs` after a creation joined them', async () => {
    await serve();
    const store = createTestStore();
    const before = await hot.evaluate(same);
    await store.dispatch(before.TaskResource.getList.fetch());
    await store.dispatch(before.TaskResource.getList.push.fetch({ title: 'new' }));
    const latest = await hot.evaluate(original);
    await store.dispatch(latest.TaskResource.partialUpdate.fetch({ id: '3' }, { title: 'other' }));

    expect(idsIn(store, latest.TaskResource.getList)).toEqual(['1', '2']);
  });

  it('which is none where another list of the entity has got `belongs`', async () => {
    await serve();
    const store = createTestStore();
    const { getSorted } = await hot.evaluate(same);
    await store.dispatch(getSorted.fetch());
    const latest = await hot.evaluate(original);
    await store.dispatch(latest.TaskResource.partialUpdate.fetch({ id: '2' }, { title: 'other' }));

    expect(idsIn(store, latest.getSorted)).toEqual(['2']);
  });
});

it('sends offline mutations when they are resumed after a module was reloaded', async () => {
  const api = await serve();
  const before = await hot.evaluate();
  const first = createTestStore();
  const held = api.hold('PATCH /tasks/1');
  const pending = first.dispatch(before.TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'offline' }));
  await held.arrived;
  const saved = JSON.parse(JSON.stringify(dehydrate(first.getState().rdc)));
  await hot.evaluate();
  await hot.evaluate(source => source.replace('optimistic: true', 'optimistic: true, pollFrequency: 5'));

  const second = createTestStore();
  const controller = new Controller(second);
  controller.hydrate(saved);
  const resumed = controller.resume(saved);
  await held.release();
  await Promise.all([resumed, pending]);

  expect(api.requests).toEqual(['PATCH /tasks/1', 'PATCH /tasks/1']);
  expect(second.getState().rdc.optimistic).toEqual([]);
});

it('collects unused data after a module was reloaded', async () => {
  await serve();
  const managers = [networkManager(), gcManager({ keepUnusedMs: 0, intervalMs: 10 })];
  const store = createTestStore({ client: createDataClient({ managers }) });
  for (const edit of [same, same, (source: string) => source.replace("title = '';", "title = 'x';")]) {
    const { TaskResource } = await hot.evaluate(edit);
    await store.dispatch(TaskResource.getList.fetch());
  }
  for (let i = 0; i < 300 && store.getState().rdc.endpoints.size > 0; i++) {
    await new Promise(resolve => setTimeout(resolve, 10));
  }

  const sizes = Object.values(store.getState().rdc.entities).map(({ size }) => size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(0);
  store.client.cleanup(store);
});

it.each([
  ['gained', (source: string) => source.replace('static schema = { owner: Owner };', ''), same],
  ['lost', same, (source: string) => source.replace('static schema = { owner: Owner };', '')],
])('replays with the latest definition, which has %s a relation', async (_what, earlier, later) => {
  await hot.evaluate(earlier);
  const { Task } = await hot.evaluate(later);
  const log = [actions.set(Task, { value: { id: '1', title: 'one', owner: { id: 'o' } } })];

  const replay = (actions: readonly unknown[]) => actions.reduce<DataState>(reducer, getInitialState());
  expect(replay(JSON.parse(JSON.stringify(log)))).toEqual(replay(log));
  expect(replay(log).entities['hot.Owner']?.size).toBe(later === same ? 1 : undefined);
});
