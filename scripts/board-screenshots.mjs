// Saves screenshots of every page and state of the board, at three widths and in both themes, to a folder.
//
//   node scripts/board-screenshots.mjs [folder] [words that the names must contain]
//   node scripts/board-screenshots.mjs --docs
//
// The default folder is examples/board/screenshots, which git ignores. With --docs it takes those of README and docs,
// and saves them to docs/images.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import setup from '../__tests__/browser/globalSetup.mjs';
import { createServer } from '../examples/board/server/createServer.mjs';

const board = fileURLToPath(new URL('../examples/board/', import.meta.url));
const isForDocs = process.argv.includes('--docs');
const images = fileURLToPath(new URL('../docs/images', import.meta.url));
const [folder = join(board, 'screenshots'), ...words] = isForDocs ? [images] : process.argv.slice(2);

const widths = { 390: 844, 768: 1024, 1280: 800 };
const themes = ['light', 'dark'];

const tick = '`';
const markdown = `Since the last release the **gate** sticks, see [the plan](https://example.com).

- [x] oil the hinge
- [ ] sand the edge

${tick}${tick}${tick}
const gate = open({ force: true });
${tick}${tick}${tick}

> It was fine last winter.`;

/** Scenes by the name of the screenshot: a URL, and what to do there. */
const scenes = {
  board: { hash: '#/', ready: page => page.getByRole('article').first().waitFor() },
  menu: {
    hash: '#/',
    narrow: true,
    ready: async page => {
      await page.getByRole('article').first().waitFor();
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  'board-loading': { hash: '#/', stall: '**/api/issues*', ready: waitForSkeleton },
  'board-error': {
    hash: '#/',
    refuse: '**/api/issues*',
    ready: page => page.getByRole('alert').nth(3).waitFor(),
  },
  'board-offline': {
    hash: '#/',
    ready: async page => {
      await page.getByRole('article').first().waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
  },
  'board-log': {
    hash: '#/',
    search: '?devtools',
    ready: page => page.getByRole('article').first().waitFor(),
  },
  'new-issue': {
    hash: '#/',
    ready: async page => {
      await page.getByRole('article').first().waitFor();
      await page.getByRole('button', { name: 'New issue', exact: true }).click();
      await page.getByLabel('Title').fill('Gate sticks in winter');
    },
  },
  undo: {
    hash: ({ spare }) => `#/issues/${spare}`,
    ready: async page => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete it' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  list: { hash: '#/list?sort=-updated', ready: page => page.getByRole('row').first().waitFor() },
  'list-empty': {
    hash: '#/list?q=unicorn',
    ready: page => page.getByText('No issue matches the filter.').waitFor(),
  },
  'list-loading': { hash: '#/list', stall: '**/api/issues*', ready: waitForSkeleton },
  issue: {
    hash: ({ full }) => `#/issues/${full}`,
    ready: async page => {
      await page.getByRole('heading', { name: 'Comments' }).waitFor();
      await page.getByRole('checkbox').nth(4).waitFor();
    },
  },
  'issue-edit': {
    hash: ({ full }) => `#/issues/${full}`,
    ready: async page => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
    },
  },
  'issue-bare': {
    hash: '#/issues/1',
    ready: page => page.getByText('No comments yet.').waitFor(),
  },
  'issue-loading': { hash: '#/issues/1', stall: '**/api/issues/1', ready: waitForSkeleton },
  'issue-error': {
    hash: '#/issues/1',
    refuse: '**/api/issues/1',
    ready: page => page.getByRole('alert').waitFor(),
  },
  'issue-deleted': {
    hash: ({ gone }) => `#/issues/${gone}`,
    ready: page => page.getByText('deleted this issue').waitFor(),
  },
  'issue-missing': {
    hash: '#/issues/4711',
    ready: page => page.getByText('There is no issue 4711.').waitFor(),
  },
  person: { hash: '#/people/octocat', ready: page => page.getByText('Assigned issues').waitFor() },
  'no-page': { hash: '#/nowhere', ready: page => page.getByText('There is no such page.').waitFor() },
  'log-in': { hash: '#/', isOut: true, ready: page => page.getByLabel('Who are you?').waitFor() },
};

const panel = page => page.getByRole('complementary', { name: 'Data panel' });

/** Opens the panel at one of its tabs, after a card was moved. */
async function openPanel(page, tab = 'Log') {
  await page.getByLabel('Status of randscape').selectOption('in-progress');
  await page.getByRole('region', { name: 'In progress' }).getByText('randscape').waitFor();
  await page.waitForTimeout(500);
  if (!(await page.getByRole('button', { name: 'Show the log' }).isVisible()))
    await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Show the log' }).click();
  await page.keyboard.press('Escape');
  await panel(page).getByRole('tab', { name: tab }).click();
  await panel(page).getByRole('listbox').getByRole('option').first().waitFor();
}

const option = (page, text) => panel(page).getByRole('option').filter({ hasText: text }).last();

/** The screenshots of README and docs. */
const pictures = {
  board: {
    viewport: { width: 1440, height: 900 },
    ready: async page => {
      await openPanel(page);
      await option(page, 'Issue.partialUpdate').click();
    },
  },
  'board-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'board-narrow': { viewport: { width: 390, height: 780 } },
  'board-issue-narrow': {
    viewport: { width: 390, height: 780 },
    colorScheme: 'dark',
    hash: scenes.issue.hash,
  },
  'devtools-requests-light': {
    viewport: { width: 1280, height: 800 },
    ready: async page => {
      await openPanel(page, 'Requests');
      await option(page, 'status=in-progress').click();
    },
  },
  'devtools-records-dark': {
    viewport: { width: 1280, height: 900 },
    colorScheme: 'dark',
    ready: async page => {
      await page.evaluate(() => localStorage.setItem('rdc-toolkit/devtools', '{"bottom":520}'));
      await openPanel(page, 'Records');
      await panel(page).getByRole('searchbox').fill('octocat');
      await option(page, 'randscape').click();
    },
  },
  'devtools-narrow-light': {
    viewport: { width: 390, height: 780 },
    ready: page => openPanel(page),
  },
};

async function takeDocsPictures() {
  for (const [picture, { hash = '#/', ready, viewport, colorScheme = 'light' }] of Object.entries(pictures)) {
    const scene = {
      hash,
      // The stream would also bring what a request changes, either before or after its response.
      stall: '**/api/events',
      ready: async page => {
        await (hash === '#/'
          ? page.getByRole('article').first()
          : page.getByRole('heading').nth(2)
        ).waitFor();
        await page.waitForTimeout(500);
        await ready?.(page);
      },
    };
    await takePicture(picture, scene, viewport, colorScheme);
    // Undo everything, for the next one.
    await back();
  }
}

function waitForSkeleton(page) {
  return page.getByRole('status', { name: 'Loading' }).first().waitFor();
}

/** Builds the board and starts it with separate data, some of it written for the screenshots. */
async function start(place) {
  const clientFolder = join(place, 'client');
  execFileSync(
    process.execPath,
    [
      '../../node_modules/vite/bin/vite.js',
      'build',
      '--mode',
      'development',
      '--logLevel',
      'error',
      '--outDir',
      clientFolder,
    ],
    {
      cwd: board,
      stdio: 'inherit',
    },
  );
  const server = await createServer({ databaseFile: join(place, 'board.sqlite'), clientFolder });
  const session = async login => {
    const body = JSON.stringify({ login });
    const response = await fetch(`${server.url}/api/session`, { method: 'POST', body });
    return response.headers.get('set-cookie').split(';')[0];
  };
  const octocat = await session('octocat');
  const send = async (method, path, body, cookie = octocat) =>
    (
      await fetch(`${server.url}/api${path}`, {
        method,
        headers: { cookie },
        body: body && JSON.stringify(body),
      })
    ).json();

  const reporter = 'octocat';
  const full = await send('POST', '/issues', {
    title: 'Gate sticks in winter and has to be lifted to close',
    body: markdown,
    status: 'in-progress',
    assignee: 'monalisa',
    reporter,
    labels: ['bug', 'planning'],
  });
  await send('POST', `/issues/${full.id}/comments`, {
    author: 'monalisa',
    body: 'I can take this on **Friday**.',
  });
  await send('POST', `/issues/${full.id}/comments`, {
    author: reporter,
    body: 'Great, `sandpaper` is in the shed.',
  });
  const gone = await send('POST', '/issues', { title: 'Pond is green', status: 'todo', reporter });
  await send('DELETE', `/issues/${gone.id}`, undefined, await session('monalisa'));
  const another = async () =>
    (await send('POST', '/issues', { title: 'Lamp flickers', status: 'todo', reporter })).id;
  const back = async () => {
    const [{ id }] = (await send('GET', '/issues?q=randscape')) ?? [];
    await send('PATCH', `/issues/${id}`, { status: 'done' });
  };
  return { server, cookie: octocat, ids: { full: full.id, gone: gone.id }, another, back };
}

await setup();
mkdirSync(folder, { recursive: true });
const place = mkdtempSync(join(tmpdir(), 'board-screenshots-'));
const { server, cookie, ids, another, back } = await start(place);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-sync',
  ],
});
const failures = [];

