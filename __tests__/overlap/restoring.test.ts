import type { Action } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { Controller, createDataClient, type DataState, type FetchPromise, networkManager } from 'rdc-toolkit';
import { mount } from './mount';
import {
  expectEqual,
  memoized,
  patienceFor,
  playAll,
  printRepeated,
  recordedStore,
  requests,
  runsOf,
  serve,
  settled,
} from './playing';
import {
  type Api,
  apis,
  type RestoringServer,
  type Row,
  startRestoringServer,
  Task,
} from './restoringServer';
import type { Visit } from './scriptedRoutes';

/** What happens besides mutations and reads. */
interface Mode {
  readonly isOptimistic?: boolean;
  readonly mutations?: readonly MutationName[];
  /** Mutations may be cut off or fail, processed or not. */
  readonly hasFailures?: boolean;
  readonly retries?: number;
  /** Messages repeat what the server has. */
  readonly hasMessages?: boolean;
  /** Other people change tasks, perhaps with a message. */
  readonly hasOtherWriters?: boolean;
}

type MutationName = keyof typeof MUTATIONS;
/** Chooses one of two values. */
type Bit = 0 | 1;

const TITLES = ['a', 'b'] as const;
const PROJECTS = ['p', 'q'] as const;
const one = (id: string) => ({ id });

/** The mutations of a task. */
const MUTATIONS = {
  finish: ({ finish }: Api, id: string) => finish.fetch(one(id)),
  reopen: ({ reopen }: Api, id: string) => reopen.fetch(one(id)),
  toggle: ({ toggle }: Api, id: string) => toggle.fetch(one(id)),
  vote: ({ vote }: Api, id: string) => vote.fetch(one(id)),
  'finish by function': ({ finishByFunction }: Api, id: string) => finishByFunction.fetch(one(id)),
  'reopen by function': ({ reopenByFunction }: Api, id: string) => reopenByFunction.fetch(one(id)),
  set: ({ Tasks }: Api, id: string, bit: Bit) => Tasks.partialUpdate.fetch(one(id), { isDone: bit === 1 }),
  entitle: ({ Tasks }: Api, id: string, bit: Bit) =>
    Tasks.partialUpdate.fetch(one(id), { title: TITLES[bit] }),
  assign: ({ Tasks }: Api, id: string, bit: Bit) =>
    Tasks.partialUpdate.fetch(one(id), { project: PROJECTS[bit] }),
  put: ({ Tasks }: Api, id: string, bit: Bit, other: Bit) =>
    Tasks.update.fetch(one(id), { isDone: bit === 1, title: TITLES[other] }),
  rows: ({ rows }: Api, _id: string, bit: Bit) =>
    rows.fetch({ ids: ['1', '2'], changes: { isDone: bit === 1 } }),
  untold: ({ untold }: Api, _id: string, bit: Bit) =>
    untold.fetch({ ids: ['1', '2'], changes: { isDone: bit === 1 } }),
  push: ({ Tasks }: Api, id: string, bit: Bit, other: Bit) =>
    Tasks.getList.push.fetch({}, { id, isDone: bit === 1, title: 'a', votes: 0, project: PROJECTS[other] }),
  createIn: ({ createIn }: Api, id: string, bit: Bit, other: Bit) =>
    createIn.fetch({ project: PROJECTS[other] }, { id, isDone: bit === 1, title: 'a' }),
  delete: ({ Tasks }: Api, id: string) => Tasks.delete.fetch(one(id)),
  rename: ({ Projects }: Api, _id: string, bit: Bit, other: Bit) =>
    Projects.partialUpdate.fetch(one(PROJECTS[other]), { name: TITLES[bit] }),
};

