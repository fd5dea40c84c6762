import { join } from 'node:path';
import type { Reducer, StoreEnhancer } from '@reduxjs/toolkit';
import {
  actions,
  Controller,
  createDataClient,
  dehydrate,
  devToolsOptions,
  gcManager,
  hydrationManager,
  logoutManager,
  networkManager,
  subscriptionManager,
} from 'rdc-toolkit';
import type { StreamHandlers } from 'rdc-toolkit/stream';
import { createTestStore } from '../helpers/createTestStore';
import { replayElsewhere } from '../helpers/replayElsewhere';
import { reply, startApi } from '../helpers/startApi';
import { untilQuiet } from '../helpers/untilQuiet';
import { mount } from '../overlap/mount';
import {
  base,
  type Card,
  CardResource,
  getPrices,
  MessageResource,
  stream,
  WorkResource,
} from './session/definitions';

/** The state after an action of the library, and the exported action: raw, and as DevTools shows it. */
interface Step {
  readonly raw: string;
  readonly shown: string;
  readonly state: string;
}

/** Records each step at the place of Redux DevTools. */
function recorded(steps: Step[]): StoreEnhancer {
  const { actionSanitizer } = devToolsOptions();
  return create => (reducer, preloaded) => {
    const noting = ((before, action) => {
      const after = reducer(before, action);
      if (action.type.startsWith('rdc/')) {
        const shown = JSON.stringify(actionSanitizer(action, 0));
        const { rdc } = after as unknown as { readonly rdc: unknown };
        steps.push({ raw: JSON.stringify(action), shown, state: JSON.stringify(rdc) });
      }
      return after;
    }) as typeof reducer;
    return create(noting as unknown as Reducer<never, never>, preloaded as never) as never;
  };
}

/** A server that fails on demand. */
async function startServer() {
  const rows = new Map<string, object>();
  for (const id of ['1', '2', '3'])
    rows.set(id, { id, title: id, status: id === '3' ? 'done' : 'open', by: { id: 'a', name: 'Ada' } });
  const works = new Map<string, object>([
    ['b1', { id: 'b1', kind: 'book', title: 'Emma' }],
    ['f1', { id: 'f1', kind: 'film', title: 'Metropolis' }],
  ]);
  let created = 3;
  const failures: unknown[] = [];
  const orFails = (value: () => unknown) => failures.shift() ?? value();
  const change = (id: unknown, body: unknown) => {
    const row = { ...rows.get(String(id)), ...(body as object) };
    rows.set(String(id), row);
    return row;
  };
  const api = await startApi({
    'GET /cards': ({ query: { status } }) =>
      orFails(() => [...rows.values()].filter(row => !status || (row as Card).status === status)),
    'GET /cards/:id': ({ params }) => rows.get(String(params.id)) ?? reply(404),
    'POST /cards': ({ body }) => change(++created, { id: String(created), by: 'a', ...(body as object) }),
    'PATCH /cards/:id': ({ params, body }) => orFails(() => change(params.id, body)),
    'POST /cards/:id/vote': ({ params }) => {
      change(params.id, { title: 'voted' });
      return reply(500);
    },
    'DELETE /cards/:id': ({ params }) => {
      rows.delete(String(params.id));
      return null;
    },
    'GET /messages': ({ query: { after = '0' } }) =>
      [1, 2].map(n => ({ id: String(Number(after) + n), text: 'hello' })),
    'GET /works': () => [...works.values()],
    'PATCH /works/:id': ({ params, body }) => ({ ...works.get(String(params.id)), ...(body as object) }),
    'DELETE /works/:id': () => null,
    'GET /prices': () => ({ x: { id: 'x', amount: 1 }, y: { id: 'y', amount: 2 } }),
  });
  base.url = api.url;
  return { api, rows, fail: (...with_: readonly unknown[]) => failures.push(...with_) };
}

