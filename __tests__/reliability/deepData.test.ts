import { configureStore, type Middleware } from '@reduxjs/toolkit';
import {
  Controller,
  createDataClient,
  dehydrate,
  Endpoint,
  Entity,
  gcManager,
  getSelectors,
  hydrationManager,
  Invalidate,
  Lazy,
  networkManager,
  type Schema,
} from 'rdc-toolkit';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

class Box extends Entity {
  id = '';
  text = '';
  inner: Box | undefined = undefined;
  static key = 'deep.Box';
  static schema = { inner: new Lazy((): typeof Box => Box) };
}

/** A schema that contains itself without an entity in between. */
const Onion: { inner: unknown } = { inner: new Lazy((): unknown => Onion) };

const getBox = new ApiEndpoint({ name: 'deep.getBox', path: '/deep', schema: Box });
const getOnion = new ApiEndpoint({
  name: 'deep.getOnion',
  path: '/deep?onion',
  schema: Onion as unknown as Schema,
});
const getPlain = new ApiEndpoint({ name: 'deep.getPlain', path: '/deep?plain' });
const rename = new ApiEndpoint({ name: 'deep.rename', path: '/boxes/:id', method: 'PATCH', schema: Box });
const getField = new ApiEndpoint({ name: 'deep.getField', path: '/field', schema: Box });

/** Serves data this many levels deep, built as a string, since JSON.stringify would overflow the stack. */
function serveDeep(levels: number) {
  const opened = Array.from({ length: levels }, (_, i) => `{"id":"${i}","inner":`).join('');
  const text = `${opened}null${'}'.repeat(levels)}`;
  const send = (body: string) => () => reply(200, body, { 'content-type': 'application/json' });
  return serve({ 'GET /deep': send(text), 'GET /field': send(`{"id":"x","blob":${text}}`) });
}

/** A store as in production, without Redux Toolkit's checks, or as in development. */
function createStore(isChecked: boolean, managers = [networkManager()]) {
  const client = createDataClient({ managers });
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({
        serializableCheck: isChecked && patient,
        immutableCheck: isChecked && patient,
      }).concat(client.middleware),
  });
}

/** The checks warn when they are slow, which depends on the load of the machine. */
const patient = { warnAfter: Number.POSITIVE_INFINITY };

function depthOf(value: unknown): number {
  let levels = 0;
  for (let next = value; typeof next === 'object' && next !== null; levels++) {
    const { inner, blob } = next as { readonly inner?: unknown; readonly blob?: unknown };
    next = blob ?? inner;
  }
  return levels;
}

it('handles data ten thousand levels deep, as records and without a schema', async () => {
  await serveDeep(10_000);
  const store = createStore(false);

  const box = await store.dispatch(getBox.fetch());
  const plain = await store.dispatch(getPlain.fetch());
  const field = await store.dispatch(getField.fetch());

  expect(store.getState().rdc.entities['deep.Box']?.size).toBe(10_001);
  expect(depthOf(box)).toBe(10_000);
  expect(depthOf(plain)).toBe(10_000);
  expect(depthOf(field)).toBe(10_001);
  expect(getBox.select()(store.getState()).data).toBe(box);
  // Fetching the same again changes nothing.
  const before = store.getState().rdc.entities;
  await store.dispatch(getField.fetch());
  expect(store.getState().rdc.entities['deep.Box']?.size).toBe(before['deep.Box']?.size);
  expect(getField.select()(store.getState()).data).toBe(field);
});

it('reports which schema without entities in between is too deep', async () => {
  await serveDeep(10_000);
  const store = createStore(false);

  const request = store.dispatch(getOnion.fetch());

  await expect(request).rejects.toMatchObject({ code: 'unexpected-input' });
  await expect(request).rejects.toThrow('deep.getOnion: expected no more than 500 levels without a record');
  expect(() => getOnion.select()(store.getState())).not.toThrow();
  expect(store.getState().rdc.inflight.size).toBe(0);
});

it('handles hundreds of levels in a development store, whose checks are recursive', async () => {
  await serveDeep(400);
  const store = createStore(true);

  await store.dispatch(getBox.fetch());
  await store.dispatch(getPlain.fetch());
  await store.dispatch(getField.fetch());

  expect(depthOf(await store.dispatch(getOnion.fetch()))).toBe(400);
});

