import { describe, expect, it } from 'vitest';
import { clientOf, gone, inPath, listOf, type Members, newStore, record } from './client.js';
import { ok, ref } from './helpers.js';

const Task = record('id', 'title');
const [one, two] = [
  { id: '1', title: 'One' },
  { id: '2', title: 'Two' },
];
const body = { required: true, content: { 'application/json': { schema: record('title') } } };
const parameters = [inPath('id')];

/** The titles in a list, and its expiry status. */
function shown(store: ReturnType<typeof newStore>, { getList }: Pick<Members, 'getList'>, ...args: object[]) {
  const { data, expiryStatus } = getList.select(...(args as never[]))(store.getState());
  const list = Array.isArray(data) ? data : Object.values((data ?? {}) as object).find(Array.isArray);
  return { titles: (list as { title: string }[] | undefined)?.map(({ title }) => title), expiryStatus };
}

describe('a record that no request fetches on its own', () => {
  const list = { operationId: 'list', responses: listOf('Task') };
  const create = { operationId: 'create', requestBody: body, responses: ok(ref('Task')) };

  it('has a resource whose creations, updates and deletions appear in its lists', async () => {
    const { resource, mock } = await clientOf(
      {
        '/tasks': { get: list, post: create },
        '/tasks/{taskId}': {
          parameters: [inPath('taskId')],
          patch: { operationId: 'change', requestBody: body, responses: gone },
          delete: { operationId: 'remove', responses: gone },
        },
      },
      { Task },
      `import { TaskResource } from './generated/TaskResource';
// @ts-expect-error the API has no such request
export const none = () => TaskResource.get({ id: '1' });`,
    );
    mock.respond('list', [one]);
    mock.respond('create', two);
    for (const name of ['change', 'remove']) mock.respond(name, undefined, 204);
    const tasks = await resource('TaskResource');
    const store = newStore();
    await store.dispatch(tasks.getList.fetch());
    await store.dispatch(tasks.getList.push.fetch({ title: 'Two' }));
    expect(shown(store, tasks).titles).toEqual(['One', 'Two']);
    await store.dispatch(tasks.partialUpdate.fetch({ id: '1' }, { title: 'Changed' }));
    expect(shown(store, tasks).titles).toEqual(['Changed', 'Two']);
    await store.dispatch(tasks.delete.fetch({ id: '1' }));
    expect(shown(store, tasks).titles).toEqual(['Two']);
  });

  it('has a resource even with only a list and creations', async () => {
    const { resource, mock } = await clientOf({ '/tasks': { get: list, post: create } }, { Task });
    mock.respond('list', [one]);
    mock.respond('create', two);
    const tasks = await resource('TaskResource');
    const store = newStore();
    await store.dispatch(tasks.getList.fetch());
    await store.dispatch(tasks.getList.push.fetch({ title: 'Two' }));
    expect(shown(store, tasks).titles).toEqual(['One', 'Two']);
  });

  it('has no resource if it is fetched elsewhere and a deletion only takes it out of a list', async () => {
    const { resource, mock } = await clientOf(
      {
        '/tasks/{id}': { get: { operationId: 'get', parameters, responses: ok(ref('Task')) } },
        '/days/{day}/tasks': { get: { ...list, parameters: [inPath('day')] } },
        '/days/{day}/tasks/{id}': {
          delete: { operationId: 'free', parameters: [inPath('day'), ...parameters], responses: gone },
        },
      },
      { Task },
    );
    expect(await resource('TaskResource').catch(() => 'none')).toBe('none');
    expect(mock.requests).toEqual([]);
  });
});

it('marks lists as stale after a creation without a response body', async () => {
  const { resource, mock } = await clientOf(
    {
      '/tasks': {
        get: { operationId: 'list', responses: listOf('Task') },
        post: { operationId: 'create', requestBody: body, responses: { 201: { description: 'created' } } },
      },
      '/tasks/{id}': { get: { operationId: 'get', parameters, responses: ok(ref('Task')) } },
    },
    { Task },
  );
  mock.respond('list', [one]);
  mock.respond('create', undefined, 201);
  const tasks = await resource('TaskResource');
  const store = newStore();
  await store.dispatch(tasks.getList.fetch());
  await store.dispatch(tasks.getList.push.fetch({ title: 'Two' }));
  expect(shown(store, tasks).expiryStatus).toBe('stale');
  expect(tasks.create).toBeUndefined();
});

