import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOf, inPath, newStore, record, text } from './client.js';
import { apiOf, command, compile, describeApi, filesIn, load, newFolder, ok, ref } from './helpers.js';

const sending = (schema: object, ...types: readonly string[]) => ({
  required: true,
  content: Object.fromEntries(types.map(type => [type, { schema }])),
});
const JSON_TYPE = 'application/json';
const answer = (type: string, schema: object) => ({
  200: { description: 'ok', content: { [type]: { schema } } },
});
const User = {
  ...record('id', 'name'),
  required: ['id', 'name', 'createdAt', 'password'],
  properties: {
    id: text,
    name: { ...text, description: 'Ends a comment: */', deprecated: true },
    createdAt: { ...text, readOnly: true },
    password: { ...text, writeOnly: true },
  },
};

describe('the schema of a single value', () => {
  it('decides the types of responses and bodies', async () => {
    const types = {
      type: 'object',
      required: ['user'],
      properties: {
        user: { type: 'object', properties: { secret: { ...text, writeOnly: true }, shown: text } },
      },
    };
    const { text: written } = await clientOf(
      {
        '/users': {
          get: { operationId: 'listUsers', responses: ok({ type: 'array', items: ref('User') }) },
          post: {
            operationId: 'add',
            requestBody: sending(ref('User'), JSON_TYPE),
            responses: ok(ref('User')),
          },
        },
        '/users/{id}': {
          parameters: [inPath('id')],
          get: { operationId: 'getUser', deprecated: true, responses: ok(ref('User')) },
        },
        '/shapes': {
          get: {
            operationId: 'send',
            tags: ['shapes'],
            deprecated: true,
            parameters: [
              {
                name: 'ids',
                in: 'query',
                explode: false,
                schema: { type: 'array', items: { type: 'integer' } },
              },
              { name: 'places', in: 'query', style: 'pipeDelimited', schema: { type: 'array', items: text } },
            ],
            responses: {
              default: { description: 'ok', content: { [JSON_TYPE]: { schema: ref('Shapes') } } },
            },
          },
        },
      },
      { User, Shapes: types },
      `import type { DataOf } from 'rdc-toolkit';
import { User } from './generated/User';
import { UserResource } from './generated/UserResource';
import { send } from './generated/shapesEndpoints';
export const create = () => UserResource.getList.push({ id: '1', name: 'Ada', password: 'secret' });
// @ts-expect-error only the server writes it
export const createdAt = () => UserResource.getList.push({ id: '1', name: 'Ada', password: '', createdAt: '' });
export const since: string = User.fromJS().createdAt;
// @ts-expect-error no response has it
export const password = User.fromJS().password;
export const shown = ({ user }: DataOf<typeof send>): string | undefined => user.shown;
// @ts-expect-error no response has it
export const secret = ({ user }: DataOf<typeof send>) => user.secret;
export const request = () => send({ ids: '1,2', places: 'a|b' });`,
    );
    expect(written('User')).toContain('Ends a comment: *\\/');
    expect(written('User')).toContain('@deprecated');
    expect(written('UserResource')).toContain('`get`: GET /users/{id} (deprecated)');
    expect(written('shapesEndpoints')).toMatch(/@deprecated\n \*\/\nexport const send /);
    expect(written('shapesEndpoints')).toContain('Several are separated by commas.');
    expect(written('shapesEndpoints')).toContain('Several are separated by |.');
  });

  it('decides the types of OpenAPI 3.1 lists and maps', async () => {
    const folder = newFolder();
    const properties = {
      pair: { type: 'array', prefixItems: [text, { type: ['integer', 'null'] }] },
      labels: { type: 'object', patternProperties: { '^x-': text } },
    };
    const shapes = { type: 'object', required: ['pair', 'labels'], properties };
    const get = { operationId: 'send', tags: ['shapes'], responses: ok(ref('Shapes')) };
    const source = describeApi(folder, apiOf({ '/shapes': { get } }, { Shapes: shapes }, '3.1.0'));
    expect(await command(source, '--out', folder)).toMatchObject({ code: 0 });
    const types = filesIn(join(folder, 'generated'))['types.ts'];
    expect(types).toContain('readonly pair: readonly (string | number | null)[];');
    expect(types).toContain('readonly labels: { readonly [name: string]: string };');
  });

  it.each([
    { limits: { minimum: 0, exclusiveMinimum: true }, openapi: '3.0.3' },
    { limits: { exclusiveMinimum: 0 }, openapi: '3.1.0' },
  ])('is checked with --zod: $limits', async ({ limits, openapi }) => {
    const folder = newFolder();
    const size = { type: 'object', required: ['size'], properties: { size: { type: 'integer', ...limits } } };
    const post = {
      operationId: 'send',
      tags: ['shapes'],
      requestBody: sending(size, JSON_TYPE),
      responses: ok(text),
    };
    const source = describeApi(folder, apiOf({ '/shapes': { post } }, {}, openapi));
    expect(await command(source, '--out', folder, '--zod')).toMatchObject({ code: 0 });
    expect(compile(folder)).toBe('');
    const { send } = await load<{ send: { url: () => string; body: { safeParse: Parse } } }>(
      folder,
      'generated/shapesEndpoints.ts',
    );
    expect([0, 1, 1.5].map(size => send.body.safeParse({ size }).success)).toEqual([false, true, false]);
  });

  type Parse = (value: unknown) => { readonly success: boolean };

  it('takes the key of a record from x-rdc-key', async () => {
    const { endpoints, mock } = await clientOf(
      { '/seats': { get: { operationId: 'send', tags: ['seats'], responses: ok(ref('Seat')) } } },
      { Seat: { ...record('row', 'number'), 'x-rdc-key': ['row', 'number'] } },
    );
    const { send } = await endpoints('seatsEndpoints');
    mock.respond('send', { row: 'a', number: '1' });
    const seat = (await newStore().dispatch(send.fetch())) as { pk: () => string };
    expect(seat.pk()).toBe('a/1');
  });
});

