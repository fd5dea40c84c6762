import { Controller, Endpoint, Entity, Invalidate, MissingRecordError, NetworkError } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { hangUp, reply } from '../helpers/startApi';
import { serveTodos, Todo, TodoResource } from '../helpers/todos';

const { get, getList } = TodoResource;

/** A store that holds todo 1, and a server that sends this response to the next request for it. */
async function failing(response: unknown) {
  const api = await serveTodos();
  const store = createTestStore();
  const todo = await store.dispatch(get.fetch({ id: 1 }));
  const held = api.hold('GET /todos/1');
  const asked = store.dispatch(get.fetch({ id: 1 }));
  await held.arrived;
  await held.release(response);
  return { api, store, todo, asked, select: () => get.select({ id: 1 })(store.getState()) };
}

it('rejects with a NetworkError, and stores it as the error of the request', async () => {
  const { store, asked, select } = await failing(reply(404, { message: 'gone' }));

  await expect(asked).rejects.toThrow(NetworkError);
  await expect(asked).rejects.toMatchObject({ status: 404, data: { message: 'gone' } });
  expect(select().error).toBe(await asked.catch((error: unknown) => error));
  expect(new Controller(store).getError(get, { id: 1 })).toBe(select().error);
});

it.each([
  ['says that it has failed', reply(500)],
  ['hangs up', hangUp()],
])('keeps showing data when the server %s', async (_what, response) => {
  const { todo, asked, select } = await failing(response);

  await expect(asked).rejects.toMatchObject({ status: 500 });
  expect(select()).toMatchObject({ error: undefined, expiryStatus: 'valid' });
  expect(select().data).toBe(todo);
});

it.each([
  ['had been read before', true],
  ['was never there', false],
])('shows a record that %s when it arrives after a 404', async (_which, isKnown) => {
  const api = await serveTodos();
  const store = createTestStore();
  const at = { id: 4 };
  const select = () => get.select(at)(store.getState());
  if (isKnown) {
    await store.dispatch(getList.push.fetch({ title: 'four' }));
    await store.dispatch(get.fetch(at));
    api.rows.delete('4');
  }
  await expect(store.dispatch(get.fetch(at))).rejects.toMatchObject({ status: 404 });
  expect(select().error).toMatchObject({ status: 404 });

  await store.dispatch(getList.push.fetch({ title: 'again' }));
  expect(select()).toMatchObject({ data: { id: '4', title: 'again' }, error: undefined });

  // A record from before the failure does not clear it.
  api.rows.delete('4');
  await expect(store.dispatch(get.fetch(at))).rejects.toMatchObject({ status: 404 });
  expect(select().error).toMatchObject({ status: 404 });
});

it('shows the error of a request whose string argument names a missing record', async () => {
  await serveTodos();
  const store = createTestStore();
  const getByText = new Endpoint(
    async (id: string): Promise<never> => {
      throw new Error(`no ${id}`);
    },
    { name: 'failing.getByText', schema: Todo },
  );
  await expect(store.dispatch(getByText.fetch('9'))).rejects.toThrow('no 9');

  expect(getByText.select('9')(store.getState())).toMatchObject({
    data: undefined,
    error: { message: 'no 9' },
    expiryStatus: 'invalid',
  });
});

it('clears the error when a later request succeeds', async () => {
  const { store, asked, select } = await failing(reply(404));
  await expect(asked).rejects.toThrow();

  const again = await store.dispatch(get.fetch({ id: 1 }));

  expect(select()).toMatchObject({ data: again, error: undefined });
});

it('lets an endpoint decide if old data shows after an error', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const strict = get.extend({ name: 'strict', errorPolicy: () => 'hard' });
  const lenient = get.extend({ name: 'lenient', errorPolicy: () => 'soft' });
  await store.dispatch(get.fetch({ id: 1 }));

  for (const [endpoint, shows] of [
    [strict, true],
    [lenient, false],
  ] as const) {
    const held = api.hold('GET /todos/1');
    const asked = store.dispatch(endpoint.fetch({ id: 1 }));
    await held.arrived;
    await held.release(reply(418));
    await expect(asked).rejects.toMatchObject({ status: 418 });
    expect(endpoint.select({ id: 1 })(store.getState()).error !== undefined).toBe(shows);
  }
});

