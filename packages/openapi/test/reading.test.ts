import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { apiOf, command, compile, describeApi, filesIn, newFolder, ok } from './helpers.js';

const book = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const inFiles = {
  'openapi.json': apiOf(
    { '/books': { $ref: 'paths/books.json' }, '/books/{id}': { $ref: './paths/book.json' } },
    { Book: { $ref: './schemas/Book.json' } },
  ),
  'paths/books.json': { get: { responses: ok({ type: 'array', items: { $ref: '../schemas/Book.json' } }) } },
  'paths/book.json': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: ok({ $ref: '../openapi.json#/components/schemas/Book' }) },
  },
  'schemas/Book.json': book,
};

let close = () => {};
afterEach(() => close());

/** Serves files on localhost, and 404 for others. */
async function serve(files: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[(request.url ?? '/').slice(1)];
    response.writeHead(file === undefined ? 404 : 200).end(JSON.stringify(file));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  return `http://localhost:${(server.address() as { port: number }).port}`;
}

describe('a description in several files', () => {
  const expected = ['ApiEndpoint.ts', 'Book.ts', 'BookResource.ts'];

  it('is read from disk', async () => {
    const folder = newFolder();
    for (const name of ['paths', 'schemas']) mkdirSync(join(folder, name));
    for (const [name, file] of Object.entries(inFiles))
      writeFileSync(join(folder, name), JSON.stringify(file));
    const ran = await command(join(folder, 'openapi.json'), '--out', folder);
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(Object.keys(filesIn(join(folder, 'generated')))).toEqual(expect.arrayContaining(expected));
    expect(compile(folder)).toBe('');
  });

  it('is read from a local server', async () => {
    const folder = newFolder();
    const ran = await command(`${await serve(inFiles)}/openapi.json`, '--out', folder);
    expect(ran).toMatchObject({ code: 0, error: '' });
    expect(Object.keys(filesIn(join(folder, 'generated')))).toEqual(expect.arrayContaining(expected));
  });

  it('is not read from another local server', async () => {
    const folder = newFolder();
    const other = await serve(inFiles);
    const $ref = `${other}/schemas/Book.json`;
    const description = apiOf({ '/books/{id}': { get: { responses: ok({ $ref }) } } });
    const ran = await command(describeApi(folder, description), '--out', folder);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.error).toContain('refers to a file that cannot be read');
  });

  it('is rejected with its URL if the server does not have it', async () => {
    const address = `${await serve({})}/openapi.json`;
    const ran = await command(address, '--out', newFolder());
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.error).toContain(`Cannot read "${address}"`);
  });
});

it('accepts true as a schema of anything', async () => {
  const folder = newFolder();
  const paths = { '/any': { get: { operationId: 'read', tags: ['any'], responses: ok(true) } } };
  const things = {
    get: { operationId: 'list', tags: ['any'], responses: ok({ $ref: '#/components/schemas/Thing' }) },
  };
  const Thing = { type: 'object', properties: { one: true, properties: { type: 'string', nullable: true } } };
  const source = describeApi(folder, apiOf({ ...paths, '/things': things }, { Thing, Any: true }, '3.1.0'));
  expect(await command(source, '--out', folder)).toMatchObject({ code: 0, error: '' });
  writeFileSync(
    join(folder, 'usage.ts'),
    `import { list, read } from './generated/anyEndpoints';
export async function use(): Promise<unknown> {
  const { one, properties } = await list();
  const text: string | null | undefined = properties;
  return [await read(), one, text];
}
`,
  );
  expect(compile(folder)).toBe('');
});

it('ignores extensions beside the paths, which the validator takes for paths', async () => {
  const folder = newFolder();
  const paths = {
    'x-context-root': '/api',
    'x-groups': { get: ['/books'] },
    '/books/{id}': {
      ...inFiles['paths/book.json'],
      get: { responses: ok({ $ref: '#/components/schemas/Book' }) },
    },
  };
  const source = describeApi(folder, apiOf(paths, { Book: book }));
  expect(await command(source, '--out', folder, '--no-validate')).toMatchObject({ code: 0, error: '' });
  expect(Object.keys(filesIn(join(folder, 'generated')))).toEqual(expect.arrayContaining(['Book.ts']));
});