describe('the content types of a description', () => {
  it.each(['application/merge-patch+json', 'application/vnd.api+json'])(
    'decide how a body is sent, with a preference for %s',
    async patch => {
      const { resource, mock } = await clientOf(
        {
          '/users/{id}': {
            parameters: [inPath('id')],
            get: { operationId: 'getUser', responses: ok(ref('User')) },
            patch: {
              operationId: 'change',
              requestBody: sending(record('name'), 'application/json-patch+json', patch),
              responses: ok(ref('User')),
            },
          },
        },
        { User: record('id', 'name') },
      );
      const { partialUpdate } = await resource('UserResource');
      mock.respond('change', { id: '1', name: 'Ada' });
      await partialUpdate({ id: '1' }, { name: 'Ada' });
      expect(mock.bodies).toEqual([`${patch} {"name":"Ada"}`]);
      expect(mock.refused).toEqual([]);
    },
  );

  it.each([
    ['text/event-stream', "content: 'stream'"],
    ['text/csv', "content: 'text'"],
    ['application/xml', "content: 'text'"],
    ['image/png', "content: 'blob'"],
    ['application/hal+json', 'process: (response: string) => response'],
  ])('decide how a response is read: %s', async (type, option) => {
    const folder = newFolder();
    const get = { operationId: 'read', tags: ['files'], responses: answer(type, text) };
    await command(describeApi(folder, apiOf({ '/files': { get } })), '--out', folder);
    expect(filesIn(join(folder, 'generated'))['filesEndpoints.ts']).toContain(option);
  });

  it('are ignored if the schema says that the response is a file or the body is empty', async () => {
    const folder = newFolder();
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
    const post = {
      operationId: 'read',
      tags: ['files'],
      requestBody: { content },
      responses: answer('*/*', { type: 'string', format: 'binary' }),
    };
    await command(describeApi(folder, apiOf({ '/files': { post } })), '--out', folder);
    const written = filesIn(join(folder, 'generated'))['filesEndpoints.ts'];
    expect(written).toContain("content: 'blob'");
    expect(written).toContain('body: undefined');
  });

  it('send a file as a form', async () => {
    const upload = { type: 'object', properties: { file: { ...text, format: 'binary' } } };
    const { endpoints, mock } = await clientOf(
      {
        '/files': {
          post: {
            operationId: 'send',
            tags: ['files'],
            requestBody: sending(upload, 'multipart/form-data'),
            responses: ok(record('id')),
          },
        },
      },
      {},
      `import { send } from './generated/filesEndpoints';
export const upload = (form: FormData) => send(form);`,
    );
    const { send } = await endpoints('filesEndpoints');
    const form = new FormData();
    form.append('file', new Blob(['hello']));
    mock.respond('send', { id: '1' });
    await (send as unknown as (form: FormData) => Promise<unknown>)(form).catch(() => undefined);
    expect(mock.bodies[0]).toMatch(/^multipart\/form-data .*hello/s);
  });
});