it('treats every policy result other than soft as hard', async () => {
  const api = await serveTodos();
  const store = createTestStore();
  const loose = get.extend({ name: 'loose', errorPolicy: () => false as never });
  const held = api.hold('GET /todos/1');
  const asked = store.dispatch(loose.fetch({ id: 1 }));
  await held.arrived;
  await held.release(reply(500));

  await expect(asked).rejects.toMatchObject({ name: 'NetworkError', status: 500 });
  expect(loose.select({ id: 1 })(store.getState())).toMatchObject({
    isFetching: false,
    error: { status: 500 },
  });
});

it('uses the right article in a message about an entity', async () => {
  class Issue extends Entity {
    id = '';
    static key = 'Issue';
  }
  const issues = new ApiEndpoint({ path: '/issues/:id', schema: Issue, name: 'issues' });
  await serve({ 'GET /issues/:id': () => ({ title: 'nameless' }) });

  await expect(createTestStore().dispatch(issues.fetch({ id: 1 }))).rejects.toThrow(
    'Cannot store an Issue from',
  );
});

describe('a response that cannot be stored', () => {
  it.each([
    ['no key', { title: 'nameless' }, 'Cannot store a Todo from Todo.get: pk() found no key'],
    ['another shape', [{ id: '1' }], 'Todo'],
  ])('becomes the error of its request and changes nothing else (%s)', async (_what, response, message) => {
    const { store, todo, asked, select } = await failing(response);

    await expect(asked).rejects.toThrow(message);
    expect(select().error?.message).toContain(message);
    expect(store.client.selectors.selectQuery(Todo, { id: '1' })(store.getState())).toBe(todo);
  });

  it('can be refetched after errorExpiryLength, not dataExpiryLength', async () => {
    const { store, asked } = await failing({ title: 'nameless' });
    await expect(asked).rejects.toThrow();

    const { errorExpiresAt = 0 } = Object.values(store.getState().rdc.endpoints.root ?? {})[0]?.meta ?? {};
    expect(errorExpiresAt - Date.now()).toBeLessThanOrEqual(1_000);
  });
});

describe('a response that requires a deleted record', () => {
  class Owner extends Entity {
    id = '';
    name = '';
    static key = 'Owner';
  }
  class Repo extends Entity {
    id = '';
    owner = Owner.fromJS();
    static key = 'Repo';
    static schema = { owner: Owner };
  }
  const getRepo = new ApiEndpoint({ path: '/repos/:id', name: 'getRepo', schema: Repo });
  const getOwner = new ApiEndpoint({ path: '/owners/:id', name: 'getOwner', schema: Owner });
  const start = async () => {
    await serve({
      'GET /repos/:id': ({ params }) => ({ id: params.id, owner: '7' }),
      'GET /owners/:id': ({ params }) => ({ id: params.id, name: 'Ada' }),
    });
    const store = createTestStore();
    new Controller(store).set(new Invalidate(Owner), { id: '7' }, { id: '7' });
    return store;
  };

  it('rejects with an error that names the record', async () => {
    const store = await start();
    const asked = store.dispatch(getRepo.fetch({ id: 1 }));

    await expect(asked).rejects.toThrow(MissingRecordError);
    await expect(asked).rejects.toThrow('it needs the Owner "7", which was deleted');
    expect(getRepo.select({ id: 1 })(store.getState()).error).toBeInstanceOf(MissingRecordError);
  });

  it('is shown as soon as the record comes back', async () => {
    const store = await start();
    await expect(store.dispatch(getRepo.fetch({ id: 1 }))).rejects.toThrow();

    await store.dispatch(getOwner.fetch({ id: 7 }));

    expect(getRepo.select({ id: 1 })(store.getState())).toMatchObject({
      data: { owner: { name: 'Ada' } },
      error: undefined,
      expiryStatus: 'valid',
    });
  });
});

it('causes no unhandled rejection, since the error is in the store', async () => {
  const api = await serveTodos();
  const store = createTestStore();

  store.dispatch(get.fetch({ id: 99 }));
  while (store.log.length < 2) await new Promise(resolve => setTimeout(resolve, 5));

  expect(api.requests).toHaveLength(1);
  expect(get.select({ id: 99 })(store.getState()).error).toMatchObject({ status: 404 });
});

it('stores an error set by the app', () => {
  const store = createTestStore();

  store.dispatch(getList.setError({}, Object.assign(new Error('offline'), { status: 503 })));

  expect(getList.select()(store.getState()).error?.message).toBe('offline');
});
