import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import type { DevtoolsPage } from './devtools.page';

let browser: TestBrowser;
let server: Server;
let url: string;

beforeAll(async () => {
  execFileSync(process.execPath, [join(__dirname, '../../scripts/build-if-changed.mjs')], {
    stdio: 'ignore',
  });
  const script = await bundled('development');
  server = createServer(({ url }, response) => {
    if (url === '/script.js') response.setHeader('Content-Type', 'text/javascript').end(script);
    else if (url?.startsWith('/favicon')) response.writeHead(204).end();
    else {
      if (url?.includes('strict')) response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('Content-Type', 'text/html').end(url?.includes('strict') ? bareHtml : html);
    }
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  browser = await openBrowser();
});

afterEach(() => browser.closePages());

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Blocks every `<style>`, as strict pages do. */
const POLICY = "default-src 'self'; style-src 'self'; script-src 'self'";
const bareHtml =
  '<!doctype html><html lang="en"><title>Tasks</title><div id="root"></div><script type="module" src="/script.js"></script></html>';

const html = `<!doctype html><html lang="en"><title>Tasks</title>
  <style>:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }</style>
  <div id="root"></div><script type="module" src="/script.js"></script></html>`;

/** The page bundled with the published package, since the build creates its style sheet. */
async function bundled(mode: 'development' | 'production'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, 'devtools.page.tsx')],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    tsconfigRaw: { compilerOptions: { target: 'ES2022' } },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    minifySyntax: mode === 'production',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

type PageWindow = { readonly page: DevtoolsPage };

async function open({
  tasks = 40,
  size = { width: 1280, height: 800 },
  scheme = 'light' as 'light' | 'dark',
  query = '',
} = {}) {
  const page = await browser.newPage();
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${url}?tasks=${tasks}&${query}`);
  await page.getByRole('listitem').first().waitFor();
  await settled(page);
  return page;
}

const openPanel = (page: TestPage) => page.getByRole('button', { name: 'Open the data panel' }).click();
const tab = (page: TestPage, name: string) => page.getByRole('tab', { name }).click();
const panel = (page: TestPage) => page.getByRole('complementary', { name: 'Data panel' });
const options = (page: TestPage, list: string) =>
  page.getByRole('listbox', { name: list }).getByRole('option');
const openRecords = async (page: TestPage) => {
  await tab(page, 'Records');
  await panel(page).getByRole('button', { name: /^Task/ }).click();
};
/** The lists of the panel, by tab. */
const LISTS = {
  Requests: 'Requests',
  Records: 'Records of Task',
  Readers: 'Readers',
  Log: 'Log',
} as const;
type ListName = keyof typeof LISTS;
const openList = (page: TestPage, name: ListName) =>
  name === 'Records' ? openRecords(page) : tab(page, name);
const rename = (page: TestPage, id: string, title: string) =>
  page.evaluate(
    ([id, title]) => (window as unknown as PageWindow).page.rename(id ?? '', title ?? ''),
    [id, title],
  );
const known = (page: TestPage) =>
  page.evaluate(() => {
    const { sent, log, total } = (window as unknown as PageWindow).page;
    return { sent, log: [...log], total: total() };
  });

/** Waits until so many requests are sent, and then for one too many. */
async function expectSent(page: TestPage, count: number) {
  await page.waitForFunction(count => (window as unknown as PageWindow).page.sent >= count, count);
  await settled(page);
  expect((await known(page)).sent).toBe(count);
}

/** Waits for pending frames and responses. */
async function settled(page: TestPage) {
  await page.waitForTimeout(200);
}

/** The problems that axe finds in the panel. */
async function faults(page: TestPage): Promise<readonly string[]> {
  await page.addScriptTag({ content: readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8') });
  return page.evaluate(async () => {
    type Axe = {
      run(
        where: string,
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    };
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run('[data-rdc-devtools]', { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary.slice(0, 200)}`),
    );
  });
}

it('opens and closes without a render of the app, an action in its log, or a request', async () => {
  const page = await open();
  const before = await known(page);
  await openPanel(page);
  for (const name of ['Requests', 'Records', 'Pending', 'Readers', 'Log']) {
    await tab(page, name);
    await settled(page);
  }
  await page.getByRole('button', { name: 'Close the data panel' }).click();
  await panel(page).waitFor({ state: 'detached' });
  expect(await known(page)).toEqual(before);
  expect(page.complaints).toEqual([]);
});

it('shows each request with its response and changes in one line', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await rename(page, '2', 'fail this');
  await openPanel(page);
  const lines = options(page, 'Log');
  await lines.filter({ hasText: 'Task.partialUpdate 1 → title Write a letter ✓' }).click();
  await panel(page).getByText('Write a letter', { exact: false }).first().waitFor();
  expect(await page.getByRole('region', { name: 'Action' }).locator('del, ins').allTextContents()).toEqual([
    '"Write the minutes"',
    '"Write a letter"',
  ]);
  await lines.filter({ hasText: /Task.partialUpdate 2 “.+” → title fail this ✗ 422/ }).waitFor();
  expect(page.complaints).toEqual([]);
});

