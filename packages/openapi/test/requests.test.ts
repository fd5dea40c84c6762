import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RestEndpoint } from 'rdc-toolkit';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, gone, inPath, listOf, type Members, newStore, record, text } from './client.js';
import { apiOf, command, compile, describeApi, load, type Mock, newFolder, ok, ref } from './helpers.js';

let mock: Mock | undefined;
afterEach(() => mock?.close());

interface PathItem {
  readonly get?: object;
  readonly post?: object;
  readonly put?: object;
}

describe('a deletion removes the record of its path', () => {
  const message = ok(record('message'));
  it.each([
    { parent: 'projectId', what: 'a message', responses: message, args: { projectId: '5', id: '7' } },
    { parent: 'id', what: 'a message', responses: message, args: { id: '5', taskId: '7' } },
    { parent: 'id', what: 'nothing', responses: gone, args: { id: '5', taskId: '7' } },
  ])('below a parent called $parent, with $what as the response', async ({ parent, responses, args }) => {
    const list = `/projects/{${parent}}/tasks`;
    const { resource, mock } = await clientOf(
      {
        [list]: {
          get: { operationId: 'listTasks', parameters: [inPath(parent)], responses: listOf('Task') },
        },
        [`${list}/{taskId}`]: {
          parameters: [inPath(parent), inPath('taskId')],
          get: { operationId: 'getTask', responses: ok(ref('Task')) },
          delete: { operationId: 'deleteTask', responses },
        },
      },
      { Task: record('id', 'title') },
    );
    const TaskResource = await resource('TaskResource');
    mock.respond('listTasks', [
      { id: '5', title: 'Five' },
      { id: '7', title: 'Seven' },
    ]);
    if (responses === gone) mock.respond('deleteTask', undefined, 204);
    const store = newStore();
    const listed = { [parent]: '5' };
    await store.dispatch(TaskResource.getList.fetch(listed));
    await store.dispatch(TaskResource.delete.fetch(args));

    expect(TaskResource.getList.select(listed)(store.getState()).data).toMatchObject([{ title: 'Five' }]);
    expect(mock.requests).toEqual(['GET /projects/5/tasks', 'DELETE /projects/5/tasks/7']);
  });

  it.each([
    {
      what: 'is made of several parameters with a dash',
      item: '/orgs/{org-id}/members/{user-id}',
      fields: ['org-id', 'user-id'],
      responses: gone,
    },
    {
      what: 'is a parameter with a dash',
      item: '/members/{user-id}',
      fields: ['user-id'],
      responses: message,
    },
    {
      what: 'is a parameter called as a keyword',
      item: '/members/{class}',
      fields: ['class'],
      responses: message,
    },
  ])('even if its key $what', async ({ item, fields, responses }) => {
    const list = item.slice(0, item.lastIndexOf('/'));
    const { resource, mock } = await clientOf(
      {
        [list]: {
          get: {
            operationId: 'listMembers',
            parameters: fields.slice(0, -1).map(inPath),
            responses: listOf('Member'),
          },
        },
        [item]: {
          parameters: fields.map(inPath),
          get: { operationId: 'getMember', responses: ok(ref('Member')) },
          delete: { operationId: 'deleteMember', responses },
        },
      },
      { Member: record(...fields, 'name') },
    );
    const MemberResource = await resource('MemberResource');
    const memberOf = (key: string) => Object.fromEntries(fields.map(field => [field, key]));
    mock.respond('listMembers', [
      { ...memberOf('a'), name: 'Ada' },
      { ...memberOf('b'), name: 'Bea' },
    ]);
    if (responses === gone) mock.respond('deleteMember', undefined, 204);
    const store = newStore();
    const listed = Object.fromEntries(fields.slice(0, -1).map(field => [field, 'a']));
    await store.dispatch(MemberResource.getList.fetch(listed));
    await store.dispatch(MemberResource.delete.fetch(memberOf('a')));

    expect(MemberResource.getList.select(listed)(store.getState()).data).toMatchObject([{ name: 'Bea' }]);
  });
});

const JSON_TYPE = 'application/json';
const JSON_API = 'application/vnd.api+json';
const FORM = 'application/x-www-form-urlencoded';
const ada = { id: '1', name: 'Ada' };
const bodyOf = (type: string) => ({
  required: true,
  content: { [type]: { schema: record('name') } },
});

