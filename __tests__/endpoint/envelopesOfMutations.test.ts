import { createDataClient, Entity, networkManager } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'EnvelopesOfMutations.Author';
}
class Task extends Entity {
  id = '';
  title = '';
  static key = 'EnvelopesOfMutations.Task';
}
const change = new ApiEndpoint({
  path: '/tasks/:id',
  method: 'PATCH',
  body: {} as { readonly title: string },
  schema: { task: Task, author: Author },
  name: 'EnvelopesOfMutations.change',
});
const create = new ApiEndpoint({
  path: '/tasks',
  method: 'POST',
  body: {} as { readonly title: string },
  schema: { task: Task },
  concurrency: 'latest',
  name: 'EnvelopesOfMutations.create',
});
const get = new ApiEndpoint({ path: '/tasks/:id', schema: Task, name: 'EnvelopesOfMutations.get' });

const routes = {
  'GET /tasks/:id': () => ({ id: '5', title: 'old' }),
  'PATCH /tasks/:id': ({ body }: { body: unknown }) => ({
    task: { id: '5', ...(body as object) },
    author: { id: '1', name: 'Ada' },
  }),
  'POST /tasks': ({ body }: { body: unknown }) => ({
    task: { ...(body as { title: string }), id: `of ${(body as { title: string }).title}` },
  }),
};

it.each([true, false])(
  'a mutation with an unknown record in its envelope succeeds (task known: %s)',
  async isKnown => {
    await serve(routes);
    const store = createTestStore();
    if (isKnown) await store.dispatch(get.fetch({ id: '5' }));
    const { task } = (await store.dispatch(change.fetch({ id: '5' }, { title: 'new' }))) as { task: Task };
    expect(task).toMatchObject({ title: 'new' });
    expect(get.select({ id: '5' })(store.getState()).data).toMatchObject({ title: 'new' });
  },
);

it.each(['a read in flight', 'a record of the other kind with the same id'])(
  'a mutation with another record in its envelope succeeds next to %s',
  async what => {
    const api = await serve({
      ...routes,
      'GET /slow': () => [],
      'GET /authors/:id': () => ({ id: '5', name: 'Bob' }),
    });
    const slow = new ApiEndpoint({ path: '/slow', schema: [Author], name: 'EnvelopesOfMutations.slow' });
    const author = new ApiEndpoint({
      path: '/authors/:id',
      schema: Author,
      name: 'EnvelopesOfMutations.author',
    });
    const store = createTestStore();
    await store.dispatch(get.fetch({ id: '5' }));
    const held = api.hold('GET /slow');
    const other =
      what === 'a read in flight' ? store.dispatch(slow.fetch()) : store.dispatch(author.fetch({ id: '5' }));
    if (what !== 'a read in flight') await other;
    else await held.arrived;
    const changed = await (
      store.dispatch(change.fetch({ id: '5' }, { title: 'new' })) as unknown as Promise<unknown>
    ).then(
      () => 'done',
      (e: Error) => e.message,
    );
    if (what === 'a read in flight') await held.release();
    await other;
    expect(changed).toBe('done');
    expect(get.select({ id: '5' })(store.getState()).data).toMatchObject({ title: 'new' });
  },
);

it('two creations in an envelope are both sent with `latest`', async () => {
  const api = await serve(routes);
  const client = createDataClient({ managers: [networkManager()] });
  const store = createTestStore({ client });
  const held = api.hold('POST /tasks');
  const first = store.dispatch(create.fetch({ title: 'a' }));
  await held.arrived;
  const second = store.dispatch(create.fetch({ title: 'b' }));
  await expect(second).resolves.toMatchObject({ task: { title: 'b' } });
  await held.release();
  await expect(first).resolves.toMatchObject({ task: { title: 'a' } });
});
