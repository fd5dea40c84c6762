import { Controller, Entity, GQLEndpoint } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';

class Author extends Entity {
  id = '';
  title = '';
  name = '';
  static key = 'SentParts.Author';
}
class Task extends Entity {
  id = '';
  title = '';
  done = false;
  static key = 'SentParts.Task';
}
class Settings extends Entity {
  id = '';
  theme = '';
  static key = 'SentParts.Settings';
}
class Profile extends Entity {
  id = '';
  name = '';
  static key = 'SentParts.Profile';
}

const touchTask = new ApiEndpoint({
  path: '/tasks/:id',
  method: 'POST',
  body: undefined,
  schema: Task,
  name: 'SentParts.touchTask',
});
const touchSettings = new ApiEndpoint({
  path: '/settings/:id',
  method: 'POST',
  body: undefined,
  schema: Settings,
  name: 'SentParts.touchSettings',
});
const touchAuthor = new ApiEndpoint({
  path: '/authors/:id',
  method: 'POST',
  body: undefined,
  schema: Author,
  name: 'SentParts.touchAuthor',
});

/** Sends a mutation after another without a body that the server executed before it, and that lands after it. */
async function overtaking(
  routes: Parameters<typeof serve>[0],
  earlier: { fetch: (args: never) => unknown },
  route: string,
  mutation: (url: string) => unknown,
) {
  const api = await serve(routes);
  const store = createTestStore();
  const controller = new Controller(store);
  const held = api.hold(route);
  const touching = store.dispatch(
    earlier.fetch({ id: '1' } as never) as never,
  ) as unknown as Promise<unknown>;
  await held.arrived;
  await (store.dispatch(mutation(api.url) as never) as unknown as Promise<unknown>);
  await held.release();
  await touching;
  return controller;
}

const rows = [{ id: '1', title: 'new' }];
it.each<[string, object]>([
  ['in a field', { tasks: rows }],
  ['that are the body', rows],
])('rows of a bulk update %s, beside a record that is carried along', async (name, body) => {
  const bulk = new ApiEndpoint({
    path: '/bulk',
    method: 'PUT',
    body: {} as object,
    schema: { tasks: [Task], author: Author },
    name: `SentParts.bulk ${name}`,
  });
  const controller = await overtaking(
    {
      'POST /tasks/1': () => ({ id: '1', title: 'old', done: false }),
      'PUT /bulk': () => ({
        tasks: [{ id: '1', title: 'new', done: false }],
        author: { id: '9', name: 'a' },
      }),
    },
    touchTask,
    'POST /tasks/1',
    () => bulk.fetch(body),
  );
  expect(controller.get(Task, { id: '1' })).toMatchObject({ title: 'new' });
});

it('fields sent flat beside the wrapped ones of another', async () => {
  const save = new ApiEndpoint({
    path: '/me',
    method: 'PATCH',
    body: {} as { readonly theme: string; readonly profile: { readonly name: string } },
    schema: { settings: Settings, profile: Profile },
    name: 'SentParts.me',
  });
  const controller = await overtaking(
    {
      'POST /settings/1': () => ({ id: '1', theme: 'light' }),
      'PATCH /me': () => ({ settings: { id: '1', theme: 'dark' }, profile: { id: '2', name: 'x' } }),
    },
    touchSettings,
    'POST /settings/1',
    () => save.fetch({ theme: 'dark', profile: { name: 'x' } }),
  );
  expect(controller.get(Settings, { id: '1' })).toMatchObject({ theme: 'dark' });
});

it('both of two records that a flat body has fields of', async () => {
  const save = new ApiEndpoint({
    path: '/me',
    method: 'PATCH',
    body: {} as { readonly theme: string; readonly name: string },
    schema: { profile: Profile, settings: Settings },
    name: 'SentParts.meFlat',
  });
  const controller = await overtaking(
    {
      'POST /settings/1': () => ({ id: '1', theme: 'light' }),
      'PATCH /me': () => ({ settings: { id: '1', theme: 'dark' }, profile: { id: '2', name: 'x' } }),
    },
    touchSettings,
    'POST /settings/1',
    () => save.fetch({ theme: 'dark', name: 'x' }),
  );
  expect(controller.get(Settings, { id: '1' })).toMatchObject({ theme: 'dark' });
});

it('a record that is sent under its own name, where the path names another', async () => {
  const change = new ApiEndpoint({
    path: '/tasks/:id',
    method: 'PATCH',
    body: {} as { readonly title: string; readonly author: { readonly id: string; readonly name: string } },
    schema: { task: Task, author: Author },
    name: 'SentParts.changeBoth',
  });
  const controller = await overtaking(
    {
      'POST /authors/1': () => ({ id: '1', title: '', name: 'old' }),
      'PATCH /tasks/5': () => ({
        task: { id: '5', title: 'new', done: false },
        author: { id: '1', title: '', name: 'new' },
      }),
    },
    touchAuthor,
    'POST /authors/1',
    () => change.fetch({ id: '5' }, { title: 'new', author: { id: '1', name: 'new' } }),
  );
  expect(controller.get(Author, { id: '1' })).toMatchObject({ name: 'new' });
});

it('the second of two mutations in one GraphQL request', async () => {
  const change = (url: string) =>
    new GQLEndpoint(`${url}/graphql`).mutation(
      (_: { readonly task: object; readonly author: object }) =>
        'mutation SentParts($task: T!, $author: A!) { updateTask(input: $task) { id title done } updateAuthor(input: $author) { id title name } }',
      { updateTask: Task, updateAuthor: { author: Author } },
    );
  const controller = await overtaking(
    {
      'POST /authors/1': () => ({ id: '1', title: '', name: 'old' }),
      'POST /graphql': () => ({
        data: {
          updateTask: { id: '1', title: 'new', done: false },
          updateAuthor: { author: { id: '1', title: '', name: 'new' } },
        },
      }),
    },
    touchAuthor,
    'POST /authors/1',
    url => change(url).fetch({ task: { id: '1', title: 'new' }, author: { id: '1', name: 'new' } }),
  );
  expect(controller.get(Author, { id: '1' })).toMatchObject({ name: 'new' });
});
