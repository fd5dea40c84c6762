import { Controller, Entity, resource } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startScript } from './script';

class Author extends Entity {
  id = '';
  name = '';
  static key = 'NestedRecords.Author';
}
class Task extends Entity {
  id = '';
  title = '';
  author = Author.fromJS();
  static key = 'NestedRecords.Task';
  static schema = { author: Author };
}

const AuthorResource = resource({ path: '/authors/:id', schema: Author, Endpoint: ApiEndpoint });
const TaskResource = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });

/** The same mutations, with the author beside the task in the response. */
const create = new ApiEndpoint({
  path: '/envelopes',
  method: 'POST',
  body: {} as { readonly title: string },
  schema: { task: Task, author: Author },
  name: 'NestedRecords.create',
});
const createBesideList = create.extend({
  schema: { task: Task, authors: [Author] },
  name: 'NestedRecords.createBesideList',
});
const change = create.extend({
  path: '/envelopes/:id',
  method: 'PATCH',
  name: 'NestedRecords.change',
});

/** Mutations whose responses include the author. */
const CARRIERS = [
  [
    'creates',
    () => TaskResource.getList.push.fetch({ title: 'new', author: '1' as never }),
    'POST /tasks',
  ] as const,
  [
    'changes',
    () => TaskResource.partialUpdate.fetch({ id: '5' }, { title: 'new' }),
    'PATCH /tasks/5',
  ] as const,
  ['creates beside', () => create.fetch({ title: 'new' }), 'POST /envelopes'] as const,
  ['creates beside a list with', () => createBesideList.fetch({ title: 'new' }), 'POST /envelopes'] as const,
  ['changes beside', () => change.fetch({ id: '5' }, { title: 'new' }), 'PATCH /envelopes/5'] as const,
];

/** A server that processes mutations of an author only when told to. */
async function start() {
  let author: object | undefined = { id: '1', name: 'old' };
  let execute!: () => void;
  const told = new Promise<void>(resolve => {
    execute = resolve;
  });
  const task = (body: unknown) => ({ id: '5', ...(body as object), author });
  const envelope = (body: unknown) => ({
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
    'POST /tasks': ({ body }) => task(body),
    'PATCH /tasks/5': ({ body }) => task(body),
    'POST /envelopes': ({ body }) => envelope(body),
    'PATCH /envelopes/5': ({ body }) => envelope(body),
  });
  const store = createTestStore();
  const controller = new Controller(store);
  return { api, store, execute, author: () => controller.get(Author, { id: '1' }) };
}

describe.each(CARRIERS)(
  'the author in the response to a mutation that %s another record',
  (_, fetch, route) => {
    it('does not outrank a mutation that is processed after it', async () => {
      const { store, execute, author } = await start();
      const renamed = store.dispatch(AuthorResource.partialUpdate.fetch({ id: '1' }, { name: 'new' }));

      await store.dispatch(fetch() as ReturnType<typeof TaskResource.partialUpdate.fetch>);
      expect(author()).toMatchObject({ name: 'old' });
      execute();
      await renamed;

      expect(author()).toMatchObject({ name: 'new' });
    });

    it('does not bring back a record whose deletion is processed after it', async () => {
      const { api, store, execute, author } = await start();
      await store.dispatch(AuthorResource.get.fetch({ id: '1' }));
      const held = api.hold(route);
      const deleted = store.dispatch(AuthorResource.delete.fetch({ id: '1' }));
      const carried = store.dispatch(fetch() as ReturnType<typeof TaskResource.partialUpdate.fetch>);
      await held.arrived;

      execute();
      await deleted;
      expect(author()).toBeUndefined();
      await held.release();
      await carried;

      expect(author()).toBeUndefined();
    });
  },
);

it('a record with only the key of one in doubt is refetched once, not per later change', async () => {
  let author = { id: '1', name: 'old' };
  const { store, arrival, done, settle, mount } = await startScript({
    'GET /authors/:id': () => author,
    'PATCH /authors/:id': (_params: object, body: object) => {
      author = { ...author, ...body };
      return author;
    },
    'GET /tasks/:id': () => ({ id: '5', author: '1' }),
  });
  const rename = (name: string) => AuthorResource.partialUpdate.fetch({ id: '1' }, { name });
  await done(AuthorResource.get.fetch({ id: '1' }));
  await done(TaskResource.get.fetch({ id: '5' }));
  mount(TaskResource.get, { id: '5' });
  const both = Promise.all(['a', 'b'].map(name => store.dispatch(rename(name))));
  const visits = [await arrival('PATCH /authors/1'), await arrival('PATCH /authors/1')];
  for (const visit of visits) visit.respond();
  await both;
  expect(await settle()).toEqual(['GET /tasks/5']);

  await done(rename('c'));
  expect(await settle()).toEqual([]);
});
