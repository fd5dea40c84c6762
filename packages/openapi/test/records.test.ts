import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED } from '../src/files.js';
import { clientOf, inPath, newStore, record as recordOf } from './client.js';
import { apiOf, command, compile, describeApi, filesIn, newFolder, ok, ref } from './helpers.js';

const id = { type: 'integer' };
const text = { type: 'string' };
const record = (...fields: readonly string[]) => ({
  type: 'object',
  required: ['id'],
  properties: { id, ...Object.fromEntries(fields.map(field => [field, text])) },
});

/** Generates from paths and schemas and returns the files. */
async function filesOf(paths: object, schemas: object, ...args: readonly string[]) {
  const folder = newFolder();
  const source = describeApi(folder, apiOf(paths, schemas));
  expect(await command(source, '--out', folder, ...args)).toMatchObject({ code: 0, error: '' });
  expect(compile(folder)).toBe('');
  return filesIn(join(folder, GENERATED));
}

/** Generates from schemas, each with its own path, and returns the files. */
async function generated(schemas: object, paths: object = {}, ...args: readonly string[]) {
  const own = Object.fromEntries(
    Object.keys(schemas).map((name, i) => [
      `/things${i}`,
      { get: { operationId: `getThing${i}`, responses: ok(ref(name)) } },
    ]),
  );
  return filesOf({ ...own, ...paths }, schemas, ...args);
}

const entitiesOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files)
    .filter(([, code]) => /^export class \w+ extends Entity /m.test(code))
    .map(([file]) => file.replace('.ts', ''));

describe('names of records', () => {
  it.each<{ schemas: readonly string[]; entities: readonly string[] }>([
    { schemas: ['user'], entities: ['User'] },
    { schemas: ['simple-user', 'private_user', 'PublicUser'], entities: ['User'] },
    { schemas: ['nullable-simple-user', 'user'], entities: ['User'] },
    { schemas: ['UserDto', 'UserDetailsDto'], entities: ['User'] },
    { schemas: ['user-search-result-item', 'user'], entities: ['User'] },
    { schemas: ['com.example.v1.Pod', 'com.example.v2.Pod'], entities: ['Pod', 'V2Pod'] },
    { schemas: ['promise', 'entity'], entities: ['EntityRecord', 'PromiseRecord'] },
    // A single word is a name, even one that marks a variant elsewhere.
    { schemas: ['summary'], entities: ['Summary'] },
    { schemas: ['SSHKey', 'OAuthToken'], entities: ['OAuthToken', 'SshKey'] },
  ])('$schemas are $entities', async ({ schemas, entities }) => {
    const files = await generated(Object.fromEntries(schemas.map(name => [name, record('name', 'mail')])));
    expect(entitiesOf(files)).toEqual(entities);
  });

  it('keeps schemas with a shared name but few shared fields apart', async () => {
    const files = await generated({
      card: record('brand', 'number'),
      'card-summary': record('spent', 'refunded', 'disputed'),
    });
    expect(entitiesOf(files)).toEqual(['Card', 'CardSummary']);
  });
});

describe('names of files', () => {
  const pathsOf = (name: string) => ({
    '/users': { get: { operationId: 'listUsers', responses: ok({ type: 'array', items: ref(name) }) } },
    '/users/{id}': {
      get: {
        operationId: 'getUser',
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        responses: ok(ref(name)),
      },
    },
  });

  it.each<{ what: string; other: object }>([
    { what: 'a record', other: record('color', 'size', 'title') },
    { what: 'a type', other: { type: 'object', properties: { color: text } } },
  ])("keeps $what with the name of another record's resource", async ({ other }) => {
    const files = await generated({ User: record('name'), UserResource: other }, pathsOf('User'));
    expect(files['User.ts']).toContain('export class User ');
    expect(files['UserResource2.ts']).toContain('export const UserResource2 = resource({');
    const code = Object.values(files).join('\n');
    expect(code).toMatch(/export (class|interface) UserResource /);
  });

  it.each<{ name: string; file: string }>([
    { name: 'types', file: 'types.ts' },
    { name: 'Types', file: 'types.ts' },
    { name: 'usersEndpoints', file: 'usersEndpoints.ts' },
  ])('rejects a record called $name in place of another file', async ({ name, file }) => {
    const folder = newFolder();
    const paths = {
      ...pathsOf('user'),
      '/count': { get: { operationId: 'countAll', tags: ['users'], responses: ok(text) } },
    };
    const source = describeApi(folder, apiOf(paths, { user: record('name') }));
    const ran = await command(source, '--out', folder, '--name', `user=${name}`);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.error).toContain(`"${name}"`);
    expect(ran.error).toContain(file);
    expect(ran.error).toContain('--name');
  });
});

