import type { Collection } from 'rdc-toolkit';
import { describe, expect, it } from 'vitest';
import { clientOf, gone, inPath, listOf, record } from './client.js';
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
