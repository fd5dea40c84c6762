import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Controller, createDataClient, Entity, gcManager, networkManager, resource } from 'rdc-toolkit';
import { createBareStore } from '../helpers/createBareStore';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { until } from '../helpers/until';

/** How often ten records are created and deleted. */
const WAVES = 72;

/** After this many, all bounded bookkeeping has reached its limit. */
const SETTLED = 56;

class Memo extends Entity {
  id = '';
  text = '';
  static key = 'Bookkeeping.Memo';
}
const { getList, delete: remove } = resource({
  path: '/memos/:id',
  schema: Memo,
  Endpoint: ApiEndpoint,
  optimistic: true,
});

const save = new ApiEndpoint({
  path: '/drafts/:id',
  method: 'PUT',
  body: {} as { readonly text: string },
  name: 'Bookkeeping.save',
});

async function createStore() {
  let created = 0;
  await serve({
    'GET /memos': () => [],
    'POST /memos': ({ body }) => ({ ...(body as object), id: `memo-${1_000_000 + ++created}` }),
    'DELETE /memos/:id': () => null,
  });
  const store = createBareStore();
  await store.dispatch(getList.fetch());
  return store;
}

it('keeps bookkeeping bounded while records are optimistically created and deleted', async () => {
  const store = await createStore();
  const sizes: number[] = [];

  for (let i = 1; i <= WAVES; i++) {
    const creations = Array.from({ length: 10 }, () => store.dispatch(getList.push.fetch({ text: 'a' })));
    expect(getList.select()(store.getState()).data).toHaveLength(10);
    const created = await Promise.all(creations);
    await Promise.all(created.map(one => one && store.dispatch(remove.fetch({ id: one.id }))));
    if (i === SETTLED || i === WAVES) sizes.push(JSON.stringify(store.getState().rdc).length);
  }

  const { rdc } = store.getState();
  const { aliases, deleted, endpoints, optimistic, inflight, mutations } = rdc;
  expect({
    aliases: aliases.size,
    optimistic: optimistic.length,
    inflight: inflight.size,
    records: rdc.entities[Memo.key]?.size,
  }).toEqual({ aliases: 0, optimistic: 0, inflight: 0, records: 0 });
  expect(deleted[Memo.key]?.size).toBeLessThanOrEqual(64);
  expect(mutations.length).toBeLessThanOrEqual(500);
  expect(endpoints.size).toBeLessThanOrEqual(501);
  const [settled = 0, finished = 0] = sizes;
  expect(finished / settled).toBeLessThan(1.05);
});

it('keeps the response to a recently resent mutation when the limit is exceeded', async () => {
  await serve({ 'PUT /drafts/:id': ({ params }) => ({ id: String(params.id), text: '' }) });
  const store = createBareStore();
  const send = (id: string) => store.dispatch(save.fetch({ id }, { text: '' }));
  const isKept = (id: string) => save.select({ id }, { text: '' })(store.getState()).data !== undefined;
  await send('first');
  await send('second');
  await Promise.all(Array.from({ length: 498 }, (_, i) => send(String(i))));
  await send('first');
  await send('last');
  expect(isKept('first')).toBe(true);
  expect(isKept('second')).toBe(false);
});

it('keeps nothing of mutations whose responses were collected, such as their arguments', async () => {
  await serve({ 'PUT /drafts/:id': () => null });
  const managers = [networkManager(), gcManager({ keepUnusedMs: 1, intervalMs: 5 })];
  const store = createTestStore({ client: createDataClient({ managers, dataExpiryLength: 1 }) });
  for (const text of ['one', 'two', 'three']) await store.dispatch(save.fetch({ id: '1' }, { text }));

  await until(() => store.getState().rdc.endpoints.size === 0);
  expect(store.getState().rdc.mutations).toEqual([]);
  store.client.cleanup(store);
});

it('releases the results of polls that bring an unchanged record and another time', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const store = createBareStore();
  const poll = new ApiEndpoint({ path: '/now', schema: { memo: Memo, now: 0 }, name: 'Bookkeeping.poll' });
  const made: WeakRef<object>[] = [];
  for (let now = 1; now <= 3_000; now++) {
    store.dispatch(poll.setResponse({ memo: { id: '1', text: 'same' }, now } as never));
    made.push(new WeakRef(poll.select()(store.getState()).data as object));
  }
  await new Promise(resolve => setTimeout(resolve));
  collect();
  expect(made.filter(ref => ref.deref() !== undefined).length).toBeLessThan(1_000);
});

it('keeps the results of the last versions of a long list, even if all states are kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const store = createBareStore();
  const shown = () => getList.select()(store.getState()).data as object;
  const setList = getList.setResponse(Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, text: '' })));
  store.dispatch(setList);
  const states: unknown[] = [];
  const made: WeakRef<object>[] = [];
  for (let i = 0; i < 20; i++) {
    store.dispatch(getList.push.setResponse({ text: '' }, { id: `new ${i}`, text: '' }));
    states.push(store.getState());
    made.push(new WeakRef(shown()));
  }
  await new Promise(resolve => setTimeout(resolve));
  collect();
  expect(states).toHaveLength(20);
  expect(made.map(ref => ref.deref() !== undefined)).toEqual(made.map((_, i) => i >= 16));
});

it('keeps nothing of an ended session, even after a serial mutation', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await serve({ 'GET /memos/:id': ({ params }) => params, 'PATCH /memos/:id': ({ params }) => params });
  const { get, partialUpdate } = resource({ path: '/memos/:id', schema: Memo, Endpoint: ApiEndpoint });
  const change = partialUpdate.extend({ name: 'Bookkeeping.serial', concurrency: 'serial' });
  const store = createBareStore();
  await store.dispatch(get.fetch({ id: '1' }));
  const changing = store.dispatch(change.fetch({ id: '1' }, { text: 'b' }));
  const held = new WeakRef(store.getState().rdc.entities);
  await changing;
  new Controller(store).resetEntireStore();
  for (let i = 0; i < 5; i++) {
    await store.dispatch(get.fetch({ id: `${i}` }));
    await new Promise(resolve => setTimeout(resolve));
    collect();
  }
  expect(held.deref()).toBeUndefined();
});
