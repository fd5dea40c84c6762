import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOf, inPath, listOf, record } from './client.js';
import { apiOf, command, compile, describeApi, filesIn, newFolder, ok, ref } from './helpers.js';

it('becomes one entity for all names that refer to it', async () => {
  const Task = record('id', 'title');
  const { resource } = await clientOf(
    {
      '/tasks': { get: { operationId: 'list', responses: listOf('Job') } },
      '/tasks/{id}': {
        parameters: [inPath('id')],
        get: { operationId: 'get', responses: ok(ref('Task')) },
      },
    },
    { Task, Job: ref('Task') },
  );
  const { get, getList } = await resource('TaskResource');
  expect(get.schema).toBe((getList.schema as unknown as { schema: [unknown] }).schema[0]);
});

describe('a record with more required fields in a response', () => {
  const Task = { ...record('id', 'title', 'owner'), required: ['id'] };
  const paths = {
    '/tasks': { get: { operationId: 'list', responses: listOf('Task') } },
    '/tasks/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'get', responses: ok(ref('Assignment')) },
    },
  };

  it.each([
    [
      'step by step',
      {
        TaskOwned: { allOf: [ref('Task'), { required: ['owner'] }] },
        Assignment: { allOf: [ref('TaskOwned'), { required: ['title'] }] },
      },
      {
        '/assigned/{id}': {
          get: { operationId: 'own', parameters: [inPath('id')], responses: ok(ref('TaskOwned')) },
        },
      },
    ],
    [
      'step by step, where no response is the step between',
      {
        TaskOwned: { allOf: [ref('Task'), { required: ['owner'] }] },
        Assignment: { allOf: [ref('TaskOwned'), { required: ['title'] }] },
      },
      {},
    ],
    [
      'of another name for it',
      { Job: ref('Task'), Assignment: { allOf: [ref('Job'), { required: ['title'] }] } },
      {},
    ],
  ])('is the same entity: %s', async (_how, schemas, others) => {
    const { resource } = await clientOf({ ...paths, ...others }, { Task, ...schemas });
    const { get, getList } = await resource('TaskResource');
    expect(get.schema).toBe((getList.schema as unknown as { schema: [unknown] }).schema[0]);
  });
});

it.each([
  ['with --name', {}, ['--name', 'Owned=Assignment']],
  ['by x-rdc-name', { 'x-rdc-name': 'Assignment' }, []],
])('is another entity if it has a name: %s', async (_how, said, args) => {
  const folder = newFolder();
  const Task = { ...record('id', 'title', 'owner'), required: ['id'] };
  const paths = {
    '/tasks': { get: { operationId: 'list', responses: listOf('Task') } },
    '/assignments/{id}': {
      get: { operationId: 'get', parameters: [inPath('id')], responses: ok(ref('Owned')) },
    },
  };
  const api = apiOf(paths, { Task, Owned: { ...said, allOf: [ref('Task'), { required: ['owner'] }] } });

  await command(describeApi(folder, api), '--out', folder, ...args);

  expect(Object.keys(filesIn(join(folder, 'generated')))).toEqual(
    expect.arrayContaining(['Assignment.ts', 'Task.ts']),
  );
  expect(compile(folder)).toBe('');
});
