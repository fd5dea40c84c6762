import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type RestEndpoint } from 'rdc-toolkit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  apiOf,
  command,
  compile,
  describeApi,
  load,
  type Mock,
  newFolder,
  ok,
  ref,
  startMock,
} from './helpers.js';

const text = { type: 'string' };
const record = (...fields: readonly string[]) => ({
  type: 'object',
  required: fields,
  properties: Object.fromEntries(fields.map(field => [field, text])),
});
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const listOf = (name: string) => ok({ type: 'array', items: ref(name) });
const gone = { 204: { description: 'gone' } };

let mock: Mock | undefined;
afterEach(() => mock?.close());

/** Generates the client of a description, and starts a mock for what it sends. */
async function clientOf(paths: object, schemas: object) {
  const api = apiOf(paths, schemas);
  const started = await startMock(api);
  mock = started;
  const folder = newFolder();
  const ran = await command(describeApi(folder, api), '--out', folder, '--url-prefix', started.url);
  expect(ran).toMatchObject({ code: 0, error: '' });
  expect(compile(folder)).toBe('');
  return {
    mock: started,
    resource: async (name: string) =>
      (await load<Record<string, Members>>(folder, `generated/${name}.ts`))[name] as Members,
  };
}

/** A resource as a test sees it that learns only when it runs what is in it. */
type Members = Readonly<Record<'get' | 'getList' | 'update' | 'delete', RestEndpoint>>;

function newStore() {
  const client = createDataClient();
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault => getDefault().concat(client.middleware),
  });
}

describe('a deletion removes the record that its path names', () => {
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
  ])('also where its key $what', async ({ item, fields, responses }) => {
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