it('explains the values of a record, follows its references, and edits a field', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await openPanel(page);
  await openRecords(page);
  await options(page, 'Records of Task').first().click();
  const detail = page.getByRole('region', { name: 'Task 1' });
  await detail.getByRole('row', { name: /^title .*Task\.partialUpdate code/ }).waitFor();
  await detail.getByRole('row', { name: /^status .*Task\.get(List)? component/ }).waitFor();

  await detail.getByRole('button', { name: 'Edit title: "Write a letter"' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Write a postcard');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Write a postcard' }).waitFor();
  await detail.getByRole('row', { name: /^title .*Task edited here/ }).waitFor();

  await detail.getByRole('button', { name: 'Person p0', exact: true }).click();
  await page.getByRole('region', { name: 'Person p0' }).getByText('"Ada"').first().waitFor();
  expect(page.complaints).toEqual([]);
});

it('shows each optimistic update on top of the confirmed data', async () => {
  const page = await open();
  await openPanel(page);
  await tab(page, 'Pending');
  await panel(page).getByText('Nothing is pending').waitFor();
  await page.evaluate(() => {
    (window as unknown as PageWindow).page.latency = 2_000;
    void (window as unknown as PageWindow).page.rename('1', 'Write a letter');
  });
  const updates = page.getByRole('region', { name: 'Optimistic updates' });
  // Its bar extends to the present.
  await tab(page, 'Requests');
  const row = options(page, 'Requests').last();
  const [bar, track] = await Promise.all([
    row.locator('.sent').boundingBox(),
    row.locator('.track').boundingBox(),
  ]);
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual((track?.x ?? 0) + (track?.width ?? 0) + 1);
  await tab(page, 'Pending');
  await updates.getByText('Task.partialUpdate').waitFor();
  expect(await updates.locator('del, ins').allTextContents()).toEqual([
    '"Write the minutes"',
    '"Write a letter"',
  ]);
  await panel(page).getByText('Nothing is pending').waitFor();
});

it('lists the readers, and what last changed each', async () => {
  const page = await open();
  await openPanel(page);
  await tab(page, 'Readers');
  const one = options(page, 'Readers').filter({ hasText: 'GET /tasks/1' }).first();
  await one.filter({ hasText: 'not notified yet' }).waitFor();
  await rename(page, '1', 'Write a letter');
  await one.click();
  await page
    .getByRole('region', { name: 'Reader' })
    .getByText(/Task.partialUpdate 1 .*→ title Write a letter/)
    .waitFor();
});

it('refetches requests, fails them, and delays them', async () => {
  const page = await open();
  await openPanel(page);
  await tab(page, 'Requests');
  await options(page, 'Requests').filter({ hasText: 'Task.getList' }).first().click();
  const { sent } = await known(page);
  await page.getByRole('button', { name: 'Refetch' }).click();
  await options(page, 'Requests').filter({ hasText: 'Task.getList' }).nth(1).waitFor();
  await expectSent(page, sent + 1);
  await page.getByRole('button', { name: '+1 s' }).click();
  const began = Date.now();
  await rename(page, '1', 'Write a letter');
  expect(Date.now() - began).toBeGreaterThan(950);
  await page.getByRole('button', { name: 'Full speed' }).click();
  await page.getByRole('button', { name: 'Fail now' }).click();
  await tab(page, 'Log');
  await options(page, 'Log').filter({ hasText: 'Task.getList ✗ 500' }).waitFor();
});

it('slows or fails the requests of one key, and no others', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await openPanel(page);
  await tab(page, 'Requests');
  const request = (key: string) => options(page, 'Requests').filter({ hasText: key }).last();
  const first = options(page, 'Requests').filter({ hasText: 'PATCH /tasks/1' }).first();
  await request('PATCH /tasks/1').click();
  const fails = page.getByRole('button', { name: 'Fail from now on' });
  await fails.click();
  expect(await rename(page, '1', 'Write a postcard')).toBe('refused with 500');
  expect(await rename(page, '2', 'Mend the gate')).toBe('done');
  // The error in the store belongs to the second request.
  expect(await first.innerText()).not.toContain('failed now');
  await request('PATCH /tasks/2').click();
  await page.getByRole('button', { name: 'Fail from now on', pressed: false }).waitFor();

  await page.getByRole('button', { name: 'Slow from now on' }).click();
  const began = Date.now();
  expect(await rename(page, '2', 'Mend the wall')).toBe('done');
  expect(Date.now() - began).toBeGreaterThan(2_900);
  await page.getByRole('button', { name: 'Slow from now on' }).click();
  await request('PATCH /tasks/1').click();
  await fails.click();
  expect(await rename(page, '1', 'Write a card')).toBe('done');
});