describe('names of endpoints', () => {
  it('puts the endpoints of tags that differ only in case into one file', async () => {
    const tagged = (operationId: string, tag: string) => ({
      get: { operationId, tags: [tag], responses: ok(text) },
    });
    const files = await generated(
      { user: record('name') },
      { '/up': tagged('isUp', 'healthCheck'), '/down': tagged('isDown', 'Healthcheck') },
    );
    expect(files['healthCheckEndpoints.ts']).toMatch(/const isUp .+const isDown /s);
  });

  it.each(['type', 'z'])('renames the operation %s, which clashes with an import', async name => {
    const parameters = [{ name: 'q', in: 'query', schema: text }];
    const meta = { get: { operationId: name, tags: ['meta'], parameters, responses: ok(text) } };
    for (const flags of [[], ['--zod']]) {
      const files = await generated({ user: record('name') }, { '/meta': meta }, ...flags);
      expect(files['metaEndpoints.ts']).toContain('export const getMeta = new ApiEndpoint({');
    }
  });
});

describe('names from an operation id', () => {
  const at = (path: string, operationId: string, method = 'get') => ({
    [path]: { [method]: { operationId, tags: ['things'], responses: ok(text) } },
  });

  it.each<{ path: string; id: string; name: string; method?: string }>([
    { path: '/store/inventory', id: 'getInventory', name: 'getInventory' },
    { path: '/admin/2024-01/things/{id}.json', id: 'deleteThing', method: 'delete', name: 'deleteThing' },
    {
      path: '/v1/customers/{customer}/sources/{id}',
      id: 'GetCustomersCustomerSourcesId',
      name: 'getCustomerSource',
    },
    { path: '/upload', id: 'ThingsController_upload', method: 'post', name: 'upload' },
  ])('are kept unless they only repeat method and path: $id', async ({ path, id, name, method }) => {
    const files = await generated({ user: record('name') }, at(path, id, method));
    expect(files['thingsEndpoints.ts']).toContain(`export const ${name} = new ApiEndpoint({`);
  });

  it('can be reserved words as tags, with a file of that name', async () => {
    const meta = { get: { operationId: 'status', tags: ['default'], responses: ok(text) } };
    const files = await generated({ user: record('name') }, { '/meta': meta });
    expect(Object.keys(files)).toContain('defaultEndpoints.ts');
  });
});

describe('names of types', () => {
  it('use the group of equally named endpoints instead of a number', async () => {
    const filters = ['state', 'owner', 'label', 'sort', 'order', 'after'];
    const listOf = (tag: string) => ({
      get: {
        operationId: `${tag}/list`,
        tags: [tag],
        parameters: filters.map(name => ({ name, in: 'query', schema: text, description: `By ${name}.` })),
        responses: ok({ type: 'array', items: text }),
      },
    });
    const files = await generated(
      { user: record('name') },
      { '/alerts': listOf('alerts'), '/secrets': listOf('secrets') },
    );
    expect(files['alertsEndpoints.ts']).toContain('export interface ListSearch {');
    expect(files['secretsEndpoints.ts']).toContain('export interface SecretsListSearch {');
  });
});

