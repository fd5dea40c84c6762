import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { clientOf, gone, inPath, newStore, record } from './client.js';
import { apiOf, command, compile, describeApi, filesIn, newFolder, ok, ref } from './helpers.js';

/** As `@fastify/swagger` writes it: no schema has a name. */
const blog = JSON.parse(
  readFileSync(fileURLToPath(new URL('descriptions/blog.json', import.meta.url)), 'utf8'),
) as { paths: object };

const number = { type: 'integer' };
const text = { type: 'string' };
const listed = (items: object) => ok({ type: 'array', items });
const get = (responses: object, ...parameters: readonly string[]) => ({
  get: { parameters: parameters.map(inPath), responses },
});

/** Generates a description and returns the names of its files and what is in them. */
async function generated(paths: object, schemas: object = {}, ...args: readonly string[]) {
  const folder = newFolder();
  const ran = await command(describeApi(folder, apiOf(paths, schemas)), '--out', folder, ...args);
  const files = ran.code === 0 ? filesIn(join(folder, 'generated')) : {};
  const entities = Object.keys(files).filter(name => files[name]?.includes('extends Entity'));
  return {
    ran,
    files,
    entities: entities.map(name => name.replace('.ts', '')),
    compiled: () => compile(folder),
  };
}

describe('a description whose schemas have no names', () => {
  it('shows a change of a record in its list, its detail and where it is nested', async () => {
    const { mock, resource } = await clientOf(
      blog.paths,
      {},
      `import { PostResource } from './generated/PostResource';
       import type { Post } from './generated/Post';
       export const name: (post: Post) => string | undefined = post => post.user?.name;
       export const body = () => PostResource.partialUpdate.fetch;`,
    );
    const { get, getList, partialUpdate } = await resource('PostResource');
    const { publish } = (await resource('PostResource')) as unknown as { publish: typeof get };
    const users = await resource('UserResource');
    const comments = await resource('CommentResource');
    const ada = { id: 7, name: 'Ada' };
    mock.respond('listPosts', { items: [{ id: 1, title: 'Draft' }], total: 1 });
    mock.respond('getPost', {
      ...{ id: 1, title: 'Draft', body: 'Text', published: false, stats: { id: 1, views: 3 } },
      ...{ user: ada, comments: [{ id: 1, text: 'First' }] },
    });
    mock.respond('updatePost', { id: 1, title: 'Done', body: 'Text', published: false });
    mock.respond('publishPost', { id: 1, title: 'Done', body: 'Text', published: true });
    mock.respond('createPost', { id: 2, title: 'Second' }, 201);
    mock.respond('deletePost', undefined, 204);
    mock.respond('updateUser', { id: 7, name: 'Ada Lovelace', email: 'ada@example.com' });
    mock.respond('listComments', [{ id: 1, text: 'First!', user: { id: 7, name: 'Ada Lovelace' } }]);
    const store = newStore();
    const detail = () => get.select({ id: 1 })(store.getState()).data;
    const list = () => getList.select({})(store.getState()).data;

    await store.dispatch(getList.fetch({}));
    await store.dispatch(get.fetch({ id: 1 }));
    await store.dispatch(partialUpdate.fetch({ id: 1 }, { title: 'Done' }));
    await store.dispatch(publish.fetch({ postId: 1 }));
    await store.dispatch(users.update.fetch({ id: 7 }, { name: 'Ada Lovelace', email: 'ada@example.com' }));
    await store.dispatch(comments.getList.fetch({ postId: 1 }));
    await store.dispatch(getList.push.fetch({}, { title: 'Second', body: 'Text' }));

    const shown = { title: 'Done', published: true, user: { name: 'Ada Lovelace' } };
    expect(detail()).toMatchObject({ ...shown, comments: [{ text: 'First!' }], stats: { views: 3 } });
    expect(list()).toMatchObject({ items: [shown, { title: 'Second' }], total: 1 });
    await store.dispatch((await resource('PostResource')).delete.fetch({ id: 1 }));
    expect(list()).toMatchObject({ items: [{ title: 'Second' }] });
    expect(mock.refused).toEqual([]);
  });

  it('compiles with Zod schemas for what is no record', async () => {
    const { files, entities, compiled } = await generated(blog.paths, {}, '--zod');
    expect(compiled()).toBe('');
    expect(entities).toEqual(['Comment', 'Post', 'User']);
    expect(files['UserResource.ts']).toContain('email: z.string()');
  });

  it('has records in an envelope called like them', async () => {
    const article = record('slug', 'title');
    const one = { type: 'object', required: ['article'], properties: { article } };
    const { mock, resource } = await clientOf(
      {
        '/articles': {
          get: {
            operationId: 'list',
            responses: ok({ type: 'object', properties: { articles: { type: 'array', items: article } } }),
          },
        },
        '/articles/{slug}': {
          parameters: [inPath('slug')],
          get: { operationId: 'get', responses: ok(one) },
          put: { operationId: 'put', responses: ok(one) },
          delete: { operationId: 'remove', responses: gone },
        },
      },
      {},
    );
    const { getList, update } = await resource('ArticleResource');
    mock.respond('list', { articles: [{ slug: 'a', title: 'Old' }] });
    mock.respond('put', { article: { slug: 'a', title: 'New' } });
    const store = newStore();
    await store.dispatch(getList.fetch({}));
    await store.dispatch(update.fetch({ slug: 'a' }, {}));
    expect(getList.select({})(store.getState()).data).toMatchObject({ articles: [{ title: 'New' }] });
  });
});

