import { ActionCreators, type EnhancedStore, instrument } from '@redux-devtools/instrument';
import type { Action, StoreEnhancer } from '@reduxjs/toolkit';
import { Entity, ifNoneMatch, NetworkError, RdcError } from 'rdc-toolkit';
import { createFixtureStore, fixturesFromLog } from 'rdc-toolkit/testing';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';
import { serveTodos, TodoResource } from '../helpers/todos';

const { get, getList, partialUpdate } = TodoResource;

class Card extends Entity {
  id = '';
  version = 0;
  static key = 'Recording.Card';
}
const getCard = new ApiEndpoint({
  path: '/cards/:id',
  name: 'Recording.getCard',
  schema: Card,
  meta: ({ headers }) => ({ etag: headers.get('ETag') }),
  conditional: ifNoneMatch,
});

type Lifted = EnhancedStore<unknown, Action<string>, unknown>['liftedStore'];

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

/** A session with a real server: reads, a mutation, a failure and an aborted request. */
async function session() {
  await serveTodos();
  const enhancers = [instrument() as unknown as StoreEnhancer];
  const store = createTestStore({ enhancers, isReplayed: false });
  const { liftedStore } = store as unknown as { readonly liftedStore: Lifted };
  await store.dispatch(getList.fetch());
  await store.dispatch(partialUpdate.fetch({ id: '1' }, { title: 'uno' }));
  await store.dispatch(get.fetch({ id: '99' })).catch(() => undefined);
  const givenUp = store.dispatch(get.fetch({ id: '3' }));
  givenUp.abort();
  await givenUp.catch(() => undefined);
  await store.dispatch(getList.fetch());
  return { store, liftedStore };
}

/** The responses of a store with these fixtures to the same calls. */
async function repeated(log: unknown) {
  const { controller } = createFixtureStore({ fixtures: fixturesFromLog(log) });
  const before = (await controller.fetch(getList)).map(({ title }) => title);
  await controller.fetch(partialUpdate, { id: '1' }, { title: 'uno' });
  const failure = await controller.fetch(get, { id: '99' }).catch((error: unknown) => error);
  const after = (await controller.fetch(getList)).map(({ title }) => title);
  return { before, after, failure };
}

const expected = { before: ['one', 'two', 'three'], after: ['uno', 'two', 'three'] };

it.each([
  ['actions of this process', ({ store }: Session) => store.log],
  ['actions that went through JSON', ({ store }: Session) => json(store.log)],
  ['the lifted state of DevTools', ({ liftedStore }: Session) => liftedStore.getState()],
  ['lifted state that went through JSON', ({ liftedStore }: Session) => json(liftedStore.getState())],
  ['the text of an exported file', ({ liftedStore }: Session) => exported(liftedStore)],
])('makes fixtures from %s that respond as the server did', async (_kind, logOf) => {
  const { failure, ...responses } = await repeated(logOf(await session()));

  expect(responses).toEqual(expected);
  expect(failure).toBeInstanceOf(NetworkError);
  expect(failure).toMatchObject({ status: 404, data: { message: 'No todo 99' } });
});

type Session = Awaited<ReturnType<typeof session>>;

/** A file as the DevTools extension writes it. */
function exported(liftedStore: Lifted): string {
  return JSON.stringify({ payload: JSON.stringify(liftedStore.getState()) });
}

it('leaves out aborted requests', async () => {
  const { store } = await session();
  const keys = fixturesFromLog(store.log).map(({ endpoint, args }) => endpoint.key(...args));
  expect(keys).toEqual(['GET /todos', 'PATCH /todos/1', 'GET /todos/99', 'GET /todos']);
});

it('leaves out responses that were set by the app or a stream between two requests', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const titles = (todos: readonly { title: string }[] = []) => todos.map(({ title }) => title);
  await store.dispatch(getList.fetch());
  store.dispatch(getList.setResponse([{ id: '1', title: 'from a message' }]));
  await store.dispatch(getList.fetch());
  expect(api.requests).toEqual(['GET /todos', 'GET /todos']);

  const { controller } = createFixtureStore({ fixtures: fixturesFromLog(json(store.log)) });

  expect(titles(await controller.fetch(getList))).toEqual(['one', 'two', 'three']);
  expect(titles(await controller.fetch(getList))).toEqual(['one', 'two', 'three']);
});