/** The paths of a list of users and of one user, with the content types of creation and update. */
function usersAt({ list = '/users', item = '/users/{id}', create = JSON_TYPE, update = JSON_TYPE }) {
  const [, parameter = ''] = /\{(.+)\}/.exec(item) ?? [];
  return {
    [list]: {
      get: { operationId: 'listUsers', responses: listOf('User') },
      post: { operationId: 'createUser', requestBody: bodyOf(create), responses: ok(ref('User')) },
    },
    [item]: {
      parameters: [inPath(parameter)],
      get: { operationId: 'getUser', responses: ok(ref('User')) },
      put: { operationId: 'updateUser', requestBody: bodyOf(update), responses: ok(ref('User')) },
    },
  };
}

/** Creates and updates a user. */
async function createAndUpdate({ getList, update }: Members) {
  const store = newStore();
  await store.dispatch(getList.push.fetch({ name: 'Ada' }));
  await store.dispatch(update.fetch({ id: '1' }, { name: 'Ada' }));
}

function respondWithAda(mock: Mock) {
  mock.respond('listUsers', [ada]);
  for (const operation of ['createUser', 'getUser', 'updateUser']) mock.respond(operation, ada);
}

it.each([
  { list: '/users', item: '/users/{id}' },
  { list: '/users/', item: '/users/{id}/' },
  { list: '/users/', item: '/users/{id}' },
  { list: '/users', item: '/users/{id}/' },
  { list: '/users/', item: '/users/{user-id}' },
])('requests $list and $item exactly as described', async ({ list, item }) => {
  const { resource, mock } = await clientOf(usersAt({ list, item }), { User: record('id', 'name') });
  const { get, getList, update } = await resource('UserResource');
  const keys = [getList.key(), get.key({ id: '1' }), getList.push.key(), update.key({ id: '1' })];

  const one = item.replace(/\{.+\}/, '1');
  expect(keys.map(key => key.replace(mock.url, ''))).toEqual([
    `GET ${list}`,
    `GET ${one}`,
    `POST ${list}`,
    `PUT ${one}`,
  ]);
});

it.each([
  { list: '/users', creation: '/users/' },
  { list: '/users/', creation: '/users' },
])('requests $list and $creation exactly as described', async ({ list, creation }) => {
  const { '/users': users, '/users/{id}': user } = usersAt({}) as Record<string, PathItem>;
  const { resource, mock } = await clientOf(
    {
      [list]: { get: users?.get },
      [creation]: { post: users?.post },
      '/users/{id}': { parameters: [inPath('id')], get: user?.get },
      '/users/{id}/': { parameters: [inPath('id')], put: user?.put },
    },
    { User: record('id', 'name') },
    "import { UserResource } from './generated/UserResource';\nvoid UserResource.create({ name: 'Ada' });",
  );
  const { getList, create, update } = await resource('UserResource');
  const keys = [getList.key(), create.key(), update.key({ id: '1' })];

  expect(keys.map(key => key.replace(mock.url, ''))).toEqual([
    `GET ${list}`,
    `POST ${creation}`,
    'PUT /users/1/',
  ]);
});

it.each([
  { create: JSON_TYPE, update: FORM },
  { create: FORM, update: JSON_TYPE },
  { create: FORM, update: FORM },
  { create: JSON_API, update: JSON_API },
  { create: JSON_API, update: JSON_TYPE },
  { create: JSON_TYPE, update: JSON_API },
])('sends a creation as $create and an update as $update', async ({ create, update }) => {
  const { resource, mock } = await clientOf(usersAt({ create, update }), { User: record('id', 'name') });
  respondWithAda(mock);
  await createAndUpdate(await resource('UserResource'));

  const sentAs = (type: string) => `${type} ${type === FORM ? 'name=Ada' : '{"name":"Ada"}'}`;
  expect(mock.bodies).toEqual([sentAs(create), sentAs(update)]);
});