describe('the name of an inline record', () => {
  const pet = record('id', 'name');

  it.each([
    ['its title', '/animals/{id}', { ...pet, title: 'Pet' }, 'Pet'],
    ['the path, for a title such as "Response"', '/pets/{id}', { ...pet, title: 'Response' }, 'Pet'],
    ['its title without what was done', '/v1/pets/{id}', { ...pet, title: 'GetPetResponse' }, 'Pet'],
    ['the path without its verb', '/getPetById/{id}', pet, 'Pet'],
    ['the path before an action', '/pets/get/{id}', pet, 'Pet'],
    ['several words', '/api/pull-requests/{id}.json', pet, 'PullRequest'],
    ['x-rdc-name', '/pets/{id}', { ...pet, 'x-rdc-name': 'Animal' }, 'Animal'],
  ])('is %s', async (_from, path, schema, name) => {
    expect((await generated({ [path]: get(ok(schema), 'id') })).entities).toEqual([name]);
  });

  it('is free: another schema keeps its own', async () => {
    const sent = record('colour');
    const { entities, files } = await generated(
      {
        '/shops/{id}/pets': {
          ...get(listed(pet), 'id'),
          post: {
            parameters: [inPath('id')],
            requestBody: { content: ok(ref('Pet'))[200].content },
            responses: gone,
          },
        },
      },
      { Pet: sent },
    );
    expect(entities).toEqual(['ShopPet']);
    expect(files['types.ts']).toContain('export interface Pet {');
  });
});

