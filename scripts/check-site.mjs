// Opens the built site in Chromium, in both themes, at phone and desktop size, and checks what its readers rely on:
// no axe violations, nothing wider than the window, a working search, a working demo of the board, and pages within
// their budgets. After `npm run docs`:
//
//   node scripts/check-site.mjs [folder for screenshots]
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import setup from '../__tests__/browser/globalSetup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'site/.vitepress/dist');
const [pictures] = process.argv.slice(2);

/** Kilobytes that the first visit of a page may load, by type; text counts as sent, compressed. */
const BUDGETS = { document: 40, stylesheet: 30, script: 160, font: 160, image: 420 };

/** Milliseconds from the first byte until the largest part of a page is painted, on the machine that runs this. */
const SHOWN_WITHIN = 2_500;

const pages = [
  '/',
  '/map',
  '/getting-started',
  '/guides/devtools',
  '/api/useResponse',
  '/performance',
  '/board',
];

const axe = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const failures = [];

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.json': 'application/json',
};

function fileOf(path) {
  const file = join(dist, decodeURIComponent(path));
  const found = [file, `${file}.html`, join(file, 'index.html')];
  return found.find(name => existsSync(name) && statSync(name).isFile());
}

const server = createServer(({ url }, response) => {
  const file = fileOf(url.split('?')[0]);
  if (file === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'Content-Type': types[extname(file)] ?? '' }).end(readFileSync(file));
});
await new Promise(listening => server.listen(0, '127.0.0.1', listening));
const url = `http://localhost:${server.address().port}`;

for (const name of ['llms.txt', 'llms-full.txt']) {
  if (fileOf(`/${name}`) === undefined) failures.push(`${name} is missing`);
}

await setup();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});

/** A page that records what it loads and what fails. */
async function open(path, { width, colorScheme }) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const sizes = {};
  page.on('console', message => {
    if (message.type() === 'error') failures.push(`${path}: ${message.text()}`);
  });
  page.on('request', request => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      failures.push(`${path}: leaves the site for ${request.url()}`);
  });
  page.on('response', async response => {
    const type = response.request().resourceType();
    // Linked pages are prefetched once a page is idle; a first visit does not wait for them.
    if (response.frame() !== page.mainFrame() || response.request().headers().purpose === 'prefetch') return;
    const file = fileOf(new URL(response.url()).pathname);
    if (file === undefined) return;
    const content = readFileSync(file);
    const isText = extname(file) in types;
    sizes[type] = (sizes[type] ?? 0) + (isText ? gzipSync(content).length : content.length) / 1_000;
  });
  await page.goto(url + path, { waitUntil: 'load' });
  return { page, sizes };
}

async function checkPage(path, width, colorScheme) {
  const where = `${path}, ${width} px, ${colorScheme}`;
  const { page, sizes } = await open(path, { width, colorScheme });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (path === '/board') {
    const board = page.frameLocator('iframe');
    await board.getByRole('article').first().waitFor();
    const cut = await board.locator('html').evaluate(html => html.scrollWidth - html.clientWidth);
    if (cut > 0) failures.push(`${where}: the board is ${cut} px wider than its frame`);
  }
  await page.evaluate(axe);
  const faults = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run();
    return violations.map(({ id, nodes }) => `${id} ${nodes[0].html.slice(0, 120)}`);
  });
  failures.push(...faults.map(fault => `${where}: axe: ${fault}`));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) failures.push(`${where}: ${overflow} px wider than the window`);
  const shownAfter = await page.evaluate(
    () =>
      new Promise(resolve => {
        new PerformanceObserver(list => resolve(Math.round(list.getEntries().at(-1).startTime))).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
        setTimeout(() => resolve(0), 2_000);
      }),
  );
  if (shownAfter > SHOWN_WITHIN) failures.push(`${where}: is shown after ${shownAfter} ms`);
  for (const [type, budget] of Object.entries(BUDGETS)) {
    const size = Math.round(sizes[type] ?? 0);
    if (size > budget) failures.push(`${where}: ${size} kB of ${type}, more than ${budget}`);
  }
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    const name = `${path.slice(1).replaceAll('/', '-') || 'home'}-${width}-${colorScheme}.png`;
    await page.screenshot({ path: join(pictures, name) });
  }
  const told = Object.entries(sizes).map(([type, size]) => `${type} ${Math.round(size)} kB`);
  console.log(`${where}: ${told.join(', ')}, shown after ${shownAfter} ms`);
  await page.context().close();
}

async function checkSearch() {
  const { page } = await open('/', { width: 1280, colorScheme: 'light' });
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').fill('usePages');
  await page
    .getByRole('option')
    .or(page.locator('.result'))
    .filter({ hasText: 'usePages' })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/usePages|pagination/);
  await page.context().close();
}

async function checkBoard() {
  const { page } = await open('/board', { width: 1280, colorScheme: 'light' });
  const board = page.frameLocator('iframe');
  await board.getByLabel('Status of Pond is green').selectOption('done');
  await board.getByRole('region', { name: 'Done' }).getByText('Pond is green').waitFor();
  await board.getByRole('button', { name: 'Show the log' }).click();
  await board.getByRole('option').filter({ hasText: 'Issue.partialUpdate 2 → done ✓' }).waitFor();
  await page.context().close();
}

for (const path of pages)
  for (const width of [390, 1280])
    for (const scheme of ['light', 'dark']) await checkPage(path, width, scheme);
for (const [name, check] of Object.entries({ checkSearch, checkBoard }))
  await check().catch(error => failures.push(`${name}: ${error.message}`));

await browser.close();
server.closeAllConnections();
server.close();
for (const failure of new Set(failures)) console.error(failure);
console.log(failures.length === 0 ? 'The site holds what it promises.' : `${failures.length} problems`);
process.exitCode = failures.length === 0 ? 0 : 1;