describe('variants of records', () => {
  const issue = record('title', 'state', 'body');
  const patched = (schema: object) => ({
    '/issues/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { operationId: 'issues/get', responses: ok(ref('issue')) },
      patch: {
        operationId: 'issues/update',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { title: text } } } },
        },
        responses: ok(schema),
      },
    },
  });
  const suggestions = { type: 'object', properties: { suggestions: { type: 'array', items: text } } };

  it('treats a record with further fields as the record, with the fields as optional', async () => {
    const files = await generated({ issue }, patched({ allOf: [ref('issue'), suggestions] }));
    expect(entitiesOf(files)).toEqual(['Issue']);
    expect(files['Issue.ts']).toContain('suggestions: readonly string[] | undefined = undefined;');
    // The standard member sends it, with the record as its schema.
    expect(files['IssueResource.ts']).not.toContain("title: ''");
  });

  it.each<{ what: string; schema: object }>([
    {
      what: 'a list of records with further fields',
      schema: { type: 'array', items: { allOf: [ref('issue'), suggestions] } },
    },
    {
      what: 'a record with further fields in an object',
      schema: {
        type: 'object',
        required: ['issue'],
        properties: { issue: { allOf: [ref('issue'), suggestions] } },
      },
    },
    { what: 'a record alone in allOf', schema: { allOf: [ref('issue')] } },
    { what: 'a record or null', schema: { oneOf: [ref('issue'), { type: 'object', nullable: true }] } },
  ])('recognizes $what', async ({ schema }) => {
    const files = await generated({ issue }, patched(schema));
    expect(entitiesOf(files)).toEqual(['Issue']);
  });

  it('uses a plain type for a record with further fields in an ambiguous union', async () => {
    const member = { type: 'object', required: ['role'], properties: { role: text } };
    const either = { anyOf: ['issue', 'label'].map(name => ({ allOf: [ref(name), member] })) };
    const files = await generated(
      { issue, label: record('color', 'name', 'text'), members: { type: 'object', properties: { either } } },
      {},
      '--zod',
    );
    const checked = files['schemas.ts']?.replace(/\s+/g, ' ');
    // Its type is not that of an instance.
    expect(checked).toMatch(
      /union\(\[ (z\.custom<\{ readonly id: number; [^}]*readonly role: string; \}>\(\), ){2}\]\)/,
    );
    expect(checked).not.toMatch(/custom<(Issue|Label)>/);
  });

  it('keeps a named schema that extends another as its own entity', async () => {
    const files = await generated({ issue, pullRequest: { allOf: [ref('issue'), record('branch')] } });
    expect(entitiesOf(files)).toEqual(['Issue', 'PullRequest']);
    expect(files['Issue.ts']).not.toContain('branch');
  });

  it('merges an object that joins two records into neither', async () => {
    const files = await generated(
      { issue, label: record('color', 'name', 'text') },
      patched({ allOf: [ref('issue'), ref('label')] }),
    );
    expect(files['Issue.ts']).not.toContain('color');
    expect(files['Label.ts']).not.toContain('state');
  });

  it('excludes records with an empty --key, also with further fields', async () => {
    const files = await generated(
      { issue },
      patched({ allOf: [ref('issue'), suggestions] }),
      '--key',
      'issue=',
    );
    expect(entitiesOf(files)).toEqual([]);
  });
});

describe('fields that list summaries omit', () => {
  const object = (properties: object) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const list = { type: 'array', items: ref('IssueSummary') };
  const page = object({ items: list, total: id });
  const summary = ['title', 'status', 'reporter'];
  const schemas = {
    IssueSummary: record(...summary),
    Issue: { allOf: [ref('IssueSummary'), object({ body: text, parts: { type: 'array', items: text } })] },
  };
  const paths = (response: object) => ({
    '/issues': { get: { operationId: 'listIssues', responses: ok(response) } },
    '/issues/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { operationId: 'getIssue', responses: ok(ref('Issue')) },
    },
  });

  it.each<{ where: string; response: object; others?: object }>([
    { where: 'in a page written in place', response: page },
    { where: 'in a page with a name', response: ref('Page'), others: { Page: page } },
    {
      where: 'in a page with two names and a list with one',
      response: ref('Answer'),
      others: { Answer: ref('Page'), Page: object({ items: ref('Summaries') }), Summaries: list },
    },
    {
      where: 'below a wrapper, both with a name',
      response: ref('Answer'),
      others: { Answer: object({ data: ref('Page') }), Page: page },
    },
    { where: 'below a wrapper, both in place', response: object({ data: page }) },
    {
      where: 'in a page that may hold another one',
      response: ref('Page'),
      others: { Page: { ...page, properties: { ...page.properties, data: ref('Page') } } },
    },
  ])('are optional: $where', async ({ response, others }) => {
    const files = await filesOf(paths(response), { ...schemas, ...others });
    expect(files['Issue.ts']).toContain('body: string | undefined = undefined;');
  });

  it('are required if the summaries are only part of another record', async () => {
    const User = { ...record('name'), properties: { ...record('name').properties, issues: list } };
    const user = { get: { operationId: 'getUser', responses: ok(ref('User')) } };
    const files = await filesOf({ ...paths(ref('Issue')), '/me': user }, { ...schemas, User });
    expect(files['Issue.ts']).toContain("body = '';");
  });
});