describe('inline objects', () => {
  it('are forms of a record with a name that they share with it', async () => {
    const { entities, files } = await generated(
      {
        '/pets': get(listed(record('id', 'name'))),
        '/pets/{id}': get(ok(ref('Animal')), 'id'),
        '/owners/{id}/animals': get(listed(record('id', 'tag')), 'id'),
      },
      { Animal: record('id', 'name', 'tag') },
    );
    expect(entities).toEqual(['Animal']);
    expect(files['AnimalResource.ts']).toContain('getList');
  });

  it.each([
    ['have another type of key', { ...record('name'), properties: { id: number, name: text } }],
    ['share no fields', record('id', 'label', 'size')],
  ])('are no forms of a record with a name if they %s', async (_how, schema) => {
    const named = { '/pets/{id}': get(ok(ref('Pet')), 'id') };
    const schemas = { Pet: record('id', 'name', 'tag') };
    const before = await generated(named, schemas);
    const { files } = await generated({ ...named, '/owners/{id}/pets': get(listed(schema), 'id') }, schemas);
    expect(files['Pet.ts']).toBe(before.files['Pet.ts']);
  });

  it('keep the relations of a record with a name', async () => {
    const { files } = await generated(
      {
        '/pets/{id}': get(ok(ref('Pet')), 'id'),
        '/owners/{id}': get(ok(ref('Owner')), 'id'),
        '/owners/{id}/pets': get(
          listed({
            ...record('id', 'name', 'owner'),
            properties: { id: text, name: text, owner: { type: 'object', properties: { label: text } } },
          }),
          'id',
        ),
      },
      {
        Pet: { ...record('id', 'name'), properties: { id: text, name: text, owner: ref('Owner') } },
        Owner: record('id', 'label'),
      },
    );
    expect(files['Pet.ts']).toContain('owner: Owner | undefined');
  });

  it('are different records below different ones', async () => {
    const { entities } = await generated({
      '/orders/{id}/items': get(listed(record('id', 'price')), 'id'),
      '/carts/{id}/items': get(listed(record('id', 'amount')), 'id'),
    });
    expect(entities).toEqual(['CartItem', 'OrderItem']);
  });

  it.each([
    ['have no path of their own', { '/login': { post: { responses: ok(record('id', 'token')) } } }],
    [
      'may lack a key that no path names',
      { '/state': get(ok({ type: 'object', properties: { id: text, up: text } })) },
    ],
    [
      'only say what was done',
      {
        '/pets/{id}': { delete: { parameters: [inPath('id')], responses: ok(record('id', 'message')) } },
      },
    ],
    [
      'are nested under another name',
      { '/state': get(ok({ type: 'object', properties: { owner: record('id', 'name') } })) },
    ],
    ['have a key that no entity can have', { '/things/{pk}': get(ok(record('pk', 'name')), 'pk') }],
  ])('stay plain data if they %s', async (_how, paths) => {
    expect((await generated(paths)).entities).toEqual([]);
  });

  it('may be null', async () => {
    const { files, compiled } = await generated({
      '/pets/{id}': get(ok({ anyOf: [record('id', 'name', 'tag'), { enum: [null] }] }), 'id'),
      '/pets': get(listed({ ...record('id', 'name'), nullable: true })),
    });
    expect(files['PetResource.ts']).toContain('getList');
    expect(compiled()).toBe('');
  });

  it('may be in a file of their own', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'schemas'));
    writeFileSync(
      join(folder, 'schemas/Pet.json'),
      JSON.stringify({
        ...record('id', 'name'),
        properties: { id: text, name: text, owner: { $ref: './Owner.json' } },
      }),
    );
    writeFileSync(join(folder, 'schemas/Owner.json'), JSON.stringify(record('id', 'name', 'address')));
    const file = (name: string) => ({ $ref: `./schemas/${name}.json` });
    const paths = {
      '/pets': get(listed(file('Pet'))),
      '/pets/{id}': get(ok(file('Pet')), 'id'),
      '/owners/{id}': get(ok(file('Owner')), 'id'),
    };
    const ran = await command(describeApi(folder, apiOf(paths)), '--out', folder);
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(compile(folder)).toBe('');
    const files = filesIn(join(folder, 'generated'));
    expect(files['Pet.ts']).toContain('owner: Owner');
    expect(Object.keys(files)).toContain('PetResource.ts');
  });
});

describe('options for inline records', () => {
  const paths = {
    '/pets': get(listed(record('id', 'name'))),
    '/pets/{id}': get(ok(record('id', 'name', 'tag')), 'id'),
    '/towns/{code}': get(ok(record('zip', 'title')), 'code'),
  };

  it('rename all forms', async () => {
    const { entities, files } = await generated(paths, {}, '--name', 'Pet=Animal');
    expect(entities).toEqual(['Animal']);
    expect(files['AnimalResource.ts']).toContain('getList');
  });

  it('give a key, or none', async () => {
    const without = await generated(paths);
    expect(without.ran.out).toContain('no field is their key: Town. Name one with --key Town=<field>');
    expect((await generated(paths, {}, '--key', 'Town=zip')).entities).toEqual(['Pet', 'Town']);
    const plain = await generated(paths, {}, '--key', 'Town=', '--key', 'Pet=');
    expect(plain.entities).toEqual([]);
    expect(plain.compiled()).toBe('');
    expect(plain.ran.out).not.toContain('no field is their key');
  });

  it('name the place in the description if they are wrong', async () => {
    const { ran } = await generated(paths, {}, '--key', 'Pet=colour');
    expect(ran.code).toBe(2);
    expect(ran.error).toContain(
      '"colour", which is no field of it (#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema)',
    );
  });
});
