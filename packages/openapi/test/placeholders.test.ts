import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPath, listOf, record, text } from './client.js';
import { apiOf, command, compile, describeApi, filesIn, newFolder, ok, ref } from './helpers.js';

const get = (responses: object, ...parameters: readonly string[]) => ({
  get: { parameters: parameters.map(inPath), responses },
});

/** As `@fastify/swagger` writes shared schemas: their `$id` becomes the title. */
const shared = {
  'def-0': { title: 'User', ...record('id', 'name') },
  'def-1': {
    title: 'https://example.com/schemas/post.json#',
    ...record('id', 'title'),
    properties: { id: text, title: text, author: ref('def-0'), slug: ref('def-0/properties/name') },
  },
  'def-2': { title: 'Kind of search', type: 'object', properties: { deep: { type: 'boolean' } } },
  'def-3': { title: 'User', ...record('id', 'secret') },
  'def-4': { ...record('kind', 'size'), title: 'Circle' },
  'def-5': { ...record('kind', 'width'), title: 'Square' },
  'def-6': {
    title: 'Shape',
    oneOf: [ref('def-4'), ref('def-5')],
    discriminator: {
      propertyName: 'kind',
      mapping: { circle: '#/components/schemas/def-4', square: 'def-5' },
    },
  },
};

it('names schemas by their title where their name only counts them', async () => {
  const folder = newFolder();
  const paths = {
    '/users': get(listOf('def-0')),
    '/users/{id}': get(ok(ref('def-0')), 'id'),
    '/posts/{id}': get(ok(ref('def-1')), 'id'),
    '/secrets/{id}': get(ok(ref('def-3')), 'id'),
    '/searches': { get: { tags: ['find'], operationId: 'find', responses: ok(ref('def-2')) } },
    '/shape': { get: { tags: ['find'], operationId: 'shape', responses: ok(ref('def-6')) } },
  };
  const source = describeApi(folder, apiOf(paths, shared));
  const ran = await command(source, '--out', folder, '--name', 'post=Article');
  expect(ran).toMatchObject({ code: 0, error: '' });
  const files = filesIn(join(folder, 'generated'));
  expect(files['User.ts']).toContain('class User extends');
  expect(files['UserResource.ts']).toContain('schema: User');
  expect(files['Article.ts']).toMatch(/author: User \| undefined.*slug: Name \| undefined/s);
  expect(files['Article.ts']).not.toContain('schemas/post');
  expect(files['types.ts']).toMatch(/interface KindOfSearch .*/);
  expect(files['types.ts']).toMatch(/interface Circle {\s*readonly kind: 'circle'/);
  expect(files['types.ts']).toMatch(/interface Square {\s*readonly kind: 'square'/);
  // A second schema with that title keeps its name.
  expect(Object.keys(files)).toContain('Def3.ts');
  expect(compile(folder)).toBe('');
});

it('keeps names that say something, whatever the title', async () => {
  const folder = newFolder();
  const schemas = { Pet: { title: 'An animal', ...record('id', 'name') } };
  await command(
    describeApi(folder, apiOf({ '/pets/{id}': get(ok(ref('Pet')), 'id') }, schemas)),
    '--out',
    folder,
  );
  expect(Object.keys(filesIn(join(folder, 'generated')))).toContain('Pet.ts');
});
