import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apiOf, command, describeApi, filesIn, newFolder, ok, ref } from './helpers.js';

const petstore = fileURLToPath(new URL('petstore.yaml', import.meta.url));
const user = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
};
const users = apiOf(
  { '/users/{id}': { get: { operationId: 'getUser', responses: ok(ref('User')) } } },
  { User: user },
);

async function generated(...args: readonly string[]) {
  const folder = newFolder();
  const ran = await command(petstore, '--out', folder, ...args);
  expect(ran).toMatchObject({ code: 0, error: '' });
  return folder;
}

describe('running again', () => {
  it('writes the same text each time and does not touch unchanged files', async () => {
    const [folder, other] = [await generated(), await generated()];
    const first = filesIn(join(folder, 'generated'));
    const again = await command(petstore, '--out', folder);
    expect(filesIn(join(other, 'generated'))).toEqual(first);
    expect(filesIn(join(folder, 'generated'))).toEqual(first);
    expect(again.out).toContain('0 files written, 6 unchanged, 0 removed');
  });

  it('removes outdated files and keeps files that it did not generate', async () => {
    const folder = newFolder();
    await command(petstore, '--out', folder);
    writeFileSync(join(folder, 'generated/notes.md'), 'mine');
    const source = describeApi(folder, users);
    expect((await command(source, '--out', folder)).out).toContain('removed');
    expect(Object.keys(filesIn(join(folder, 'generated')))).toEqual(
      expect.arrayContaining(['User.ts', 'notes.md']),
    );
    expect(Object.keys(filesIn(join(folder, 'generated')))).not.toContain('Pet.ts');
    expect(readFileSync(join(folder, 'generated/notes.md'), 'utf8')).toBe('mine');
  });

  it('writes nothing if a generated file was edited, and explains what to do', async () => {
    const folder = await generated();
    const pet = join(folder, 'generated/Pet.ts');
    const changed = readFileSync(pet, 'utf8').replace("name = '';", "name = 'nobody';");
    writeFileSync(pet, changed);
    const ran = await command(petstore, '--out', folder, '--url-prefix', 'https://other.example.com');
    expect(ran.code).toBe(3);
    expect(ran.error).toContain('Pet.ts');
    expect(ran.error).toContain('--force');
    expect(readFileSync(pet, 'utf8')).toBe(changed);
    expect(readFileSync(join(folder, 'generated/ApiEndpoint.ts'), 'utf8')).not.toContain('other.example.com');
    expect((await command(petstore, '--out', folder, '--force')).code).toBe(0);
    expect(readFileSync(pet, 'utf8')).toContain("name = '';");
  });

  it('ignores Windows line endings', async () => {
    const folder = await generated();
    const pet = join(folder, 'generated/Pet.ts');
    writeFileSync(pet, readFileSync(pet, 'utf8').replaceAll('\n', '\r\n'));
    expect((await command(petstore, '--out', folder)).out).toContain('0 files written');
  });

  it('does not overwrite a file that it did not generate', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'generated'));
    writeFileSync(join(folder, 'generated/Pet.ts'), 'export const mine = 1;');
    const ran = await command(petstore, '--out', folder, '--force');
    expect(ran.code).toBe(3);
    expect(ran.error).toContain('was not generated');
    expect(filesIn(join(folder, 'generated'))).toEqual({ 'Pet.ts': 'export const mine = 1;' });
  });

  it('points relations at your own class next to the generated folder', async () => {
    const folder = await generated();
    writeFileSync(
      join(folder, 'Owner.ts'),
      "import { Owner as GeneratedOwner } from './generated/Owner';\nexport class Owner extends GeneratedOwner {}\n",
    );
    const ran = await command(petstore, '--out', folder);
    expect(ran.out).toContain('Yours in place of generated ones: Owner');
    expect(readFileSync(join(folder, 'generated/Pet.ts'), 'utf8')).toContain("from '../Owner'");
  });

  it('reports with --check whether files are up to date and writes none', async () => {
    const folder = await generated();
    expect((await command(petstore, '--out', folder, '--check')).code).toBe(0);
    const ran = await command(petstore, '--out', folder, '--check', '--url-prefix', '/api');
    expect(ran.code).toBe(4);
    expect(ran.error).toContain('ApiEndpoint.ts');
    expect(readFileSync(join(folder, 'generated/ApiEndpoint.ts'), 'utf8')).toContain('pets.example.com');
  });
});