it('names a reader as its hook does', async () => {
  const page = await open();
  await openPanel(page);
  await tab(page, 'Readers');
  await options(page, 'Readers').filter({ hasText: 'Heading Task.getList' }).click();
  await page.getByRole('region', { name: 'Reader' }).getByRole('heading', { name: 'Heading' }).waitFor();
});

it('moves the app through time, and back to a present that has changed', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await openPanel(page);
  const title = page.getByRole('listitem').first();
  await title.filter({ hasText: 'Write a letter' }).waitFor();
  const { sent } = await known(page);
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await title.filter({ hasText: 'Write the minutes' }).waitFor();
  await panel(page).getByText('The app shows an earlier time.').waitFor();
  expect((await known(page)).sent).toBe(sent);

  // A response arrives meanwhile, and shows only on return.
  expect(await rename(page, '2', 'Mend the gate')).toBe('done');
  await settled(page);
  await page.getByRole('listitem').nth(1).filter({ hasText: 'Mend the fence' }).waitFor();
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await title.filter({ hasText: 'Write a letter' }).waitFor();
  await page.getByRole('listitem').nth(1).filter({ hasText: 'Mend the gate' }).waitFor();
  expect((await known(page)).sent).toBe(sent + 1);
  expect(page.complaints).toEqual([]);
});