describe('a creation whose response contains the record in a field', () => {
  const enveloped = (schema: object, ...others: readonly string[]) => {
    const beside = record(...others);
    return ok({
      type: 'object',
      required: ['data', ...others],
      properties: { data: schema, ...beside.properties },
    });
  };
  const tasks = { type: 'array', items: ref('Task') };
  const cases = [
    { what: 'as all responses do', list: enveloped(tasks), get: enveloped(ref('Task')), beside: [] },
    { what: 'as no other response does', list: ok(tasks), get: ok(ref('Task')), beside: ['note'] },
  ];
  it.each(cases)('$what, is `create` and adds the record to the lists', async ({ list, get, beside }) => {
    const { resource, mock } = await clientOf(
      {
        '/tasks': {
          get: { operationId: 'list', responses: list },
          post: { operationId: 'create', requestBody: body, responses: enveloped(ref('Task'), ...beside) },
        },
        '/tasks/{id}': { get: { operationId: 'get', parameters, responses: get } },
      },
      { Task },
      `import { TaskResource } from './generated/TaskResource';
export const create = async () => {
  const response = await TaskResource.create({ title: 'Two' });
  const title: string | undefined = response?.data.title;
  return title;
};`,
    );
    const isEnveloped = beside.length === 0;
    mock.respond('list', isEnveloped ? { data: [one] } : [one]);
    mock.respond('create', { data: two, ...Object.fromEntries(beside.map(name => [name, 'made'])) });
    const TaskResource = await resource('TaskResource');
    const store = newStore();
    await store.dispatch(TaskResource.getList.fetch());
    const created = await store.dispatch(TaskResource.create.fetch({ title: 'Two' }));
    expect(created).toMatchObject({ data: { title: 'Two' }, ...(!isEnveloped && { note: 'made' }) });
    expect(shown(store, TaskResource).titles).toEqual(['One', 'Two']);
  });
});