/** What is on screen. */
const shownOf = memoized((isOptimistic: boolean) => {
  const { Tasks, Projects } = apis[isOptimistic ? 1 : 0];
  return [
    ...['1', '3'].map(id => ({
      endpoint: Tasks.get,
      args: { id },
      held: ({ find }: RestoringServer) => find(id),
    })),
    ...[{}, { isDone: false }, { isDone: true }].map(args => ({
      endpoint: Tasks.getList,
      args,
      held: ({ listed }: RestoringServer) => listed(args),
    })),
    ...PROJECTS.map(id => ({
      endpoint: Projects.get,
      args: { id },
      held: ({ projectOf }: RestoringServer) => projectOf(id),
    })),
  ] as readonly {
    readonly endpoint: Api['Tasks']['get'];
    readonly args: { readonly id: string };
    held(server: RestoringServer): unknown;
  }[];
});

type Step =
  | {
      readonly what: 'mutate';
      readonly name: MutationName;
      readonly id: string;
      readonly bit: Bit;
      readonly other: Bit;
    }
  | { readonly what: 'read'; readonly which: number }
  | { readonly what: 'act' | 'respond' | 'cut' | 'vanish' | 'late' | 'fail'; readonly which: number }
  | { readonly what: 'tell'; readonly id: string }
  | { readonly what: 'write'; readonly id: string; readonly changes: Partial<Row> };

function stepsIn(mode: Mode): fc.Arbitrary<readonly Step[]> {
  const { mutations = Object.keys(MUTATIONS) as MutationName[] } = mode;
  const id = fc.constantFrom('1', '1', '1', mutations === CREATIONS ? '3' : '2');
  const bit = fc.constantFrom<Bit>(0, 1);
  const which = fc.nat(7);
  const steps = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
  const answer = (...how: ('act' | 'respond' | 'cut' | 'vanish' | 'late' | 'fail')[]) =>
    fc.record({ what: fc.constantFrom(...how), which });
  const changes = fc.constantFrom<Partial<Row>>(
    { isDone: false },
    { isDone: true },
    { title: 'b' },
    { votes: 1 },
    { project: 'q' },
  );
  return fc.array(
    fc.oneof(
      steps(
        8,
        fc.record({
          what: fc.constant('mutate' as const),
          name: fc.constantFrom(...mutations),
          id,
          bit,
          other: bit,
        }),
      ),
      steps(3, fc.record({ what: fc.constant('read' as const), which })),
      steps(8, answer('act')),
      steps(9, answer('respond')),
      ...(mode.hasFailures || mode.retries ? [steps(5, answer('cut', 'vanish', 'late', 'fail'))] : []),
      ...(mode.hasMessages ? [steps(5, fc.record({ what: fc.constant('tell' as const), id }))] : []),
      ...(mode.hasOtherWriters
        ? [steps(4, fc.record({ what: fc.constant('write' as const), id, changes }))]
        : []),
    ),
    { minLength: 4, maxLength: 16 },
  );
}

/** Whether a mutation left before another response or message landed that left before its own did. */
function hasOverlap(log: readonly Action[]): boolean {
  const landed = (log as readonly Landed[]).filter(({ meta }) => meta?.landed !== undefined);
  return landed.some(
    one =>
      one.key?.startsWith('GET') === false &&
      landed.some(
        other => other !== one && other.meta.left < one.meta.landed && one.meta.left < other.meta.landed,
      ),
  );
}

interface Landed extends Action {
  readonly key?: string;
  readonly meta: { readonly left: number; readonly landed: number };
}

/** Plain data, with lists in any order: no client knows which of two creations came first. */
function comparable(value: unknown): unknown {
  const plain = value === undefined ? value : JSON.parse(JSON.stringify(value));
  const inOrder = (rows: readonly Row[]) => rows.toSorted((a, b) => Number(a.id) - Number(b.id));
  if (Array.isArray(plain)) return inOrder(plain);
  return plain?.tasks === undefined ? plain : { ...plain, tasks: inOrder(plain.tasks) };
}

/** The state from which each play on a server starts: everything has been fetched. */
const starts = new WeakMap<RestoringServer, Map<string, DataState>>();

