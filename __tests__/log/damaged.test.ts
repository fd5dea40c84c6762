import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Controller, createDataClient, dehydrate, devToolsOptions, logRecorder, RdcError } from 'rdc-toolkit';
import { explain } from 'rdc-toolkit/devtools';
import { createFixtureStore, fixturesFromLog, replayLog } from 'rdc-toolkit/testing';
import { logText, problemsOf } from '../../lib/devtools/log/logFile';
import { countText, groupsOf } from '../../lib/devtools/recording/groups';
import { assertShallow, openLog } from '../../lib/devtools/recording/openedLog';
import { requestsIn } from '../../lib/devtools/requests/requestsIn';
import { attempt } from '../../lib/plain/attempt';
import { complaints, createTestStore, expected } from '../helpers/createTestStore';
import { type DamagedLog, damagedBy, damages, type LogFile, meant, odd } from '../helpers/damagedLog';
import { runs } from '../helpers/runs';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { actionSanitizer, stateSanitizer } = devToolsOptions();

/** Logs of a session that uses the whole library: complete, as Redux DevTools shows it, and its end with the state before. */
async function recordedLogs(): Promise<readonly [whole: LogFile, ...others: LogFile[]]> {
  await serveTodos();
  const { get, getList, partialUpdate } = TodoResource;
  const end = logRecorder({ limit: 10 });
  const store = createTestStore({ first: [end.middleware] });
  const controller = new Controller(store);
  await controller.fetch(getList);
  const saved = dehydrate(store.getState().rdc);
  await controller.fetch(getList, { status: 'open' });
  await controller.fetch(partialUpdate, { id: 1 }, { title: 'uno' });
  await controller.fetch(get, { id: 99 }).catch(() => undefined);
  controller.set(Todo, { id: '2' }, { id: '2', title: 'dos' });
  controller.invalidate(get, { id: 1 });
  await controller.fetch(TodoResource.delete, { id: 3 });
  controller.expireAll(getList);
  controller.hydrate(saved);
  await controller.fetch(getList.push, { title: 'four' } as never);
  store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'in flight' })).abort();
  const inJson = (log: unknown) => JSON.parse(JSON.stringify(log)) as LogFile;
  const actions = store.log;
  return [
    inJson({ start: null, actions }),
    inJson({ start: null, actions: actions.map(action => actionSanitizer(action, 0)) }),
    inJson(end.log()),
  ];
}

/** The expected console errors about a damaged log: from this library, and from Redux about a state. */
const WARNING = /^console\.error: (rdc-toolkit: |The previous state received by the reducer)/;

// Reported a second after a damaged list was read.
expected.push(/ leaves out /);

let logs: ReturnType<typeof recordedLogs> | undefined;

/** Checks a property with damaged logs of one session. */
async function withDamagedLogs(
  usual: number,
  property: (damaged: DamagedLog, sound: LogFile) => void | Promise<void>,
) {
  logs ??= recordedLogs();
  const sound = await logs;
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length - 1), damages, async (which, done) => {
      const from = sound[which] as LogFile;
      await property(damagedBy(done, from), from);
      for (const said of complaints.splice(0)) expect(said).toMatch(WARNING);
    }),
    runs(usual),
  );
  expect(Object.prototype).not.toHaveProperty('hasRun');
  expect(globalThis).not.toHaveProperty('hasRun');
}

/** Whether the panel can read a log of this depth. */
function isShallow(log: unknown): boolean {
  return attempt(() => assertShallow(log) ?? true) ?? false;
}

/** The result of a call; `undefined` if it throws an error of this library. */
function orRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof RdcError) return undefined;
    throw error;
  }
}

it('replays to the same states as a sound log up to the damage', async () => {
  await withDamagedLogs(150, ({ log, soundActions }, sound) => {
    const replay = orRefused(() => replayLog(log, { definitions: [TodoResource] }));
    if (replay === undefined) return;
    const { states } = replayLog(sound, { definitions: [TodoResource] });
    for (let i = 0; i <= soundActions; i++) expect(isDeepStrictEqual(replay.states[i], states[i])).toBe(true);
    for (const label of replay.labels) expect(typeof label).toBe('string');
  });
});

it('makes fixtures that a store can use', async () => {
  await withDamagedLogs(150, ({ log }) => {
    const fixtures = orRefused(() => fixturesFromLog(log, { delays: true }));
    // Arguments this deep are never sent to a server.
    if (fixtures !== undefined && isShallow(log)) orRefused(() => createFixtureStore({ fixtures }));
  });
});