describe('a non-standard deletion or update', () => {
  const kind = (name: string) => ({
    type: 'object',
    required: ['id', 'kind', 'title'],
    properties: { ...Task.properties, kind: { type: 'string', enum: [name] } },
  });
  const shapes = {
    Circle: kind('Circle'),
    Square: kind('Square'),
    Shape: { oneOf: [ref('Circle'), ref('Square')], discriminator: { propertyName: 'kind' } },
  };
  const notice = ok({ type: 'object', properties: { success: { type: 'boolean' } } });

  it.each([
    { what: 'nothing', responses: gone },
    { what: 'a notice', responses: notice },
    { what: 'the record', responses: ok(ref('Shape')) },
  ])(
    'removes a record of several possible kinds by its path, with $what as the response',
    async ({ responses }) => {
      const { endpoints, mock } = await clientOf(
        {
          '/shapes': { get: { operationId: 'listShapes', responses: listOf('Shape') } },
          '/shapes/{shapeId}': {
            parameters: [inPath('shapeId')],
            delete: { operationId: 'deleteShape', responses },
          },
        },
        shapes,
      );
      mock.respond('listShapes', [
        { ...one, kind: 'Circle' },
        { ...two, kind: 'Square' },
      ]);
      if (responses === gone) mock.respond('deleteShape', undefined, 204);
      else mock.respond('deleteShape', responses === notice ? { success: true } : { ...one, kind: 'Circle' });
      const { listShapes, deleteShape } = await endpoints('shapesEndpoints');
      const store = newStore();
      await store.dispatch(listShapes.fetch());
      await store.dispatch(deleteShape.fetch({ shapeId: '1' }));
      expect(listShapes.select()(store.getState()).data).toMatchObject([{ title: 'Two' }]);
    },
  );

  const people = {
    '/people': { get: { operationId: 'list', responses: listOf('Person') } },
    '/people/{title}': {
      parameters: [inPath('title')],
      get: { operationId: 'get', responses: ok(ref('Person')) },
      put: { operationId: 'change', requestBody: { ...body }, responses: gone },
      delete: { operationId: 'remove', responses: notice },
    },
  };

  it('finds a stored record whose path has another field than its key', async () => {
    const { resource, mock } = await clientOf(people, { Person: record('id', 'title') });
    mock.respond('list', [one, two]);
    mock.respond('change', undefined, 204);
    mock.respond('remove', { success: true });
    const PersonResource = await resource('PersonResource');
    const store = newStore();
    await store.dispatch(PersonResource.getList.fetch());
    await store.dispatch(PersonResource.update.fetch({ title: 'Two' }, { title: 'Three' }));
    expect(shown(store, PersonResource).titles).toEqual(['One', 'Three']);
    await store.dispatch(PersonResource.delete.fetch({ title: 'One' }));
    expect(shown(store, PersonResource).titles).toEqual(['Three']);
  });

  it('applies the sent fields to a record if the response only confirms the update', async () => {
    const { resource, mock } = await clientOf(
      {
        '/tasks': { get: { operationId: 'list', responses: listOf('Task') } },
        '/tasks/{id}': { patch: { operationId: 'change', parameters, requestBody: body, responses: notice } },
      },
      { Task },
    );
    mock.respond('list', [one]);
    mock.respond('change', { success: true });
    const TaskResource = await resource('TaskResource');
    const store = newStore();
    await store.dispatch(TaskResource.getList.fetch());
    await store.dispatch(TaskResource.partialUpdate.fetch({ id: '1' }, { title: 'Changed' }));
    expect(shown(store, TaskResource).titles).toEqual(['Changed']);
  });

  it.each([true, undefined])(
    'gives them also where the key is sent as the path calls it, required %s',
    async required => {
      const sent = {
        type: 'object',
        properties: { taskId: { type: 'string' }, title: { type: 'string' } },
      };
      const { resource, mock, ran } = await clientOf(
        {
          '/tasks': { get: { operationId: 'list', responses: listOf('Task') } },
          '/tasks/{taskId}': {
            put: {
              operationId: 'change',
              parameters: [inPath('taskId')],
              requestBody: {
                ...(required && { required }),
                content: { 'application/json': { schema: sent } },
              },
              responses: notice,
            },
          },
        },
        { Task },
        `import { TaskResource } from './generated/TaskResource';
export const change = () => TaskResource.update({ id: '1' }, { taskId: '1', title: 'Changed' });`,
      );
      mock.respond('list', [one]);
      mock.respond('change', { success: true });
      const TaskResource = await resource('TaskResource');
      const store = newStore();
      await store.dispatch(TaskResource.getList.fetch());
      await store.dispatch(TaskResource.update.fetch({ id: '1' }, { taskId: '1', title: 'Changed' }));
      expect(shown(store, TaskResource).titles).toEqual(['Changed']);
      expect(mock.requests).toContain('PUT /tasks/1');
      expect(ran.out).not.toContain('fetch these again');
    },
  );

  it('is called with the arguments of the other requests for the record, whatever its response is', async () => {
    const job = ok({ type: 'object', properties: { jobId: { type: 'string' } } });
    const change = { parameters: [inPath('taskId')], requestBody: { content: body.content } };
    const { resource, mock } = await clientOf(
      {
        '/tasks': { get: { operationId: 'list', responses: listOf('Task') } },
        '/tasks/{taskId}': {
          get: { operationId: 'get', parameters: [inPath('taskId')], responses: ok(ref('Task')) },
          put: { ...change, operationId: 'replace', responses: job },
          patch: { ...change, operationId: 'change', responses: job },
        },
      },
      { Task },
      `import { TaskResource } from './generated/TaskResource';
export const requests = [
  () => TaskResource.get({ id: '1' }),
  () => TaskResource.update({ id: '1' }, { title: 'Changed' }),
  () => TaskResource.partialUpdate({ id: '1' }),
];`,
    );
    const { update, partialUpdate } = await resource('TaskResource');
    for (const name of ['replace', 'change']) mock.respond(name, { jobId: '7' });
    expect(await update({ id: '1' }, { title: 'Changed' })).toEqual({ jobId: '7' });
    expect(await partialUpdate({ id: '1' })).toEqual({ jobId: '7' });
    expect(mock.requests).toEqual(['PUT /tasks/1', 'PATCH /tasks/1']);
    expect(mock.refused).toEqual([]);
  });

  it('sends a search parameter that is called as the key of the record', async () => {
    const inQuery = { name: 'id', in: 'query', schema: { type: 'string' } };
    const { resource, mock } = await clientOf(
      {
        '/tasks': { get: { operationId: 'list', responses: listOf('Task') } },
        '/tasks/{taskId}': {
          parameters: [inPath('taskId'), inQuery],
          get: { operationId: 'get', responses: ok(ref('Task')) },
        },
      },
      { Task },
    );
    const { get } = await resource('TaskResource');
    mock.respond('get', one);
    await newStore().dispatch(get.fetch({ taskId: '1', id: '2' }));
    expect(mock.requests).toEqual(['GET /tasks/1?id=2']);
  });

  it('is listed if neither its path nor its response identifies the record', async () => {
    const { ran, text } = await clientOf(
      {
        '/orgs/{org}/tasks': {
          parameters: [inPath('org')],
          get: { operationId: 'list', responses: listOf('Task') },
          delete: { operationId: 'clear', responses: gone },
        },
        '/orgs/{org}/tasks/{slug}': {
          parameters: [inPath('org'), inPath('slug')],
          get: { operationId: 'get', responses: ok(ref('Task')) },
          delete: { operationId: 'remove', responses: gone },
          post: { operationId: 'run', responses: ok(ref('Task')) },
        },
      },
      { Task },
    );
    expect(ran.out).toContain('fetch these again: TaskResource.clear, TaskResource.delete');
    expect(text('TaskResource').match(/Its response holds no Task/g)).toHaveLength(2);
  });
});

