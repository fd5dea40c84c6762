import type { Collection } from 'rdc-toolkit';
import { describe, expect, it } from 'vitest';
import { clientOf, gone, inPath, listOf, newStore, record } from './client.js';
import { ok, ref } from './helpers.js';

const body = { required: true, content: { 'application/json': { schema: record('title') } } };
const query = (...names: readonly string[]) =>
  names.map(name => ({ name, in: 'query', schema: { type: 'string' } }));

it('finds the key of a record in a path with a slash behind it', async () => {
  const parameters = [inPath('slug')];
  const { resource } = await clientOf(
    {
      '/tags/': { get: { operationId: 'list', responses: listOf('Tag') } },
      '/tags/{slug}/': {
        parameters,
        get: { operationId: 'get', responses: ok(ref('Tag')) },
        delete: { operationId: 'remove', responses: gone },
      },
    },
    { Tag: record('slug', 'title') },
    `import { Tag } from './generated/Tag';
export const key: string = Tag.fromJS({ slug: 'a' }).pk();`,
  );
  const { get, delete: remove } = await resource('TagResource');
  expect([get.key({ slug: 'a' }), remove.key({ slug: 'a' })]).toEqual([
    expect.stringMatching(/^GET .*\/tags\/a\/$/),
    expect.stringMatching(/^DELETE .*\/tags\/a\/$/),
  ]);
});

describe('the search parameters of a list', () => {
  const listed = async (...names: readonly string[]) => {
    const { resource } = await clientOf(
      {
        '/tasks': {
          get: { operationId: 'list', parameters: query(...names), responses: listOf('Task') },
          post: { operationId: 'create', requestBody: body, responses: ok(ref('Task')) },
        },
      },
      { Task: record('id', 'title') },
    );
    return resource('TaskResource');
  };

  it.each([
    'ordering',
    '$orderby',
    'sort_dir',
    'page[size]',
    'per-page',
    '$top',
    'fields[tasks]',
    'watch',
    'resourceVersion',
  ])('do not filter it, where they only say how it is shown: %s', async name => {
    const { getList } = await listed('title', 'limit', name);
    const { schema } = getList as unknown as { schema: Collection };
    expect(['title', name].map(each => schema.isFilter(each))).toEqual([true, false]);
  });

  it.each(['page[number]', 'pageNum', '$skip', 'page_info'])('number its pages: %s', async name => {
    const { getList } = await listed('title', 'limit', name);
    expect(getList.getPage.key({ [name]: '2' })).toMatch(/^GET .*2/);
  });
});

describe('records that stand in a response below a wrapper', () => {
  const text = { type: 'string' };
  const object = (properties: object, ...required: readonly string[]) => ({
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
  });
  const tasks = { type: 'array', items: ref('Task') };
  const people = { type: 'array', items: ref('Person') };
  const [one, two] = [
    { id: '1', title: 'One' },
    { id: '2', title: 'Two' },
  ];
  const Task = record('id', 'title');

  it.each([
    {
      what: 'a list of HAL',
      list: object({ _embedded: object({ tasks }), page: object({ size: { type: 'integer' } }) }),
      listed: { _embedded: { tasks: [one] }, page: { size: 20 } },
      item: ref('Task'),
      wrap: (task: object) => task,
    },
    {
      what: 'a list and records of JSend',
      list: object({ status: text, data: object({ tasks, total: { type: 'integer' } }, 'tasks') }, 'data'),
      listed: { status: 'success', data: { tasks: [one], total: 1 } },
      item: object({ status: text, data: object({ task: ref('Task') }, 'task') }, 'data'),
      wrap: (task: object) => ({ status: 'success', data: { task } }),
    },
    {
      what: 'a list of JSON:API with others beside it',
      list: object({ data: tasks, included: people }, 'data'),
      listed: { data: [one], included: [{ id: '7', name: 'Ada' }] },
      item: object({ data: ref('Task'), included: people, meta: text, links: text, jsonapi: text }, 'data'),
      wrap: (task: object) => ({ data: task, included: [] }),
    },
    {
      what: 'a record that names none of its fields as required',
      list: object({ code: text, data: tasks }),
      listed: { code: '0', data: [one] },
      item: object({ code: text, data: ref('Task') }),
      wrap: (task: object) => ({ code: '0', data: task }),
      task: object({ id: text, title: text }),
    },
  ])('are in lists that creations, changes and deletions reach: $what', async cases => {
    const { list, listed, item, wrap, task = Task } = cases;
    const parameters = [inPath('id')];
    const { resource, mock } = await clientOf(
      {
        '/tasks': {
          get: { operationId: 'list', responses: ok(list) },
          post: { operationId: 'create', requestBody: body, responses: ok(item) },
        },
        '/tasks/{id}': {
          parameters,
          get: { operationId: 'get', responses: ok(item) },
          put: { operationId: 'change', requestBody: body, responses: ok(item) },
          delete: { operationId: 'remove', responses: gone },
        },
      },
      { Task: task, Person: record('id', 'name') },
    );
    mock.respond('list', listed);
    mock.respond('create', wrap(two));
    mock.respond('change', wrap({ ...one, title: 'Changed' }));
    mock.respond('remove', undefined, 204);
    const { getList, create = getList.push, update, delete: remove } = await resource('TaskResource');
    const store = newStore();
    const shown = () => JSON.stringify(getList.select()(store.getState()).data).match(/(?<="title":")\w+/g);
    await store.dispatch(getList.fetch());
    await store.dispatch(create.fetch({ title: 'Two' }));
    await store.dispatch(update.fetch({ id: '1' }, { title: 'Changed' }));
    expect(shown()).toEqual(['Changed', 'Two']);
    await store.dispatch(remove.fetch({ id: '1' }));
    expect(shown()).toEqual(['Two']);
  });
});
