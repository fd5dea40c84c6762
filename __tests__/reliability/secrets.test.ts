import { inspect } from 'node:util';
import { createDataClient, Entity, GQLEndpoint, networkManager, resource } from 'rdc-toolkit';
import { createTestStore, type TestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';

const SECRET = 'hunter2-never-to-be-seen';

class Account extends Entity {
  id = '';
  name = '';
  static key = 'secrets.Account';
}

/** Sends credentials in every way that an endpoint supports. */
class PrivateEndpoint extends ApiEndpoint {
  override getHeaders(headers: Readonly<Record<string, string>>) {
    return { ...headers, Authorization: `Bearer ${SECRET}`, Cookie: `session=${SECRET}` };
  }
  override async getRequestInit(body: unknown): Promise<RequestInit> {
    return { ...(await super.getRequestInit(body)), credentials: 'include', referrer: '' };
  }
}

const AccountResource = resource({
  path: '/accounts/:id',
  schema: Account,
  Endpoint: PrivateEndpoint,
  optimistic: true,
});
const fixedHeaders = AccountResource.get.extend({
  name: 'secrets.fixed',
  path: '/fixed/:id',
  requestInit: { headers: { 'X-Api-Key': SECRET } },
});

const withCookie = { 'set-cookie': `session=${SECRET}`, 'x-token': SECRET, 'www-authenticate': SECRET };

/** Everything that a tool could record of log and state: enumerable parts, and what live parts serialize to. */
function everythingIn(store: TestStore): string {
  const parts: unknown[] = [store.log, store.getState()];
  for (const action of store.log) {
    for (const name of Object.getOwnPropertyNames(action)) parts.push(action[name]);
    for (const name of Object.getOwnPropertyNames(action.meta ?? {})) {
      parts.push((action.meta as Readonly<Record<string, unknown>>)[name]);
    }
  }
  return parts.map(part => JSON.stringify(part) ?? '').join('\n');
}

it.each([
  ['responds', () => reply(200, { id: '1', name: 'Ada' }, withCookie)],
  ['refuses with a body', () => reply(401, { message: 'who are you?' }, withCookie)],
  ['refuses without a body', () => reply(403, undefined, withCookie)],
  ['breaks', () => reply(500, 'out of order', withCookie)],
  ['responds with a page', () => reply(200, '<p>hello</p>', { ...withCookie, 'content-type': 'text/html' })],
  ['responds with another shape', () => reply(200, [1, 2, 3], withCookie)],
  ['hangs up', hangUp],
])('keeps credentials out of log and state when a server %s', async (_what, response) => {
  const api = await serve({
    'GET /accounts/:id': response,
    'GET /fixed/:id': response,
    'GET /accounts': response,
    'POST /accounts': response,
    'PATCH /accounts/:id': response,
    'DELETE /accounts/:id': response,
  });
  const store = createTestStore({ client: createDataClient({ managers: [networkManager()] }) });
  const { get, getList, partialUpdate } = AccountResource;
  const requests = [
    get.fetch({ id: '1' }),
    fixedHeaders.fetch({ id: '1' }),
    getList.fetch(),
    getList.push.fetch({ name: 'Ada' }),
    partialUpdate.fetch({ id: '1' }, { name: 'Grace' }),
    AccountResource.delete.fetch({ id: '1' }),
  ];
  await Promise.allSettled(requests.map(request => store.dispatch(request as never)));

  // The server received them, so there was something to leak.
  expect(api.seen.filter(({ headers }) => JSON.stringify(headers).includes(SECRET))).toHaveLength(
    requests.length,
  );
  expect(everythingIn(store)).not.toContain(SECRET);
  expect(inspect(store.getState(), { depth: null, showHidden: false })).not.toContain(SECRET);
  const said = store.complaints.splice(0);
  expect(said.join()).not.toContain(SECRET);
  // If keys arrive instead of records, the list reports what it leaves out.
  expect(said.filter(text => !text.includes('A list leaves out secrets.Account'))).toEqual([]);
});

it('keeps credentials out of log and state when a GraphQL query fails', async () => {
  const { url } = await serve({
    'POST /graphql': () => reply(200, { errors: [{ message: 'no' }] }, withCookie),
  });
  const getAccount = new GQLEndpoint(`${url}/graphql`, {
    requestInit: { headers: { Authorization: SECRET } },
  }).query((_: { id: string }) => 'query ($id: ID!) { account(id: $id) { id } }', { account: Account });
  const store = createTestStore();

  const [outcome] = await Promise.allSettled([store.dispatch(getAccount.fetch({ id: '1' }))]);

  expect(outcome?.status).toBe('rejected');
  expect(everythingIn(store)).not.toContain(SECRET);
});