describe('a deletion without another request for the record', () => {
  const schemas = { Task, User: record('id', 'title') };
  const post = { operationId: 'create', requestBody: body, responses: ok(ref('Task')) };
  const day = { parameters: [inPath('day')] };
  const list = { operationId: 'list', responses: listOf('Task') };
  const remove = (...names: readonly string[]) => ({
    delete: { operationId: 'removeIt', parameters: names.map(inPath), responses: gone },
  });
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const download = { operationId: 'download', responses: { 200: { description: 'ok', content } } };
  type Removing = Readonly<Record<'removeIt', Members['delete']>>;

  it.each<{ what: string; path: string; parameter: string; others?: object }>([
    { what: 'by its name', path: '/tasks/{taskId}', parameter: 'taskId' },
    { what: 'by its key alone', path: '/tasks/{id}', parameter: 'id' },
    {
      what: 'by its name, beside a file',
      path: '/tasks/{taskId}',
      parameter: 'taskId',
      others: { get: { ...download, parameters: [inPath('taskId')] } },
    },
  ])('removes the record of its path $what', async ({ path, parameter, others }) => {
    const { resource, endpoints, mock, ran } = await clientOf(
      {
        '/days/{day}/tasks': { ...day, get: list, post },
        [path]: { ...remove(parameter), ...others },
      },
      { Task },
    );
    mock.respond('list', [one, two]);
    mock.respond('removeIt', undefined, 204);
    const tasks = await resource('TaskResource');
    const { removeIt } = (await endpoints('tasksEndpoints')) as unknown as Removing;
    const store = newStore();
    await store.dispatch(tasks.getList.fetch({ day: '1' }));
    await store.dispatch(removeIt.fetch({ [parameter]: '1' }));
    expect(shown(store, tasks, { day: '1' }).titles).toEqual(['Two']);
    expect(ran.out).not.toContain('fetch these again');
  });

  const users = { '/users': { get: { operationId: 'listUsers', responses: listOf('User') } } };
  it.each<{ what: string; path: string; parameters: readonly string[]; name: string; others?: object }>([
    {
      what: 'calls it something else',
      path: '/following/{userId}',
      parameters: ['userId'],
      name: 'followingEndpoints.removeIt',
    },
    {
      what: 'stands below what its list does not',
      path: '/teams/{team}/users/{userId}',
      parameters: ['team', 'userId'],
      name: 'teamsEndpoints.removeIt',
    },
    {
      what: 'is not where it is fetched',
      path: '/users/{userId}',
      parameters: ['userId'],
      name: 'usersEndpoints.removeIt',
      others: {
        '/days/{day}/users/{id}': {
          get: { operationId: 'getUser', parameters: ['day', 'id'].map(inPath), responses: ok(ref('User')) },
        },
      },
    },
  ])('is listed if its path $what', async ({ path, parameters, name, others }) => {
    const { ran, text } = await clientOf({ ...users, [path]: remove(...parameters), ...others }, schemas);
    expect(ran.out).toContain(`fetch these again: ${name}`);
    expect(text(name.split('.')[0] ?? '')).toContain('Its response holds no User: what is stored stays');
  });

  it('is not listed if there is no such record', async () => {
    const { ran } = await clientOf({ ...users, '/caches/{cacheId}': remove('cacheId') }, schemas);
    expect(ran.out).not.toContain('fetch these again');
  });
});