it.each([true, false])('checks a required or optional body with --zod (%s)', async required => {
  const content = {
    'application/json': { schema: { type: 'object', properties: { note: text, count: id } } },
  };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: id }];
  const note = { operationId: 'note', parameters, requestBody: { required, content }, responses: ok(text) };
  const files = await generated({ issue: record('name') }, { '/issues/{id}/note': { patch: note } }, '--zod');
  const code = Object.values(files).join('\n').replace(/\s+/g, ' ');

  expect(code).not.toContain('body: type<');
  expect(/\} ?\) ?\.optional\(\)/.test(code)).toBe(!required);
});

describe('an object around records in a list', () => {
  const list = (items: object) => ({ type: 'array', items });
  const line = {
    type: 'object',
    required: ['qty', 'product'],
    properties: { qty: id, product: ref('Product') },
  };
  const schemas = {
    Product: record('name'),
    Line: line,
    Cart: { type: 'object', required: ['lines'], properties: { lines: list(ref('Line')), sum: id } },
    Shelf: {
      type: 'object',
      required: ['label', 'parts'],
      properties: { label: text, best: ref('Product'), parts: list(ref('Shelf')) },
    },
    Stock: { type: 'object', additionalProperties: ref('Line') },
  };

  it('keeps all its fields at any depth', async () => {
    const files = await generated(schemas, {
      '/products/{id}': {
        get: {
          operationId: 'getProduct',
          parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
          responses: ok(ref('Product')),
        },
      },
    });
    const code = Object.values(files).join('\n').replace(/,?\s+/g, ' ');

    expect(code).toContain('lines: [ { qty: 0 product: Product } ]');
    expect(code).toContain('schema: new Values({ qty: 0 product: Product })');
    // A recursive object stays plain further down.
    expect(code).toContain("label: '' best: Product parts: (value: readonly ShelfData[]) => value");
  });
});

describe('a key', () => {
  const uuid = { type: 'string', format: 'uuid' };
  it.each<{ what: string; field: string; schema: object; required?: boolean }>([
    { what: 'has a type with a name', field: 'id', schema: ref('Uuid'), required: true },
    { what: 'has a type with a name, and may be missing', field: 'id', schema: ref('Uuid') },
    { what: 'may be null, as far as the description says', field: 'id', schema: { ...text, nullable: true } },
    { what: 'may be null, and has a name of its own', field: 'guid', schema: { ...text, nullable: true } },
    { what: 'is written in capitals', field: 'ID', schema: text },
    { what: 'is written with a capital', field: 'Id', schema: uuid },
    { what: 'is a gid', field: 'gid', schema: text },
  ])('is found where it $what', async ({ field, schema, required = false }) => {
    const parameter = `car_${field}`;
    const parameters = [{ name: parameter, in: 'path', required: true, schema: ref('Uuid') }];
    const { resource, mock } = await clientOf(
      {
        '/cars': { get: { operationId: 'list', responses: ok({ type: 'array', items: ref('Car') }) } },
        [`/cars/{${parameter}}`]: {
          parameters,
          get: { operationId: 'get', responses: ok(ref('Car')) },
          delete: { operationId: 'remove', responses: { 204: { description: 'gone' } } },
        },
      },
      {
        Car: {
          type: 'object',
          required: ['color', ...(required ? [field] : [])],
          properties: { [field]: schema, color: text },
        },
        Uuid: uuid,
      },
      `import type { DataOf } from 'rdc-toolkit';
import { CarResource } from './generated/CarResource';
export const keyOf = (car: DataOf<typeof CarResource.get>): string | undefined => car.${field};
export const read = () => CarResource.get({ ${field}: '1' });`,
    );
    const { get, getList, delete: remove } = await resource('CarResource');
    const car = (key: string, color: string) => ({ [field]: key, color });
    mock.respond('list', [car('1', 'red'), car('2', 'green')]);
    mock.respond('get', car('2', 'blue'));
    mock.respond('remove', undefined, 204);
    const store = newStore();
    await store.dispatch(getList.fetch());
    await store.dispatch(get.fetch({ [field]: '2' }));
    await store.dispatch(remove.fetch({ [field]: '1' }));
    expect(getList.select()(store.getState()).data).toMatchObject([{ color: 'blue' }]);
  });
});

