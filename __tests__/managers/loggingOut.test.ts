import { createSlice, type Middleware } from '@reduxjs/toolkit';
import { actions, createDataClient, logoutManager, networkManager } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const getNews = new ApiEndpoint({ path: '/news', name: 'loggingOut.news' });
const getMail = new ApiEndpoint({ path: '/mail', name: 'loggingOut.mail' });

async function mailServer() {
  const session = { status: 200 };
  const api = await serve({
    'GET /news': () => ['sunny'],
    'GET /mail': () => (session.status === 200 ? ['hello'] : reply(session.status)),
  });
  return Object.assign(api, { session });
}

function createStore(options = {}) {
  const managers = [networkManager(), logoutManager(options)];
  return createTestStore({ client: createDataClient({ managers }) });
}

const resets = (log: readonly unknown[]) => log.filter(actions.reset.match).length;

it('resets the store on a 401 response', async () => {
  const { session } = await mailServer();
  const store = createStore();
  await store.dispatch(getNews.fetch());
  session.status = 401;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });

  expect(getNews.select()(store.getState()).data).toBeUndefined();
  expect(store.getState().rdc.lastReset).toBeGreaterThan(0);
});

it.each([403, 404, 500])('does not reset on a %d', async status => {
  const { session } = await mailServer();
  const store = createStore();
  await store.dispatch(getNews.fetch());
  session.status = status;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status });

  expect(getNews.select()(store.getState()).data).toEqual(['sunny']);
});

it('resets on an error that shouldLogout selects', async () => {
  const { session } = await mailServer();
  const store = createStore({ shouldLogout: (error: Error & { status?: number }) => error.status === 419 });
  session.status = 419;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 419 });

  expect(resets(store.log)).toBe(1);
});

it('passes the failed request to shouldLogout', async () => {
  const { session } = await mailServer();
  const shouldLogout = jest.fn(
    (_error: Error, { endpoint }: { endpoint: { name: string } }) => endpoint.name !== getMail.name,
  );
  const store = createStore({ shouldLogout });
  session.status = 401;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });

  expect(shouldLogout.mock.calls[0]).toMatchObject([
    { status: 401 },
    { endpoint: getMail, args: [], key: getMail.key() },
  ]);
  expect(resets(store.log)).toBe(0);
});

it('gives components the error, so that none refetches in a loop', async () => {
  const { session } = await mailServer();
  const store = createStore();
  session.status = 401;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });
  expect(getMail.select()(store.getState()).error).toMatchObject({ status: 401 });
  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });

  expect(resets(store.log)).toBe(1);
});

it('resets once per refused request, even if a public request succeeds in between', async () => {
  const { session } = await mailServer();
  const store = createStore();
  const getMore = getMail.extend({ name: 'loggingOut.more', searchParams: {} as { readonly page: number } });
  const status = (fetched: unknown) => (fetched as Promise<unknown>).catch(error => error.status);
  session.status = 401;

  // Like a page that refetches everything without an error.
  for (let round = 0; round < 4; round++) {
    if (getMail.select()(store.getState()).error === undefined) await status(store.dispatch(getMail.fetch()));
    await store.dispatch(getNews.fetch());
    const { error } = getMore.select({ page: 2 })(store.getState());
    if (error === undefined) await status(store.dispatch(getMore.fetch({ page: 2 })));
    await store.dispatch(getNews.fetch());
  }

  expect(resets(store.log)).toBe(2);
  session.status = 200;
  expect(await store.dispatch(getMail.fetch())).toEqual(['hello']);
  session.status = 401;
  await status(store.dispatch(getMore.fetch({ page: 3 })));
  expect(resets(store.log)).toBe(3);
  expect(getMail.select()(store.getState()).error).toBeUndefined();
});

it('resets again when another session ends', async () => {
  const { session } = await mailServer();
  const store = createStore();
  const outcome = () => store.dispatch(getMail.fetch()).catch(error => error.status);

  session.status = 401;
  await outcome();
  session.status = 200;
  expect(await outcome()).toEqual(['hello']);
  session.status = 401;
  await outcome();

  expect(resets(store.log)).toBe(2);
});

it('ends requests in flight together with the session', async () => {
  const api = await mailServer();
  const store = createStore();
  const held = api.hold('GET /news');
  const news = store.dispatch(getNews.fetch());
  await held.arrived;
  api.session.status = 401;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });

  await expect(news).rejects.toMatchObject({ name: 'ResetError' });
});

