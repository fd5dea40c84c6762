import { Controller, Entity, GQLEndpoint, resource, type } from 'rdc-toolkit';
import { createTestStore } from '../helpers/createTestStore';
import { ApiEndpoint, serve } from '../helpers/serve';
import { startScript } from './script';

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

class Label extends Entity {
  id = '';
  title = '';
  static key = 'SentParts.Label';
}
const Labels = resource({
  path: '/labels/:id',
  schema: Label,
  searchParams: type<{ title: string }>(),
  Endpoint: ApiEndpoint,
});

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

/** Sends a mutation after one without a body that the server processed first and that lands last. */
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
])('counts rows of a bulk update %s as written, beside a related record', async (name, body) => {
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

it('counts flat fields beside wrapped ones as written', async () => {
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

it('counts both records of a flat body as written', async () => {
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

it('counts a record sent under its own name as written if the path names another', async () => {
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

it('counts the second mutation of a GraphQL request as written', async () => {
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

it.each<[string, string, (url: string) => unknown]>([
  [
    'a PATCH',
    'PATCH /tasks/5',
    () =>
      new ApiEndpoint({
        path: '/tasks/:id',
        method: 'PATCH',
        body: {} as { readonly title: string },
        schema: { author: Author, task: Task },
        name: 'SentParts.changeTask',
      }).fetch({ id: '5' }, { title: 'new' }),
  ],
  [
    'a GraphQL mutation',
    'POST /graphql',
    url =>
      new GQLEndpoint(`${url}/graphql`)
        .mutation(
          (_: { readonly id: string; readonly title: string }) =>
            'mutation Beside($id: ID!, $title: String!) { updateTask(id: $id, title: $title) { task { id title done } author { id title name } } }',
          { updateTask: { task: Task, author: Author } },
        )
        .fetch({ id: '5', title: 'new' }),
  ],
])('does not count a record beside the one that %s is about as written', async (_what, route, mutation) => {
  const parts = {
    task: { id: '5', title: 'new', done: false },
    author: { id: '1', title: 'before', name: 'a' },
  };
  const controller = await overtaking(
    {
      'POST /authors/1': () => ({ id: '1', title: 'touched', name: 'a' }),
      [route]: () => (route === 'POST /graphql' ? { data: { updateTask: parts } } : parts),
    },
    touchAuthor,
    'POST /authors/1',
    mutation,
  );
  expect(controller.get(Author, { id: '1' })).toMatchObject({ title: 'touched' });
});

describe('a field that a mutation sends unchanged, deep in its arguments', () => {
  const label = { schema: Label, method: 'POST', name: '' } as const;
  interface Named {
    readonly fetch: (...args: never[]) => unknown;
  }
  const ways: Record<string, (url: string) => [Named, (title: string) => readonly unknown[], string]> = {
    'of several records by their keys': () => [
      new ApiEndpoint({
        ...label,
        path: '/labels/bulk',
        schema: [Label],
        body: {} as { ids: string[]; changes: { title: string } },
        name: 'SentParts.bulkLabels',
      }),
      title => [{ ids: ['1'], changes: { title } }],
      'POST /labels/bulk',
    ],
    'in a body with a name around it': () => [
      new ApiEndpoint({
        ...label,
        path: '/labels/:id',
        body: {} as { label: { title: string } },
        name: 'SentParts.wrappedLabel',
      }),
      title => [{ id: '1' }, { label: { title } }],
      'POST /labels/1',
    ],
    'in the variables of a GraphQL mutation': url => [
      new GQLEndpoint(`${url}/graphql`).mutation(
        (_: { id: string; input: { title: string } }) =>
          'mutation Label($id: ID!, $input: I!) { updateLabel(id: $id, input: $input) { id title } }',
        { updateLabel: Label },
      ),
      title => [{ id: '1', input: { title } }],
      'POST /graphql',
    ],
  };

  it.each(Object.keys(ways))(
    '%s, casts doubt on the record and its lists if another one changed it',
    async way => {
      const labelled = (title?: string) => ({ id: '1', title });
      const api = await serve({
        'GET /labels': ({ query }) => (query.title === 'a' ? [labelled('a')] : []),
        'POST /labels/bulk': ({ body }) => [labelled((body as { changes: { title: string } }).changes.title)],
        'POST /labels/:id': ({ body }) => labelled((body as { label: { title: string } }).label.title),
        'POST /graphql': ({ body }) => {
          const { input } = (body as { variables: { input: { title: string } } }).variables;
          return { data: { updateLabel: labelled(input.title) } };
        },
      });
      const store = createTestStore();
      const [endpoint, argsOf, route] = (
        ways[way] as (url: string) => [Named, (title: string) => never[], string]
      )(api.url);
      const change = (to: string) =>
        store.dispatch(endpoint.fetch(...argsOf(to)) as never) as unknown as Promise<unknown>;
      await store.dispatch(Labels.getList.fetch({ title: 'a' }));
      await store.dispatch(Labels.getList.fetch({ title: 'b' }));
      const [first, second] = [api.hold(route), api.hold(route)];
      // As far as the responses tell, the server may have processed either first.
      const same = change('a');
      await first.arrived;
      const other = change('b');
      await second.arrived;
      await second.release();
      await other;
      await first.release();
      await same;

      const statuses = ['a', 'b'].map(
        title => Labels.getList.select({ title })(store.getState()).expiryStatus,
      );
      expect(statuses).toEqual(['stale', 'stale']);
    },
  );
});

describe('a POST that declares what it writes of an existing record with `writes`', () => {
  const set = new ApiEndpoint({
    path: '/set-task',
    method: 'POST',
    body: {} as Partial<Task>,
    schema: Task,
    writes: body => Object.keys(body) as 'title'[],
    name: 'SentParts.setTask',
  });
  const { get } = resource({ path: '/tasks/:id', schema: Task, Endpoint: ApiEndpoint });

  it.each([
    [0, 1],
    [1, 0],
  ])('casts no doubt beside another POST of other fields: %i before %i', async (...order) => {
    let task: object = { id: '1', title: 'a', done: false };
    const { store, arrival, done, settle, mount } = await startScript({
      'GET /tasks/:id': () => task,
      'POST /set-task': (_params: object, body: object) => {
        task = { ...task, ...body };
        return task;
      },
    });
    await done(get.fetch({ id: '1' }));
    mount(get, { id: '1' });
    const both = Promise.all([
      store.dispatch(set.fetch({ id: '1', title: 'b' })),
      store.dispatch(set.fetch({ id: '1', done: true })),
    ]);
    const visits = [await arrival('POST /set-task'), await arrival('POST /set-task')];
    for (const visit of visits) visit.act();
    for (const i of order) visits[i]?.respond();
    await both;

    expect(await settle()).toEqual([]);
    expect(get.select({ id: '1' })(store.getState()).data).toEqual(
      Task.fromJS({ id: '1', title: 'b', done: true }),
    );
  });
});
