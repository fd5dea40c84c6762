import { expect, it } from 'vitest';
import { clientOf, inPath, listOf, record } from './client.js';
import { ok, ref } from './helpers.js';

it('is one kind of record whatever a reference calls it', async () => {
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