it('repeats the previous response after a 304', async () => {
  let version = 1;
  await serve({
    'GET /cards/:id': ({ params, headers }) => {
      const etag = `"${version}"`;
      return headers['if-none-match'] === etag
        ? reply(304, null)
        : reply(200, { ...params, version }, { etag });
    },
  });
  const store = createTestStore();
  await store.dispatch(getCard.fetch({ id: '1' }));
  await store.dispatch(getCard.fetch({ id: '1' }));
  version = 2;
  await store.dispatch(getCard.fetch({ id: '1' }));
  expect(store.log.filter(getCard.matchFulfilled).map(({ meta }) => meta.isUnchanged)).toContain(true);

  const { controller } = createFixtureStore({ fixtures: fixturesFromLog(json(store.log)) });

  const versions: number[] = [];
  for (let i = 0; i < 3; i++) versions.push((await controller.fetch(getCard, { id: '1' })).version);
  expect(versions).toEqual([1, 1, 2]);
});

it('leaves out actions that DevTools skips', async () => {
  const { liftedStore } = await session();
  const { stagedActionIds, actionsById } = liftedStore.getState();
  const failed = stagedActionIds.find(id => get.matchRejected(actionsById[id]?.action)) as number;
  liftedStore.dispatch(ActionCreators.toggleAction(failed));

  const fixtures = fixturesFromLog(liftedStore.getState());

  expect(fixtures.map(({ endpoint }) => endpoint.name)).not.toContain(get.name);
});

it('keeps values that JSON cannot represent if the log has not been serialized', () => {
  const file = new Blob(['data']);
  const failure = Object.assign(new Error('offline'), { reason: 'a cable' });
  const [withFile, withError] = fixturesFromLog([
    get.setResponse({ id: '1' }, file),
    get.setError({ id: '2' }, failure),
  ]);
  expect(withFile?.response).toBe(file);
  expect(withError?.error).toBe(failure);
});

it('keeps response times if configured', async () => {
  const response = {
    type: 'rdc/setresponse',
    endpointName: get.name,
    args: [{ id: '1' }],
    meta: { fetchedAt: 1_000, date: 1_250.4, expiresAt: 5_000 },
    response: { id: '1' },
  };
  expect(fixturesFromLog([response], { delays: true })).toMatchObject([{ delay: 250 }]);
  expect(fixturesFromLog([response])[0]).not.toHaveProperty('delay');
});

it('lists the accepted values when it gets something else', () => {
  expect(() => fixturesFromLog({ anything: 'else' })).toThrow(RdcError);
  expect(() => fixturesFromLog(undefined)).toThrow(/the value is not a log\. Pass a list of actions/);
});

it('names an endpoint that the log needs but that is not loaded', () => {
  const response = { type: 'rdc/setresponse', endpointName: 'Todo.unheardOf', args: [], response: null };
  expect(() => fixturesFromLog([response])).toThrow(/no endpoint is named "Todo\.unheardOf"/);
});

it('reports an invalid endpoint name in a damaged log', () => {
  const response = { type: 'rdc/setresponse', endpointName: -1, key: 'GET /todos', args: [], response: null };
  expect(() => fixturesFromLog([response])).toThrow(RdcError);
  expect(() => fixturesFromLog([response])).toThrow(/the endpointName of an action is -1, expected a string/);
});

it.each([
  ['a failure of which no reason is left', { error: true }],
  ['a response that is missing', { error: false }],
])('reports that a damaged log lacks %s', (_what, fields) => {
  const response = {
    type: 'rdc/setresponse',
    endpointName: get.name,
    key: 'GET /todos/1',
    args: [{ id: '1' }],
  };
  expect(() => fixturesFromLog([{ ...response, ...fields }])).toThrow(RdcError);
  expect(() => fixturesFromLog([{ ...response, ...fields }])).toThrow(
    /an action of Todo\.get has no response/,
  );
});

it.each([
  ['no meta', undefined],
  ['no times', {}],
  ['times that are none', { date: { toString: 1, valueOf: 1 }, fetchedAt: [] }],
])('uses no delay if a damaged log has %s', (_what, meta) => {
  const response = { id: '1' };
  const log = [{ type: 'rdc/setresponse', endpointName: get.name, args: [{ id: '1' }], response, meta }];
  expect(fixturesFromLog(log, { delays: true })).toMatchObject([{ response, delay: 0 }]);
});