it('replays a session with all features, raw and as shown, in a process with only its definitions', async () => {
  const { api, rows, fail } = await startServer();
  const { get, getList, partialUpdate, vote } = CardResource;
  const one = { id: '1' };
  const open = { status: 'open' };

  // From the previous visit: a mutation that was in flight when the page was closed.
  const before = createTestStore();
  await before.dispatch(getList.fetch(open));
  const cutOff = api.hold('PATCH /cards/2');
  const lost = before.dispatch(partialUpdate.fetch({ id: '2' }, { title: 'from before' }));
  await cutOff.arrived;
  const saved = dehydrate(before.getState().rdc);
  await cutOff.release();
  await lost;

  const steps: Step[] = [];
  let wire: StreamHandlers | undefined;
  const client = createDataClient({
    managers: [
      networkManager({ retry: { limit: 1, sideEffects: true, baseDelayMs: 1, maxDelayMs: 1 } }),
      subscriptionManager(),
      stream(handlers => {
        wire = handlers;
        return { close() {} };
      }),
      gcManager({ intervalMs: Number.POSITIVE_INFINITY }),
      hydrationManager(),
      logoutManager(),
    ],
  });
  const store = createTestStore({ client, enhancers: [recorded(steps)] });
  const controller = new Controller(store);
  const quiet = () => untilQuiet(() => steps.length);
  const failing = (promise: Promise<unknown>) => promise.catch(() => undefined);

  controller.hydrate(saved);
  await controller.resume();
  const unmount = [mount(store, get, [one]), mount(store, getList, [open])];
  await Promise.all([store.dispatch(get.fetch(one)), store.dispatch(getList.fetch({ status: 'done' }))]);
  wire?.onOpen();
  wire?.onMessage({ id: '1', title: 'by stream' }, '');
  wire?.onMessage({ gone: '3' }, '');
  wire?.onClose({});
  await quiet();
  wire?.onOpen();
  await quiet();

  const creation = api.hold('POST /cards');
  const creating = store.dispatch(getList.push.fetch(open, { title: 'new', status: 'open' }));
  const temporary = String(getList.select(open)(store.getState()).data?.at(-1)?.id);
  const renaming = store.dispatch(partialUpdate.fetch({ id: temporary }, { title: 'renamed' }));
  await creation.arrived;
  await creation.release();
  await Promise.all([creating, renaming]);
  await store.dispatch(getList.move.fetch({ id: '2' }, { status: 'done' }));
  fail(reply(422, { message: 'A title is missing.' }));
  await failing(store.dispatch(partialUpdate.fetch(one, { title: '' })));
  fail(reply(503));
  await store.dispatch(partialUpdate.fetch(one, { title: 'at last' }));
  await failing(store.dispatch(vote.fetch(one)));
  await quiet();
  const held = api.hold('PATCH /cards/1');
  const aborted = store.dispatch(partialUpdate.fetch(one, { title: 'never mind' }));
  await held.arrived;
  aborted.abort();
  await failing(aborted);
  await held.release();
  await quiet();

  await store.dispatch(MessageResource.getList.fetch());
  await store.dispatch(MessageResource.getList.getPage.fetch({ after: '2' }));
  await store.dispatch(WorkResource.getList.fetch());
  await store.dispatch(WorkResource.partialUpdate.fetch({ id: 'b1' }, { title: 'Persuasion' } as never));
  await store.dispatch(WorkResource.delete.fetch({ id: 'f1' }));
  await store.dispatch(getPrices.fetch());
  controller.set(getPrices.schema.assign, {}, { z: { id: 'z', amount: 3 } });
  controller.expireAll(getList);
  controller.invalidateAll(MessageResource.getList);
  controller.invalidate(get, one);
  await quiet();
  for (const leave of unmount) leave();
  fail(reply(401));
  await failing(store.dispatch(getList.fetch(open)));
  await quiet();
  rows.delete('1');
  await store.dispatch(getList.fetch({}));
  client.cleanup(store);

  const seen = steps.map(
    ({ raw }) => JSON.parse(raw) as { type: string; meta?: Record<string, unknown>; error?: true },
  );
  expect(new Set(seen.map(({ type }) => type))).toEqual(
    new Set(
      Object.values(actions).flatMap(({ type }) =>
        ['rdc/subscribe', 'rdc/unsubscribe', 'rdc/gc'].includes(type) ? [] : [type],
      ),
    ),
  );
  expect(seen.some(({ meta }) => meta?.by === 'doubt')).toBe(true);
  for (const exported of ['raw', 'shown'] as const) {
    const log = steps.map(step => JSON.parse(step[exported]) as unknown);
    const { states, said } = replayElsewhere(log, {
      modules: [join(__dirname, 'session/definitions')],
      client: 'createDataClient({ managers: [definitions.stream(), gcManager(), hydrationManager()] })',
    });
    const differing = steps.flatMap(({ state, shown }, i) =>
      JSON.stringify(states[i]) === state ? [] : [`${i}: ${JSON.parse(shown).type}`],
    );
    expect({ exported, said, differing }).toEqual({ exported, said: '', differing: [] });
  }
});
