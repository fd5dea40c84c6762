import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { configureStore } from '@reduxjs/toolkit';
import { JSDOM } from 'jsdom';
import {
  All,
  createDataClient,
  Entity,
  Lazy,
  networkManager,
  Query,
  resource,
  subscriptionManager,
} from 'rdc-toolkit';
import { useQuery, useSuspense } from 'rdc-toolkit/react';
import { type StreamHandlers, streamManager } from 'rdc-toolkit/stream';
import { createElement, type FunctionComponent } from 'react';
import { Provider, useSelector } from 'react-redux';
import type { Store } from 'redux';

/** Records that refer to each other, so old versions of one could retain old versions of all. */
class Task extends Entity {
  id = '';
  title = '';
  next: Task | undefined = undefined;
  tasks: readonly Task[] = [];
  static key = 'Task';
  static schema = { next: new Lazy((): typeof Task => Task), tasks: [new Lazy((): typeof Task => Task)] };
}

const server = createServer(async (request, response) => {
  response.statusCode = request.url?.startsWith('/failing/') ? 500 : 200;
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(request.method === 'GET' ? rowsOf(20) : await changed(request)));
});

async function changed(request: IncomingMessage): Promise<unknown> {
  const id = request.url?.split('/').at(-1) ?? '';
  return { ...rowOf(Number(id), 20), ...(JSON.parse(await text(request)) as object) };
}

let version = 0;

/** A record from the server: each five form a circle, and the first of them refers to all five. */
function rowOf(i: number, count: number) {
  const first = i - (i % 5);
  const five = [0, 1, 2, 3, 4].map(k => `${(first + k) % count}`);
  return {
    id: `${i}`,
    title: `title ${i} ${version}`,
    next: five[(i + 1) % 5],
    tasks: i === first ? five : [],
  };
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => rowOf(i, count));

function setUp() {
  const { port } = server.address() as AddressInfo;
  const tasks = resource({ urlPrefix: `http://127.0.0.1:${port}`, path: '/tasks/:id', schema: Task });
  let handlers: StreamHandlers | undefined;
  const stream = streamManager({
    source: given => {
      handlers = given;
      given.onOpen();
      return { close() {} };
    },
    read: (value: object) => ({ schema: Task, value }),
  });
  const client = createDataClient({ managers: [networkManager(), subscriptionManager(), stream] });
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
    devTools: false,
  });
  return {
    store,
    client,
    tasks,
    fill: (count: number) => store.dispatch(tasks.getList.setResponse(rowsOf(count) as never)),
    /** Changes one record, as a message of a stream or as an action. */
    change(i: number, how: 'set' | 'stream' = 'set') {
      const value = { id: `${i}`, title: `changed ${i} ${++version}` };
      if (how === 'set') store.dispatch(client.actions.set(Task, { value }));
      else handlers?.onMessage(value, 'message');
    },
    read: (i: number) => client.selectors.selectQuery(Task, { id: `${i}` })(store.getState() as never),
    list: () => tasks.getList.select()(store.getState() as never).data as unknown as readonly Task[],
  };
}

type Session = ReturnType<typeof setUp>;

/** One round of reading, changing and reading again; returns an instance that was read and replaced. */
type Round = (i: number) => object | undefined | Promise<object | undefined>;

