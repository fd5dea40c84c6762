import type { Collection } from 'rdc-toolkit';
import { describe, expect, it } from 'vitest';
import { clientOf, gone, inPath, listOf, newStore, record, text } from './client.js';
import { ok, ref } from './helpers.js';

const body = { required: true, content: { 'application/json': { schema: record('title') } } };
const query = (...names: readonly string[]) =>
  names.map(name => ({ name, in: 'query', schema: { type: 'string' } }));

it('finds the key of a record in a path with a trailing slash', async () => {
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
  ])('do not filter it if they only affect presentation: %s', async name => {
    const { getList } = await listed('title', 'limit', name);
    const { schema } = getList as unknown as { schema: Collection };
    expect(['title', name].map(each => schema.isFilter(each))).toEqual([true, false]);
  });

  it.each(['page[number]', 'pageNum', '$skip', 'page_info'])('paginate it: %s', async name => {
    const { getList } = await listed('title', 'limit', name);
    expect(getList.getPage.key({ [name]: '2' })).toMatch(/^GET .*2/);
  });
});

describe('records in a wrapped response', () => {
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
  ])('are in lists that follow creations, updates and deletions: $what', async cases => {
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

describe('a record in plain objects', () => {
  const text = { type: 'string' };
  const array = (items: object) => ({ type: 'array', items });
  const object = (properties: object) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const kind = (name: string, value: object) => object({ kind: { type: 'string', enum: [name] }, value });
  const place = (name: string) => `#/components/schemas/${name}`;
  const choice = (...names: readonly string[]) => ({ oneOf: names.map(ref) });
  const paths = {
    '/users/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'getUser', responses: ok(ref('User')) },
      patch: { operationId: 'changeUser', requestBody: body, responses: ok(ref('User')) },
    },
    '/issues': { get: { operationId: 'listIssues', responses: listOf('Issue') } },
    '/issues/{id}': {
      get: { operationId: 'getIssue', parameters: [inPath('id')], responses: ok(ref('Issue')) },
    },
    '/fields': { get: { operationId: 'list', responses: ok(object({ fields: array(ref('Field')) })) } },
  };
  const schemas = (Field: object, others: object = {}) => ({
    User: record('id', 'title'),
    TextField: kind('text', text),
    UserField: kind('user', ref('User')),
    Issue: object({ id: text, fields: array(ref('Field')) }),
    Field,
    ...others,
  });
  const ada = { id: '7', title: 'Ada' };
  const fields = [
    { kind: 'text', value: 'x' },
    { kind: 'user', value: ada },
  ];

  /** Generates a client and reads `fields` in an issue and on their own. */
  async function read(schemas: object, sent: object, usage = '') {
    const { resource, endpoints, mock } = await clientOf(paths, schemas, usage);
    const store = newStore();
    mock.respond('getIssue', { id: '1', fields: sent });
    mock.respond('list', { fields: sent });
    mock.respond('changeUser', { ...ada, title: 'Changed' });
    const { get } = await resource('IssueResource');
    const { list } = (await endpoints('fieldsEndpoints')) as unknown as { list: typeof get };
    await store.dispatch(get.fetch({ id: '1' }));
    await store.dispatch(list.fetch());
    await store.dispatch((await resource('UserResource')).partialUpdate.fetch({ id: '7' }, { title: '' }));
    return [get.select({ id: '1' }), list.select()].map(
      select => (select(store.getState()).data as { fields: unknown } | undefined)?.fields,
    );
  }

  const narrowed = `import type { DataOf } from 'rdc-toolkit';
import type { Issue } from './generated/Issue';
import type { list } from './generated/fieldsEndpoints';
import type { User } from './generated/User';
export const users = (issue: Issue): readonly User[] =>
  issue.fields.flatMap(field => (field.kind === 'user' ? [field.value] : []));
export const listed = ({ fields }: DataOf<typeof list>): readonly User[] =>
  fields.flatMap(field => (field.kind === 'user' ? [field.value] : []));`;
  const discriminator = {
    propertyName: 'kind',
    mapping: { text: place('TextField'), user: place('UserField') },
  };

  it.each<{ by: string; Field: object; others?: object }>([
    { by: 'a discriminator', Field: { ...choice('TextField', 'UserField'), discriminator } },
    { by: 'a fixed value in each', Field: choice('TextField', 'UserField') },
    {
      by: 'values that only the discriminator names',
      Field: { ...choice('TextField', 'UserField'), discriminator },
      others: {
        TextField: object({ kind: text, value: text }),
        UserField: object({ kind: text, value: ref('User') }),
      },
    },
    {
      by: 'fixed values that are not the names of the schemas',
      Field: { ...choice('TextField', 'UserField'), discriminator: { propertyName: 'kind' } },
    },
  ])('is the stored one if the objects are discriminated by $by', async ({ Field, others }) => {
    for (const found of await read(schemas(Field, others), fields, narrowed)) {
      expect(found).toMatchObject([{ value: 'x' }, { kind: 'user', value: { title: 'Changed' } }]);
      const [, { value }] = found as [object, { value: object }];
      expect(value.constructor.name).toBe('User');
    }
  });

  it('is the stored one if it is itself one of the discriminated objects', async () => {
    const Field = choice('TextField', 'Label');
    const Label = object({ id: text, title: text, ...kind('label', text).properties });
    const sent = [fields[0], { kind: 'label', id: '3', title: 'Bug', value: 'v' }];
    const found = await read(
      schemas(Field, { Label }),
      sent as object,
      `import type { Label } from './generated/Label';
import type { Field } from './generated/types';
export const label = (field: Field): Label | undefined => (field.kind === 'label' ? field : undefined);`,
    );
    for (const one of found) expect((one as object[])[1]?.constructor.name).toBe('Label');
  });

  const holding = { holder: object({ user: ref('User'), note: text }) };
  it.each<{ what: string; schemas: object; sent: unknown; usage: string }>([
    {
      what: 'several kinds that nothing tells apart',
      schemas: schemas(choice('Note', 'Held'), { Note: record('note'), Held: holding.holder }),
      sent: [{ user: ada, note: 'x' }],
      usage: `export const title = (field: Field): string | undefined => ('user' in field ? field.user.title : undefined);
// @ts-expect-error it is no record
export const key = (field: Field) => ('user' in field ? field.user.pk() : undefined);`,
    },
    {
      what: 'an object that may hold itself',
      schemas: schemas(object({ user: ref('User'), parts: array(ref('Field')) })),
      sent: [{ user: ada, parts: [{ user: ada, parts: [] }] }],
      usage: `export const key = (field: Field) => field.user.pk();
export const title = (field: Field): string | undefined => field.parts[0]?.user.title;
// @ts-expect-error further down it is no record
export const inner = (field: Field) => field.parts[0]?.user.pk();`,
    },
    {
      what: 'objects that hold each other',
      schemas: schemas(object({ user: ref('User'), more: ref('More') }), {
        More: object({ user: ref('User'), parts: array(ref('Field')) }),
      }),
      sent: [{ user: ada, more: { user: ada, parts: [] } }],
      usage: `export const key = (field: Field) => field.user.pk();
// @ts-expect-error further down it is no record
export const inner = (field: Field) => field.more.user.pk();`,
    },
  ])('stays plain, as in its type, in $what', async ({ schemas, sent, usage }) => {
    const found = await read(
      schemas,
      sent as object,
      `import type { Field } from './generated/types';\n${usage}`,
    );
    for (const one of found) {
      // The value is an instance exactly where its type is one.
      const [field] = one as [{ user: object; parts?: { user: object }[]; more?: { user: object } }];
      expect(field.user).toMatchObject({ id: '7' });
      const isFound = usage.includes('=> field.user.pk()');
      expect(field.user.constructor.name).toBe(isFound ? 'User' : 'Object');
      const inner = field.parts?.[0]?.user ?? field.more?.user;
      if (inner !== undefined) expect(inner.constructor.name).toBe('Object');
    }
  });
});

it('takes the kinds of a discriminator that are there, where its mapping names others as well', async () => {
  const kind = (name: string) => ({
    type: 'object',
    required: ['kind', 'id'],
    properties: { kind: { type: 'string', enum: [name] }, id: { type: 'string' } },
  });
  const mapping = { cat: '#/components/schemas/Cat', dog: './Dog.yaml', fish: '#/Fish' };
  const { endpoints, mock } = await clientOf(
    {
      '/pet': { get: { operationId: 'send', tags: ['pets'], responses: ok(ref('Pet')) } },
      '/base': { get: { operationId: 'base', tags: ['pets'], responses: ok(ref('Base')) } },
    },
    {
      Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind', mapping } },
      Base: { type: 'object', discriminator: { propertyName: 'kind', mapping }, properties: { note: text } },
      Cat: kind('cat'),
      Dog: kind('dog'),
    },
  );
  const { send } = await endpoints('petsEndpoints');
  mock.respond('send', { kind: 'dog', id: '1' });
  expect(((await newStore().dispatch(send.fetch())) as object).constructor.name).toBe('Dog');
});
