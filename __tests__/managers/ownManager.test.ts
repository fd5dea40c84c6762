import { configureStore, type Middleware } from '@reduxjs/toolkit';
import {
  actions,
  createDataClient,
  type DataState,
  dehydrate,
  type Manager,
  networkManager,
  RestEndpoint,
} from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const getThing = new ApiEndpoint({ path: '/things/:id', name: 'ownManager.get' });
const createThing = new ApiEndpoint({ path: '/things', body: {} as object, name: 'ownManager.create' });

/** Reports how long each request took; shown in docs/guides/managers.md. */
function timingManager(report: (key: string, length: number) => void): Manager {
  return () => {
    const startedAt = new Map<string, number>();
    return next => action => {
      const result = next(action);
      if (actions.fetch.match(action)) startedAt.set(action.meta.requestId, performance.now());
      if (actions.setResponse.match(action) && action.meta.requestId !== undefined) {
        const start = startedAt.get(action.meta.requestId);
        startedAt.delete(action.meta.requestId);
        if (start !== undefined) report(action.key, performance.now() - start);
      }
      return result;
    };
  };
}

it('lets an app add a custom manager', async () => {
  await serve({ 'GET /things/:id': ({ params }) => params });
  const report = jest.fn();
  const client = createDataClient({ managers: [timingManager(report), networkManager()] });
  const store = createTestStore({ client });

  await store.dispatch(getThing.fetch({ id: '5' }));

  expect(report).toHaveBeenCalledWith('GET /things/5', expect.any(Number));
});

it('keeps the state of a manager separate for each store', async () => {
  await serve({ 'GET /things/:id': () => reply(204) });
  const seen: string[][] = [];
  const counting: Manager = () => {
    const own: string[] = [];
    seen.push(own);
    return next => action => {
      if (actions.fetch.match(action)) own.push(action.key);
      return next(action);
    };
  };
  const client = createDataClient({ managers: [counting, networkManager()] });
  const [one] = [createTestStore({ client }), createTestStore({ client })];

  await one.dispatch(getThing.fetch({ id: '5' }));

  expect(seen).toEqual([['GET /things/5'], []]);
});

it('lets a manager run as a plain middleware', async () => {
  await serve({ 'GET /things/:id': ({ params }) => params });
  const client = createDataClient({ managers: [] });
  const store = createTestStore({ client, first: [networkManager() as Middleware] });

  await expect(store.dispatch(getThing.fetch({ id: '5' }))).resolves.toEqual({ id: '5' });
});

/** Sends a user's cookies for a page; shown in docs/guides/server-rendering.md. */
function cookieManager(cookie: string): Manager {
  return networkManager({
    request(endpoint, args, options) {
      const withCookie: typeof endpoint =
        endpoint instanceof RestEndpoint
          ? endpoint.extend({ getHeaders: headers => endpoint.getHeaders({ ...headers, cookie }) })
          : endpoint;
      return withCookie.request(args, options);
    },
  });
}

it("lets a store send cookies along with an endpoint's headers", async () => {
  const api = await serve({ 'GET /things/:id': ({ params }) => params });
  const client = createDataClient({ managers: [cookieManager('session=5')] });
  const requestInit = { headers: { 'X-Version': '2' } };
  const getVersioned = getThing.extend({ requestInit, name: 'ownManager.getVersioned' });
  const getSigned = getVersioned.extend({
    getHeaders: headers => ({ ...headers, Authorization: 'Bearer 7' }),
    name: 'ownManager.getSigned',
  });

  const store = createTestStore({ client });
  await store.dispatch(getVersioned.fetch({ id: '5' }));
  await store.dispatch(getSigned.fetch({ id: '6' }));

  const [plain, signed] = api.seen.map(({ headers }) => headers);
  expect(plain).toMatchObject({ cookie: 'session=5', 'x-version': '2' });
  expect(signed).toMatchObject({ cookie: 'session=5', 'x-version': '2', authorization: 'Bearer 7' });
});

it('lets another manager respond instead of the network', async () => {
  const offline: Manager = api => next => action => {
    const result = next(action);
    if (actions.fetch.match(action)) {
      const { endpoint, args, meta } = action;
      const response = { id: 'from elsewhere' };
      api.dispatch(actions.setResponse(endpoint, { args, response, requestId: meta.requestId }));
      meta.resolve(response);
    }
    return result;
  };
  const store = createTestStore({ client: createDataClient({ managers: [offline] }) });

  await expect(store.dispatch(getThing.fetch({ id: '5' }))).resolves.toEqual({ id: 'from elsewhere' });
});

it('sends no request when a log from JSON is dispatched', async () => {
  const api = await serve({ 'GET /things/:id': ({ params }) => params, 'POST /things': () => ({ id: '1' }) });
  const store = createTestStore();
  await store.dispatch(getThing.fetch({ id: '5' }));
  await store.dispatch(createThing.fetch({}));
  store.dispatch(getThing.subscribe({ id: '5' }));
  const log = JSON.parse(JSON.stringify(store.log));
  const client = createDataClient();
  const replayed = configureStore({
    reducer: { rdc: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });

  for (const action of log) replayed.dispatch(action);

  expect(api.requests).toHaveLength(2);
  expect(replayed.getState().rdc).toEqual(store.getState().rdc);
});

it('calls the clean-up of each manager that has one', () => {
  const cleanup = jest.fn();
  const holding: Manager = () => Object.assign((next: (action: unknown) => unknown) => next, { cleanup });
  const plain: Middleware = () => next => action => next(action);
  const client = createDataClient({ managers: [holding, plain] });
  const store = createTestStore({ client });
  expect(cleanup).not.toHaveBeenCalled();

  client.cleanup(store);

  expect(cleanup).toHaveBeenCalledTimes(1);
});

it('installs the reducer of its own actions', () => {
  const manager: Manager = Object.assign(() => (next: (action: unknown) => unknown) => next, {
    reducers: { 'clock/moved': (state: DataState) => ({ ...state, lastReset: 5 }) },
  });
  const client = createDataClient({ managers: [manager] });
  const before = client.getInitialState();

  expect(client.reducer(before, { type: 'clock/moved' }).lastReset).toBe(5);
  expect(createDataClient().reducer(before, { type: 'clock/moved' })).toBe(before);
});

it.each([
  ['rdc/gc', 'gcManager', actions.gc({ entities: {}, requests: ['GET /todos'] })],
  ['rdc/hydrate', 'hydrationManager', actions.hydrate(dehydrate(createDataClient().getInitialState()))],
])('an %s changes nothing without its manager, which the warning names', (type, manager, action) => {
  const store = createTestStore({ client: createDataClient() });
  const before = store.getState().rdc;

  store.dispatch(action);

  expect(store.getState().rdc).toBe(before);
  expect(store.complaints.splice(0)).toEqual([
    `console.error: rdc-toolkit: ${type} changed nothing: its reducer is not installed. Add ${manager}() to the managers of createDataClient().`,
  ]);
});

it('an action named like an inherited property belongs to no manager', () => {
  const store = createTestStore({ client: createDataClient() });
  const before = store.getState().rdc;

  store.dispatch({ type: 'toString' });

  expect(store.getState().rdc).toBe(before);
  expect(store.complaints).toEqual([]);
});