async function startOf(server: RestoringServer, isOptimistic: boolean, isDone: boolean): Promise<DataState> {
  const known = starts.get(server) ?? new Map<string, DataState>();
  starts.set(server, known);
  const name = `${isOptimistic} ${isDone}`;
  if (!known.has(name)) {
    const { store } = recordedStore(createDataClient({ managers: [networkManager()] }));
    for (const { endpoint, args } of shownOf(isOptimistic))
      await serve(server, store.dispatch(endpoint.fetch(args)));
    known.set(name, store.getState().rdc);
  }
  return known.get(name) as DataState;
}

/** Plays a schedule; what is on screen must match the server in the end. */
async function play(server: RestoringServer, mode: Mode, isDone: boolean, steps: readonly Step[]) {
  const schedule: string[] = [`the first task is ${isDone ? 'done' : 'open'}`];
  try {
    await playSteps(server, mode, isDone, steps, schedule);
  } catch (error) {
    throw new Error(`${schedule.join(', ')}: ${(error as Error).message}`, { cause: error });
  }
}

async function playSteps(
  server: RestoringServer,
  { isOptimistic = false, retries = 0, ...mode }: Mode,
  isDone: boolean,
  steps: readonly Step[],
  schedule: string[],
) {
  server.reset(isDone);
  const retry = { limit: retries, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 };
  const client = createDataClient({ managers: [networkManager(retries > 0 ? { retry } : {})] });
  const { store, log, replayed } = recordedStore(client, await startOf(server, isOptimistic, isDone));
  const controller = new Controller(store);
  const shown = shownOf(isOptimistic);
  const unmount = shown.map(({ endpoint, args }) => mount(store, endpoint, [args]));
  const before = requests.sent;
  const { visits } = server;
  const attempts = new Set<Visit>();
  let reads = 0;
  const promises: FetchPromise<unknown>[] = [];
  const isRetrying = ({ mutating }: DataState) =>
    retries > 0 && mutating > visits.filter(({ isMutation }) => isMutation).length;
  const quiet = async () => {
    await settled(server, store, isRetrying);
    for (const visit of visits) if (visit.isMutation) attempts.add(visit);
  };
  const inOrder = () => visits.toSorted((a, b) => Number(a.name) - Number(b.name));
  const read = async (which: number) => {
    const { endpoint, args } = shown[which % shown.length] as (typeof shown)[number];
    const sent = requests.sent;
    promises.push(store.dispatch(endpoint.fetch(args)));
    await quiet();
    reads += requests.sent - sent;
    schedule.push(`send ${endpoint.key(args)}`);
  };
  const respond = (visit: Visit, how: 'act' | Parameters<Visit['respond']>[0]) => {
    schedule.push(`${how} ${visit.request} (${Number(visit.name) - before})`);
    if (how === 'act') visit.act();
    else visit.respond(how);
  };
  const happen = async (step: Step) => {
    if (step.what === 'read') return read(step.which);
    if (step.what === 'mutate') {
      const { name, id, bit, other } = step;
      schedule.push(`send ${name} ${id} ${bit} ${other}`);
      const thunk = MUTATIONS[name](apis[isOptimistic ? 1 : 0], id, bit, other);
      promises.push(store.dispatch(thunk as ReturnType<Api['finish']['fetch']>));
    } else if (step.what === 'tell' || step.what === 'write') {
      const { id } = step;
      schedule.push(JSON.stringify(step));
      if (step.what === 'write') server.write(id, step.changes);
      const row = server.find(id);
      if (row !== undefined && step.what === 'tell') controller.set(Task, { id }, row);
    } else {
      const open = inOrder();
      const visit = open[step.which % open.length];
      const isTooLate = visit?.hasActed && step.what === 'act';
      if (visit === undefined || isTooLate) return undefined;
      respond(visit, step.what === 'act' || visit.isMutation ? step.what : 'respond');
    }
    return quiet();
  };
  /** Responds to all open requests, and fetches invalid data, as a component does. */
  const end = async () => {
    for (let patience = 300; visits.length > 0 || store.getState().rdc.inflight.size > 0; patience--) {
      if (patience === 0) throw new Error('It does not end.');
      const [visit] = inOrder();
      if (visit !== undefined) respond(visit, 'respond');
      await quiet();
    }
    for (const [which, { endpoint, args }] of shown.entries()) {
      const { expiryStatus, error } = endpoint.select(args)(store.getState());
      if (expiryStatus !== 'invalid' || error !== undefined) continue;
      await read(which);
      await end();
    }
  };

  for (const step of steps) await happen(step);
  await end();
  await Promise.allSettled(promises);
  await quiet();
  const refetches = requests.sent - before - attempts.size - reads;
  // Changes by others without a message show after a refetch.
  if (mode.hasOtherWriters)
    for (const { endpoint, args } of shown) await serve(server, store.dispatch(endpoint.fetch(args)));

  printRepeated(log);
  for (const { endpoint, args, held } of shown) {
    const { data, error } = endpoint.select(args)(store.getState());
    // A deleted record shows as an error; the data that was there stays beside it.
    const isGone = (error as { readonly status?: number } | undefined)?.status === 404;
    expectEqual(
      [endpoint.key(args), comparable(isGone ? undefined : data)],
      [endpoint.key(args), comparable(held(server))],
    );
  }
  const { rdc } = store.getState();
  expectEqual(
    [rdc.optimistic, rdc.inflight.size, rdc.mutating, rdc.overlaps, rdc.effects],
    [[], 0, 0, {}, []],
  );
  expectEqual(replayed(), rdc);
  const isSure = !mode.hasFailures && retries === 0 && !hasOverlap(log);
  expect(refetches).toBeLessThanOrEqual(isSure ? 0 : attempts.size * shown.length);
  for (const unmountOne of unmount) unmountOne();
}