describe('the search parameters of a creation', () => {
  const query = (name: string, required = false) => ({ name, in: 'query', required, schema: text });
  const withSearch = (list: readonly object[], creation: readonly object[]) => {
    const { '/users': users, ...others } = usersAt({}) as Record<string, PathItem>;
    return {
      '/users': {
        get: { ...users?.get, parameters: list },
        post: { ...users?.post, parameters: creation },
      },
      ...others,
    };
  };

  it('are sent by a separate member if they differ from those of the list', async () => {
    const { resource, mock } = await clientOf(
      withSearch([query('team')], [query('notify', true), query('team')]),
      { User: record('id', 'name') },
      `import { UserResource } from './generated/UserResource';
export const sent = () => UserResource.create({ notify: 'all' }, { name: 'Ada' });
// @ts-expect-error it has to say who is notified
export const notSent = () => UserResource.create({ team: 'a' }, { name: 'Ada' });`,
    );
    respondWithAda(mock);
    const { create, getList } = await resource('UserResource');
    const store = newStore();
    mock.respond('listUsers', []);
    await store.dispatch(getList.fetch({ team: 'a' }));
    await store.dispatch(create.fetch({ team: 'a', notify: 'all' }, { name: 'Ada' }));

    expect(mock.requests).toEqual(['GET /users?team=a', 'POST /users?notify=all&team=a']);
    expect(getList.select({ team: 'a' })(store.getState()).data).toMatchObject([{ name: 'Ada' }]);
  });

  it('do not include those that only the list needs', async () => {
    const { resource, mock } = await clientOf(
      withSearch([query('team', true)], []),
      { User: record('id', 'name', 'team') },
      `import { UserResource } from './generated/UserResource';
export const sent = () => UserResource.create({ name: 'Ada' });
// @ts-expect-error it has no such parameter
export const notSent = () => UserResource.create({ team: 'a' }, { name: 'Ada' });`,
    );
    mock.respond('createUser', { id: '1', name: 'Ada', team: 'a' }, 201);
    mock.respond('listUsers', []);
    const { create, getList } = await resource('UserResource');
    const store = newStore();
    await store.dispatch(getList.fetch({ team: 'a' }));
    await store.dispatch(create.fetch({ name: 'Ada' }));

    expect(mock.requests).toEqual(['GET /users?team=a', 'POST /users']);
    expect(getList.select({ team: 'a' })(store.getState()).data).toMatchObject([{ name: 'Ada' }]);
  });

  it('are sent by push if they are those of the list', async () => {
    const { resource, mock } = await clientOf(
      withSearch([query('team'), query('page')], [query('team')]),
      { User: record('id', 'name') },
      `import { UserResource } from './generated/UserResource';
export const sent = () => UserResource.getList.push({ team: 'a' }, { name: 'Ada' });`,
    );
    respondWithAda(mock);
    const { create, getList } = await resource('UserResource');
    await newStore().dispatch(getList.push.fetch({ team: 'a' }, { name: 'Ada' }));

    expect(create).toBeUndefined();
    expect(mock.requests).toEqual(['POST /users?team=a']);
  });
});

it.each([
  { path: '/tiles/{z}/{x}-{y}', args: { z: 1, x: 2, y: 3 }, url: '/tiles/1/2-3' },
  { path: '/tiles/{z}x{y}', args: { z: 1, y: 3 }, url: '/tiles/1x3' },
  { path: '/files/{id}_thumb', args: { id: 5 }, url: '/files/5_thumb' },
  { path: '/files/{id}2x', args: { id: 5 }, url: '/files/52x' },
  { path: '/files/{id}é', args: { id: 5 }, url: '/files/5%C3%A9' },
  { path: '/files/{id}.json', args: { id: 5 }, url: '/files/5.json' },
  { path: '/files/{id}:cancel', args: { id: 5 }, url: '/files/5:cancel' },
  { path: '/files/{file-id}(draft)', args: { 'file-id': 5 }, url: '/files/5(draft)' },
])('makes $url from $path', async ({ path, args, url }) => {
  const folder = newFolder();
  const parameters = Object.keys(args).map(inPath);
  const read = { get: { operationId: 'read', tags: ['parts'], parameters, responses: ok(text) } };
  expect(await command(describeApi(folder, apiOf({ [path]: read })), '--out', folder)).toMatchObject({
    code: 0,
  });
  writeFileSync(
    join(folder, 'usage.ts'),
    `import { read } from './generated/partsEndpoints';\nexport const url: string = read.url(${JSON.stringify(args)});\n`,
  );
  expect(compile(folder)).toBe('');
  expect(await load(folder, 'usage.ts')).toMatchObject({ url });
});

