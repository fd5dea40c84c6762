import { expect, it } from 'vitest';
import { clientOf, gone, inPath, listOf, newStore, record } from './client.js';
import { ok, ref } from './helpers.js';

const sent = (isRequired: boolean, schema: object = ref('TaskInput')) => ({
  ...(isRequired && { required: true }),
  content: { 'application/json': { schema } },
});
const schemas = { Task: record('id', 'title'), TaskInput: record('title') };
const pathsOf = (create: object, change: object, patch?: object) => ({
  '/tasks': {
    get: { operationId: 'list', responses: listOf('Task') },
    post: { operationId: 'create', requestBody: create, responses: ok(ref('Task')) },
  },
  '/tasks/{id}': {
    parameters: [inPath('id')],
    put: { operationId: 'change', requestBody: change, responses: gone },
    ...(patch && { patch: { operationId: 'patch', requestBody: patch, responses: ok(ref('Task')) } }),
  },
});

it.each([[[]], [['--zod']]])('an optional body of a resource may be left out: %s', async flags => {
  const { resource, mock } = await clientOf(
    pathsOf(sent(false), sent(false)),
    schemas,
    `import { TaskResource } from './generated/TaskResource';
export const create = () => TaskResource.getList.push();
export const change = () => TaskResource.update({ id: '1' });
// @ts-expect-error a body that is sent has a title
export const wrong = () => TaskResource.getList.push({});`,
    flags,
  );
  const { getList, update } = await resource('TaskResource');
  mock.respond('list', [{ id: '1', title: 'One' }]);
  mock.respond('create', { id: '2', title: 'Untitled' });
  mock.respond('change', undefined, 204);
  const store = newStore();
  await store.dispatch(getList.fetch());
  await store.dispatch(getList.push.fetch());
  await store.dispatch(update.fetch({ id: '1' }));
  expect(mock.requests).toEqual(['GET /tasks', 'POST /tasks', 'PUT /tasks/1']);
  expect([mock.bodies, mock.refused]).toEqual([[], []]);
  expect(getList.select()(store.getState()).data).toMatchObject([{ title: 'One' }, { title: 'Untitled' }]);
});

it.each([[[]], [['--zod']]])('only the members with an optional body may leave it out: %s', async flags => {
  const { resource, mock } = await clientOf(
    pathsOf(sent(false), sent(true)),
    schemas,
    `import { TaskResource } from './generated/TaskResource';
export const create = () => TaskResource.getList.push();
// @ts-expect-error it has to say what changes
export const change = () => TaskResource.update({ id: '1' });`,
    flags,
  );
  const { update } = await resource('TaskResource');
  mock.respond('change', undefined, 204);
  await newStore().dispatch(update.fetch({ id: '1' }, { title: 'Two' }));
  expect(mock.bodies).toEqual(['application/json {"title":"Two"}']);
});

it('a partial update with --zod sends some fields of an optional body', async () => {
  const Rich = record('title', 'owner');
  const { resource, mock } = await clientOf(
    pathsOf(sent(false, Rich), sent(false, Rich), sent(false, Rich)),
    schemas,
    '',
    ['--zod'],
  );
  const { partialUpdate } = await resource('TaskResource');
  mock.respond('patch', { id: '1', title: 'Two' });
  await newStore()
    .dispatch(partialUpdate.fetch({ id: '1' }, { title: 'Two', unknown: 1 }))
    // The mock requires all fields.
    .catch(() => undefined);
  expect(mock.bodies).toEqual(['application/json {"title":"Two"}']);
});

it('an optional multipart form may be left out', async () => {
  const form = { content: { 'multipart/form-data': { schema: record('file') } } };
  await clientOf(
    { '/files': { post: { operationId: 'send', tags: ['files'], requestBody: form, responses: gone } } },
    {},
    `import { send } from './generated/filesEndpoints';
export const bare = () => send();
export const full = () => send(new FormData());`,
  );
});
