import { actions, createDataClient, devToolsOptions, logoutManager, networkManager } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { reply } from '../helpers/startApi';

const getNews = new ApiEndpoint({ path: '/news', name: 'RefusedAgain.news' });
const getMail = new ApiEndpoint({ path: '/mail', name: 'RefusedAgain.mail' });
const getAdmin = new ApiEndpoint({ path: '/admin', name: 'RefusedAgain.admin' });

/** A server that always refuses one request, and a store whose first session that request has ended. */
async function loggedInAgain() {
  const session = { status: 200 };
  const api = await serve({
    'GET /news': () => ['sunny'],
    'GET /mail': () => (session.status === 200 ? ['hello'] : reply(session.status)),
    'GET /admin': () => reply(401),
  });
  const store = createTestStore({
    client: createDataClient({ managers: [networkManager(), logoutManager()] }),
  });
  const statusOf = (fetched: Promise<unknown>) =>
    fetched.then(
      () => 200,
      error => error.status,
    );
  expect(await statusOf(store.dispatch(getAdmin.fetch()))).toBe(401);
  // Such as a login.
  await store.dispatch(getMail.fetch());
  const resets = () => store.log.filter(actions.reset.match).length;
  expect(resets()).toBe(1);
  return { api, session, store, statusOf, resets };
}

it('resets when a session ends, whatever was refused before', async () => {
  const { session, store, statusOf, resets } = await loggedInAgain();
  // Does not reset, since it was already refused.
  expect(await statusOf(store.dispatch(getAdmin.fetch()))).toBe(401);
  expect(resets()).toBe(1);

  session.status = 401;
  expect(await statusOf(store.dispatch(getMail.fetch()))).toBe(401);

  expect(resets()).toBe(2);
  const [, reset = { type: '' }] = store.log.filter(actions.reset.match);
  expect(devToolsOptions().actionSanitizer(reset, 0).type).toBe('reset, since RefusedAgain.mail failed');
  expect(getMail.select()(store.getState()).data).toBeUndefined();
});

it('resets when a session ends, even if a public request succeeds while the refusal is in flight', async () => {
  const { api, session, store, statusOf, resets } = await loggedInAgain();
  expect(await statusOf(store.dispatch(getAdmin.fetch()))).toBe(401);
  session.status = 401;
  const held = api.hold('GET /mail');
  const mail = statusOf(store.dispatch(getMail.fetch()));
  await held.arrived;
  await store.dispatch(getNews.fetch());

  await held.release();
  expect(await mail).toBe(401);

  expect(resets()).toBe(2);
});

it('resets with any number of stored responses', async () => {
  const { session, store, statusOf } = await loggedInAgain();
  const getPage = new ApiEndpoint({ path: '/pages/:page', name: 'RefusedAgain.page' });
  await serve({
    'GET /pages/:page': ({ params }) => (session.status === 200 ? [params.page] : reply(session.status)),
  });
  for (let page = 0; page < 100; page++) await store.dispatch(getPage.fetch({ page }));
  session.status = 401;

  expect(await statusOf(store.dispatch(getPage.fetch({ page: 1 })))).toBe(401);

  expect(getPage.select({ page: 0 })(store.getState()).data).toBeUndefined();
  expect(getPage.select({ page: 1 })(store.getState()).error).toMatchObject({ status: 401 });
});