describe('invalid input', () => {
  const cases: [what: string, description: unknown, code: number, ...said: string[]][] = [
    ['no description', { hello: 'world' }, 1, 'no OpenAPI description', 'openapi: 3.x'],
    ['a list', [], 1, 'no OpenAPI description'],
    ['broken JSON', '{ "openapi": "3.0.0", ', 1, 'Cannot read', 'JSON or YAML'],
    ['Swagger 2', { swagger: '2.0', info: {}, paths: {} }, 1, '#/swagger', 'npx swagger2openapi'],
    ['a version that is not known', { openapi: '4.0.0', info: {}, paths: {} }, 1, '#/openapi', '3.0 and 3.1'],
    ['no paths', apiOf({}), 1, '#/paths', 'refers to this one'],
    ['no operation', apiOf({ '/users': { summary: 'Users' } }), 1, '#/paths', 'no operation'],
    [
      'what breaks the rules',
      apiOf({ '/users': { get: { responses: { 200: { content: {} } } } } }),
      1,
      'breaks the rules of OpenAPI',
      '--no-validate',
    ],
    [
      'a key that an entity cannot have as a field',
      apiOf(
        {
          '/users/{pk}': {
            get: {
              parameters: [{ name: 'pk', in: 'path', required: true, schema: { type: 'integer' } }],
              responses: ok(ref('User')),
            },
          },
        },
        { User: { type: 'object', required: ['pk'], properties: { pk: { type: 'integer' } } } },
      ),
      1,
      'The key of "User" is its field "pk"',
      '#/components/schemas/User',
      '--key User=',
    ],
    [
      'a reference that leads nowhere',
      apiOf({ '/users': { get: { responses: ok(ref('Nobody')) } } }),
      1,
      '#/components/schemas/Nobody',
    ],
  ];
  it.each(cases)('reports the place and the fix for %s', async (_what, description, code, ...said) => {
    const folder = newFolder();
    const ran = await command(describeApi(folder, description), '--out', join(folder, 'api'));
    expect(ran).toMatchObject({ code, out: '' });
    for (const text of said) expect(ran.error).toContain(text);
    expect(filesIn(folder)).not.toHaveProperty('api');
  });

  it('names a missing file', async () => {
    const ran = await command('nowhere.json', '--out', newFolder());
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.error).toContain('Cannot read "nowhere.json": there is no such file.');
  });

  it.each([
    [[], 'No description was given'],
    [[petstore], 'No folder was given'],
    [[petstore, 'other.json', '--out', 'x'], 'One description at a time'],
    [[petstore, '--out', 'x', '--verbose'], '--verbose'],
    [[petstore, '--out', 'x', '--key', 'Pet'], '--key is "Pet"'],
    [[petstore, '--out', 'x', '--key', 'Cat=id'], '"Cat", which is no schema'],
    [[petstore, '--out', 'x', '--key', 'Pet=colour'], '"colour", which is no field of it'],
    [[petstore, '--out', 'x', '--extension', '.mjs'], '--extension is ".mjs"'],
  ])('rejects the arguments %j', async (args, said) => {
    const ran = await command(...args);
    expect(ran.code).toBe(2);
    expect(ran.error).toContain(said);
  });

  it('names what is fetched alone and has no key, or no name', async () => {
    const folder = newFolder();
    const parameters = ['id', 'code', 'name'].map(name => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const get = (schema: object) => ({ get: { parameters, responses: ok(schema) } });
    const country = { type: 'object', properties: { title: { type: 'string' } } };
    const source = describeApi(
      folder,
      apiOf(
        {
          '/users/{id}': get(ref('User')),
          '/countries/{code}': get(ref('Country')),
          '/countries/{code}/{name}': get({ type: 'object', properties: { data: ref('Country') } }),
          '/{id}': get({ ...user, properties: { ...user.properties, age: { type: 'integer' } } }),
          '/towns/{name}': get({ type: 'object', properties: { data: country } }),
          '/status': get(ref('Country')),
        },
        { User: user, Country: country },
      ),
    );
    const said =
      'No records, since no field is their key: Country, Town. Name one with --key Country=<field>';
    const ran = await command(source, '--out', folder);
    expect(ran.out).toContain(said);
    expect(ran.out).toContain(
      'No records, since their schemas have no name and no path gives them one: the responses of GET /{id}',
    );
    const told = await command(source, '--out', folder, '--key', 'Country=', '--key', 'Town=');
    expect(told.out).not.toContain('no field is their key');
  });

  it('prints its usage', async () => {
    const ran = await command('--help');
    expect(ran.code).toBe(0);
    for (const option of ['--out', '--key', '--name', '--check', '--force', 'Exit codes'])
      expect(ran.out).toContain(option);
    expect((await command('--version')).out).toMatch(/^\d+\.\d+\.\d+$/);
  });
});
