import { configureStore } from '@reduxjs/toolkit';
import type * as Library from 'rdc-toolkit';
import type * as Stream from 'rdc-toolkit/stream';
import type * as ReadResponse from '../../lib/selectors/readResponse';
import type * as StoreHandle from '../../lib/store/StoreHandle';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Module-level state: the maps and sets created while the library loads. */
const kept: { readonly size: number }[] = [];
let isLoading = true;

const { lib, streamManager, readResponse, handleOf } = loadWatched();

function loadWatched() {
  const { Map: OriginalMap, Set: OriginalSet } = globalThis;
  globalThis.Map = class<K, V> extends OriginalMap<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      if (isLoading) kept.push(this);
    }
  } as MapConstructor;
  globalThis.Set = class<T> extends OriginalSet<T> {
    constructor(values?: Iterable<T> | null) {
      super(values);
      if (isLoading) kept.push(this);
    }
  } as SetConstructor;
  try {
    return {
      lib: require('rdc-toolkit') as typeof Library,
      ...(require('rdc-toolkit/stream') as typeof Stream),
      ...(require('../../lib/selectors/readResponse') as typeof ReadResponse),
      ...(require('../../lib/store/StoreHandle') as typeof StoreHandle),
    };
  } finally {
    // Modules keep the globals that they were loaded with.
    isLoading = false;
    Object.assign(globalThis, { Map: OriginalMap, Set: OriginalSet });
  }
}

class Task extends lib.Entity {
  id = '';
  title = '';
  status = 'open';
  static key = 'day.Task';
  static indexes = ['status'] as const;
}

/** An in-memory server with a new task every minute, where old ones disappear. */
const tasks = new Map<string, { id: string; title: string; status: string }>();
let made = 0;
const make = (title: string) => {
  const task = { id: `${++made}`, title, status: made % 2 === 0 ? 'open' : 'done' };
  tasks.set(task.id, task);
  for (const id of tasks.keys()) if (tasks.size > 100) tasks.delete(id);
  return task;
};
const refuse = (status: number) => Object.assign(new Error(`refused with ${status}`), { status });
let isLoggedOut = false;
const guarded = <T>(respond: () => T): Promise<T> =>
  isLoggedOut
    ? Promise.reject(refuse(401))
    : new Promise(resolve => setTimeout(() => resolve(respond()), 50));

const getTasks = new lib.Endpoint(
  (params: { status?: string } = {}) =>
    guarded(() =>
      [...tasks.values()].filter(({ status }) => params.status === undefined || status === params.status),
    ),
  { name: 'day.getTasks', schema: new lib.Collection([Task]), pollFrequency: MINUTE_MS },
);
const getTask = new lib.Endpoint(
  ({ id }: { id: string }) => guarded(() => tasks.get(id)).then(task => task ?? Promise.reject(refuse(404))),
  { name: 'day.getTask', schema: Task },
);
const addTask = new lib.Endpoint((body: { title: string }) => guarded(() => make(body.title)), {
  name: 'day.addTask',
  schema: getTasks.schema.push,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: unknown, body: { title: string }) => ({ ...body }),
});
const failTask = new lib.Endpoint((_: { id: string }) => Promise.reject(refuse(422)), {
  name: 'day.failTask',
  schema: Task,
  sideEffect: true,
  getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({ id, title: 'never' }),
});
const dropTask = new lib.Endpoint(async ({ id }: { id: string }) => ({ id }), {
  name: 'day.dropTask',
  schema: new lib.Invalidate(Task),
  sideEffect: true,
});

/** A feed that regularly sends a change of some task, and breaks every hour. */
function feed(): Stream.StreamSource {
  return handlers => {
    const opening = setTimeout(() => handlers.onOpen(), 10);
    const beat = setInterval(
      () => handlers.onMessage({ id: `${made}`, title: `at ${Date.now()}` }, 'message'),
      30_000,
    );
    const breaking = setTimeout(() => {
      close();
      handlers.onClose();
    }, HOUR_MS);
    const close = () => {
      clearTimeout(opening);
      clearTimeout(breaking);
      clearInterval(beat);
    };
    return { close };
  };
}