it('opens in the panel, which shows everything undamaged', async () => {
  await withDamagedLogs(100, async ({ log, soundActions }, sound) => {
    // Logs that are too deep are rejected earlier.
    if (!isShallow(log)) return;
    const { entries, skipped } = await openLog(log, 'rdc', () => true);
    expect(entries.length + skipped).toBeGreaterThanOrEqual(soundActions);
    const whole = await openLog(sound, 'rdc', () => true);
    for (let i = 0; i < soundActions; i++)
      expect(isDeepStrictEqual(entries[i]?.after, whole.entries[i]?.after)).toBe(true);

    for (const group of groupsOf(entries))
      expect(`${group.label} ${countText(group, String)}`).toContain(' ');
    expect(requestsIn(entries)).toBeDefined();
    const last = entries.at(-1)?.after;
    if (last === undefined) return;
    for (const { after } of entries) JSON.stringify(stateSanitizer({ rdc: after }, 0));
    for (const [kind, { root }] of Object.entries(last.entities))
      for (const { key } of (root ?? []) as readonly object[] as readonly { readonly key: string }[])
        explain(kind, key)({ rdc: last });
    logText('rdc', entries, last);
  });
});

it('opens in the panel with the number of entries that cannot be replayed', async () => {
  logs ??= recordedLogs();
  const [sound] = await logs;
  const [first] = sound.actions;
  const entries = [null, 0, 'rdc/set', {}, { type: 5 }, { type: 'rdc/set' }, { type: 'app/ready' }, first];
  const byId = { 0: null, 1: { action: null }, 2: { action: first }, 3: { action: { type: 'app/ready' } } };
  const lifted = { actionsById: byId, stagedActionIds: [0, 1, 2, 3, 4, 'x'], computedStates: [] };
  const shortened = { type: 'Todo.getList ✓', actionType: 'rdc/setresponse', shortened: 'response' };
  const none = { actionsById: { 0: null }, stagedActionIds: [0, 1, 'x'], computedStates: [] };

  const counted = async (log: unknown) => {
    const { entries, skipped } = await openLog(log, 'rdc', () => true);
    return [entries.length, skipped];
  };
  expect(await counted(entries)).toEqual([1, 6]);
  expect(await counted(lifted)).toEqual([1, 4]);
  expect(await counted({ ...lifted, skippedActionIds: [1] })).toEqual([1, 3]);
  expect(await counted([shortened, first])).toEqual([1, 1]);
  expect(await counted(none)).toEqual([0, 3]);
  complaints.splice(0);
  expect(problemsOf(await openLog(none, 'rdc', () => true), 'x.json')).toBe(
    '3 of the actions in x.json cannot be replayed, and are left out.',
  );
});

it('opens in the panel of an app without a stream, with what a stream has stored', async () => {
  const meta = { fetchedAt: 1, date: 2, expiresAt: 3 };
  const value = { id: 'stream', status: 'open', error: null };
  const put = { type: 'rdc/set', schemaName: 'rdc.Connection', args: [], value, meta };
  const { entries, unknown } = await openLog([put], 'rdc', () => true);
  expect(unknown).toEqual([]);
  expect(entries[0]?.after.entities).toHaveProperty(['rdc.Connection']);
});

it('is rejected if it is not a log', () => {
  const members = ['actions', 'start', 'payload', 'preloadedState', 'actionsById', 'stagedActionIds'];
  const beside = fc.constantFrom(
    {},
    { actions: [] },
    { actionsById: {}, stagedActionIds: [], skippedActionIds: [] },
  );
  const given = fc.oneof(
    odd.map(meant),
    odd.map(value => [meant(value)]),
    fc
      .tuple(fc.constantFrom(...members, 'skippedActionIds', 'committedState'), odd, beside)
      .map(([member, value, others]) => ({ ...others, [member]: meant(value) })),
  );
  fc.assert(
    fc.property(given, log => {
      orRefused(() => replayLog(log, { definitions: [TodoResource] }));
      orRefused(() => fixturesFromLog(log));
    }),
    runs(200),
  );
  complaints.splice(0);
});

/** A restored state with a damaged part. */
const restored = (damage: object) => ({ rdc: { ...createDataClient().getInitialState(), ...damage } });

it('continues if a table at the start has a branch with too few slots', () => {
  const request = (id: string) => ({
    type: 'rdc/fetch',
    endpointName: TodoResource.get.name,
    ...{ key: `GET /todos/${id}`, args: [{ id }], meta: { fetchedAt: 1, requestId: id } },
  });
  const start = restored({ inflight: { size: 0, next: 0, root: [null] } });
  const log = { start, actions: [request('1'), request('2')] };

  const { states } = replayLog(log, { definitions: [TodoResource] });

  expect(states.at(-1)?.rdc.inflight).toMatchObject({ size: 2 });
  // Reported once, unless the property above has already caused it.
  for (const said of complaints.splice(0)) expect(said).toMatch(WARNING);
});

it('shows a response whose expiry cannot be read', () => {
  const meta = { fetchedAt: 1, date: 2, expiresAt: { toString: 1, valueOf: 1 } };
  const endpoints = { size: 1, next: 1, root: [{ key: 'GET /todos', value: '1', meta, order: 0 }] };
  expect(stateSanitizer(restored({ endpoints }), 0).rdc).toMatchObject({
    responses: { 'GET /todos': { result: '1', expiresAt: 'never' } },
  });
});
