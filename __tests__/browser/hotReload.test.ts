import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** What an author does in an editor. */
function edit(file: string, from: string, to: string) {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  if (!source.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(path, source.replace(from, to));
}

it('keeps its place and its log while components and resources are reloaded', async () => {
  const page = await browser.newPage();
  await page.goto(url);
  const panel = page.getByRole('complementary', { name: 'Data panel' });
  const task = (label: string) => page.getByRole('main').getByRole('button', { name: label, exact: true });
  const lines = panel.getByRole('option');
  await task('Task one').click();
  await task('Task one+').waitFor();
  await lines.filter({ hasText: 'Task.partialUpdate 1 → one+ ✓' }).click();
  await panel.getByRole('region', { name: 'Action' }).waitFor();
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  const log = async () => (await lines.allTextContents()).filter(text => text.includes('✓'));
  const before = await log();

  edit('Tasks.tsx', '<h1>Tasks</h1>', '<h1>My tasks</h1>');
  await page.getByRole('heading', { name: 'My tasks' }).waitFor();
  expect((await log()).slice(0, before.length)).toEqual(before);
  expect(await panel.getByRole('region', { name: 'Action' }).isVisible()).toBe(true);

  await panel.getByRole('tab', { name: 'Records' }).click();
  await lines.filter({ hasText: 'one+' }).click();
  await panel.getByRole('heading', { name: 'Task 1' }).waitFor();
  edit('tasks.ts', 'return `Task ', 'return `Duty ');
  await task('Duty one+').waitFor();
  await panel.getByRole('heading', { name: 'Task 1' }).waitFor();

  // What was defined anew writes to the same records, and the panel shows it.
  await task('Duty one+').click();
  await task('Duty one++').waitFor();
  await panel.getByRole('row').filter({ hasText: 'one++' }).waitFor();
  await panel.getByRole('tab', { name: 'Log' }).click();
  await lines.filter({ hasText: 'Task.partialUpdate 1 → one++ ✓' }).waitFor();
  expect((await log()).slice(0, before.length)).toEqual(before);

  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
  expect(page.complaints).toEqual([]);
});