it('opens an exported log as the app that it came from, and runs nothing in it', async () => {
  const page = await open();
  await rename(page, '1', '<img src=x onerror="document.title=\'run\'">');
  await openPanel(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const file = await download.path();

  const other = await open({ tasks: 3 });
  await openPanel(other);
  await other.getByLabel('Log to open').setInputFiles(file);
  const items = other.getByRole('main').getByRole('listitem');
  const lines = options(other, 'Opened log');
  await lines
    .filter({ hasText: /Task.partialUpdate 1 .*→ title <img src=x/ })
    .first()
    .click();
  await other.getByRole('button', { name: 'Show the app after this' }).click();
  await items.filter({ hasText: '<img src=x' }).waitFor();
  expect(await items.count()).toBe(12);
  expect(await other.title()).toBe('Tasks');
  await other.getByRole('button', { name: 'Close the log' }).click();
  await items.nth(3).waitFor({ state: 'detached' });

  await other
    .getByLabel('Log to open')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await other.getByRole('alert').filter({ hasText: 'Cannot open x.json.' }).waitFor();
  expect(other.complaints).toEqual([]);
});

it('lets you choose what to show each time the app crashes over a log, at any step', async () => {
  const page = await open();
  await rename(page, '1', 'sound');
  await rename(page, '1', 'broken');
  await openPanel(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const log = await download.path();
  const items = page.getByRole('main').getByRole('listitem');
  const slider = page.getByRole('slider', { name: 'Time' });
  const failed = page.getByText('The app failed over the last log that it showed.');
  /** Loads the page again, with the log. */
  const reopen = async () => {
    await page.goto(`${url}?tasks=3&fragile`);
    await items.first().waitFor();
    if (await page.getByRole('button', { name: 'Open the data panel' }).isVisible()) await openPanel(page);
    await page.getByLabel('Log to open').setInputFiles(log);
  };
  const isGone = () => page.waitForFunction(() => document.getElementById('root')?.childElementCount === 0);
  /** Moves to the last step that the app can show. */
  const showSound = async () => {
    await slider.focus();
    await page.keyboard.press('Home');
    await items.first().waitFor({ state: 'detached' });
    for (let i = 0; !(await items.filter({ hasText: 'sound' }).isVisible()); i++) {
      if (i > 40) throw new Error('No step shows it.');
      await page.keyboard.press('ArrowRight');
      await settled(page);
    }
  };

  await reopen();
  await isGone();
  await reopen();
  await failed.waitFor();
  expect(await items.count()).toBe(3);
  await showSound();
  await page.keyboard.press('End');
  await isGone();

  await reopen();
  await failed.waitFor();
  expect(await items.count()).toBe(3);
  // It has shown nothing of the log since.
  await reopen();
  await failed.waitFor();
  await showSound();
  expect(await items.count()).toBe(12);
  expect(page.complaints.join()).toContain('A title is broken.');
});

it('starts with the log of a recorder, whose sanitizer applies to all that leaves the page', async () => {
  const page = await open({ query: 'recorder' });
  await openPanel(page);
  const lines = options(page, 'Log');
  await lines.first().waitFor();
  expect(await lines.allTextContents()).toEqual([
    expect.stringMatching(/Task\.getList ✓ · .* 40 Task records new$/),
  ]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(JSON.parse(text).actions[0]).toMatchObject({ type: 'rdc/fetch', endpointName: 'Task.getList' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await page.getByText('Copied: a test').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('Write the minutes');
  for (const leaving of [text, copied]) {
    expect(leaving).toContain('somebody');
    expect(leaving).not.toMatch(/Ada|Grace|Edsger/);
  }
  expect(page.complaints).toEqual([]);
});

it('marks the line of the current step, and shows no outcome before it happened', async () => {
  const page = await open();
  for (let i = 0; i < 30; i++) await rename(page, '1', `Title ${i}`);
  await rename(page, '2', 'fail this');
  await openPanel(page);
  const lines = options(page, 'Log');
  const marked = page.getByRole('listbox', { name: 'Log' }).locator('[aria-current]');
  await lines.filter({ hasText: '✗ 422' }).waitFor();
  expect(await marked.count()).toBe(0);

  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await marked.filter({ hasText: 'in flight' }).waitFor();
  expect(await marked.textContent()).toContain('Task.partialUpdate 2');
  expect(await marked.textContent()).not.toContain('422');
  await marked.click();
  const detail = panel(page).getByRole('region', { name: 'Action', exact: true });
  await detail.getByRole('heading', { name: 'rdc/fetch' }).waitFor();
  expect(await detail.textContent()).not.toContain('422');
  expect(await detail.getByRole('heading', { name: 'rdc/setresponse' }).count()).toBe(0);
  await detail.getByRole('button', { name: 'Show the app after this' }).click();
  await detail.getByRole('heading', { name: 'rdc/setresponse' }).waitFor();
  expect(await detail.textContent()).toContain('422');

  await slider.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await marked.filter({ hasText: 'Task.getList' }).waitFor();
  expect(await marked.isVisible()).toBe(true);
  // A later request is shown in full, and marked as later.
  const later = detail.getByText('Later than the time that the app shows.');
  await marked.click();
  await detail.getByRole('heading', { name: /Task\.getList/ }).waitFor();
  expect(await later.count()).toBe(0);
  await lines.filter({ hasText: 'Title 0' }).first().click();
  await later.waitFor();
  await detail.getByRole('heading', { name: 'rdc/setresponse' }).waitFor();
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await lines.filter({ hasText: '✗ 422' }).waitFor();
  await later.waitFor({ state: 'detached' });
  expect(await marked.count()).toBe(0);
  expect(page.complaints).toEqual([]);
});

it('marks the previous line if its own is hidden, and names the position of the slider', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await page.evaluate(() => (window as unknown as PageWindow).page.rename('1', 'Write a letter'));
  await openPanel(page);
  await page.getByRole('button', { name: 'Only changes' }).click();
  const slider = page.getByRole('slider', { name: 'Time' });
  const steps = Number(await slider.getAttribute('max'));
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  // The second request is in flight, and will change nothing.
  const marked = options(page, 'Log').and(page.locator('[aria-current]'));
  await marked.filter({ hasText: 'Write a letter' }).waitFor();
  await panel(page)
    .getByText(`${steps - 1} of ${steps}`)
    .waitFor();
  const [time] = (await options(page, 'Log').last().innerText()).split('\n');
  await page.keyboard.press('ArrowLeft');
  expect(await slider.getAttribute('aria-valuetext')).toBe(time);
  await page.keyboard.press('Home');
  expect(await slider.getAttribute('aria-valuetext')).toBe('the start');
  expect(await marked.count()).toBe(0);
});

it('copies the log as a test, or saves it as a file if the page cannot use the clipboard', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await openPanel(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as test' }).click();
  await page.getByText('Copied: a test').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(
    "import { createFixtureStore, fixturesFromLog, replayLog } from 'rdc-toolkit/testing';",
  );
  expect(copied).toContain('Write a letter');

  // As on a page that is neither https nor localhost.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Copy as test' }).click(),
  ]);
  await page.getByText('Saved as rdc-log.test.ts').waitFor();
  expect(download.suggestedFilename()).toBe('rdc-log.test.ts');
  expect(readFileSync(await download.path(), 'utf8')).toBe(copied);
  expect(page.complaints).toEqual([]);
});

it('keeps its position, resizes with the keyboard or a pointer, and fits on a phone', async () => {
  const page = await open();
  await openPanel(page);
  await tab(page, 'Records');
  await page.getByRole('button', { name: 'Move the panel to the right' }).click();
  await page.getByRole('separator', { name: 'Size of the data panel' }).focus();
  const { width: first = 0 } = (await panel(page).boundingBox()) ?? {};
  await page.keyboard.press('ArrowLeft');
  const { x = 0, width = 0 } = (await panel(page).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(first);
  // Then with a pointer.
  await page.mouse.move(x, 300);
  await page.mouse.down();
  await page.mouse.move(x - 60, 300);
  await page.mouse.up();
  const { width: dragged } = (await panel(page).boundingBox()) ?? {};
  expect(dragged).toBe(width + 60);
  await page.reload();
  await panel(page).waitFor();
  expect((await panel(page).boundingBox())?.width).toBe(dragged);
  expect(await page.getByRole('tab', { name: 'Records' }).getAttribute('aria-selected')).toBe('true');

  await page.setViewportSize({ width: 390, height: 780 });
  await options(page, 'Records of Person').first().click();
  await page.getByRole('region', { name: 'Person p0' }).waitFor();
  expect((await panel(page).boundingBox())?.width).toBe(390);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await options(page, 'Records of Person').first().waitFor();
});

it('stops resizing when the browser cancels the pointer', async () => {
  const page = await open();
  await openPanel(page);
  const height = async () => (await panel(page).boundingBox())?.height ?? 0;
  const { y = 0 } = (await panel(page).boundingBox()) ?? {};
  const before = await height();
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchCancel', at: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchCancel' ? [] : [{ x: 600, y: at }],
    });
  await touch('touchStart', y);
  await touch('touchMove', y - 40);
  await touch('touchCancel', 0);
  expect(await height()).toBe(before + 40);
  // Over the edge, without a pressed button.
  await page.mouse.move(600, y - 40);
  await page.mouse.move(600, y - 42);
  expect(await height()).toBe(before + 40);
});

it('finds records by their keys and content, in any case', async () => {
  const page = await open();
  await openPanel(page);
  await openRecords(page);
  const search = page.getByRole('searchbox', { name: 'Search records' });
  const found = async () => {
    const texts = await options(page, 'Records of Task').locator('strong').allInnerTexts();
    return texts.slice(0, 3);
  };
  await search.fill('FENCE');
  expect(await found()).toEqual(['2', '7', '12']);
  await options(page, 'Records of Task').first().click();
  await page.getByRole('region', { name: 'Task 2' }).waitFor();
  // By its content, as long as that matches.
  await rename(page, '7', 'Paint the gate');
  expect(await found()).toEqual(['2', '12', '17']);
  await search.fill('36');
  expect(await found()).toEqual(['36']);
  // The open record stays, whether it matches or not.
  await page.getByRole('region', { name: 'Task 2' }).waitFor();
  await search.fill('constructor');
  await panel(page).getByText('No matching records.').waitFor();
  await search.fill('');
  expect(await found()).toEqual(['1', '2', '3']);
  expect(page.complaints).toEqual([]);
});

it('shows every outcome and every kind of record on a phone', async () => {
  const page = await open();
  for (let i = 0; i < 20; i++) await rename(page, '1', `Write a longer letter, and post it ${i}`);
  for (let i = 0; i < 5; i++) await rename(page, '2', `fail this ${i}`);
  await openPanel(page);
  const list = page.getByRole('listbox', { name: 'Log' });
  const lines = options(page, 'Log');
  await lines.first().waitFor();
  // Its lines grow taller.
  await page.setViewportSize({ width: 390, height: 780 });
  await settled(page);
  // The list stays at the newest line.
  const toEnd = () =>
    list.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight);
  expect(await toEnd()).toBeLessThan(2);
  /** The elements whose text is cut off. */
  const hidden = (some: ReturnType<typeof options>) =>
    some.evaluateAll(all =>
      all
        .filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth)
        .map(one => one.textContent),
    );
  // Each has two lines of text, one below the other.
  expect(await hidden(lines)).toEqual([]);
  // The outcome comes before the label, which may need more than two lines.
  const outcomes = await lines.locator('.outcome').allInnerTexts();
  expect(outcomes.slice(-2)).toEqual(['✓', '✗']);
  await page.setViewportSize({ width: 390, height: 300 });
  await settled(page);
  expect(await toEnd()).toBeLessThan(2);
  await tab(page, 'Records');
  expect(await hidden(page.getByRole('group', { name: 'Kinds of records' }))).toEqual([]);
});

