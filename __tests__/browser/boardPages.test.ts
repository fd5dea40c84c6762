import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { type BoardServer, buildClient, startBoard } from './boardServer';
import { BUILD_MS } from './buildOnce';
import { nothingLoads } from './nothingLoads';

const folder = mkdtempSync(join(tmpdir(), 'board-pages-'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let server: BoardServer;
let browser: TestBrowser;

beforeAll(async () => {
  const clientFolder = await buildClient({ reactCompiler: true });
  server = await startBoard({ clientFolder, databaseFile: join(folder, 'board.sqlite') });
  browser = await openBrowser();
}, BUILD_MS);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const cookies = new Map<string, string>();

async function cookieOf(login: string): Promise<string> {
  const known = cookies.get(login);
  if (known !== undefined) return known;
  const body = JSON.stringify({ login });
  const response = await fetch(`${server.url}/api/session`, { method: 'POST', body });
  const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [];
  cookies.set(login, cookie);
  return cookie;
}

async function send<Body>(method: string, path: string, body?: object, login = 'octocat'): Promise<Body> {
  const headers = { cookie: await cookieOf(login) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return (await (await fetch(`${server.url}/api${path}`, init)).json()) as Body;
}

async function createIssue(title: string, fields: object = {}): Promise<string> {
  const issue = { title, status: 'todo', reporter: 'octocat', ...fields };
  return (await send<{ id: string }>('POST', '/issues', issue)).id;
}

interface Opening {
  readonly login?: string;
  readonly width?: number;
  /** Called before the first request is sent. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

async function open(
  hash = '#/',
  { login = 'octocat', width = 1280, prepare }: Opening = {},
): Promise<TestPage> {
  const page = await browser.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 844 });
  if (login !== '') {
    const [name = '', value = ''] = (await cookieOf(login)).split('=');
    await page.context().addCookies([{ name, value, url: server.url }]);
  }
  await prepare?.(page);
  await page.goto(`${server.url}/${hash}`);
  return page;
}

/** The outlines of a page below its header, not those of a window that opens. */
const loadingPage = (page: Page) => page.locator('#main').getByLabel('Loading').first().waitFor();
const firstCard = (page: Page) => page.getByRole('article').first().waitFor();
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const rowTitles = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
const commentField = (page: Page) => page.getByLabel(/^Comment as/);
const titleOf = (page: Page, title: string) =>
  page.waitForFunction(wanted => document.title === wanted, title);

/** The problems that axe finds in a page, in both themes. */
async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await page.evaluate(async () => {
      type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] };
      const { axe } = window as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> };
      };
      const { violations } = await axe.run({ resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
      );
    });
    problems.push(...found.map(problem => `${colorScheme}: ${problem}`));
  }
  return problems;
}

const markdown =
  '## Plan\n\n- [x] oil\n- [ ] sand\n\n`code` and [a link](https://example.com)\n\n> was fine\n\n| a | b |\n|---|---|\n| 1 | 2 |';

interface Scene {
  readonly hash?: string | (() => Promise<string>);
  readonly login?: string;
  /** Prepares the page for the checks. */
  readonly ready: (page: Page) => Promise<unknown>;
  /** Requests that never get a response, or that fail. */
  readonly stall?: string;
  readonly refuse?: string;
}