it('leaves a log that replays, also if recorded before the client', async () => {
  const api = await mailServer();
  const log: unknown[] = [];
  const client = createDataClient({ managers: [networkManager(), logoutManager()] });
  const record: Middleware = () => next => action => {
    if (String((action as { type?: unknown }).type).startsWith('rdc/')) log.push(action);
    return next(action);
  };
  const store = createTestStore({ client, first: [record] });
  const held = api.hold('GET /news');
  const news = store.dispatch(getNews.fetch());
  await held.arrived;
  api.session.status = 401;
  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });
  await expect(news).rejects.toMatchObject({ name: 'ResetError' });
  api.session.status = 200;
  await store.dispatch(getMail.fetch());

  expect(log.reduce(client.reducer as never, client.getInitialState())).toEqual(store.getState().rdc);
});

it('passes on the refused response once, before and after the client', async () => {
  const api = await mailServer();
  const inFront: unknown[] = [];
  const client = createDataClient({ managers: [networkManager(), logoutManager()] });
  const record: Middleware = () => next => action => {
    inFront.push(action);
    return next(action);
  };
  const refusals = createSlice({
    name: 'refusals',
    initialState: 0,
    reducers: {},
    extraReducers: builder => builder.addMatcher(getMail.matchRejected, count => count + 1),
  });
  const reducers = { refusals: refusals.reducer };
  const store = createTestStore({ client, first: [record], reducers });
  api.session.status = 401;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });

  expect((store.getState() as unknown as { refusals: number }).refusals).toBe(1);
  expect(inFront.filter(getMail.matchRejected)).toHaveLength(1);
  expect(store.log.filter(getMail.matchRejected)).toHaveLength(1);
  expect(resets(store.log)).toBe(1);
  expect(getMail.select()(store.getState()).error).toMatchObject({ status: 401 });
});

it('keeps nothing of the session except the error that ended it', async () => {
  const { session } = await mailServer();
  const store = createStore();
  await store.dispatch(getMail.fetch());
  await store.dispatch(getNews.fetch());
  session.status = 401;

  await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });

  const { endpoints, inflight } = store.getState().rdc;
  expect(getMail.select()(store.getState())).toMatchObject({ data: undefined, error: { status: 401 } });
  expect([endpoints.size, inflight.size]).toEqual([1, 0]);
});

it('installs the reducer that keeps the error', () => {
  const key = getMail.key();
  const { reducer } = createDataClient();
  const failed = actions.setResponse(getMail, { args: [], response: new Error('Unauthorized') });
  const before = reducer(undefined, failed);
  const action = { ...actions.reset(), meta: { failed: [key] } };
  // As in production, where the client's own reducer empties the store.
  const { failed: _failed, ...meta } = action.meta;
  const empty = reducer(before, { ...action, meta });

  const after = logoutManager().reducers?.['rdc/reset']?.(empty, action as never, before);

  expect(getMail.select()({ rdc: empty }).error).toBeUndefined();
  expect(getMail.select()({ rdc: after }).error).toMatchObject({ message: 'Unauthorized' });
});

it('resets once for a poll that is refused repeatedly, even if public requests succeed in between', async () => {
  const { session } = await mailServer();
  const store = createStore();
  session.status = 401;

  for (let poll = 0; poll < 4; poll++) {
    await expect(store.dispatch(getMail.fetch())).rejects.toMatchObject({ status: 401 });
    await store.dispatch(getNews.fetch());
  }

  expect(resets(store.log)).toBe(1);
});

it('does not reset a session that began after the refused request was sent', async () => {
  const api = await mailServer();
  const { session } = api;
  const store = createStore();
  session.status = 401;
  await store.dispatch(getMail.fetch()).catch(() => {});
  const held = api.hold('GET /mail');
  const old = store.dispatch(
    new ApiEndpoint({ path: '/mail', name: 'loggingOut.old', key: () => 'old' }).fetch(),
  );
  await held.arrived;
  // Such as a login.
  await store.dispatch(getNews.fetch());

  await held.release();
  await expect(old).rejects.toMatchObject({ status: 401 });

  expect(resets(store.log)).toBe(1);
  expect(getNews.select()(store.getState()).data).toEqual(['sunny']);
});