it('finds a key in an object under a name with a dash', async () => {
  const meta = { type: 'object', properties: { 'the-id': text } };
  const part = { type: 'object', required: ['meta'], properties: { meta, name: text } };
  const files = await generated({ part }, {}, '--key', 'part=meta.the-id');
  expect(files['Part.ts']).toContain("return this.meta?.['the-id'];");
});

it('makes a plain type of a record with an unusable key and an empty --key', async () => {
  const user = { type: 'object', required: ['pk', 'name'], properties: { pk: id, name: text } };
  const byKey = {
    '/users/{pk}': {
      get: {
        operationId: 'getUser',
        parameters: [{ name: 'pk', in: 'path', required: true, schema: id }],
        responses: ok(ref('user')),
      },
    },
  };
  const files = await generated({ user }, byKey, '--key', 'user=');
  expect(files['types.ts']).toContain('readonly pk: number;');
});

describe('a field whose name has a meaning in every object', () => {
  const fetched = async (fields: Readonly<Record<string, unknown>>, schema: object, usage = '') => {
    const { resource, mock, text } = await clientOf(
      {
        '/cars': { get: { operationId: 'listCars', responses: ok({ type: 'array', items: ref('Car') }) } },
        '/cars/{id}': {
          parameters: [inPath('id')],
          get: { operationId: 'getCar', responses: ok(ref('Car')) },
        },
      },
      { Car: schema, Maker: recordOf('id', 'name') },
      usage,
    );
    const CarResource = await resource('CarResource');
    mock.respond('getCar', { id: '1', ...fields });
    const store = newStore();
    await store.dispatch(CarResource.get.fetch({ id: '1' }));
    return { car: CarResource.get.select({ id: '1' })(store.getState()).data, text };
  };
  // Of an object literal `__proto__` would be the prototype.
  const fieldsOf = (name: string, value: unknown) => Object.fromEntries([[name, value]]);

  it.each(['prototype', 'key', 'schema', 'name', 'process'])('is read under its name: %s', async name => {
    const { car } = await fetched(
      fieldsOf(name, 'Ada'),
      recordOf('id', name),
      `import { Car } from './generated/Car';\nexport const shown: string = Car.fromJS().${name};`,
    );
    expect((car as Record<string, unknown>)[name]).toBe('Ada');
  });

  it.each(['constructor', 'pk', '__proto__', 'toString', 'hasOwnProperty'])(
    'is read with an underscore behind it, where an entity has it: %s',
    async name => {
      const { car, text } = await fetched(
        fieldsOf(name, 'Ada'),
        recordOf('id', name),
        `import { Car } from './generated/Car';\nexport const shown: string = Car.fromJS().${name}_;`,
      );
      expect((car as Record<string, unknown>)[`${name}_`]).toBe('Ada');
      expect(text('Car')).toContain(`Comes as \`${name}\`, a name that every entity uses itself.`);
    },
  );

  it('is read so beside a field that has that name, and as a relation', async () => {
    const { properties } = recordOf('id', 'constructor_');
    const { car } = await fetched(
      { constructor: { id: '7', name: 'Ada' }, constructor_: 'Bea' },
      { type: 'object', required: ['id'], properties: { ...properties, constructor: ref('Maker') } },
      `import type { Car } from './generated/Car';
export const nameOf = (car: Car): string | undefined => car.constructor__?.name;`,
    );
    expect(car).toMatchObject({ constructor__: { name: 'Ada' }, constructor_: 'Bea' });
  });

  it('is sent under its name, also by what gives the record the fields that were sent', async () => {
    const { resource, mock } = await clientOf(
      {
        '/cars/{id}': {
          parameters: [inPath('id')],
          get: { operationId: 'getCar', responses: ok(ref('Car')) },
          patch: {
            operationId: 'changeCar',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: recordOf('constructor') } },
            },
            responses: ok({ type: 'object', properties: { success: { type: 'boolean' } } }),
          },
        },
      },
      { Car: recordOf('id', 'constructor') },
    );
    const CarResource = await resource('CarResource');
    mock.respond('getCar', { id: '1', constructor: 'Ada' });
    mock.respond('changeCar', { success: true });
    const store = newStore();
    await store.dispatch(CarResource.get.fetch({ id: '1' }));
    await store.dispatch(CarResource.partialUpdate.fetch({ id: '1' }, { constructor: 'Bea' }));
    expect(mock.bodies).toEqual(['application/json {"constructor":"Bea"}']);
    expect(CarResource.get.select({ id: '1' })(store.getState()).data).toMatchObject({ constructor_: 'Bea' });
  });

  it('leads to a record from what is none', async () => {
    const summary = {
      type: 'object',
      required: ['__proto__'],
      properties: fieldsOf('__proto__', ref('Car')),
    };
    const { endpoints, mock } = await clientOf(
      { '/summary': { get: { operationId: 'send', tags: ['cars'], responses: ok(summary) } } },
      { Car: recordOf('id', 'color') },
    );
    const { send } = await endpoints('carsEndpoints');
    mock.respond('send', fieldsOf('__proto__', { id: '1', color: 'red' }));
    const store = newStore();
    await store.dispatch(send.fetch());
    const [[name, car] = []] = Object.entries(send.select()(store.getState()).data as object);
    expect(name).toBe('__proto__');
    expect(car.constructor.name).toBe('Car');
  });
});