describe('an object in the query', () => {
  const number = { type: 'integer' };
  const pageable = { type: 'object', required: ['page'], properties: { page: number, size: number } };

  it.each([
    { what: 'by default', style: {}, args: { page: 2, size: 10 }, search: 'page=2&size=10' },
    {
      what: 'with the style form',
      style: { style: 'form', explode: true },
      args: { page: 2, size: 10 },
      search: 'page=2&size=10',
    },
    {
      what: 'with the style form, unexploded',
      style: { explode: false },
      args: { pageable: 'page,2,size,10' },
      search: 'pageable=page%2C2%2Csize%2C10',
    },
    {
      what: 'with the style deepObject',
      style: { style: 'deepObject', explode: true },
      args: { pageable: { page: 2, size: 10 } },
      search: 'pageable[page]=2&pageable[size]=10',
    },
  ])('is serialized by its style: $what', async ({ style, args, search }) => {
    const folder = newFolder();
    const parameters = [{ name: 'pageable', in: 'query', schema: ref('Pageable'), ...style }];
    const read = { get: { operationId: 'read', tags: ['reports'], parameters, responses: ok(text) } };
    const source = describeApi(folder, apiOf({ '/reports': read }, { Pageable: pageable }));
    expect(await command(source, '--out', folder)).toMatchObject({ code: 0 });
    writeFileSync(
      join(folder, 'usage.ts'),
      `import { read } from './generated/reportsEndpoints';
export const url: string = read.url(${JSON.stringify(args)});
// The whole of it may be left out.
export const bare: string = read.url();
`,
    );
    expect(compile(folder)).toBe('');
    expect(await load(folder, 'usage.ts')).toMatchObject({ url: `/reports?${search}`, bare: '/reports' });
  });

  it('can contain the page of a list', async () => {
    const { '/users': users, ...others } = usersAt({}) as Record<string, PathItem>;
    const parameters = [{ name: 'pageable', in: 'query', required: true, schema: ref('Pageable') }];
    const { resource, mock } = await clientOf(
      { '/users': { ...users, get: { ...users?.get, parameters } }, ...others },
      { User: record('id', 'name'), Pageable: pageable },
      `import { UserResource } from './generated/UserResource';
export const next = () => UserResource.getList.getPage({ page: 2, size: 10 });
// @ts-expect-error it needs a page
export const none = () => UserResource.getList({ size: 10 });`,
    );
    const { getList } = await resource('UserResource');
    expect(getList.key({ page: 1 })).toBe(`GET ${mock.url}/users?page=1`);
  });
});

describe('a list in the query', () => {
  const ids = (style: object) => ({
    name: 'ids',
    in: 'query',
    schema: { type: 'array', items: text },
    ...style,
  });
  const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
  const generated = async (...parameters: readonly object[]) => {
    const folder = newFolder();
    const read = { operationId: 'read', tags: ['reports'], parameters, responses: ok(text) };
    const send = { operationId: 'send', tags: ['reports'], requestBody: { required: true, content: form } };
    const paths = { '/reports': { get: read, post: { ...send, responses: gone } } };
    expect(await command(describeApi(folder, apiOf(paths)), '--out', folder)).toMatchObject({ code: 0 });
    expect(compile(folder)).toBe('');
    return load<{ read: RestEndpoint; send: RestEndpoint }>(folder, 'generated/reportsEndpoints.ts');
  };
  const deep = { style: 'deepObject', explode: true };

  it('is repeated by default and indexed with the style deepObject, as in forms', async () => {
    const args = { ids: ['a', 'b'] } as never;
    const usual = await generated(ids({}));
    expect(usual.read.url(args)).toBe('/reports?ids=a&ids=b');
    const { read, send } = await generated(ids(deep));
    expect(read.url(args)).toBe('/reports?ids[0]=a&ids[1]=b');
    const { body } = await send.getRequestInit({ ids: ['a', 'b'], of: [{ x: 1 }] });
    expect(decodeURIComponent(String(body))).toBe('ids[0]=a&ids[1]=b&of[0][x]=1');
  });

  it('is repeated if an endpoint has lists of both styles', async () => {
    const { read } = await generated(ids(deep), { ...ids({}), name: 'others' });
    expect(read.url({ ids: ['a'] } as never)).toBe('/reports?ids=a');
  });
});

