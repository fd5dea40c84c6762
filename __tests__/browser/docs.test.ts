import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import * as react from 'rdc-toolkit/react';
import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { reactCompilerPlugin } from '../helpers/reactCompilerPlugin';
import { type ApiHandler, reply, startApi, type TestApi } from '../helpers/startApi';
import type { DocsPage } from './docs.page';

const root = resolve(__dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rdc-docs-app-')));
const names = Object.keys(react).sort();

/** The components of all pages, as written and as the React Compiler outputs them. */
const components = { 'as written': '', compiled: '' };
let gettingStarted: string;
/** Serves the scripts at the same URLs for all tests, so that a tab can reuse its compiled code. */
let scripts: TestApi;
let browser: TestBrowser;

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts/check-docs.mjs'), '--write', folder]);
  components['as written'] = await bundled(componentsOfAllPages());
  components.compiled = await bundled(componentsOfAllPages(), [reactCompilerPlugin(/\/docs\/.+\.tsx$/)]);
  gettingStarted = await bundled("import './docs/getting-started.md/main';");
  scripts = await startApi({
    'GET /components/:how': ({ params }) => javascript(components[params.how as How]),
    'GET /getting-started': () => javascript(gettingStarted),
  });
  browser = await openBrowser();
});

afterEach(() => browser.closePages());
afterAll(() => rmSync(folder, { recursive: true }));

/** The store of "getting started", and every component on the pages of hooks and boundaries. */
function componentsOfAllPages(): string {
  const modules = names.flatMap(name =>
    blocksOf(`docs/api/${name}.md`).map((file, i) => ({ name, file, local: `${name}${i}` })),
  );
  return [
    `import { mount } from ${JSON.stringify(join(__dirname, 'docs.page.tsx'))};`,
    `import { store } from './docs/getting-started.md/store';`,
    ...modules.map(({ local, file }) => `import * as ${local} from './${file}';`),
    'mount(store, {',
    ...names.map(name => {
      const own = modules.filter(module => module.name === name);
      return `  ${name}: { ${own.map(({ local }) => `...${local}`).join(', ')} },`;
    }),
    '});',
  ].join('\n');
}

/** An app bundled with the library, for development, with all checks and warnings. */
async function bundled(contents: string, plugins: readonly Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    nodePaths: [join(root, 'node_modules')],
    plugins: [library, sameServer, ...plugins],
    tsconfig: join(root, 'tsconfig.json'),
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** The modules with components on a page. */
function blocksOf(page: string): string[] {
  if (!existsSync(join(folder, page))) return [];
  const files = readdirSync(join(folder, page)).sort();
  return files.filter(file => file.endsWith('.tsx')).map(file => `${page}/${file}`);
}

/** Resolves the library for the docs; imports from `rdc-toolkit/react` note their use. */
const library: Plugin = {
  name: 'library',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^rdc-toolkit(\/\w+)?$/ }, ({ path, importer }) => {
      if (path === 'rdc-toolkit/react' && importer.startsWith(folder)) return { path, namespace: 'noted' };
      return { path: join(root, 'lib', path.replace(/^rdc-toolkit/, ''), 'index.ts') };
    });
    onLoad({ filter: /./, namespace: 'noted' }, () => ({
      contents: `import { noted } from './docs.used';\nexport const { ${names.join(', ')} } = noted;`,
      resolveDir: __dirname,
      loader: 'ts',
    }));
  },
};

/** The only change: the server of "getting started" is that of the test, which serves the page as well. */
const sameServer: Plugin = {
  name: 'same server',
  setup({ onLoad }) {
    onLoad({ filter: /getting-started\.md\/todos\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('http://localhost:4000', ''),
      loader: 'ts',
    }));
  },
};

type How = keyof typeof components;
const ways = Object.keys(components) as How[];

/** One page of the docs in the browser, and its server. */
interface Shown {
  readonly page: TestPage;
  readonly api: TestApi;
  /** The requests to the server, except for the page itself. */
  readonly requests: () => readonly string[];
  readonly todos: readonly { title: string }[];
  readonly prices: { id: string; amount: number }[];
}