it.each(['constructor', 'toString', 'valueOf'])('makes a record of a schema called %s', async name => {
  const files = await generated(Object.fromEntries([[name, record('name')]]));
  expect(entitiesOf(files)).toHaveLength(1);
});

it.each([[], ['--zod']])('lets a type contain itself in a map %j', async (...flags) => {
  const folder = newFolder();
  const json = [{ type: 'string' }, { type: 'array', items: ref('Json') }];
  const api = apiOf(
    { '/json': { get: { responses: ok(ref('Json')) } } },
    { Json: { oneOf: [...json, { type: 'object', additionalProperties: ref('Json') }] } },
  );
  expect(await command(describeApi(folder, api), '--out', folder, ...flags)).toMatchObject({ code: 0 });
  expect(compile(folder)).toBe('');
});

it('gives the kinds of a union their discriminator values', async () => {
  const folder = newFolder();
  const shape = (field: string, kind: object) => ({
    type: 'object',
    required: ['id', 'kind', field],
    properties: { id: { type: 'string' }, kind, [field]: { type: 'number' } },
  });
  const Shape = { oneOf: [ref('Circle'), ref('Square')], discriminator: { propertyName: 'kind' } };
  const api = apiOf(
    { '/shapes': { get: { operationId: 'list', tags: ['shapes'], responses: ok(ref('Shape')) } } },
    {
      Circle: shape('radius', { type: 'string' }),
      Square: shape('side', { type: 'string', enum: ['Square'] }),
      Shape,
    },
  );
  expect(await command(describeApi(folder, api), '--out', folder)).toMatchObject({ code: 0 });
  writeFileSync(
    join(folder, 'usage.ts'),
    `import { list } from './generated/shapesEndpoints';
export async function size(): Promise<number> {
  const shape = await list();
  return shape.kind === 'Circle' ? shape.radius : shape.side;
}
`,
  );
  expect(compile(folder)).toBe('');
  const { 'Circle.ts': circle, 'Square.ts': square } = filesIn(join(folder, 'generated'));
  expect(circle).toContain("kind = 'Circle' as const;");
  expect(square).toContain("kind = 'Square' as const;");
});

/** Generates payments of two kinds, whose fields compile once the kind is narrowed. */
async function endpointsOfPayments(folder: string, schemas: Readonly<Record<string, unknown>>, card: string) {
  const get = { operationId: 'list', tags: ['payments'], responses: ok(ref('Payment')) };
  const api = apiOf({ '/payments': { get } }, schemas);
  expect(await command(describeApi(folder, api), '--out', folder)).toMatchObject({ code: 0 });
  writeFileSync(
    join(folder, 'usage.ts'),
    `import { list } from './generated/paymentsEndpoints';
export async function number(): Promise<number> {
  const payment = await list();
  return payment.kind === '${card}' ? payment.digits : payment.account;
}
`,
  );
  expect(compile(folder)).toBe('');
  return filesIn(join(folder, 'generated'))['paymentsEndpoints.ts'];
}