describe('servers of paths and operations', () => {
  const servers = (url: string) => ({ servers: [{ url }] });
  const api = servers('https://api.example.com/v1');
  const uploads = servers('https://{place}.example.com/v1/');
  const place = { place: { default: 'uploads' } };
  const filled = { servers: uploads.servers.map(server => ({ ...server, variables: place })) };
  const read = { operationId: 'read', tags: ['reports'], responses: ok(text) };

  it.each<{ of: string; description: object; host: string }>([
    { of: 'the description', description: { '/reports': { get: read } }, host: 'api' },
    { of: 'the path', description: { '/reports': { get: read, ...filled } }, host: 'uploads' },
    { of: 'the operation', description: { '/reports': { get: { ...read, ...filled } } }, host: 'uploads' },
    {
      of: 'the operation rather than the path',
      description: { '/reports': { get: { ...read, ...api }, ...filled } },
      host: 'api',
    },
  ])('sends to the server of $of', async ({ description, host }) => {
    const folder = newFolder();
    const source = describeApi(folder, { ...apiOf(description), ...api });
    expect(await command(source, '--out', folder)).toMatchObject({ code: 0 });
    expect(compile(folder)).toBe('');
    const { read } = await load<{ read: RestEndpoint }>(folder, 'generated/reportsEndpoints.ts');
    expect(read.url()).toBe(`https://${host}.example.com/v1/reports`);
  });

  it('sends each member of a resource, including creations, to its own server', async () => {
    const { '/users': users, '/users/{id}': user } = usersAt({}) as Record<string, PathItem>;
    const folder = newFolder();
    const paths = {
      '/users': { get: users?.get, post: { ...users?.post, ...filled } },
      '/users/{id}': { ...user, get: { ...user?.get, ...filled } },
    };
    const source = describeApi(folder, { ...apiOf(paths, { User: record('id', 'name') }), ...api });
    expect(await command(source, '--out', folder)).toMatchObject({ code: 0 });
    expect(compile(folder)).toBe('');
    const { UserResource } = await load<{ UserResource: Members }>(folder, 'generated/UserResource.ts');
    const { get, getList, create, update } = UserResource;
    expect([get.key({ id: 1 }), getList.key(), create.key(), update.key({ id: 1 })]).toEqual([
      'GET https://uploads.example.com/v1/users/1',
      'GET https://api.example.com/v1/users',
      'POST https://uploads.example.com/v1/users',
      'PUT https://api.example.com/v1/users/1',
    ]);
  });

  it('sends everything to the server of --url-prefix', async () => {
    const folder = newFolder();
    const source = describeApi(folder, apiOf({ '/reports': { get: { ...read, ...filled } } }));
    expect(await command(source, '--out', folder, '--url-prefix', '/api')).toMatchObject({ code: 0 });
    const { read: generated } = await load<{ read: RestEndpoint }>(folder, 'generated/reportsEndpoints.ts');
    expect(generated.url()).toBe('/api/reports');
  });
});

it.each([
  { path: '/files?kind=list', url: '/files?kind=list' },
  { path: '/files/{id}?kind={kind}?:', url: '/files/1?kind=a?:' },
  { path: '/files?', url: '/files%3F' },
  { path: '/files?/of?kind={kind}', url: '/files%3F/of?kind=a' },
])('keeps the question marks of $path', async ({ path, url }) => {
  const folder = newFolder();
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const read = { operationId: 'read', tags: ['files'], parameters: names.map(inPath), responses: ok(text) };
  const source = describeApi(folder, apiOf({ [path]: { get: read } }));
  expect(await command(source, '--out', folder)).toMatchObject({ code: 0 });
  expect(compile(folder)).toBe('');
  const { read: endpoint } = await load<{ read: RestEndpoint }>(folder, 'generated/filesEndpoints.ts');
  const args = Object.fromEntries(names.map(name => [name, name === 'id' ? '1' : 'a']));
  expect(endpoint.url(args as never)).toBe(url);
});

const PATCH = 'application/json-patch+json';
const operations = { type: 'array', items: record('op', 'path') };
const sendsJson = [
  { schema: text, sent: 'Ada', as: '"Ada"' },
  { schema: ref('Name'), sent: 'Ada', as: '"Ada"' },
  { schema: { anyOf: [text, record('name')] }, sent: 'Ada', as: '"Ada"' },
  { schema: { anyOf: [text, record('name')] }, sent: { name: 'Ada' }, as: '{"name":"Ada"}' },
  {
    type: PATCH,
    schema: operations,
    sent: [{ op: 'remove', path: '/a' }],
    as: '[{"op":"remove","path":"/a"}]',
  },
];
it.each(sendsJson)('sends $sent as $as', async ({ type = JSON_TYPE, schema, sent, as }) => {
  const requestBody = { required: true, content: { [type]: { schema } } };
  const { endpoints, mock } = await clientOf(
    { '/names': { patch: { operationId: 'send', tags: ['names'], requestBody, responses: gone } } },
    { Name: text },
  );
  mock.respond('send', undefined, 204);
  const { send } = await endpoints('namesEndpoints');
  await newStore().dispatch(send.fetch(sent as never));
  expect(mock.bodies).toEqual([`${type} ${as}`]);
});