it('adds a created record to the paginated list, but not to its pages', async () => {
  const query = ['page', 'limit'].map(name => ({ name, in: 'query', schema: { type: 'integer' } }));
  const { resource, mock } = await clientOf(
    {
      '/tasks': {
        get: { operationId: 'list', parameters: query, responses: listOf('Task') },
        post: { operationId: 'create', requestBody: body, responses: ok(ref('Task')) },
      },
    },
    { Task },
  );
  const TaskResource = await resource('TaskResource');
  const store = newStore();
  mock.respond('list', [one]);
  await store.dispatch(TaskResource.getList.fetch({ limit: 1 }));
  await store.dispatch(TaskResource.getList.fetch({ limit: 1, page: 1 }));
  mock.respond('list', [two]);
  await store.dispatch(TaskResource.getList.fetch({ limit: 1, page: 2 }));
  await store.dispatch(TaskResource.getList.getPage.fetch({ limit: 1, page: 2 } as never));
  mock.respond('create', { id: '3', title: 'Three' });
  await store.dispatch(TaskResource.getList.push.fetch({}, { title: 'Three' }));
  expect(shown(store, TaskResource, { limit: 1 }).titles).toEqual(['One', 'Two', 'Three']);
  expect(shown(store, TaskResource, { limit: 1, page: 1 }).titles).toEqual(['One']);
  expect(shown(store, TaskResource, { limit: 1, page: 2 }).titles).toEqual(['Two']);
});

it('sends the body of a deletion', async () => {
  const sent = (isRequired: boolean) => ({
    required: isRequired,
    content: { 'application/json': { schema: record('reason') } },
  });
  const removed = (isRequired: boolean) => ({
    parameters,
    get: { operationId: 'get', responses: ok(ref('Task')) },
    delete: { operationId: 'remove', requestBody: sent(isRequired), responses: gone },
  });
  for (const isRequired of [true, false]) {
    const { resource, mock } = await clientOf(
      { '/tasks/{id}': removed(isRequired) },
      { Task },
      `import { TaskResource } from './generated/TaskResource';
export const removed = () => TaskResource.delete({ id: '1' }, { reason: 'done' });
${isRequired ? '// @ts-expect-error it has to say why' : ''}
export const bare = () => TaskResource.delete({ id: '1' });`,
    );
    mock.respond('get', one);
    mock.respond('remove', undefined, 204);
    const { get, delete: remove } = await resource('TaskResource');
    const store = newStore();
    await store.dispatch(get.fetch({ id: '1' }));
    await store.dispatch(remove.fetch({ id: '1' }, { reason: 'done' }));
    expect(mock.bodies).toEqual(['application/json {"reason":"done"}']);
    expect(get.select({ id: '1' })(store.getState()).data).toBeUndefined();
    await mock.close();
  }
});