const html = (script: string) =>
  reply(
    200,
    `<!doctype html><link rel="icon" href="data:,"><main id="root"></main><script type="module" src="${scripts.url}/${script}"></script>`,
    { 'content-type': 'text/html' },
  );
const javascript = (text: string) =>
  reply(200, text, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });

/** @param how which components it brings */
async function startServer(how: How = 'as written'): Promise<Omit<Shown, 'page'>> {
  const author = { id: '1', name: 'Ada' };
  const todos = [
    { id: '1', title: 'Buy milk', completed: false, author },
    { id: '2', title: 'Read a book', completed: false, author },
    { id: '3', title: 'Call Ada', completed: true, author },
  ];
  const prices = [{ id: '1', amount: 10 }];
  const issues = Array.from({ length: 35 }, (_, i) => ({ id: String(i + 1), title: `Issue ${i + 1}` }));

  const one =
    <Row extends { id: string }>(rows: Row[], respond: (row: Row) => unknown = row => row): ApiHandler =>
    request => {
      const row = rows.find(({ id }) => id === request.params.id);
      return row === undefined
        ? reply(404, { message: 'not there' })
        : respond(Object.assign(row, request.body));
    };
  const api = await startApi({
    'GET /app/components': () => html(`components/${how}`),
    'GET /app/getting-started': () => html('getting-started'),
    'GET /todos': () => todos,
    'POST /todos': ({ body }) => {
      todos.push({ id: String(todos.length + 1), completed: false, author, ...(body as { title: string }) });
      return todos.at(-1);
    },
    'GET /todos/:id': one(todos),
    'PATCH /todos/:id': one(todos),
    'DELETE /todos/:id': one(todos, todo => {
      todos.splice(todos.indexOf(todo), 1);
    }),
    'GET /users/:id': one([author]),
    'GET /prices/:id': one(prices),
    'GET /issues': ({ query }) => issues.filter(({ title }) => title.includes(String(query.q ?? ''))),
    'GET /repos/docs/issues': ({ query }) => issues.slice(30 * (Number(query.page) - 1)).slice(0, 30),
  });
  return { api, todos, prices, requests: () => api.requests.filter(request => !request.includes(' /app/')) };
}

/**
 * What a user does on a page of the docs, and sees there. Returns the statuses that the server responds with on
 * purpose, which the browser itself logs to the console.
 */
type Story = (shown: Shown) => Promise<readonly string[] | undefined>;

const title = (page: TestPage, text: string) =>
  page.getByRole('heading', { name: text, exact: true }).waitFor();