it.each(['*/*', 'application/json'])(
  'returns a file as a blob, even if its described type is %s',
  async type => {
    const content = { [type]: { schema: { type: 'string', format: 'binary' } } };
    const read = {
      operationId: 'read',
      tags: ['reports'],
      responses: { 200: { description: 'ok', content } },
    };
    const folder = newFolder();
    const source = describeApi(folder, apiOf({ '/reports': { get: read } }));
    expect(await command(source, '--out', folder)).toMatchObject({ code: 0 });
    const usage = `import { read } from './generated/reportsEndpoints';
export const size = async (): Promise<number> => (await read()).size;
`;
    writeFileSync(join(folder, 'usage.ts'), usage);
    expect(compile(folder)).toBe('');
    const { read: endpoint } = await load<{ read: { content: string } }>(
      folder,
      'generated/reportsEndpoints.ts',
    );
    expect(endpoint.content).toBe('blob');
  },
);

it('documents the headers that a standard member needs', async () => {
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: text };
  const { '/users': users, '/users/{id}': user } = usersAt({}) as Record<string, PathItem>;
  const { text: textOf } = await clientOf(
    { '/users': { ...users, post: { ...users?.post, parameters: [key] } }, '/users/{id}': user },
    { User: record('id', 'name') },
  );
  expect(textOf('UserResource')).toContain(
    '- `getList.push`: POST /users. Needs the header `Idempotency-Key`.',
  );
});

describe('a field that is required beside a $ref', () => {
  const Task = { ...record('id', 'owner'), required: ['id'] };
  const owned = { required: ['owner'] };
  const needsOwner = `import { TaskResource } from './generated/TaskResource';
export const create = () => TaskResource.getList.push({ id: '1', owner: 'Ada' });
// @ts-expect-error without its owner
export const refused = () => TaskResource.getList.push({ id: '1' });`;
  const sending = (schema: object, responses: object = ok(ref('Task'))) => ({
    '/tasks': {
      get: { operationId: 'list', responses: listOf('Task') },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses,
      },
    },
  });

  it.each<{ where: string; schema: object; schemas?: object }>([
    { where: 'in another part of the body', schema: { allOf: [ref('Task'), owned] } },
    { where: 'in a part of a part', schema: { allOf: [ref('Task'), { allOf: [owned] }] } },
    { where: 'beside the parts', schema: { allOf: [ref('Task')], ...owned } },
    { where: 'with a type', schema: { allOf: [ref('Task'), { type: 'object', ...owned }] } },
    { where: 'with further fields', schema: { allOf: [ref('Task'), { ...record('note'), ...owned }] } },
    {
      where: 'in a schema with a name',
      schema: ref('NewTask'),
      schemas: { NewTask: { allOf: [ref('Task'), owned] } },
    },
  ])('is required in the body: $where', async ({ schema, schemas }) => {
    await clientOf(sending(schema), { Task, ...schemas }, needsOwner);
  });

  it.each<{ what: string; response: object; schemas?: object }>([
    { what: 'in place', response: { allOf: [ref('Task'), owned] } },
    {
      what: 'under another name',
      response: ref('OwnedTask'),
      schemas: { OwnedTask: { allOf: [ref('Task'), owned] } },
    },
  ])('keeps the response as its record: $what', async ({ response, schemas }) => {
    const { resource, mock } = await clientOf(sending(record('id'), ok(response)), { Task, ...schemas });
    mock.respond('list', []);
    mock.respond('create', { id: '1', owner: 'Ada' });
    const { getList } = await resource('TaskResource');
    const store = newStore();
    await store.dispatch(getList.fetch());
    await store.dispatch(getList.push.fetch({ id: '1' }));
    expect(getList.select()(store.getState()).data).toMatchObject([{ owner: 'Ada' }]);
  });
});

