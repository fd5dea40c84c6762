import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  dehydrate,
  Entity,
  hydrationManager,
  networkManager,
  resource,
} from 'rdc-toolkit';
import { streamManager } from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';
import { heldSource } from '../helpers/heldSource';
import { ApiEndpoint, serve } from '../helpers/serve';
import { untilServed } from '../helpers/untilQuiet';
import { mount } from '../overlap/mount';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'StreamGaps.Todo';
}
const { get, getList } = resource({ path: '/todos/:id', schema: Todo, Endpoint: ApiEndpoint });

const session = createSlice({
  name: 'session',
  initialState: { token: 'first' },
  reducers: {
    became: (state, action: PayloadAction<string>) => {
      state.token = action.payload;
    },
  },
});

async function start({ opens = true, mounts = true } = {}) {
  const todo = { id: '1', title: 'old' };
  const others: { readonly id: string }[] = [];
  const api = await serve({
    'GET /todos/:id': () => ({ ...todo }),
    'GET /todos': () => [{ ...todo }, ...others],
  });
  const { connections, source } = heldSource();
  const client = createDataClient({
    managers: [
      networkManager(),
      hydrationManager(),
      streamManager({
        source,
        read: ({ id, how }: { readonly id: string; readonly how?: 'push' | 'remove' }) =>
          how === undefined
            ? { schema: Todo, value: { id } }
            : { schema: getList.schema[how], args: [{}], value: { id } },
        enabled: (state: { session: { token: string } }) => state.session.token,
        feeds: [get, getList],
        baseDelayMs: 20,
        maxDelayMs: 20,
      }),
    ],
  });
  const store = createTestStore({ client, reducers: { session: session.reducer } });
  await new Promise(resolve => setTimeout(resolve, 5));
  if (opens) connections.at(-1)?.onOpen();
  if (mounts) mount(store, get, [{ id: '1' }]);
  const title = () => get.select({ id: '1' })(store.getState()).data?.title;
  /** Waits a moment. */
  const pause = () => new Promise(resolve => setTimeout(resolve, 10));
  return { api, store, controller: new Controller(store), todo, others, connections, title, pause };
}

it('refetches on reopening what was requested in the millisecond in which the stream closed', async () => {
  const { api, store, todo, connections, title, pause } = await start();
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  await store.dispatch(get.fetch({ id: '1' }));
  store.dispatch(session.actions.became(''));
  now.mockRestore();
  await pause();
  todo.title = 'new';
  store.dispatch(session.actions.became('second'));
  connections.at(-1)?.onOpen();
  await untilServed(api, store);

  expect(title()).toBe('new');
});

it('refetches what was requested before the stream closed and arrives after it reopened', async () => {
  const { api, store, todo, connections, title, pause } = await start();
  // The server has handled it; its response is in flight.
  const late = api.hold('GET /todos/1');
  const fetching = store.dispatch(get.fetch({ id: '1' }));
  await late.arrived;
  await pause();
  store.dispatch(session.actions.became(''));
  todo.title = 'new';
  await pause();
  store.dispatch(session.actions.became('second'));
  connections.at(-1)?.onOpen();
  await late.release();
  await fetching;
  await untilServed(api, store);

  expect(title()).toBe('new');
});

/** What another store has fetched, such as that of a server rendering the rest of a page. */
async function fetchedElsewhere() {
  const other = createTestStore();
  await other.dispatch(get.fetch({ id: '1' }));
  await other.dispatch(getList.fetch());
  return JSON.parse(JSON.stringify(dehydrate(other.getState().rdc)));
}

describe('restored data that was fetched elsewhere after the store was created', () => {
  it('is refetched when the stream first opens', async () => {
    const { api, store, controller, todo, connections, title, pause } = await start({ opens: false });
    controller.hydrate(await fetchedElsewhere());
    todo.title = 'new';
    await pause();
    connections.at(-1)?.onOpen();
    await untilServed(api, store);

    expect(title()).toBe('new');
  });

  it('is refetched when restored after the stream broke and reopened', async () => {
    const { api, store, controller, todo, connections, title, pause } = await start({ mounts: false });
    const saved = await fetchedElsewhere();
    await pause();
    connections.at(-1)?.onClose();
    todo.title = 'new';
    while (connections.length < 2) await pause();
    connections.at(-1)?.onOpen();
    await pause();
    controller.hydrate(saved);
    // As a mounting component does.
    await store.dispatch(get.fetchIfStale({ id: '1' }));
    await untilServed(api, store);

    expect(title()).toBe('new');
  });
});

it('refetches what a page was rendered from before the stream opened, if it arrives later', async () => {
  const { api, store, todo, connections, title, pause } = await start({ opens: false });
  const saved = await fetchedElsewhere();
  await pause();
  todo.title = 'new';
  connections.at(-1)?.onOpen();
  await pause();
  store.dispatch(store.client.actions.hydrate(saved, { isShown: true }));
  await untilServed(api, store);

  expect(title()).toBe('new');
});

it.each(['push', 'remove'] as const)(
  'refetches a list once that was fetched elsewhere before a message (%s) and arrives later',
  async how => {
    const { api, store, controller, others, connections, pause } = await start();
    if (how === 'remove') others.push({ id: '2' });
    const saved = await fetchedElsewhere();
    const before = api.requests.length;
    await pause();
    if (how === 'remove') others.pop();
    else others.push({ id: '2' });
    connections.at(-1)?.onMessage(JSON.stringify({ id: '2', how }), '');
    await pause();
    controller.hydrate(saved);
    // As a mounting component does.
    await store.dispatch(getList.fetchIfStale());
    controller.hydrate(saved);
    await untilServed(api, store);

    expect(getList.select()(store.getState()).data).toHaveLength(others.length + 1);
    expect(api.requests.slice(before).filter(request => request === 'GET /todos')).toHaveLength(1);
  },
);

it('two stores that pass each other their data come to rest', async () => {
  const first = await start({ opens: false });
  const second = await start({ opens: false });
  for (const { connections } of [first, second]) connections.at(-1)?.onOpen();
  await first.pause();
  for (const [{ store }, { controller }] of [
    [first, second],
    [second, first],
  ] as const) {
    let passed: unknown;
    store.subscribe(() => {
      const { rdc } = store.getState();
      if (rdc.endpoints === passed || rdc.inflight.size > 0) return;
      passed = rdc.endpoints;
      const saved = JSON.parse(JSON.stringify(dehydrate(rdc)));
      setTimeout(() => controller.hydrate(saved), 1);
    });
  }
  await first.store.dispatch(get.fetch({ id: '1' }));
  for (const { api, store } of [first, second]) await untilServed(api, store);

  expect([...first.api.requests, ...second.api.requests]).toEqual(['GET /todos/1']);
});

it('refetches what is restored in several steps once, even with the refetch in flight', async () => {
  const { api, store, controller, connections, pause } = await start({ opens: false });
  const saved = await fetchedElsewhere();
  const before = api.requests.length;
  await pause();
  connections.at(-1)?.onOpen();
  const held = api.hold('GET /todos/1');
  controller.hydrate(saved);
  await held.arrived;
  controller.hydrate(saved);
  await pause();
  await held.release();
  await untilServed(api, store);

  expect(api.requests.slice(before)).toEqual(['GET /todos/1']);
});
