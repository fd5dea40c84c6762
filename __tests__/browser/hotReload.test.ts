import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { openBrowser, type TestBrowser } from '../helpers/openBrowser';

let browser: TestBrowser;
let server: ChildProcess;
let url: string;
let folder: string;

beforeAll(async () => {
  server = spawn(process.execPath, [join(__dirname, 'hotServer.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  const [line] = await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line');
  ({ url, folder } = JSON.parse(String(line)));
  browser = await openBrowser();
});

afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
});

/** Edits a file as an editor does, in one step: Vite would serve a half-written file. */
function edit(file: string, ...changes: readonly (readonly [from: string, to: string])[]) {
  const path = join(folder, file);
  let source = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    if (!source.includes(from)) throw new Error(`${file} does not hold ${from}`);
    source = source.replace(from, to);
  }
  const saved = `${folder}.saved`;
  writeFileSync(saved, source);
  renameSync(saved, path);
}

it('keeps its place and its log while components and resources reload', async () => {
  const page = await browser.newPage();
  await page.goto(url);
  const panel = page.getByRole('complementary', { name: 'Data panel' });
  const task = (label: string) => page.getByRole('main').getByRole('button', { name: label, exact: true });
  const lines = panel.getByRole('option');
  await task('Task one').click();
  await task('Task one+').waitFor();
  await lines.filter({ hasText: 'Task.partialUpdate 1 → title one+ ✓' }).click();
  await panel.getByRole('region', { name: 'Action' }).waitFor();
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  const log = async () => (await lines.allTextContents()).filter(text => text.includes('✓'));
  const before = await log();

  edit('Tasks.tsx', ['<h1>Tasks</h1>', '<h1>My tasks</h1>']);
  await page.getByRole('heading', { name: 'My tasks' }).waitFor();
  expect((await log()).slice(0, before.length)).toEqual(before);
  expect(await panel.getByRole('region', { name: 'Action' }).isVisible()).toBe(true);

  await panel.getByRole('tab', { name: 'Records' }).click();
  await lines.filter({ hasText: 'one+' }).click();
  await panel.getByRole('heading', { name: 'Task 1' }).waitFor();
  edit('resources/tasks.ts', ['return `Task ', 'return `Duty ']);
  await task('Duty one+').waitFor();
  await panel.getByRole('heading', { name: 'Task 1' }).waitFor();

  // The reloaded definitions write to the same records, and the panel shows it.
  await task('Duty one+').click();
  await task('Duty one++').waitFor();
  await panel.getByRole('row').filter({ hasText: 'one++' }).waitFor();
  await panel.getByRole('tab', { name: 'Log' }).click();
  await lines.filter({ hasText: 'Task.partialUpdate 1 → title one++ ✓' }).waitFor();
  expect((await log()).slice(0, before.length)).toEqual(before);

  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
  expect(page.complaints).toEqual([]);
});

it('keeps the counts of a reader when its component reloads, in place or by a remount', async () => {
  const page = await browser.newPage();
  await page.goto(url);
  const panel = page.getByRole('complementary', { name: 'Data panel' });
  const main = page.getByRole('main');
  const reader = panel.getByRole('option').filter({ hasText: 'Task.getList' });
  const counts = async () => /\d+ renders? · \d+ notifications?$/.exec(await reader.innerText())?.[0];
  await main.getByRole('button').first().waitFor();
  // This includes readers that mounted while nothing was counted.
  await panel.getByRole('button', { name: 'Close the data panel' }).click();
  await page.reload();
  await main.getByRole('button').first().waitFor();
  await page.getByRole('button', { name: 'Open the data panel' }).click();
  await panel.getByRole('tab', { name: 'Readers' }).click();
  await main.getByRole('button').first().click();
  await panel.getByText(/[1-9]\d* renders? · /).waitFor();
  await reader.click();
  const detail = panel.getByRole('region', { name: 'Reader' });
  const cause = detail.getByRole('button', { name: /Task\.partialUpdate/ });
  await cause.waitFor();
  await page.waitForLoadState('networkidle');
  const before = await counts();

  edit('Tasks.tsx', ['</h1>', ' of today</h1>']);
  await page.getByRole('heading', { name: 'of today' }).waitFor();
  await reader.waitFor();
  expect(await counts()).toBe(before);
  await cause.waitFor();

  // With another hook, React mounts it again.
  edit(
    'Tasks.tsx',
    ['const { fetch }', 'useController();\n  const { fetch }'],
    ['of today</h1>', 'of tomorrow</h1>'],
  );
  await page.getByRole('heading', { name: 'of tomorrow' }).waitFor();
  await reader.waitFor();
  expect(await counts()).toBe(before);
  await cause.waitFor();
});

/** Runs a test in the folder of the app, in a separate Jest with the configuration of any project. */
function runInJest(name: string, source: string): { readonly passes: boolean; readonly said: string } {
  const project = resolve(__dirname, '../..');
  const config = {
    rootDir: folder,
    testMatch: [`<rootDir>/${name}`],
    transform: { '^.+\\.tsx?$': join(project, 'scripts/compile-for-jest.cjs') },
    moduleNameMapper: {
      '^rdc-toolkit$': join(project, 'lib/index.ts'),
      '^rdc-toolkit/(.+)$': join(project, 'lib/$1/index.ts'),
    },
  };
  writeFileSync(join(folder, name), source);
  const jest = join(project, 'node_modules/jest/bin/jest.js');
  const { status, stderr } = spawnSync(process.execPath, [jest, '--config', JSON.stringify(config)], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { passes: status === 0, said: stderr };
}

/** The test that the panel copies after a click on a task. */
async function copiedTest(address: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const task = page.getByRole('main').getByRole('button').last();
  const label = await task.textContent();
  await task.click();
  await page
    .getByRole('main')
    .getByRole('button', { name: `${label}+`, exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await page.getByText('Copied: a test').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The line that a project with Jest leaves out. */
const OF_VITEST = /^.*\/\/ not with Jest\n/;

it("copies a test that passes in the app's project, and fails if the log goes differently", async () => {
  const copied = await copiedTest(url);
  // Vite serves the page: a project with Jest leaves out the line that says so.
  expect(copied).toContain("import { expect, it } from 'vitest'; // not with Jest\n");
  expect(copied).toContain("const modules = ['resources/tasks.ts'];");
  const source = copied.replace(OF_VITEST, '');
  const asCopied = runInJest('copied.test.ts', source);
  expect(asCopied.said).toContain('2 passed, 2 total');
  expect(asCopied.passes).toBe(true);

  const otherwise = runInJest(
    'otherwise.test.ts',
    source.replaceAll('\\"title\\":\\"two+\\"', '\\"title\\":\\"three\\"'),
  );
  expect(otherwise.said).toContain('goes through the steps of the log');
  expect(otherwise.passes).toBe(false);
  const without = runInJest('without.test.ts', source.replace("['resources/tasks.ts']", '[]'));
  expect(without.said).toContain('Task.getList');
  expect(without.passes).toBe(false);
});

it('copies a test that passes if the app mounts the slice at another path', async () => {
  const source = (await copiedTest(`${url}?path=api`)).replace(OF_VITEST, '');
  const { passes, said } = runInJest('ownPath.test.ts', source);
  expect(said).toContain('2 passed, 2 total');
  expect(passes).toBe(true);
});