describe('a non-standard list of records', () => {
  const parent = { parameters: [inPath('day')] };
  const create = { operationId: 'create', requestBody: body, responses: ok(ref('Task')) };
  const single = {
    '/tasks/{id}': {
      parameters,
      get: { operationId: 'get', responses: ok(ref('Task')) },
      delete: { operationId: 'remove', responses: gone },
    },
  };
  const field = (name: string, schema: object) =>
    ok({ type: 'object', required: [name], properties: { [name]: schema } });

  it.each([
    {
      what: 'alone',
      list: listOf('Task'),
      made: ok(ref('Task')),
      wrap: (_name: string, data: object) => data,
    },
    {
      what: 'in fields',
      list: field('tasks', { type: 'array', items: ref('Task') }),
      made: field('task', ref('Task')),
      wrap: (name: string, data: object) => ({ [name]: data }),
    },
  ])('receives records created next to it: $what', async ({ list, made, wrap }) => {
    const query = ['title', 'limit'].map(name => ({ name, in: 'query', schema: { type: 'string' } }));
    const { resource, mock, ran } = await clientOf(
      {
        ...single,
        '/days/{day}/tasks': {
          ...parent,
          get: { operationId: 'list', parameters: query, responses: list },
          post: { ...create, responses: made },
        },
      },
      { Task },
    );
    expect(ran.out).not.toContain('fetch these again');
    mock.respond('list', wrap('tasks', [one]));
    mock.respond('create', wrap('task', two));
    mock.respond('remove', undefined, 204);
    const tasks = (await resource('TaskResource')) as Members & { readonly list: Members['get'] };
    const store = newStore();
    const titlesAt = (args: object) => shown(store, { getList: tasks.list } as never, args).titles;
    for (const args of [{ day: '5', limit: '9' }, { day: '6' }, { day: '5', title: 'One' }])
      await store.dispatch(tasks.list.fetch(args));
    await store.dispatch(tasks.create.fetch({ day: '5' }, { title: 'Two' }));
    expect(titlesAt({ day: '5', limit: '9' })).toEqual(['One', 'Two']);
    expect(titlesAt({ day: '5', title: 'One' })).toEqual(['One']);
    expect(titlesAt({ day: '6' })).toEqual(['One']);
    await store.dispatch(tasks.delete.fetch({ id: '1' }));
    expect(titlesAt({ day: '5', limit: '9' })).toEqual(['Two']);
  });

  it('receives records of several kinds', async () => {
    const kind = (name: string) => ({
      ...record('id', 'title', 'kind'),
      properties: { ...Task.properties, kind: { type: 'string', enum: [name] } },
    });
    const { endpoints, mock } = await clientOf(
      {
        '/shapes': {
          get: { operationId: 'listShapes', responses: listOf('Shape') },
          post: { operationId: 'send', requestBody: body, responses: ok(ref('Shape')) },
        },
      },
      {
        Circle: kind('Circle'),
        Square: kind('Square'),
        Shape: { oneOf: [ref('Circle'), ref('Square')], discriminator: { propertyName: 'kind' } },
      },
    );
    mock.respond('listShapes', [{ ...one, kind: 'Circle' }]);
    mock.respond('send', { ...two, kind: 'Square' });
    const { listShapes, send } = await endpoints('shapesEndpoints');
    const store = newStore();
    await store.dispatch(listShapes.fetch());
    await store.dispatch(send.fetch({ title: 'Two' }));
    expect(shown(store, { getList: listShapes } as never).titles).toEqual(['One', 'Two']);
  });

  it('is listed if several such lists contain the same records, each by its own rule', async () => {
    const { ran, text } = await clientOf(
      {
        ...single,
        '/days/{day}/tasks': {
          ...parent,
          get: { operationId: 'list', responses: listOf('Task') },
          post: create,
        },
        '/mine': {
          get: { operationId: 'listMine', responses: listOf('Task') },
          post: { ...create, operationId: 'add' },
        },
      },
      { Task },
    );
    expect(ran.out).toContain('fetch these again: TaskResource.create, TaskResource.add');
    expect(text('TaskResource').match(/No list has what it creates/g)).toHaveLength(2);
  });
});
