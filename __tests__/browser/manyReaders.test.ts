import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { openBrowser, type TestBrowser } from '../helpers/openBrowser';
import { reactCompilerPlugin } from '../helpers/reactCompilerPlugin';
import type { ManyReadersPage } from './manyReaders.page';

let browser: TestBrowser;
let server: Server;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const script = scripts.get(url?.slice(1) ?? '');
    if (script !== undefined) response.setHeader('Content-Type', 'text/javascript').end(script);
    else if (url?.startsWith('/?')) response.setHeader('Content-Type', 'text/html').end(html(url.slice(2)));
    else response.writeHead(204).end();
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  browser = await openBrowser();
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const scripts = new Map<string, string>();
const html = (script: string) =>
  `<!doctype html><div id="root"></div><script type="module" src="/${script}"></script>`;

/** The page bundled with the library, for development, with all checks and warnings. */
async function bundled(plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'manyReaders.page.tsx')],
    bundle: true,
    plugins,
    format: 'esm',
    jsx: 'automatic',
    tsconfig: resolve(__dirname, '../../tsconfig.json'),
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

type PageWindow = { readonly page: ManyReadersPage };

describe.each([
  { name: 'written', plugins: [], caches: 0 },
  { name: 'compiled', plugins: [reactCompilerPlugin(/\.page\.tsx$/)], caches: 1 },
])('as $name', ({ name, plugins, caches }) => {
  it('renders one of 10 000 readers for a changed record, and none for an action of another slice', async () => {
    const script = await bundled(plugins);
    expect(script.match(/compiler_runtime\.c\)\(\d+\)/g) ?? []).toHaveLength(caches);
    scripts.set(name, script);
    const page = await browser.newPage();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/?${name}`);
    await page.getByText('todo 9999').waitFor();
    const rendered = () => page.evaluate(() => (window as unknown as PageWindow).page.rendered());
    expect(await rendered()).toHaveLength(10_000);

    await page.evaluate(() => (window as unknown as PageWindow).page.rename('5000', 'changed'));
    await page.getByText('changed').waitFor();
    expect(await rendered()).toEqual(['5000']);

    await page.evaluate(() => (window as unknown as PageWindow).page.count());
    expect(await rendered()).toEqual([]);
    expect(await page.getByRole('listitem').count()).toBe(10_000);
    expect(page.complaints).toEqual([]);
  });
});