it('keeps what mutations wrote over another response, however deep', async () => {
  const ids = Array.from({ length: 70 }, (_, i) => `${i + 1}`);
  const nested = (id: number): object => ({
    id: `${id}`,
    text: 'old',
    ...(id < ids.length && { inner: nested(id + 1) }),
  });
  const api = await serve({
    'GET /deep': () => nested(0),
    'PATCH /boxes/:id': ({ params: { id } }) => (id === '0' ? nested(0) : { id, text: 'new' }),
  });
  const store = createStore(false);
  await store.dispatch(getBox.fetch());
  const late = ids.map(id => api.hold(`PATCH /boxes/${id}`));
  const renamed = ids.map(id => store.dispatch(rename.fetch({ id }, { text: 'new' })));
  await Promise.all(late.map(({ arrived }) => arrived));

  await store.dispatch(rename.fetch({ id: '0' }, { text: 'top' }));
  for (const response of late) await response.release();
  await Promise.all(renamed);

  const { selectAll } = getSelectors(Box);
  const notRenamed = selectAll(store.getState()).filter(({ text }) => text !== 'new');
  expect(notRenamed.map(({ id }) => id)).toEqual(['0']);
  expect(store.getState().rdc.doubts).toEqual({});
});

it('rejects a request whose response another middleware blocks', async () => {
  await serveDeep(1);
  const client = createDataClient();
  const problem = new RangeError('Maximum call stack size exceeded');
  const refuse: Middleware = () => next => action => {
    if (getPlain.matchFulfilled(action)) throw problem;
    return next(action);
  };
  const store = configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware, refuse),
  });

  await expect(store.dispatch(getPlain.fetch())).rejects.toBe(problem);

  expect(getPlain.select()(store.getState())).toMatchObject({ error: problem, isFetching: false });
});

class Cover extends Entity {
  id = '';
  static key = 'deep.Cover';
}

class CoveredBox extends Entity {
  id = '';
  cover = Cover.fromJS({});
  inner: CoveredBox | undefined = undefined;
  static key = 'deep.CoveredBox';
  static schema = { cover: Cover, inner: new Lazy((): typeof CoveredBox => CoveredBox) };
}

it.each([
  ['in the first read', false],
  ['after it was shown', true],
])('hides records whose required relation was deleted, however deep, %s', (_, isShown) => {
  const levels = 300;
  const nested = (id: number): object => ({
    id: `${id}`,
    cover: { id: `${id}` },
    ...(id + 1 < levels && { inner: nested(id + 1) }),
  });
  const controller = new Controller(createStore(false));
  controller.set(CoveredBox, nested(0) as never);
  if (isShown) expect(depthOf(controller.get(CoveredBox, '0'))).toBe(levels);

  for (let id = 280; id > 0; id--) {
    controller.set(new Invalidate(Cover), { id: `${id}` });

    expect(depthOf(controller.get(CoveredBox, '0'))).toBe(id);
    expect(controller.get(CoveredBox, `${id}`)).toBeUndefined();
  }
  expect(depthOf(controller.get(CoveredBox, '281'))).toBe(levels - 281);
});

/** Data without a schema, twenty thousand levels deep. */
function deepValue(): object {
  let value: object = {};
  for (let i = 0; i < 20_000; i++) value = { inner: value };
  return value;
}

it('restores a saved state with deep data and an expired record', async () => {
  const store = createStore(false);
  const controller = new Controller(store);
  controller.setResponse(getField, { id: 'x', text: 'kept', blob: deepValue() } as never);
  const getOld = new Endpoint(async () => ({ id: 'old' }), {
    name: 'deep.getOld',
    schema: Box,
    dataExpiryLength: 1,
  });
  await store.dispatch(getOld.fetch());
  await new Promise(resolve => setTimeout(resolve, 20));

  const other = createStore(false, [networkManager(), hydrationManager()]);
  new Controller(other).hydrate(dehydrate(store.getState().rdc));

  expect(getField.select()(other.getState()).data).toMatchObject({ text: 'kept' });
});

it('collects deep data that has expired', async () => {
  const store = createStore(false, [networkManager(), gcManager({ intervalMs: 50, keepUnusedMs: 20 })]);
  const getDeep = new Endpoint(async () => deepValue(), { name: 'deep.getDeep', dataExpiryLength: 1 });
  new Controller(store).set(Box, { id: '1' });
  await store.dispatch(getDeep.fetch());
  new Controller(store).expireAll(getDeep);
  while (store.getState().rdc.endpoints.size > 0) await new Promise(resolve => setTimeout(resolve, 20));

  expect(getDeep.select()(store.getState()).data).toBeUndefined();
});
