import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OpenAPIBackend } from 'openapi-backend';
import { run } from '../src/run.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A new folder in the package, so that generated code finds its imports. */
export function newFolder(): string {
  const parent = join(root, 'node_modules/.cache/generated');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'test-'));
}

/** The result of a run of the command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the command in this process. */
export async function command(...args: readonly string[]): Promise<Ran> {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await run(args, { log: text => out.push(text), error: text => error.push(text) });
  return { code, out: out.join('\n'), error: error.join('\n') };
}

/** Writes a description and returns its path. */
export function describeApi(folder: string, description: unknown, name = 'openapi.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof description === 'string' ? description : JSON.stringify(description));
  return path;
}

/** Every file of a folder by its name, with its text. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** A minimal description around paths and schemas. */
export function apiOf(paths: object, schemas: object = {}, openapi = '3.0.3') {
  return { openapi, info: { title: 'Test', version: '1' }, paths, components: { schemas } };
}

/** A response with JSON of a schema. */
export function ok(schema: object | boolean) {
  return { 200: { description: 'ok', content: { 'application/json': { schema } } } };
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The strictest compiler options. */
const strictest = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  forceConsistentCasingInFileNames: true,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    'rdc-toolkit': [join(root, '../../dist/index.d.ts')],
    'rdc-toolkit/zod': [join(root, '../../dist/zod.d.ts')],
  },
};

/** Compiles all files of a folder and returns the compiler's output, which is empty on success. */
export function compile(folder: string, options: object = {}): string {
  if (!existsSync(join(root, '../../dist/index.d.ts')))
    throw new Error('Run `npm run build` in the root first.');
  const config = join(folder, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: { ...strictest, ...options }, include: ['**/*.ts'] }),
  );
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  return (stdout + stderr).trim();
}

/** Loads a generated module. */
export async function load<T = Record<string, never>>(...path: readonly string[]): Promise<T> {
  return (await import(pathToFileURL(join(...path)).href)) as T;
}

/** A server that responds as described and rejects invalid requests. */
export interface Mock {
  readonly url: string;
  /** Method and path of each request. */
  readonly requests: string[];
  /** Content type and text of each body. */
  readonly bodies: string[];
  /** The errors of invalid requests. */
  readonly refused: string[];
  /** Sets the response of an operation from now on. */
  readonly respond: (operationId: string, body: unknown, status?: number) => void;
  readonly close: () => Promise<void>;
}

/** Starts a mock of a description on a free port. */
export async function startMock(definition: string | object): Promise<Mock> {
  const api = new OpenAPIBackend({
    definition: definition as never,
    quick: true,
    validate: true,
    ajvOpts: { strict: false, formats: {}, validateFormats: false },
  });
  const [requests, bodies, refused]: [string[], string[], string[]] = [[], [], []];
  const responses = new Map<string, { body: unknown; status: number }>();
  api.register({
    notFound: context => ({ status: 404, mock: { message: `no operation for ${context.request.path}` } }),
    methodNotAllowed: context => ({ status: 405, mock: { message: context.request.path } }),
    validationFail: context => {
      const problem = JSON.stringify(context.validation.errors);
      refused.push(problem);
      return { status: 400, mock: { message: problem } };
    },
    notImplemented: context => {
      const id = context.operation.operationId ?? '';
      const given = responses.get(id);
      return given ? { status: given.status, mock: given.body } : api.mockResponseForOperation(id);
    },
  });
  await api.init();
  const server = createServer((request, response) => {
    void reply(request)
      .catch((error: unknown) => {
        const problem = String((error as Error).stack ?? error);
        refused.push(problem);
        return { status: 500, mock: { message: problem } };
      })
      .then(({ status, mock }) => {
        const isEmpty = status === 204 || mock === undefined;
        response.writeHead(status, isEmpty ? {} : { 'content-type': 'application/json' });
        response.end(isEmpty ? '' : JSON.stringify(mock));
      });
  });

  async function reply(request: IncomingMessage): Promise<{ status: number; mock: unknown }> {
    const body = await text(request);
    const type = request.headers['content-type'] ?? '';
    if (body !== '') bodies.push(`${type.replace(/;.*/, '')} ${body}`);
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    return api.handleRequest({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.search.slice(1),
      body:
        // It parses the JSON of a string itself.
        /json/.test(type) && body !== '' && !body.startsWith('"')
          ? JSON.parse(body)
          : /urlencoded/.test(type)
            ? Object.fromEntries(new URLSearchParams(body))
            : body || undefined,
      headers: request.headers as Record<string, string>,
    });
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    bodies,
    refused,
    respond: (operationId, body, status = 200) => responses.set(operationId, { body, status }),
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
