import { Controller, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'CarriedAlong.Author';
}
class Task extends Entity {
  id = '';
  title = '';
  static key = 'CarriedAlong.Task';
}
const AuthorResource = resource({ path: '/authors/:id', schema: Author, Endpoint: ApiEndpoint });
const create = new ApiEndpoint({
  path: '/tasks',
  method: 'POST',
  body: {} as { readonly title: string },
  schema: { task: Task, author: Author },
  name: 'CarriedAlong.create',
});
const createWithList = create.extend({
  schema: { task: Task, authors: [Author] },
  name: 'CarriedAlong.createWithList',
});
const change = new ApiEndpoint({
  path: '/tasks/:id',
  method: 'PATCH',
  body: {} as { readonly title: string },
  schema: { task: Task, author: Author },
  name: 'CarriedAlong.change',
});

const CARRIERS = [
  ['a creation', () => create.fetch({ title: 'new' }), 'POST /tasks'],
  ['a creation, in a list', () => createWithList.fetch({ title: 'new' }), 'POST /tasks'],
  ['a change', () => change.fetch({ id: '5' }, { title: 'new' }), 'PATCH /tasks/5'],
] as const;

async function start() {
  let author: object | undefined = { id: '1', name: 'old' };
  let execute!: () => void;
  const told = new Promise<void>(resolve => {
    execute = resolve;
  });
  const response = (body: unknown) => ({
    task: { id: '5', ...(body as object) },
    author,
    authors: author ? [author] : [],
  });
  const api = await serve({
    'GET /authors/1': () => author,
    'PATCH /authors/1': async ({ body }) => {
      await told;
      author = { ...author, ...(body as object) };
      return author;
    },
    'DELETE /authors/1': async () => {
      await told;
      author = undefined;
      return {};
    },
    'POST /tasks': ({ body }) => response(body),
    'PATCH /tasks/5': ({ body }) => response(body),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  return { api, store, execute, author: () => controller.get(Author, { id: '1' }) };
}

describe.each(CARRIERS)('what stands beside the record of %s', (_, fetch, route) => {
  it('does not outrank what a mutation has written that is executed after it', async () => {
    const { store, execute, author } = await start();
    const renamed = store.dispatch(AuthorResource.partialUpdate.fetch({ id: '1' }, { name: 'new' }));
    await store.dispatch(fetch() as ReturnType<typeof create.fetch>);
    expect(author()).toMatchObject({ name: 'old' });
    execute();
    await renamed;
    expect(author()).toMatchObject({ name: 'new' });
  });

  it('brings back no record whose deletion is executed after it', async () => {
    const { api, store, execute, author } = await start();
    await store.dispatch(AuthorResource.get.fetch({ id: '1' }));
    const held = api.hold(route);
    const deleted = store.dispatch(AuthorResource.delete.fetch({ id: '1' }));
    const carried = store.dispatch(fetch() as ReturnType<typeof create.fetch>);
    await held.arrived;
    execute();
    await deleted;
    expect(author()).toBeUndefined();
    await held.release();
    await carried;
    expect(author()).toBeUndefined();
  });
});