it.each(['light', 'dark'] as const)('has no problem that axe finds, in %s', async scheme => {
  const page = await open({ scheme });
  await rename(page, '1', 'Write a letter');
  await rename(page, '2', 'fail this');
  await openPanel(page);
  for (const [name, list] of [
    ['Requests', 'Requests'],
    ['Records', 'Records of Person'],
    ['Readers', 'Readers'],
    ['Pending', ''],
    ['Log', 'Log'],
  ] as const) {
    await tab(page, name);
    if (list !== '') await options(page, list).last().click();
    expect({ name, faults: await faults(page) }).toEqual({ name, faults: [] });
  }
  await page.setViewportSize({ width: 390, height: 780 });
  expect(await faults(page)).toEqual([]);
});

it('has its styles even if the page blocks style elements, stays left to right, and does not print', async () => {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}?strict`);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await openPanel(page);
  await panel(page).waitFor();
  const looks = () =>
    panel(page).evaluate(element => {
      const { position, direction } = getComputedStyle(element);
      return { position, direction };
    });
  expect(await looks()).toEqual({ position: 'fixed', direction: 'ltr' });
  await page.emulateMedia({ media: 'print' });
  await panel(page).waitFor({ state: 'hidden' });
  expect(page.complaints).toEqual([]);
});

it('shows bars and selections with forced colors, and more contrast on request', async () => {
  const page = await open();
  await openPanel(page);
  await tab(page, 'Requests');
  const row = options(page, 'Requests').first();
  await row.click();
  const styleOf = (element: ReturnType<typeof options>) =>
    element.evaluate(one => {
      const { backgroundColor, outlineStyle, color } = getComputedStyle(one);
      return { backgroundColor, outlineStyle, color };
    });
  const soft = panel(page).locator('p.soft');
  expect((await styleOf(soft)).color).not.toBe((await styleOf(panel(page))).color);
  await page.emulateMedia({ contrast: 'more' });
  expect((await styleOf(soft)).color).toBe((await styleOf(panel(page))).color);

  await page.emulateMedia({ contrast: null, forcedColors: 'active' });
  const [bar, track] = [await styleOf(row.locator('.sent')), await styleOf(row.locator('.track'))];
  expect(bar.backgroundColor).not.toBe(track.backgroundColor);
  const chosen = panel(page).locator('[aria-selected=true], [aria-pressed=true]');
  expect(await chosen.count()).toBe(3);
  for (const one of await chosen.all()) expect((await styleOf(one)).outlineStyle).toBe('solid');
});

/** The element with the focus, in the panel or in the app. */
const focused = (page: TestPage) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const at = activeElement?.shadowRoot?.activeElement ?? activeElement;
    const role = at?.role ?? { BUTTON: 'button', SECTION: 'region' }[at?.tagName ?? ''];
    return `${role ?? at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent ?? ''}`;
  });

it('is usable with the keyboard alone, in every tab', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  /** Presses a key until the element has the focus. */
  const tabTo = async (name: string, key = 'Tab') => {
    for (let i = 0; i < 30 && (await focused(page)) !== name; i++) await page.keyboard.press(key);
    expect(await focused(page)).toBe(name);
  };
  await page.getByRole('button', { name: 'Open the data panel' }).focus();
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('tab Log');
  await page.keyboard.press('Home');
  expect(await focused(page)).toBe('tab Requests');
  await page.keyboard.press('End');
  expect(await focused(page)).toBe('tab Log');
  for (const [name, list, region] of [
    ['Requests', 'Requests', 'Request Task.getList'],
    ['Records', 'Records of Person', 'Person p0'],
    ['Pending', '', ''],
    ['Readers', 'Readers', 'Reader'],
    ['Log', 'Log', 'Action'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe(`tab ${name}`);
    if (list === '') continue;
    await tabTo(`listbox ${list}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await options(page, list).first().and(page.locator('[aria-selected=true]')).waitFor();
    await panel(page).getByRole('region', { name: region, exact: true }).waitFor();
    // Back to the tabs the same way.
    await tabTo(`tab ${name}`, 'Shift+Tab');
  }
  await tabTo('listbox Log');
  await page.keyboard.press('Home');
  await options(page, 'Log').first().and(page.locator('[aria-selected=true]')).waitFor();
  await tabTo('button Show the app after this');
  await page.keyboard.press('Enter');
  await panel(page).getByText('The app shows an earlier time.').waitFor();
  await tabTo('button Back to the present', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await panel(page).getByText('The app shows an earlier time.').waitFor({ state: 'detached' });
  await tabTo('button Close the data panel', 'Shift+Tab');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('button Open the data panel');
  expect(page.complaints).toEqual([]);
});

