import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPath, listOf, record } from './client.js';
import { apiOf, command, compile, describeApi, filesIn, newFolder, ok, ref } from './helpers.js';

const listed = (items: object) => ok({ type: 'array', items });
const get = (responses: object, ...parameters: readonly string[]) => ({
  get: { parameters: parameters.map(inPath), responses },
});

const holding = (list: string, field: string) => ({
  type: 'object',
  required: [list],
  properties: { [list]: { type: 'array', items: record('id', field) } },
});

/** The names of the entities of a description that compiles. */
async function entitiesOf(paths: object, schemas: object = {}) {
  const folder = newFolder();
  const ran = await command(describeApi(folder, apiOf(paths, schemas)), '--out', folder);
  expect(ran).toMatchObject({ code: 0, error: '' });
  expect(compile(folder)).toBe('');
  const files = Object.entries(filesIn(join(folder, 'generated')));
  return files.flatMap(([name, code]) => (code.includes('extends Entity') ? [name.replace('.ts', '')] : []));
}

const user = { ...record('id', 'name', 'city', 'age'), required: undefined };

it.each<{ what: string; paths: object; schemas?: object; names: readonly string[] }>([
  {
    what: 'an operation whose path is a letter',
    paths: {
      '/t/{id}': {
        get: {
          operationId: 'getTopicById',
          parameters: [inPath('id')],
          responses: ok(record('id', 'title')),
        },
      },
    },
    names: ['Topic'],
  },
  {
    what: 'what they belong to, where TypeScript has a type of that name',
    paths: { '/domains/{domain}/records': get(listed(record('id', 'ttl')), 'domain') },
    names: ['DomainRecord'],
  },
  {
    what: 'another word where there is nothing that they belong to',
    paths: { '/records/{id}': get(ok(record('id', 'ttl')), 'id') },
    names: ['RecordEntity'],
  },
  {
    what: 'the list that holds them',
    paths: {
      '/users/{id}': get(ok(ref('User')), 'id'),
      '/tracks/{id}/favoriters': get(ok(ref('UsersList')), 'id'),
    },
    schemas: {
      User: user,
      UsersList: { type: 'array', items: { ...record('id', 'name'), required: undefined } },
    },
    names: ['User'],
  },
  {
    what: 'the field that holds them in a record that is called a playlist, or a page',
    paths: { '/playlist': get(ok(ref('Playlist'))), '/home': get(ok(ref('HomePage'))) },
    schemas: { Playlist: holding('tracks', 'bpm'), HomePage: holding('widgets', 'color') },
    names: ['Track', 'Widget'],
  },
  {
    what: 'a record that has the same fields and a key that it does not require',
    paths: {
      '/users': get(listOf('User')),
      '/users/{id}': get(ok(ref('User')), 'id'),
      '/tracks/{id}/fans': get(listed(user), 'id'),
    },
    schemas: { User: user },
    names: ['User'],
  },
])('records without a name are named after $what', async ({ paths, schemas, names }) => {
  expect(await entitiesOf(paths, schemas)).toEqual(names);
});

it('names a record of Go without its package, unless two have that name', async () => {
  const paths = {
    '/users/{id}': get(ok(ref('model.User')), 'id'),
    '/accounts/{id}': get(ok(ref('github_com_acme_app_model.Account')), 'id'),
    '/bank/{id}': get(ok(ref('bank.Account')), 'id'),
    '/cards/{id}': get(ok(ref('issuing.card')), 'id'),
  };
  const schemas = {
    'model.User': record('id', 'name'),
    'github_com_acme_app_model.Account': record('id', 'name'),
    'bank.Account': record('id', 'balance'),
    'issuing.card': record('id', 'last4'),
  };
  expect(await entitiesOf(paths, schemas)).toEqual([
    'Account',
    'GithubComAcmeAppModelAccount',
    'IssuingCard',
    'User',
  ]);
});

it('names a record that is called Record', async () => {
  const paths = { '/records/{id}': get(ok(ref('record')), 'id') };
  expect(await entitiesOf(paths, { record: record('id', 'title') })).toEqual(['RecordEntity']);
});