it.each([
  { what: 'which each of them has', own: { id: { type: 'string' }, kind: { type: 'string' } } },
  { what: 'which they get from there', own: {} },
])('keeps several kinds apart next to fields, $what', async ({ own }) => {
  const folder = newFolder();
  const payment = (field: string) => ({
    type: 'object',
    required: ['id', 'kind', field],
    properties: { id: { type: 'string' }, ...own, [field]: { type: 'number' } },
  });
  const Payment = {
    type: 'object',
    required: ['id', 'kind'],
    properties: { id: { type: 'string' }, kind: { type: 'string' } },
    oneOf: [ref('Card'), ref('Transfer')],
    discriminator: {
      propertyName: 'kind',
      mapping: { card: '#/components/schemas/Card', transfer: '#/components/schemas/Transfer' },
    },
  };
  const schemas = { Card: payment('digits'), Transfer: payment('account'), Payment };
  const endpoints = await endpointsOfPayments(folder, schemas, 'card');
  // A kind without the discriminator is not a record.
  expect(endpoints?.includes('new Union(')).toBe('kind' in own);
});

it('keeps kinds apart that extend their own union', async () => {
  const folder = newFolder();
  const Payment = {
    type: 'object',
    required: ['id', 'kind'],
    properties: { id: { type: 'string' }, kind: { type: 'string' } },
    oneOf: [ref('Card'), ref('Transfer')],
    discriminator: { propertyName: 'kind' },
  };
  const kind = (field: string) => ({
    allOf: [
      ref('Payment'),
      { type: 'object', required: [field], properties: { [field]: { type: 'number' } } },
    ],
  });
  const schemas = { Card: kind('digits'), Transfer: kind('account'), Payment };
  expect(await endpointsOfPayments(folder, schemas, 'Card')).toContain('new Union(');
});

it('keeps kinds apart that only the discriminator of their base names', async () => {
  const folder = newFolder();
  const Payment = {
    type: 'object',
    required: ['id', 'kind'],
    properties: {
      id: { type: 'string' },
      kind: { type: 'string' },
      refunds: { nullable: true, allOf: [ref('Payment')] },
    },
    discriminator: {
      propertyName: 'kind',
      mapping: { card: 'Card', transfer: '#/components/schemas/Transfer' },
    },
  };
  const kind = (field: string) => ({
    allOf: [
      ref('Payment'),
      { type: 'object', required: [field], properties: { [field]: { type: 'number' } } },
    ],
  });
  const schemas = { Card: kind('digits'), Transfer: kind('account'), Payment };
  expect(await endpointsOfPayments(folder, schemas, 'card')).toContain('new Union(');
  const card = filesIn(join(folder, 'generated'))['Card.ts'];
  expect(card).toContain('refunds: Card | Transfer | null | undefined = undefined;');
});

it('distinguishes plain kinds that only the discriminator names', async () => {
  const folder = newFolder();
  const block = (field: string, isTold: boolean) => ({
    type: 'object',
    required: [field, ...(isTold ? ['type'] : [])],
    properties: { type: text, [field]: { type: 'number' } },
  });
  const Block = {
    oneOf: [ref('Para'), ref('Rule')],
    discriminator: {
      propertyName: 'type',
      mapping: { para: '#/components/schemas/Para', rule: 'Rule' },
    },
  };
  const api = apiOf(
    { '/blocks': { get: { operationId: 'get', tags: ['blocks'], responses: ok(ref('Block')) } } },
    { Para: block('size', true), Rule: { ...block('width', false), nullable: true }, Block },
  );
  expect(await command(describeApi(folder, api), '--out', folder)).toMatchObject({ code: 0 });
  writeFileSync(
    join(folder, 'usage.ts'),
    `import type { Block } from './generated/types';
export const size = (block: Block): number | undefined => (block?.type === 'para' ? block.size : block?.width);
`,
  );
  expect(compile(folder)).toBe('');
});