const scenarios: Record<string, (session: Session) => Round | Promise<Round>> = {
  'five records, each read once'({ fill, change, read }) {
    fill(5);
    return i => {
      const before = read(i % 5);
      change(i % 5);
      read(i % 5);
      return before;
    };
  },
  'five records, one of them read by a selector that is called seldom'({ fill, change, read }) {
    fill(5);
    read(0);
    return i => {
      const before = read(1 + (i % 4));
      change(1 + (i % 4));
      read(1 + (i % 4));
      read(1 + ((i + 1) % 4));
      return before;
    };
  },
  'a list of 50': session => changeInList(session, 50),
  'a list of 200': session => changeInList(session, 200),
  'a list of 2,000': session => changeInList(session, 2000),
  'a list that is read less often than its records'(session) {
    const round = changeInList(session, 200);
    const { change, read } = session;
    return i => {
      if (i % 50 === 0) return round(i);
      const before = read(i % 200);
      change(i % 200);
      read(i % 200);
      return before;
    };
  },
  'a list that grows and shrinks'({ store, client, tasks, fill, list }) {
    fill(100);
    list();
    const { schema } = tasks.getList;
    return i => {
      const before = list()[100];
      const value = { ...rowOf(100, 101), title: `joined ${i}` };
      store.dispatch(client.actions.set(i % 2 === 0 ? schema.push : schema.remove, { value, args: [{}] }));
      list();
      return before;
    };
  },
  'optimistic mutations that fail, each with its error'({ store, tasks, fill }) {
    fill(5);
    const fail = tasks.partialUpdate.extend({
      name: 'fail',
      path: '/failing/:id',
      getOptimisticResponse: (_snapshot, { id }, body) => ({ id, ...(body as object) }),
    });
    return i =>
      store.dispatch(fail.fetch({ id: '0' }, { title: `failed ${i}` })).catch((error: object) => error);
  },
  'queries over all records, one of them made for each read'({ store, client, fill, change, read }) {
    fill(200);
    const endingIn = (digit: string) =>
      new Query(new All(Task), all => all.filter(task => task.title.endsWith(digit)));
    const kept = endingIn('1');
    return i => {
      const before = read(i % 200);
      change(i % 200);
      for (const query of [kept, endingIn('2')])
        client.selectors.selectQuery(query)(store.getState() as never);
      return before;
    };
  },
  'a mutation with an optimistic update'({ store, tasks, fill, list }) {
    fill(20);
    const update = tasks.partialUpdate.extend({
      getOptimisticResponse: (_, { id }, body) => ({ ...rowOf(Number(id), 20), ...(body as object) }),
    });
    return async i => {
      const request = store.dispatch(update.fetch({ id: `${i % 20}` }, { title: `wanted ${i}` }));
      const before = list()[i % 20];
      await request;
      version++;
      store.dispatch(tasks.getList.setResponse(rowsOf(20) as never));
      list();
      return before;
    };
  },
  'a poll'({ store, tasks, list }) {
    return async i => {
      const before = list()?.[i % 20];
      version++;
      await store.dispatch(tasks.getList.fetch());
      list();
      return before;
    };
  },
  'a stream'({ fill, change, list }) {
    fill(50);
    return i => {
      const before = list()[i % 50];
      change(i % 50, 'stream');
      list();
      return before;
    };
  },
  async 'mounted components'({ store, tasks, fill, change, read }) {
    fill(200);
    const open = new Query(new All(Task), all => all.filter(task => task.title.startsWith('title')));
    const Row = ({ id }: { readonly id: string }) => createElement('li', null, useQuery(Task, { id })?.title);
    const row = ({ id }: { readonly id: string }) => createElement(Row, { key: id, id });
    const List = () => createElement('ol', null, useSuspense(tasks.getList).map(row));
    const Count = () => createElement('p', null, useQuery(open)?.length);
    const Plain = () => createElement('p', null, useSelector(tasks.getList.select()).data?.length);
    cleanups.push(await mount(store, [List, Count, Plain]));
    return async i => {
      // Half of the rows are mounted and never change; they must not retain old versions of the others.
      const at = 100 + (i % 100);
      const before = read(at);
      change(at);
      // Lets React render and release its previous output.
      if (i % 10 === 0) await wait(0);
      return before;
    };
  },
};

const cleanups: (() => void)[] = [];

function changeInList({ fill, change, list }: Session, length: number): Round {
  fill(length);
  return i => {
    const before = list()[i % length];
    change(i % length);
    list();
    return before;
  };
}

// Its own type requires children as a prop, where createElement does not accept them.
const StoreProvider = Provider as unknown as FunctionComponent<{ readonly store: Store }>;

async function mount(store: Store, parts: readonly FunctionComponent[]): Promise<() => void> {
  const { window } = new JSDOM('<main></main>');
  Object.assign(globalThis, { window, document: window.document, navigator: window.navigator });
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(window.document.querySelector('main') as Element);
  const children = parts.map((part, key) => createElement(part, { key } as object));
  root.render(createElement(StoreProvider, { store }, createElement('div', null, children)));
  await wait(50);
  return () => root.unmount();
}

async function heapAfterGc(): Promise<number> {
  for (let turn = 0; turn < 4; turn++) {
    await wait(5);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/** What remains after all rounds of a scenario. */
interface Left {
  /** Bytes by which the heap has grown. */
  readonly growth: number;
  /** How many of the read and replaced instances are still alive. */
  readonly alive: number;
}

async function measure(begin: (session: Session) => Round | Promise<Round>, rounds: number): Promise<Left> {
  const round = await begin(setUp());
  const run = async (seen: WeakRef<object>[]) => {
    for (let i = 0; i < rounds; i++) {
      const instance = await round(i);
      if (instance !== undefined) seen.push(new WeakRef(instance));
      // A new WeakRef keeps its target alive until the turn ends.
      if (i % 20 === 0) await wait(0);
    }
  };
  // The first run fills what any number of rounds retains: code, caches, connections.
  await run([]);
  const before = await heapAfterGc();
  const seen: WeakRef<object>[] = [];
  await run(seen);
  const growth = (await heapAfterGc()) - before;
  for (const cleanup of cleanups.splice(0)) cleanup();
  return { growth, alive: seen.filter(ref => ref.deref() !== undefined).length };
}

/** Changes and reads a bounded set of records as often as the first argument says, and prints what remains. */
server.listen(0, '127.0.0.1', async () => {
  const [, , rounds = '200', only = ''] = process.argv;
  // The engine's list of requests is not measured.
  performance.setResourceTimingBufferSize(0);
  const left: Record<string, Left> = {};
  for (const [name, begin] of Object.entries(scenarios)) {
    if (name.includes(only)) left[name] = await measure(begin, Number(rounds));
  }
  console.log(JSON.stringify(left));
  process.exit();
});
