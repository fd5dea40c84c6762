/**
 * A store with a list of records, beside those of the field: what one response, one
 * changed record, and one unrelated action cost from dispatch to what a reader gets.
 *
 * All peers run in this one process, in turn; read the figures as ratios.
 *
 *   npx esbuild bench/store.ts --bundle --platform=node --format=esm --packages=external \
 *     --define:process.env.NODE_ENV='"production"' --outfile=node_modules/.cache/bench-store.mjs
 *   NODE_ENV=production node node_modules/.cache/bench-store.mjs
 */
import { Controller, createReducer, initialState } from '@data-client/core';
import { RestEndpoint as DataClientEndpoint, Entity as DataClientEntity } from '@data-client/rest';
import { configureStore, createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query';
import { QueryClient } from '@tanstack/query-core';
import { Collection, createDataClient, Endpoint, Entity } from '../lib/index';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly completed: boolean;
  readonly userId: number;
}

/** What a peer can do; `read` returns the list as a reader gets it. */
interface Peer {
  receive(rows: readonly Row[]): void;
  change(id: string, title: string): void;
  unrelated(): void;
  read(): readonly { readonly title: string }[];
}

const RUNS = 15;
const SIZES = [1_000, 10_000];

const rowsOf = (count: number, version: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i),
    title: `title ${i} of ${version}`,
    completed: false,
    userId: i % 10,
  }));

const other = createSlice({ name: 'other', initialState: 0, reducers: { act: count => count + 1 } });

function ours(): Peer {
  class Todo extends Entity {
    id = '';
    title = '';
    completed = false;
    userId = 0;
    static key = 'Todo';
  }
  const getTodos = new Endpoint(async () => [], { name: 'getTodos', schema: new Collection([Todo]) });
  const client = createDataClient();
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer, other: other.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
  const select = getTodos.select();
  return {
    receive: rows => store.dispatch(getTodos.setResponse(rows)),
    change: (id, title) => store.dispatch(client.actions.set(Todo, { value: { id, title } })),
    unrelated: () => store.dispatch(other.actions.act()),
    read: () => (select(store.getState()).data ?? []) as readonly Row[],
  };
}

function entityAdapter(): Peer {
  const adapter = createEntityAdapter<Row>();
  const slice = createSlice({
    name: 'todos',
    initialState: adapter.getInitialState(),
    reducers: { setAll: adapter.setAll, updateOne: adapter.updateOne },
  });
  const store = configureStore({ reducer: { todos: slice.reducer, other: other.reducer } });
  const { selectAll } = adapter.getSelectors();
  return {
    receive: rows => store.dispatch(slice.actions.setAll([...rows])),
    change: (id, title) => store.dispatch(slice.actions.updateOne({ id, changes: { title } })),
    unrelated: () => store.dispatch(other.actions.act()),
    read: () => selectAll(store.getState().todos),
  };
}

function rtkQuery(): Peer {
  const api = createApi({
    baseQuery: fakeBaseQuery(),
    endpoints: build => ({ getTodos: build.query<readonly Row[], void>({ queryFn: () => ({ data: [] }) }) }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, other: other.reducer },
    middleware: getDefault => getDefault().concat(api.middleware),
  });
  const select = api.endpoints.getTodos.select();
  return {
    receive: rows =>
      store.dispatch(
        api.util.upsertQueryEntries([{ endpointName: 'getTodos', arg: undefined, value: rows }]),
      ),
    change: (id, title) =>
      store.dispatch(
        api.util.updateQueryData('getTodos', undefined, draft => {
          Object.assign(draft.find(row => row.id === id) ?? {}, { title });
        }),
      ),
    unrelated: () => store.dispatch(other.actions.act()),
    read: () => select(store.getState()).data ?? [],
  };
}

function tanStackQuery(): Peer {
  const client = new QueryClient();
  const queryKey = ['todos'];
  return {
    receive: rows => client.setQueryData(queryKey, rows),
    change: (id, title) =>
      client.setQueryData<readonly Row[]>(queryKey, rows =>
        rows?.map(row => (row.id === id ? { ...row, title } : row)),
      ),
    unrelated: () => {},
    read: () => client.getQueryData<readonly Row[]>(queryKey) ?? [],
  };
}

function dataClient(): Peer {
  class Todo extends DataClientEntity {
    id = '';
    title = '';
    completed = false;
    userId = 0;
    static override key = 'Todo';
    pk() {
      return this.id;
    }
  }
  const getTodos = new DataClientEndpoint({ path: '/todos', schema: [Todo] });
  const getTodo = new DataClientEndpoint({ path: '/todos/:id', schema: Todo });
  let state = initialState;
  const controller: Controller = new Controller({
    dispatch: async action => {
      state = reduce(state, action);
    },
    getState: () => state,
  });
  const reduce = createReducer(controller);
  return {
    receive: rows => void controller.setResponse(getTodos, rows),
    change: (id, title) => void controller.setResponse(getTodo, { id }, { id, title }),
    unrelated: () => {},
    read: () => controller.getResponse(getTodos, state).data as readonly Row[],
  };
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function timeOf(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

const peers = {
  'rdc-toolkit': ours,
  createEntityAdapter: entityAdapter,
  'RTK Query': rtkQuery,
  'TanStack Query': tanStackQuery,
  'data-client': dataClient,
};
const tasks = [
  'first response + read',
  'other response + read',
  'same response + read',
  'change one + read',
  'unrelated action',
] as const;

for (const count of SIZES) {
  const figures = new Map<string, number[][]>(Object.keys(peers).map(name => [name, tasks.map(() => [])]));
  for (let run = 0; run < RUNS; run++) {
    for (const [name, start] of Object.entries(peers)) {
      const peer = start();
      const version = run * 2;
      const steps = [
        () => peer.receive(rowsOf(count, version)),
        () => peer.receive(rowsOf(count, version + 1)),
        () => peer.receive(rowsOf(count, version + 1)),
        () => peer.change(String(count >> 1), `changed ${run}`),
        () => peer.unrelated(),
      ];
      steps.forEach((step, task) => {
        const elapsed = timeOf(() => {
          step();
          if (task < 4) peer.read();
        });
        figures.get(name)?.[task]?.push(elapsed);
      });
      if (peer.read()[count >> 1]?.title !== `changed ${run}`)
        throw new Error(`${name} does not show the change`);
    }
  }
  console.log(`\n${count} records, medians of ${RUNS} in ms (ratio to rdc-toolkit)`);
  const [own] = figures.values();
  for (const [task, label] of tasks.entries()) {
    const reference = median([...(own?.[task] ?? [])]);
    const row = [...figures].map(([name, times]) => {
      const time = median([...(times[task] ?? [])]);
      return `${name} ${time.toFixed(3)} (${(time / reference).toFixed(1)})`;
    });
    console.log(`${label}: ${row.join(' | ')}`);
  }
}
