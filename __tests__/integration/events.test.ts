import { createListenerMiddleware } from '@reduxjs/toolkit';
import { Controller, Entity, RestEndpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { reply, startApi } from '../helpers/startApi';

class Song extends Entity {
  id = '';
  title = '';
  static key = 'EventSong';
}

/** An action as a handler may read it. */
interface Sent {
  readonly type: string;
  readonly endpoint?: unknown;
  readonly schema?: unknown;
  readonly args?: unknown;
  readonly key?: string;
  readonly value?: unknown;
  readonly response?: unknown;
  readonly error?: boolean;
  readonly testKey?: (key: string) => boolean;
  readonly date?: number;
  readonly meta?: Readonly<Partial<Record<'fetchedAt' | 'date' | 'expiresAt', number>>> & {
    readonly resolve?: unknown;
    readonly reject?: unknown;
    readonly promise?: Promise<unknown>;
  };
}

/** Keeps endpoint names unique, since logs tell endpoints apart by name. */
let count = 0;

/** The actions that a controller dispatches, in the order of the table of events. */
async function dispatched() {
  const api = await startApi({ 'GET /songs/:id': ({ params }) => ({ ...params, title: 'One' }) });
  const get = new RestEndpoint({
    urlPrefix: api.url,
    path: '/songs/:id',
    schema: Song,
    searchParams: {} as { lang?: string },
    name: `events.get${++count}`,
    dataExpiryLength: 7_000,
    errorExpiryLength: 300,
  });
  const missing = get.extend({ path: '/missing/:id', name: `${get.name}.missing` });
  const store = createTestStore();
  const controller = new Controller(store);
  const args = { id: '1', lang: 'en' };
  const testKey = (key: string) => key.endsWith('lang=en');
  await controller.fetch(get, args);
  await controller.fetch(missing, { id: '2' }).catch(() => undefined);
  controller.set(Song, { id: '1' }, { id: '1', title: 'Two' });
  controller.set(Song, { id: '1' }, ({ title }: Song) => ({ id: '1', title: `${title}!` }));
  controller.subscribe(get, args);
  controller.unsubscribe(get, args);
  controller.invalidate(get, args);
  controller.invalidateAll({ testKey });
  controller.expireAll({ testKey });
  controller.resetEntireStore();
  const log = store.log as unknown as readonly Sent[];
  const key = `GET ${api.url}/songs/1?lang=en`;
  const of = (type: string) => log.filter(action => action.type === type);
  return { get, args, key, testKey, of, log };
}

it('dispatches exactly the actions that the spec lists', async () => {
  const { log } = await dispatched();
  expect(log.map(({ type }) => type)).toEqual([
    'rdc/fetch',
    'rdc/setresponse',
    'rdc/fetch',
    'rdc/setresponse',
    'rdc/set',
    'rdc/set',
    'rdc/subscribe',
    'rdc/unsubscribe',
    'rdc/invalidate',
    'rdc/invalidateall',
    'rdc/expireall',
    'rdc/reset',
  ]);
});

it('puts endpoint, args, key and meta on rdc/fetch; its promise settles with the request', async () => {
  const { get, args, key, of } = await dispatched();
  const [action, failing] = of('rdc/fetch');
  expect([action?.endpoint, action?.args, action?.key]).toEqual([get, [args], key]);
  const { fetchedAt, resolve, reject, promise } = action?.meta ?? {};
  expect([typeof fetchedAt, typeof resolve, typeof reject]).toEqual(['number', 'function', 'function']);
  await expect(promise).resolves.toEqual({ id: '1', title: 'One' });
  await expect(failing?.meta?.promise).rejects.toMatchObject({ status: 404 });
});

it('puts endpoint, args, key, meta, response and error on rdc/setresponse', async () => {
  const { get, args, key, of } = await dispatched();
  const [responded, failed] = of('rdc/setresponse');
  expect(responded).toMatchObject({ args: [args], key, response: { id: '1', title: 'One' }, error: false });
  expect(responded?.endpoint).toBe(get);
  const { fetchedAt = 0, date = 0, expiresAt = 0 } = responded?.meta ?? {};
  expect([date >= fetchedAt, Math.round(expiresAt - date)]).toEqual([true, 7_000]);

  expect(failed?.error).toBe(true);
  expect(failed?.response).toBeInstanceOf(Error);
  const { date: failedAt = 0, expiresAt: retriedAt = 0 } = failed?.meta ?? {};
  expect(Math.round(retriedAt - failedAt)).toBe(300);
});

it('puts schema, args, meta and the computed value on rdc/set', async () => {
  const { of } = await dispatched();
  const [given, computed] = of('rdc/set');
  for (const action of [given, computed]) {
    expect(action?.schema).toBe(Song);
    expect(action?.args).toEqual([{ id: '1' }]);
    expect(Object.keys(action?.meta ?? {})).toEqual(
      expect.arrayContaining(['fetchedAt', 'date', 'expiresAt']),
    );
  }
  expect([given?.value, computed?.value]).toEqual([
    { id: '1', title: 'Two' },
    { id: '1', title: 'Two!' },
  ]);
});

it('puts endpoint, args and key on rdc/subscribe and rdc/unsubscribe', async () => {
  const { get, args, key, of } = await dispatched();
  for (const action of [...of('rdc/subscribe'), ...of('rdc/unsubscribe')]) {
    expect(action.endpoint).toBe(get);
    expect([action.args, action.key]).toEqual([[args], key]);
  }
});

it('puts key on rdc/invalidate, testKey on bulk actions, date on rdc/reset', async () => {
  const { key, of } = await dispatched();
  expect(of('rdc/invalidate')).toMatchObject([{ key }]);
  for (const [action] of [of('rdc/invalidateall'), of('rdc/expireall')]) {
    expect([action?.testKey?.(key), action?.testKey?.('GET /other')]).toEqual([true, false]);
  }
  expect(typeof of('rdc/reset')[0]?.date).toBe('number');
});

it('hides live values from tools, which see plain data', async () => {
  const { log } = await dispatched();
  const live = ['endpoint', 'schema', 'testKey'];
  for (const action of log) {
    expect(Object.keys(action).filter(name => live.includes(name))).toEqual([]);
    expect(JSON.parse(JSON.stringify(action)).type).toBe(action.type);
  }
  const meta = Object.keys(log[0]?.meta ?? {});
  expect(meta.filter(name => ['resolve', 'reject', 'promise'].includes(name))).toEqual([]);
});

it('gives listeners the arguments, the response, and the status, code and data of an error', async () => {
  const api = await startApi({
    'GET /songs/9': () => reply(409, { message: 'taken' }),
    'GET /songs/:id': ({ params }) => ({ ...params, title: 'One' }),
  });
  const get = new RestEndpoint({ urlPrefix: api.url, path: '/songs/:id', name: `events.get${++count}` });
  const listener = createListenerMiddleware();
  const told: unknown[] = [];
  listener.startListening({
    matcher: get.matchPending,
    effect: ({ args: [{ id }] }) => void told.push(['pending', id]),
  });
  listener.startListening({
    matcher: get.matchFulfilled,
    effect: ({ args: [{ id }], response }) => void told.push([id, response]),
  });
  listener.startListening({
    matcher: get.matchRejected,
    effect: ({ args: [{ id }], response: { status, code, data } }) =>
      void told.push([id, status, code, data]),
  });
  const store = createTestStore({ first: [listener.middleware] });

  await store.dispatch(get.fetch({ id: 1 }));
  await store.dispatch(get.fetch({ id: '9' })).catch(() => undefined);

  expect(told).toEqual([
    ['pending', 1],
    [1, { id: '1', title: 'One' }],
    ['pending', '9'],
    ['9', 409, 'network', { message: 'taken' }],
  ]);
});