if (isForDocs) await takeDocsPictures();
for (const [name, scene] of isForDocs ? [] : Object.entries(scenes)) {
  for (const [width, height] of Object.entries(widths)) {
    for (const colorScheme of themes) {
      const picture = `${name}-${width}-${colorScheme}`;
      if (words.length > 0 && !words.some(word => picture.includes(word))) continue;
      if (scene.narrow && Number(width) > 800) continue;
      await takePicture(picture, scene, { width: Number(width), height }, colorScheme);
    }
  }
}

async function takePicture(
  picture,
  { hash, search = '', stall, refuse, isOut, ready },
  viewport,
  colorScheme,
) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: viewport.width < 800,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const [cookieName, value] = cookie.split('=');
  if (!isOut) await context.addCookies([{ name: cookieName, value, url: server.url }]);
  if (stall) await page.route(stall, () => {});
  if (refuse)
    await page.route(refuse, route => route.fulfill({ status: 503, json: { message: 'Out for lunch.' } }));
  try {
    const spare = picture.startsWith('undo') ? await another() : undefined;
    await page.goto(`${server.url}/${search}${typeof hash === 'function' ? hash({ ...ids, spare }) : hash}`);
    await ready(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${picture}.png`) });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) failures.push(`${picture}: ${overflow} px wider than the window`);
  } catch (error) {
    failures.push(`${picture}: ${error.message}`);
    await page.screenshot({ path: join(folder, `${picture}.png`) });
  }
  await context.close();
}

await browser.close();
await server.close();
rmSync(place, { recursive: true, force: true });
for (const failure of failures) console.error(failure);
console.log(resolve(folder));
process.exitCode = failures.length > 0 ? 1 : 0;