const button = (page: TestPage, name: string) => page.getByRole('button', { name, exact: true });
const alert = (page: TestPage, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
const shows = (page: TestPage, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const rows = (page: TestPage) => page.getByRole('paragraph').allTextContents();

/** Registers the tests of the components on the page of a hook or a boundary. */
function story(name: string, sentence: string, run: Story) {
  tried.push(name);
  it.each(ways)(`${name} ${sentence}, %s`, async how => {
    const server = await startServer(how);
    const page = await browser.newPage();
    const refusals = (await run({ page, ...server })) ?? [];
    expect(await usedOn(page)).toContain(name);
    expect(page.complaints).toEqual(
      refusals.map(
        status => `error: Failed to load resource: the server responded with a status of ${status}`,
      ),
    );
  });
}
const tried: string[] = [];

describe('on its page in the docs', () => {
  story(
    'AsyncBoundary',
    'shows a fallback, then the error of the request, and retries it',
    async ({ page, api }) => {
      await page.clock.install();
      const late = api.hold('GET /todos/1');
      await open(page, 'AsyncBoundary', api);
      await page.getByText('Loading…').waitFor();
      await late.release(reply(404, {}));
      await alert(page, 'GET /todos/1 failed with 404 Not Found.');
      await page.clock.fastForward(1_000);
      await button(page, 'Try again').click();
      await title(page, 'Buy milk');
      return ['404 (Not Found)'];
    },
  );

  story(
    'NetworkErrorBoundary',
    'shows a custom component for a failed request, and retries it',
    async ({ page, api }) => {
      await page.clock.install();
      const refused = api.hold('GET /todos/1');
      void refused.release(reply(403, {}));
      await open(page, 'NetworkErrorBoundary', api);
      await alert(page, 'GET /todos/1 failed with 403 Forbidden. Try again');
      await page.clock.fastForward(1_000);
      await button(page, 'Try again').click();
      await title(page, 'Buy milk');
      return ['403 (Forbidden)'];
    },
  );

  story(
    'useErrorReset',
    'resends a failed request at once, from a custom boundary',
    async ({ page, api }) => {
      const refused = api.hold('GET /todos/1');
      void refused.release(reply(403, {}));
      await open(page, 'useErrorReset', api);
      await alert(page, 'Something went wrong. Try again');
      await button(page, 'Try again').click();
      await title(page, 'Buy milk');
      return ['403 (Forbidden)'];
    },
  );

  story(
    'useCache',
    'shows what another component has fetched, and fetches nothing itself',
    async ({ page, api, requests }) => {
      await open(page, 'useCache', api);
      await page.getByText('Hello', { exact: true }).waitFor();
      expect(requests()).toEqual([]);
      await button(page, 'Sign in').click();
      await page.getByText('Hello Ada', { exact: true }).waitFor();
      expect(requests()).toEqual(['GET /users/1']);
    },
  );

  story('useCancelling', 'aborts the request for what was typed before', async ({ page, api, requests }) => {
    await open(page, 'useCancelling', api);
    await page.getByText('Issue 35', { exact: true }).waitFor();
    const early = api.hold('GET /issues?q=3');
    await page.getByRole('searchbox').fill('3');
    await early.arrived;
    await page.getByRole('searchbox').fill('35');
    await early.aborted;
    await page.getByText('Issue 35', { exact: true }).waitFor();
    expect(await rows(page)).toEqual(['Issue 35']);
    expect(requests()).toEqual(['GET /issues?q=', 'GET /issues?q=3', 'GET /issues?q=35']);
  });

  story(
    'useController',
    'deletes a record, which leaves the list without another request',
    async ({ page, api, requests }) => {
      await open(page, 'useController', api);
      await button(page, 'Delete').first().click();
      await page.getByText('Buy milk').waitFor({ state: 'detached' });
      expect(await rows(page)).toEqual(['Read a book Delete', 'Call Ada Delete']);
      expect(requests()).toEqual(['GET /todos', 'DELETE /todos/1']);
    },
  );

  story(
    'useDLE',
    'shows loading, then the error, then the data of a second request',
    async ({ page, api, requests }) => {
      const late = api.hold('GET /todos/1');
      await open(page, 'useDLE', api);
      await page.getByText('Loading…').waitFor();
      await late.release(reply(404, {}));
      await alert(page, 'GET /todos/1 failed with 404 Not Found.');
      await button(page, 'Reload').click();
      await title(page, 'Buy milk');
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(requests()).toEqual(['GET /todos/1', 'GET /todos/1']);
      return ['404 (Not Found)'];
    },
  );

  story(
    'useDebounce',
    'fetches once for what was typed, and shows the previous list until the next one has arrived',
    async ({ page, api, requests }) => {
      await page.clock.install();
      await open(page, 'useDebounce', api);
      await page.getByText('Issue 35', { exact: true }).waitFor();
      const late = api.hold('GET /issues?q=35');
      await page.getByRole('searchbox').pressSequentially('35');
      await page.clock.fastForward(200);
      await late.arrived;
      expect(await rows(page)).toHaveLength(35);
      expect(await page.locator('[aria-busy=true]').count()).toBe(1);
      await late.release();
      await page.locator('[aria-busy=false]').waitFor();
      expect(await rows(page)).toEqual(['Issue 35']);
      expect(requests()).toEqual(['GET /issues?q=', 'GET /issues?q=35']);
    },
  );

  story('useError', 'shows why a refetch failed, beside the data', async ({ page, api, todos }) => {
    await open(page, 'useError', api);
    await title(page, 'Buy milk');
    void api.hold('GET /todos/1').release(reply(503, {}));
    await button(page, 'Refresh').click();
    await alert(page, 'This may be old: GET /todos/1 failed with 503 Service Unavailable.');
    await title(page, 'Buy milk');
    Object.assign(todos[0] ?? {}, { title: 'Buy oat milk' });
    await button(page, 'Refresh').click();
    await title(page, 'Buy oat milk');
    expect(await page.getByRole('alert').count()).toBe(0);
    return ['503 (Service Unavailable)'];
  });

  story('useFetch', 'fetches both before either has arrived', async ({ page, api }) => {
    const held = [api.hold('GET /users/1'), api.hold('GET /todos')];
    await open(page, 'useFetch', api);
    await Promise.all(held.map(({ arrived }) => arrived));
    await page.getByText('Loading…').waitFor();
    for (const response of held) void response.release();
    await title(page, 'Ada: 3 to do');
  });

  story(
    'useIsFetching',
    'shows that a request is in flight, for one endpoint and for the whole page',
    async ({ page, api }) => {
      await open(page, 'useIsFetching', api);
      const late = api.hold('GET /todos/1');
      await button(page, 'Refresh').click();
      await page.getByRole('progressbar').waitFor();
      expect(await button(page, 'Refreshing…').isDisabled()).toBe(true);
      void late.release();
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      expect(await button(page, 'Refresh').isEnabled()).toBe(true);
    },
  );

  story('useLive', 'shows the data of a poll', async ({ page, api, prices, requests }) => {
    await page.clock.install();
    await open(page, 'useLive', api);
    await shows(page, '10');
    prices[0] = { id: '1', amount: 12 };
    await page.clock.fastForward(5_000);
    await shows(page, '12');
    expect(requests()).toEqual(['GET /prices/1', 'GET /prices/1']);
  });

  story(
    'useLoading',
    'shows that a request is saving, the saved data, and why saving failed',
    async ({ page, api, requests }) => {
      await open(page, 'useLoading', api);
      const late = api.hold('PATCH /todos/1');
      await page.getByRole('textbox').fill('Buy oat milk');
      await button(page, 'Save').click();
      await late.arrived;
      expect(await button(page, 'Saving…').isDisabled()).toBe(true);
      void late.release();
      await title(page, 'Buy oat milk');
      void api.hold('PATCH /todos/1').release(reply(422, {}));
      await button(page, 'Save').click();
      await alert(page, 'PATCH /todos/1 failed with 422 Unprocessable Entity.');
      expect(requests()).toEqual(['GET /todos/1', 'PATCH /todos/1', 'PATCH /todos/1']);
      expect(api.bodies).toEqual([{ title: 'Buy oat milk' }, { title: 'Buy oat milk' }]);
      expect(await page.getByRole('textbox').inputValue()).toBe('Buy oat milk');
      return ['422 (Unprocessable Entity)'];
    },
  );

  story('usePages', 'shows the second page below the first', async ({ page, api, requests }) => {
    await open(page, 'usePages', api);
    await page.getByText('Issue 30', { exact: true }).waitFor();
    expect(await rows(page)).toHaveLength(30);
    await button(page, 'More').click();
    await page.getByText('Issue 35', { exact: true }).waitFor();
    expect(await rows(page)).toHaveLength(35);
    expect(await button(page, 'More').count()).toBe(0);
    expect(requests()).toEqual(['GET /repos/docs/issues?page=1', 'GET /repos/docs/issues?page=2']);
  });

  story('useQuery', 'counts records again when one of them changes', async ({ page, api, requests }) => {
    await open(page, 'useQuery', api);
    await title(page, '2 to do');
    await page.getByRole('checkbox', { name: 'Buy milk' }).click();
    await title(page, '1 to do');
    expect(await page.getByRole('checkbox', { name: 'Buy milk' }).isChecked()).toBe(true);
    expect(requests()).toEqual(['GET /todos', 'PATCH /todos/1']);
  });

  story('useSubscription', 'polls while it has arguments', async ({ page, api, prices, requests }) => {
    await page.clock.install();
    await open(page, 'useSubscription', api);
    await shows(page, '10');
    prices[0] = { id: '1', amount: 12 };
    await page.clock.fastForward(20_000);
    await page.getByRole('checkbox').check();
    await page.clock.fastForward(5_000);
    await shows(page, '12');
    prices[0] = { id: '1', amount: 14 };
    await page.getByRole('checkbox').uncheck();
    await page.clock.fastForward(20_000);
    await page.getByRole('checkbox').check();
    await page.clock.fastForward(5_000);
    await shows(page, '14');
    expect(requests()).toEqual(['GET /prices/1', 'GET /prices/1', 'GET /prices/1']);
  });

  story('useResponse', 'shows a record, and refetches it', async ({ page, api, requests }) => {
    await open(page, 'useResponse', api);
    await page.getByText('Buy milk').waitFor();
    await button(page, 'Refresh').click();
    await page.waitForFunction(() => document.querySelector('h1')?.getAttribute('aria-busy') === 'false');
    expect(requests()).toEqual(['GET /todos/1', 'GET /todos/1']);
  });

  story('useResponseWith', 'shows a list, and a value selected from it', async ({ page, api }) => {
    await open(page, 'useResponseWith', api);
    await page.getByRole('listitem').filter({ hasText: 'Call Ada' }).waitFor();
    await page.getByText('3', { exact: true }).waitFor();
  });

  story('useResponses', 'shows the name of each user', async ({ page, api, requests }) => {
    await open(page, 'useResponses', api);
    await page.getByText('Ada', { exact: true }).waitFor();
    expect(requests()).toEqual(['GET /users/1']);
  });

  story('useSuspense', 'shows a record of a list without fetching it', async ({ page, api, requests }) => {
    await open(page, 'useSuspense', api);
    await title(page, 'Nothing chosen');
    await button(page, 'Read a book').click();
    await title(page, 'Read a book');
    expect(requests()).toEqual(['GET /todos']);
  });
});

async function open(page: TestPage, name: string, { url }: TestApi) {
  await page.goto(`${url}/app/components?${name}`);
  await page.locator('section').first().waitFor({ state: 'attached' });
}

describe('the components of all pages', () => {
  it.each(ways)(
    'use each hook and boundary that is exported, side by side and without a warning, %s',
    async how => {
      const { api } = await startServer(how);
      const page = await browser.newPage();
      await open(page, '', api);
      await page.waitForFunction(() => !document.body.innerText.includes('Loading…'));
      const empty = page.locator('section:empty');
      expect(await empty.evaluateAll(all => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
        'useIsFetching Bar',
      ]);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect([...(await usedOn(page))].sort()).toEqual(names);
      // Each page defines its own records: side by side these share their keys, which causes a warning.
      expect(page.complaints.filter(text => !text.includes('have the same static key'))).toEqual([]);
    },
  );

  it('are compiled only in the compiled bundle', () => {
    const caches = (script: string) => script.match(/compiler_runtime\d*\.c\)\(\d+\)/g) ?? [];
    expect(caches(components['as written'])).toEqual([]);
    expect(caches(components.compiled).length).toBeGreaterThan(names.length);
  });

  it('are each tested', () => {
    expect(tried.sort()).toEqual(names);
  });
});

describe('the app of "getting started"', () => {
  it('lists, adds, changes and deletes todos, and fetches the list once', async () => {
    const { api, requests } = await startServer();
    const page = await browser.newPage();
    await page.goto(`${api.url}/app/getting-started`);
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });

    await item('Call Ada').waitFor();
    await page.getByRole('textbox').fill('Write docs');
    await button(page, 'Add').click();
    await item('Write docs (Ada)').getByRole('checkbox').click();
    await item('Write docs').getByRole('checkbox', { checked: true }).waitFor();
    await item('Buy milk').getByRole('button', { name: 'Delete' }).click();
    await item('Buy milk').waitFor({ state: 'detached' });

    expect(await page.getByRole('listitem').count()).toBe(3);
    expect(requests()).toEqual(['GET /todos', 'POST /todos', 'PATCH /todos/4', 'DELETE /todos/1']);
    expect(page.complaints).toEqual([]);
  });
});

function usedOn(page: TestPage): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { page: DocsPage }).page.used());
}