it.each([
  ['on a phone', { width: 390, height: 780 }, 'bottom'],
  ['beside the app', { width: 1280, height: 800 }, 'right'],
] as const)(
  '%s, walks through a list with the keyboard, opens a line, and returns to it',
  async (_, size, side) => {
    const page = await open();
    await rename(page, '1', 'Write a letter');
    await rename(page, '2', 'fail this');
    await page.setViewportSize(size);
    await openPanel(page);
    if (side === 'right') await page.getByRole('button', { name: 'Move the panel to the right' }).click();
    for (const [name, region] of [
      ['Requests', /^Request Task/],
      ['Records', /^Task /],
      ['Readers', /^Reader$/],
      ['Log', /^Action$/],
    ] as const) {
      const list = LISTS[name];
      await openList(page, name);
      const lines = options(page, list);
      const active = page.getByRole('listbox', { name: list }).locator('[data-active=true]');
      const detail = panel(page).getByRole('region', { name: region });
      await page.getByRole('listbox', { name: list }).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const third = await lines.nth(2).innerText();
      expect(await active.innerText()).toBe(third);
      expect(await detail.count()).toBe(0);

      for (const [opens, returns] of [
        ['Enter', 'Escape'],
        [' ', 'Back'],
      ] as const) {
        await page.keyboard.press(opens);
        await detail.waitFor();
        expect(await focused(page)).toMatch(/^region /);
        if (returns === 'Back') await page.keyboard.press('Tab');
        await page.keyboard.press(returns === 'Back' ? 'Enter' : returns);
        await detail.waitFor({ state: 'detached' });
        expect(await focused(page)).toBe(`listbox ${list}`);
        expect(await active.innerText()).toBe(third);
      }
      await page.keyboard.press('ArrowUp');
      expect(await active.innerText()).toBe(await lines.nth(1).innerText());
      // However far down the list.
      for (const key of ['End', 'Enter', 'Escape']) await page.keyboard.press(key);
      const [row, view] = await Promise.all([
        active.boundingBox(),
        panel(page).locator('.list').boundingBox(),
      ]);
      expect(row?.y).toBeGreaterThanOrEqual(view?.y ?? 0);
      expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(
        (view?.y ?? 0) + (view?.height ?? 0) + 1,
      );
    }
    expect(page.complaints).toEqual([]);
  },
);