const scenes: Record<string, Scene> = {
  'window that opens': {
    stall: '**/api/session',
    ready: page => page.getByLabel('Loading').waitFor(),
  },
  board: { ready: firstCard },
  'board that loads': {
    stall: '**/api/issues*',
    ready: loadingPage,
  },
  'board that failed': { refuse: '**/api/issues*', ready: page => page.getByRole('alert').nth(3).waitFor() },
  'board offline': {
    ready: async page => {
      await firstCard(page);
      await nothingLoads(page);
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
  },
  'new issue': {
    ready: async page => {
      await page.getByRole('button', { name: 'New issue', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'open menu': {
    ready: async page => {
      const other = await open('#/', { login: 'monalisa' });
      await firstCard(other);
      await firstCard(page);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('list', { name: 'Here now' }).getByText('monalisa').waitFor();
    },
  },
  list: { hash: '#/list?sort=title', ready: page => page.getByRole('row').first().waitFor() },
  'empty list': { hash: '#/list?q=unicorn', ready: page => page.getByText('No issue matches').waitFor() },
  'list that loads': {
    hash: '#/list',
    stall: '**/api/issues*',
    ready: loadingPage,
  },
  issue: {
    hash: async () => {
      const id = await createIssue('Gate sticks', { body: markdown, assignee: 'monalisa', labels: ['bug'] });
      await send('POST', `/issues/${id}/comments`, { author: 'monalisa', body: 'On **Friday**.' });
      return `#/issues/${id}`;
    },
    ready: page => page.getByText('Friday').waitFor(),
  },
  'issue that is edited': {
    hash: '#/issues/1',
    ready: async page => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
    },
  },
  'issue that loads': {
    hash: '#/issues/1',
    stall: '**/api/issues/1',
    ready: loadingPage,
  },
  'issue that failed': {
    hash: '#/issues/1',
    refuse: '**/api/issues/1',
    ready: page => page.getByRole('alert').waitFor(),
  },
  'deleted issue': {
    hash: async () => {
      const id = await createIssue('Pond is green');
      await send('DELETE', `/issues/${id}`, undefined, 'monalisa');
      return `#/issues/${id}`;
    },
    ready: page => page.getByText('monalisa deleted this issue.').waitFor(),
  },
  'missing issue': {
    hash: '#/issues/4711',
    ready: page => page.getByText('There is no issue 4711.').waitFor(),
  },
  person: { hash: '#/people/octocat', ready: page => page.getByText('Assigned issues').waitFor() },
  'missing page': { hash: '#/nowhere', ready: page => page.getByText('There is no such page.').waitFor() },
  'log-in': { login: '', ready: page => page.getByLabel('Who are you?').waitFor() },
};

describe.each(Object.entries(scenes))('%s', (_, scene) => {
  const { hash = '#/', login = 'octocat', stall, refuse, ready } = scene;
  let page: TestPage;

  beforeAll(async () => {
    page = await open(typeof hash === 'string' ? hash : await hash(), {
      login,
      width: 390,
      prepare: async page => {
        if (stall) await page.route(stall, () => {});
        if (refuse)
          await page.route(refuse, route => route.fulfill({ status: 503, json: { message: 'Lunch.' } }));
      },
    });
    await ready(page);
  });

  afterAll(() => browser.closePages());

  it.each([390, 1280])('has no accessibility problem in either theme, and fits, %i px wide', async width => {
    await page.setViewportSize({ width, height: 844 });

    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await widthOf(page)).toBe(width);
  });

  it('fits a small phone', async () => {
    await page.setViewportSize({ width: 320, height: 568 });

    expect(await widthOf(page)).toBe(320);
  });
});

describe('the board', () => {
  afterEach(() => browser.closePages());

  it('has every control within reach on a phone', async () => {
    const page = await open('#/', { width: 390 });
    await firstCard(page);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Log out' }).waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'New issue', exact: true }).click();
    await page.getByLabel('Title').fill('Bridge sways');
    await page.getByRole('button', { name: 'Create' }).click();
    await card(page, 'Bridge sways').getByRole('link').click();
    await page.getByRole('heading', { name: 'Bridge sways' }).waitFor();
    const boxes = await Promise.all(
      [
        page.getByRole('heading', { name: 'Bridge sways' }),
        page.getByLabel('Facts'),
        page.getByLabel('Comments'),
      ].map(part => part.boundingBox()),
    );
    const [title, facts, comments] = boxes.map(box => box ?? { y: 0, height: 0 });
    expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(facts?.y ?? 0);
    expect((facts?.y ?? 0) + (facts?.height ?? 0)).toBeLessThan(comments?.y ?? 0);
  });

  it('shows who is here under a heading in the menu, and your own avatar once at any width', async () => {
    const other = await open('#/', { login: 'monalisa' });
    await firstCard(other);
    const page = await open();
    const people = page.getByRole('list', { name: 'Here now' });
    await people.getByText('monalisa').waitFor();
    /** Visible avatars in the header. */
    const faces = () =>
      page.locator('.header .avatar').evaluateAll(all =>
        all.flatMap(face => {
          const { width } = (face.closest('.present-me') ?? face).getBoundingClientRect();
          return width > 1 && face.checkVisibility() ? [face.getAttribute('title')] : [];
        }),
      );
    expect((await faces()).sort()).toEqual(['monalisa', 'octocat']);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect((await faces()).sort()).toEqual(['monalisa', 'octocat']);
    const heading = await page.getByRole('heading', { name: 'Here now' }).boundingBox();
    expect(heading?.height).toBeGreaterThan(1);
    expect(await people.getByText('octocat (you)').isVisible()).toBe(true);
  });

  it('follows the system theme until you choose another, which persists', async () => {
    const page = await open();
    await firstCard(page);
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await ground();
    expect(dark).not.toBe(light);

    const toggle = page.getByRole('button', { name: 'Dark theme' });
    // The page reacts to the change in its next frame.
    await toggle.and(page.locator('[aria-pressed=true]')).waitFor();
    await toggle.click();
    expect(await ground()).toBe(light);
    await page.reload();
    await firstCard(page);
    expect(await ground()).toBe(light);
    await toggle.click();
    expect(await ground()).toBe(dark);
  });

  it('restores a deleted issue with its comments for all users', async () => {
    const id = await createIssue('Bench is wet');
    await send('POST', `/issues/${id}/comments`, { author: 'octocat', body: 'Since Monday.' });
    const [here, there] = [await open(`#/issues/${id}`), await open('#/', { login: 'monalisa' })];
    await card(there, 'Bench is wet').waitFor();

    await here.getByRole('button', { name: 'Delete', exact: true }).click();
    await here.getByRole('button', { name: 'Delete it' }).click();
    await card(there, 'Bench is wet').waitFor({ state: 'detached' });
    await here.getByText('“Bench is wet” was deleted.').waitFor();
    await here.getByRole('button', { name: 'Undo' }).click();

    await card(here, 'Bench is wet').getByText('1comment').waitFor();
    await card(there, 'Bench is wet').getByRole('link').click();
    await there.getByText('Since Monday.').waitFor();
    expect(there.complaints).toEqual([]);
  });

  it('restores a deleted comment to its place', async () => {
    const id = await createIssue('Path is icy');
    for (const body of ['First.', 'Second.'])
      await send('POST', `/issues/${id}/comments`, { author: 'octocat', body });
    const page = await open(`#/issues/${id}`);
    await page.getByRole('button', { name: 'Delete the comment of octocat' }).first().click();
    await page.getByText('First.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('First.').waitFor();
    const texts = await page.getByLabel('Comments').getByRole('listitem').allTextContents();
    expect(texts.map(text => /First|Second/.exec(text)?.[0])).toEqual(['First', 'Second']);
  });

  it('says who deleted the issue on screen, keeps the draft of a comment, and links back', async () => {
    const id = await createIssue('Wall has a crack');
    const page = await open(`#/issues/${id}`);
    await commentField(page).fill('It is getting longer.');
    await send('DELETE', `/issues/${id}`, undefined, 'monalisa');

    await page.getByText('monalisa deleted this issue.').waitFor();
    await page.getByText('It is getting longer.').waitFor();
    await page.getByRole('button', { name: 'Restore it' }).click();
    await page.getByRole('heading', { name: 'Wall has a crack' }).waitFor();
    expect(await commentField(page).inputValue()).toBe('It is getting longer.');

    await send('DELETE', `/issues/${id}`, undefined, 'monalisa');
    await page.getByRole('link', { name: 'Back to the board' }).click();
    await firstCard(page);
  });

  it('keeps the draft of a comment through navigation, a reload and the end of the session', async () => {
    const id = await createIssue('Bell is mute');
    cookies.delete('hacktocat');
    const page = await open(`#/issues/${id}`, { login: 'hacktocat' });
    await commentField(page).fill('The clapper is');
    await page.getByRole('link', { name: 'Columns' }).click();
    await card(page, 'Bell is mute').getByRole('link').click();
    expect(await commentField(page).inputValue()).toBe('The clapper is');
    await page.reload();
    expect(await commentField(page).inputValue()).toBe('The clapper is');

    await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }));
    cookies.delete('hacktocat');
    await page.reload();
    await page.getByLabel('Who are you?').selectOption('hacktocat');
    await page.getByRole('button', { name: 'Log in' }).click();
    expect(await commentField(page).inputValue()).toBe('The clapper is');

    await commentField(page).fill('The clapper is gone.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('listitem').getByText('The clapper is gone.').waitFor();
    expect(await commentField(page).inputValue()).toBe('');
  });

  it('keeps what you type while a comment is being sent', async () => {
    const id = await createIssue('Bolt is loose');
    const page = await open(`#/issues/${id}`);
    let take = (_route: Route) => {};
    const sent = new Promise<Route>(resolve => {
      take = resolve;
    });
    await page.route('**/api/issues/*/comments', route =>
      route.request().method() === 'POST' ? take(route) : route.continue(),
    );
    await commentField(page).fill('It rattles.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const request = await sent;
    await commentField(page).fill('Tightened.');
    await request.continue();

    await page.getByRole('button', { name: 'Comment', exact: true, disabled: false }).waitFor();
    await page.getByRole('listitem').getByText('It rattles.').waitFor();
    expect(await commentField(page).inputValue()).toBe('Tightened.');
  });

  it('says that it is offline, and loads what failed once it is back online', async () => {
    const page = await open();
    await firstCard(page);
    await nothingLoads(page);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.goto(`${server.url}/#/people/octocat`);
    await page.getByRole('alert').getByText('Cannot reach the server.').waitFor();

    await page.waitForTimeout(1_100);
    await page.context().setOffline(false);
    await page.getByText('Back online.').waitFor();
    await page.getByRole('heading', { name: 'octocat' }).waitFor();
    await page.getByText('Back online.').waitFor({ state: 'detached' });
  });

  it('keeps the filter and order in the URL, and restores both on navigating back', async () => {
    await createIssue('Zinc roof', { assignee: 'monalisa' });
    await createIssue('Attic floor', { assignee: 'monalisa' });
    const page = await open('#/list?assignee=monalisa&sort=-title');
    await page.getByText('Zinc roof').waitFor();
    const titles = (await rowTitles(page)).filter(title => /Zinc|Attic/.test(title));
    expect(titles).toEqual(['Zinc roof', 'Attic floor']);

    await page.getByRole('button', { name: /^Title/ }).click();
    await page.getByRole('button', { name: 'Title' }).click();
    await page.waitForFunction(() => location.hash === '#/list?assignee=monalisa&sort=title');
    expect((await rowTitles(page)).filter(title => /Zinc|Attic/.test(title))).toEqual([
      'Attic floor',
      'Zinc roof',
    ]);

    await page.getByRole('link', { name: 'Attic floor' }).click();
    await page.getByRole('heading', { name: 'Attic floor' }).waitFor();
    await page.goBack();
    await page.getByText('Zinc roof').waitFor();
    expect(await page.getByRole('combobox', { name: 'Assignee' }).inputValue()).toBe('monalisa');
  });

  it('searches with one request once you stop typing', async () => {
    await createIssue('Kiln is cold');
    const page = await open('#/list', { prepare: page => page.clock.install() });
    await page.getByRole('row').first().waitFor();
    const searches: string[] = [];
    page.on('request', request => {
      if (request.url().includes('/api/issues?')) searches.push(new URL(request.url()).search);
    });

    // The page's clock only moves where this test says so, so that no pause grows longer on a busy machine.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    for (const words of ['k', 'kiln', 'kiln is', 'kiln is cold']) {
      await page.getByLabel('Search').fill(words);
      await page.clock.runFor(150);
    }
    await page.clock.resume();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    expect(searches).toEqual(['?q=kiln%20is%20cold']);
    await titleOf(page, '“kiln is cold” in the list · Board');
  });

  it('filters the list by label, and updates it without a request when an issue gets one', async () => {
    const id = await createIssue('Sluice leaks', { labels: ['planning'] });
    await createIssue('Sluice rattles', { labels: ['build'] });
    const page = await open('#/list');
    await page.getByText('Sluice leaks').waitFor();
    await page.getByRole('combobox', { name: 'Label' }).selectOption('build');
    await page.getByText('Sluice leaks').waitFor({ state: 'detached' });
    await page.getByText('Sluice rattles').waitFor();
    await page.waitForFunction(() => location.hash === '#/list?label=build');

    const lists: string[] = [];
    page.on('request', request => {
      if (new URL(request.url()).pathname === '/api/issues') lists.push(request.url());
    });
    await send('PATCH', `/issues/${id}`, { labels: ['planning', 'build'] }, 'monalisa');
    await page.getByText('Sluice leaks').waitFor();
    await send('PATCH', `/issues/${id}`, { labels: ['planning'] }, 'monalisa');
    await page.getByText('Sluice leaks').waitFor({ state: 'detached' });
    expect(lists).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  it('shows the latest comments, and loads earlier ones page by page', async () => {
    const id = await createIssue('Weir is loud');
    for (let i = 1; i <= 45; i++)
      await send('POST', `/issues/${id}/comments`, { author: 'octocat', body: `Remark ${i}.` });
    const page = await open(`#/issues/${id}`);
    const comments = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
    const bodies = () => comments.locator('.prose').allTextContents();
    const earlier = page.getByRole('button', { name: 'Show earlier comments' });
    await comments.nth(19).waitFor();
    expect((await bodies()).map(text => text.trim())).toEqual(
      Array.from({ length: 20 }, (_, i) => `Remark ${i + 26}.`),
    );

    await commentField(page).fill('The latest.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await comments.nth(20).waitFor();
    await earlier.click();
    await comments.nth(40).waitFor();
    await earlier.click();
    await comments.nth(45).waitFor();
    await earlier.waitFor({ state: 'detached' });
    const shown = (await bodies()).map(text => text.trim());
    expect(shown).toEqual([...Array.from({ length: 45 }, (_, i) => `Remark ${i + 1}.`), 'The latest.']);
    expect(page.complaints).toEqual([]);
  });

  it('titles each page', async () => {
    const id = await createIssue('Oar is split');
    const page = await open('#/');
    await titleOf(page, 'Board');
    await page.goto(`${server.url}/#/issues/${id}`);
    await titleOf(page, `#${id} Oar is split · Board`);
    await page.goto(`${server.url}/#/people/octocat`);
    await titleOf(page, 'octocat · Board');
    await page.goto(`${server.url}/#/list`);
    await titleOf(page, 'List · Board');
  });

  it('renders Markdown, and nothing in it runs or loads', async () => {
    const body = [
      '**bold** <script>window.ran = 1</script><img src="http://127.0.0.1:9/x.png" onerror="window.ran = 2">',
      '[click](javascript:window.ran=3) ![picture](http://127.0.0.1:9/y.png) <b onclick="window.ran=4">html</b>',
      '<style>body { display: none }</style><iframe src="http://127.0.0.1:9/"></iframe>',
    ].join('\n\n');
    const page = await open(`#/issues/${await createIssue('Map is torn', { body })}`);
    const text = page.locator('.prose').first();
    await text.locator('strong').getByText('bold').waitFor();

    const tags = await text.evaluate(element =>
      [...element.querySelectorAll('*')].map(({ tagName }) => tagName),
    );
    expect(tags.filter(tag => ['SCRIPT', 'IMG', 'STYLE', 'IFRAME'].includes(tag))).toEqual([]);
    expect(await text.evaluate(element => element.outerHTML)).not.toMatch(/javascript:|on(error|click)/);
    await text.getByText('html').click();
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
    expect(await text.getByRole('link', { name: 'picture' }).getAttribute('rel')).toContain('noopener');
    expect(page.complaints).toEqual([]);
  });

  it('gives every person distinct initials', async () => {
    const page = await open('#/list');
    await page
      .getByRole('combobox', { name: 'Assignee' })
      .locator('option')
      .nth(5)
      .waitFor({ state: 'attached' });
    await page.goto(`${server.url}/#/`);
    await firstCard(page);
    await nothingLoads(page);
    const shown = await page
      .locator('.avatar[title]:not(.avatar-empty)')
      .evaluateAll(avatars => avatars.map(avatar => `${avatar.textContent} ${avatar.getAttribute('title')}`));
    const pairs = [...new Set(shown)].map(pair => pair.split(' '));
    expect(pairs.length).toBeGreaterThan(4);
    expect(new Set(pairs.map(([initials]) => initials)).size).toBe(pairs.length);
  });

  it('is usable with the keyboard alone', async () => {
    const id = await createIssue('Drum is loose');
    const page = await open();
    await card(page, 'Drum is loose').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

    await page.getByLabel('Status of Drum is loose').focus();
    await page.keyboard.type('Done');
    await page.getByRole('region', { name: 'Done' }).getByText('Drum is loose').waitFor();

    const newIssue = page.getByRole('button', { name: 'New issue', exact: true });
    await newIssue.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await newIssue.evaluate(button => button === document.activeElement)).toBe(true);

    await card(page, 'Drum is loose').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Drum is loose' }).waitFor();
    expect(page.url()).toContain(`#/issues/${id}`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});