const listening = new Set<unknown>();
const listen: Library.ListenToPage = handlers => {
  listening.add(handlers);
  return () => listening.delete(handlers);
};

it('holds no more after a day of use than after an hour, and nothing after the clean-up', async () => {
  jest.useFakeTimers({ now: 1_800_000_000_000 });
  const client = lib.createDataClient({
    managers: [
      lib.networkManager({ retry: 1, abortWhenUnused: true }),
      lib.subscriptionManager({ listen }),
      streamManager({
        source: feed(),
        listen,
        read: (value: unknown) => ({ schema: Task, value }),
      } as never),
      lib.logoutManager(),
      lib.focusManager({ listen }),
      lib.gcManager(),
    ],
  });
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
  });
  const { observers, getState } = handleOf(store.dispatch);
  const controller = new lib.Controller(store);
  const ignore = () => {};

  /** A component that reads a task for a while. */
  const mount = (id: string) => {
    const args = [{ id }] as const;
    const key = getTask.key(...args);
    const request = { endpoint: getTask, args };
    const memo = () => readResponse(getState(), getTask, key, args).memo;
    store.dispatch(getTask.fetchIfStale(...args)).catch(ignore);
    return observers.add({ observed: { key, request, memo }, notify: ignore } as never);
  };
  const measure = () => {
    const { entities, deleted, indexes, endpoints, aliases, optimistic, inflight } = getState();
    const sizes = (tables: object) => Object.values(tables).reduce((sum, { size }) => sum + size, 0);
    return {
      records: sizes(entities),
      deleted: sizes(deleted),
      indexed: sizes(indexes['day.Task'] ?? {}),
      responses: endpoints.size,
      aliases: Object.keys(aliases).length,
      pending: optimistic.length + inflight.size,
      modules: kept.reduce((sum, { size }) => sum + size, 0),
      listeners: listening.size,
      timers: jest.getTimerCount(),
    };
  };

  type Measured = ReturnType<typeof measure>;
  const measured: Measured[] = [];
  for (let i = 0; i < 20; i++) make('first');
  controller.subscribe(getTasks, {});
  store.dispatch(getTasks.fetch({})).catch(ignore);
  for (let minute = 1; minute <= 24 * 60; minute++) {
    const leave = [`${made}`, `${made - 5}`, 'nobody'].map(mount);
    store.dispatch(addTask.fetch({ title: `minute ${minute}` })).catch(ignore);
    store.dispatch(failTask.fetch({ id: `${made}` })).catch(ignore);
    store.dispatch(dropTask.fetch({ id: `${made - 10}` })).catch(ignore);
    store.dispatch(getTask.fetch({ id: `${made - 7}` })).abort();
    if (minute % 7 === 0) controller.invalidateAll(getTasks);
    // Only once, at noon, since resets would hide growth.
    isLoggedOut = minute === 12 * 60;
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    for (const unmount of leave) unmount();
    if (minute % 60 === 30) measured.push(measure());
  }
  controller.unsubscribe(getTasks, {});

  const early = measured.slice(0, 4);
  const late = measured.slice(-4);
  const most = (some: typeof measured, what: keyof Measured) => Math.max(...some.map(each => each[what]));
  const grown = (Object.keys(measure()) as (keyof Measured)[])
    .map(what => ({ what, early: most(early, what), late: most(late, what) }))
    .filter(sizes => sizes.late > sizes.early * 1.5 + 2);
  expect(grown).toEqual([]);
  client.cleanup(store);
  // The server takes a moment to respond to abandoned requests.
  await jest.advanceTimersByTimeAsync(100);
  expect({ timers: jest.getTimerCount(), listeners: listening.size }).toEqual({ timers: 0, listeners: 0 });
  expect([...observers]).toEqual([]);
  jest.useRealTimers();
  // A day takes more than a minute to simulate, and several on a busy machine.
}, 900_000);