it('a request for a nullable record returns an object that contains it', async () => {
  const nullable = { nullable: true, allOf: [ref('User')] };
  const {
    endpoints,
    mock,
    text: written,
  } = await clientOf(
    { '/me': { get: { operationId: 'send', tags: ['session'], responses: ok(nullable) } } },
    { User: record('id', 'name') },
    `import type { DataOf } from 'rdc-toolkit';
import { send } from './generated/sessionEndpoints';
import type { User } from './generated/User';
export const found = ({ record }: DataOf<typeof send>): User | null => record;`,
  );
  const { send } = await endpoints('sessionEndpoints');
  const store = newStore();
  mock.respond('send', null);
  expect(await store.dispatch(send.fetch())).toEqual({ record: null });

  mock.respond('send', { id: '5', name: 'Ada' });
  expect(await store.dispatch(send.fetch())).toMatchObject({ record: { name: 'Ada' } });
  expect(written('sessionEndpoints')).toContain('Its `record` is `null` where there is none.');
});

it('a resource gets a nullable record in an object, and changes it as any other', async () => {
  const nullable = { nullable: true, allOf: [ref('User')] };
  const User = record('id', 'name');
  const {
    resource,
    mock,
    text: written,
  } = await clientOf(
    {
      '/users': { get: { operationId: 'list', responses: listOf('User') } },
      '/users/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'get', responses: ok(nullable) },
        put: { operationId: 'change', requestBody: bodyOf(JSON_TYPE), responses: ok(ref('User')) },
      },
    },
    { User },
    `import type { DataOf } from 'rdc-toolkit';
import type { User } from './generated/User';
import { UserResource } from './generated/UserResource';
export const found = ({ record }: DataOf<typeof UserResource.get>): User | null => record;`,
  );
  const { get, update } = await resource('UserResource');
  const store = newStore();
  const one = { id: '5' } as never;
  mock.respond('get', null);
  expect(await store.dispatch(get.fetch(one))).toEqual({ record: null });

  mock.respond('get', { id: '5', name: 'Ada' });
  await store.dispatch(get.fetch(one));
  mock.respond('change', { id: '5', name: 'Ada Lovelace' });
  await store.dispatch(update.fetch(one, { id: '5', name: 'Ada Lovelace' } as never));
  expect(get.select(one)(store.getState()).data).toMatchObject({ record: { name: 'Ada Lovelace' } });
  expect(written('UserResource')).toContain('Its `record` is `null` where there is none.');
});

describe('a request for a list that may be null', () => {
  const users = { type: 'array', items: ref('User') };
  const schemas = {
    User: record('id', 'name'),
    Users: { ...users, nullable: true },
    Account: record('id', 'name'),
  };
  const page = { type: 'object', nullable: true, required: ['items', 'total'] };
  const total = { type: 'integer' };

  it.each([
    { what: 'nullable', schema: { ...users, nullable: true }, usage: '.map(({ name }) => name)' },
    { what: 'nullable, with a name', schema: ref('Users'), usage: '.map(({ name }) => name)' },
    {
      what: 'an array or nothing',
      schema: { oneOf: [users, { type: 'string', nullable: true, enum: [null] }] },
      usage: '.map(({ name }) => name)',
    },
    {
      what: 'in a page that is nullable',
      schema: { ...page, properties: { items: users, total } },
      usage: '.items.map(({ name }) => name)',
      empty: { items: [], total: 0 },
      some: { items: [ada], total: 1 },
    },
    {
      what: 'a map of them',
      schema: { type: 'object', nullable: true, additionalProperties: ref('User') },
      usage: "['ada']?.name",
      empty: {},
      some: { ada },
    },
  ])('gives an empty one, where it is $what', async ({ schema, usage, empty = [], some = [ada] }) => {
    const { endpoints, mock } = await clientOf(
      { '/users': { get: { operationId: 'send', tags: ['people'], responses: ok(schema) } } },
      schemas,
      `import type { DataOf } from 'rdc-toolkit';
import type { send } from './generated/peopleEndpoints';
export const names = (users: DataOf<typeof send>) => users${usage};`,
    );
    const { send } = await endpoints('peopleEndpoints');
    const store = newStore();
    mock.respond('send', null);
    await store.dispatch(send.fetch());
    expect(send.select()(store.getState()).data).toEqual(empty);
    mock.respond('send', some);
    expect(await store.dispatch(send.fetch())).toMatchObject(some);
  });

  it.each([
    { what: 'the response', schema: { ...users, nullable: true } },
    { what: 'in a page', schema: { ...page, properties: { items: users, total } } },
  ])('gives one that creations join, where it is $what', async ({ what, schema }) => {
    const { resource, mock } = await clientOf(
      {
        '/users': {
          get: { operationId: 'list', responses: ok(schema) },
          post: { operationId: 'create', requestBody: bodyOf(JSON_TYPE), responses: ok(ref('User')) },
        },
        '/users/{id}': {
          parameters: [inPath('id')],
          get: { operationId: 'get', responses: ok(ref('User')) },
        },
      },
      schemas,
    );
    const { getList } = await resource('UserResource');
    const store = newStore();
    mock.respond('list', null);
    mock.respond('create', ada);
    await store.dispatch(getList.fetch());
    expect(await store.dispatch(getList.push.fetch({ name: 'Ada' }))).toMatchObject(ada);
    const { data } = getList.select()(store.getState());
    expect(what === 'in a page' ? (data as { items: unknown }).items : data).toMatchObject([ada]);
  });

  it('gives null, where it stands in an object that is more than a page', async () => {
    const schema = {
      type: 'object',
      nullable: true,
      required: ['user', 'token'],
      properties: { user: ref('User'), token: text },
    };
    const { endpoints, mock } = await clientOf(
      { '/session': { get: { operationId: 'send', tags: ['people'], responses: ok(schema) } } },
      schemas,
      `import type { DataOf } from 'rdc-toolkit';
import type { send } from './generated/peopleEndpoints';
export const name = (session: DataOf<typeof send>): string | undefined => session?.user.name;`,
    );
    const { send } = await endpoints('peopleEndpoints');
    mock.respond('send', null);
    expect(await newStore().dispatch(send.fetch())).toBeNull();
  });
});