it('wraps long text in the detail of a line', async () => {
  const page = await open({ query: 'long' });
  await rename(page, 'x'.repeat(300), 'y'.repeat(300));
  await page.setViewportSize({ width: 390, height: 780 });
  await openPanel(page);
  for (const [name, list] of Object.entries(LISTS)) {
    await openList(page, name as ListName);
    await options(page, list).filter({ hasText: 'xxxxx' }).last().click();
    const detail = panel(page).locator('.detail');
    await detail.waitFor();
    const hidden = await detail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect({ name, hidden }).toEqual({ name, hidden: 0 });
  }
});

it('keeps the focus when a record links to another, and when the focused element disappears', async () => {
  const page = await open();
  await rename(page, '1', 'Write a letter');
  await openPanel(page);
  await openRecords(page);
  await options(page, 'Records of Task').first().click();
  await panel(page).getByRole('button', { name: 'Person p0', exact: true }).press('Enter');
  await panel(page).getByRole('region', { name: 'Person p0' }).waitFor();
  expect(await focused(page)).toBe('region Person p0');
  await panel(page).getByRole('button', { name: 'Task 1', exact: true }).press('Enter');
  await panel(page).getByRole('region', { name: 'Task 1' }).waitFor();
  await panel(page)
    .getByRole('button', { name: /^Task\.partialUpdate 1/ })
    .press('Enter');
  await panel(page).getByRole('region', { name: 'Action' }).waitFor();
  expect(await focused(page)).toBe('region Action');
  await panel(page).getByRole('slider', { name: 'Time' }).press('ArrowLeft');
  await panel(page).getByRole('button', { name: 'Back to the present' }).press('Enter');
  await panel(page).getByText('The app shows an earlier time.').waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('region Action');
});

it('escapes text that would change the direction of what follows', async () => {
  const page = await open();
  await rename(page, '1', 'letter \u202Ednerb \u2066');
  await openPanel(page);
  for (const [name, list] of Object.entries(LISTS)) {
    await openList(page, name as ListName);
    await options(page, list).filter({ hasText: '1' }).first().click();
    if (name === 'Requests' || name === 'Log') await options(page, list).last().click();
    if (name !== 'Readers') await panel(page).getByText('letter \\u202ednerb \\u2066').first().waitFor();
    expect(await panel(page).innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  // The field has the original text.
  await tab(page, 'Records');
  await panel(page)
    .getByRole('button', { name: /^Edit title/ })
    .click();
  expect(await panel(page).getByRole('textbox', { name: 'title' }).inputValue()).toBe(
    'letter \u202Ednerb \u2066',
  );
});

it('returns the focus to a field after editing it', async () => {
  const page = await open();
  await openPanel(page);
  await openRecords(page);
  await options(page, 'Records of Task').first().click();
  const field = panel(page).getByRole('button', { name: /^Edit title/ });
  await field.press('Enter');
  expect(await focused(page)).toBe('INPUT title');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('button Edit title: "Write the minutes"');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'Edit title: "Write the minutes!"' }).waitFor();
  expect(await focused(page)).toBe('button Edit title: "Write the minutes!"');
  // Only the edit has ended: the record stays open.
  await panel(page).getByRole('region', { name: 'Task 1' }).waitFor();
});

it('returns the focus to the button of the app that opened it', async () => {
  const page = await open({ query: 'own' });
  const button = page.getByRole('button', { name: 'Show the data' });
  await button.focus();
  await page.keyboard.press('Enter');
  await panel(page).waitFor();
  expect(await focused(page)).toBe('tab Log');
  await panel(page).getByRole('button', { name: 'Close the data panel' }).press('Enter');
  await panel(page).waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('button Show the data');
  expect(page.complaints).toEqual([]);
});