const TOGGLES: readonly MutationName[] = [
  'finish',
  'reopen',
  'toggle',
  'set',
  'vote',
  'finish by function',
  'reopen by function',
];
const CREATIONS: readonly MutationName[] = [
  'push',
  'createIn',
  'delete',
  'set',
  'entitle',
  'assign',
  'finish',
  'reopen by function',
];

const RUNS = runsOf(6);

it.each<[string, Mode]>([
  ['nothing else', {}],
  ['optimistic updates', { isOptimistic: true }],
  ['toggles, and messages that repeat what is stored', { mutations: TOGGLES, hasMessages: true }],
  ['creations, and messages that repeat what is stored', { mutations: CREATIONS, hasMessages: true }],
  ['optimistic creations', { isOptimistic: true, mutations: CREATIONS }],
  ['mutations that are cut off or fail', { hasFailures: true, hasMessages: true }],
  ['optimistic mutations that are cut off or fail', { isOptimistic: true, hasFailures: true }],
  ['toggles that are cut off or fail', { mutations: TOGGLES, hasFailures: true, hasMessages: true }],
  ['creations that are cut off or fail', { mutations: CREATIONS, hasFailures: true, hasMessages: true }],
  ['mutations that are retried', { retries: 1, hasMessages: true }],
  ['toggles that are retried', { mutations: TOGGLES, retries: 1, hasMessages: true }],
  ['optimistic mutations that are retried twice', { isOptimistic: true, retries: 2 }],
  ['other writers', { hasOtherWriters: true, hasMessages: true }],
  [
    'all of it',
    { isOptimistic: true, hasFailures: true, retries: 1, hasOtherWriters: true, hasMessages: true },
  ],
])(
  'restored values end as on the server, with %s',
  async (_what, mode) => {
    const schedules = fc.tuple(fc.boolean(), stepsIn(mode));
    await playAll(
      startRestoringServer,
      schedules.map(([isDone, steps]) => [isDone, ...steps]),
      RUNS,
      (server, [isDone, ...steps]) => play(server, mode, isDone as boolean, steps as readonly Step[]),
    );
  },
  patienceFor(RUNS),
);