it('leaves out the fragment of a path, by which a description tells requests to one address apart', async () => {
  const shared = { requestBody: bodyOf(JSON_TYPE), responses: ok(ref('File')) };
  const { resource, mock } = await clientOf(
    {
      '/files/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'getFile', responses: ok(ref('File')) },
        put: { operationId: 'updateFile', ...shared },
      },
      '/files/{id}#share': {
        parameters: [inPath('id')],
        put: { operationId: 'shareFile', ...shared },
      },
    },
    { File: record('id', 'name') },
  );
  const { update, share } = (await resource('FileResource')) as Members & {
    readonly share: RestEndpoint;
  };
  mock.respond('updateFile', { id: '5', name: 'a' });
  for (const endpoint of [update, share]) await endpoint({ id: '5' }, { name: 'a' });
  expect(mock.requests).toEqual(['PUT /files/5', 'PUT /files/5']);
});

describe('a named schema of a request that may be null', () => {
  const field = (properties: object) => ({ type: 'object', properties, nullable: true });
  const serverTime = { type: 'string', readOnly: true };
  const schemas = {
    Issue: record('id', 'name'),
    User: { ...record('id', 'name'), nullable: true },
    Due: field({ date: text, changedAt: serverTime }),
    Note: field({ text, due: ref('Due') }),
  };
  const send = (schema: object) => ({ content: { 'application/json': { schema } } });
  const plan = {
    type: 'object',
    required: ['due', 'note', 'owner'],
    properties: {
      due: ref('Due'),
      note: ref('Note'),
      owner: ref('User'),
      dues: { type: 'array', items: ref('Due') },
    },
  };
  const paths = {
    '/plans': { post: { operationId: 'plan', tags: ['plans'], requestBody: send(plan), responses: gone } },
    '/due': {
      put: { operationId: 'setDue', tags: ['plans'], requestBody: send(ref('Due')), responses: gone },
    },
    '/users': { get: { operationId: 'users', responses: listOf('User') } },
  };
  const usage = `import { plan } from './generated/plansEndpoints';
export const calls = [
  () => plan.fetch({ due: null, note: null, owner: null, dues: [null] }),
  () => plan.fetch({ due: { date: 'now' }, note: { text: 'a', due: null }, owner: { id: '1', name: 'Ada' } }),
  // @ts-expect-error the server sets it
  () => plan.fetch({ due: { changedAt: 'now' }, note: null, owner: null }),
];`;

  it.each([[[]], [['--zod']]])('can be left empty %j', async flags => {
    const folder = newFolder();
    const source = describeApi(folder, apiOf(paths, schemas));
    expect(await command(source, '--out', folder, ...flags)).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'usage.ts'), usage);
    expect(compile(folder)).toBe('');
  });
});