it('shows a panel with a name and its own position for each store', async () => {
  const page = await browser.newPage();
  await page.goto(`${url}?stores=2`);
  const buttons = page.getByRole('button', { name: 'Open the data panel' });
  await buttons.nth(1).waitFor();
  const panels = page.getByRole('complementary');
  const boxes = (of: typeof panels) =>
    of.evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON() as DOMRect));
  const expectAbove = ([one, other]: readonly DOMRect[]) => {
    const [upper, lower] = [one, other].sort((a, b) => (a?.top ?? 0) - (b?.top ?? 0));
    expect(upper?.bottom).toBeLessThanOrEqual(lower?.top ?? 0);
  };
  await settled(page);
  expectAbove(await boxes(buttons));

  const archive = page.getByRole('complementary', { name: 'Data panel of Archive' });
  await page.getByRole('button', { name: 'Open the data panel of Archive' }).click();
  await archive.waitFor();
  await page.getByRole('button', { name: 'Move the panel to the right' }).click();
  await page.reload();
  await archive.waitFor();
  expect(await panels.count()).toBe(1);

  const padding = () => page.evaluate(() => getComputedStyle(document.documentElement).padding);
  const close = page.getByRole('button', { name: 'Close the data panel' });
  await openPanel(page);
  await panels.nth(1).waitFor();
  await settled(page);
  await close.nth(1).click({ trial: true });
  const [below, beside] = (await boxes(panels)).sort((a, b) => a.left - b.left);
  expect(below?.right).toBeLessThanOrEqual(beside?.left ?? 0);
  // The page leaves room for both.
  expect(await padding()).toBe(`0px ${beside?.width}px ${below?.height}px 0px`);
  await archive.getByRole('button', { name: 'Move the panel to the bottom' }).click();
  await settled(page);
  expectAbove(await boxes(panels));
  await archive.getByRole('button', { name: 'Close the data panel' }).click();
  await close.click();
  await settled(page);
  expect(await padding()).toBe('0px');
  expect(page.complaints).toEqual([]);
});

it('stays smooth with 10 000 records, and renders only what is in view', async () => {
  const page = await open({ tasks: 10_000 });
  await openPanel(page);
  await openRecords(page);
  await options(page, 'Records of Task').first().click();
  await page.getByRole('listbox', { name: 'Records of Task' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('region', { name: 'Task 10000' }).waitFor();
  expect(await options(page, 'Records of Task').count()).toBeLessThan(60);

  await page.getByRole('group', { name: 'Kinds of records' }).getByText('Person').click();
  await options(page, 'Records of Person').first().click();
  const references = page
    .getByRole('region', { name: 'Person p0' })
    .getByRole('button', { name: /^Task \d/ });
  await references.first().waitFor();
  expect((await references.allInnerTexts()).slice(0, 3)).toEqual(['Task 1', 'Task 4', 'Task 7']);
  expect(await references.count()).toBe(25);
  await page.getByRole('button', { name: '… 3309 more' }).click();
  await references.nth(124).waitFor();
  // The list keeps its length when something changes.
  await rename(page, '4', 'Mend the gate');
  await settled(page);
  expect(await references.count()).toBe(125);

  await tab(page, 'Log');
  await options(page, 'Log').filter({ hasText: 'Task.getList ✓' }).first().click();
  const changed = page.getByRole('region', { name: 'Action' }).getByRole('row');
  const more = page.getByRole('button', { name: /^… \d+ more$/ });
  await more.waitFor();
  expect(await changed.count()).toBe(26);
  await more.click();
  await changed.nth(125).waitFor();
  expect(await changed.count()).toBe(126);
});

it('stays smooth with 1 000 actions, renders only what is in view, and updates only what changed', async () => {
  const page = await open({ tasks: 10_000 });
  await openPanel(page);
  await page.evaluate(async () => {
    const { page } = window as unknown as PageWindow;
    page.latency = 0;
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 50 }, (_, i) => page.rename(String(i + 1), `Round ${round}`)));
  });
  await settled(page);
  for (const name of ['Requests', 'Log', 'Records'] as const) {
    await openList(page, name);
    const lines = options(page, LISTS[name]);
    await lines.first().waitFor();
    expect(Number(await lines.first().getAttribute('aria-setsize'))).toBeGreaterThan(499);
    expect(await lines.count()).toBeLessThan(60);
  }

  // The list shows the first records of these.
  const written = await page.evaluate(async () => {
    const root = document.querySelector('[data-rdc-devtools]')?.shadowRoot as ShadowRoot;
    const lines = new Set<string | null | undefined>();
    const observer = new MutationObserver(changes => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const line = element?.closest('[role="option"]');
        if (line) lines.add(line.querySelector('strong')?.textContent);
      }
    });
    observer.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
    await (window as unknown as PageWindow).page.rename('2', 'Paint the bench');
    await new Promise(resolve => setTimeout(resolve, 200));
    return [...lines];
  });
  expect(written).toEqual(['2']);
  await expect(options(page, LISTS.Records).nth(1).innerText()).resolves.toContain('Paint the bench');
  expect(page.complaints).toEqual([]);
});

it('adds nothing to a production bundle', async () => {
  const code = await bundled('production');
  expect(code).not.toMatch(/Data panel|data-rdc-devtools|Virtualizer/);
});
