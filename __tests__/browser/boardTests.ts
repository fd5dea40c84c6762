import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { cuttableWire } from '../helpers/cuttableWire';
import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { compiledIn, componentsAndHooks } from './boardCompiled';
import { type BoardServer, buildClient, startBoard } from './boardServer';
import { watchStore } from './boardStory';
import { BUILD_MS } from './buildOnce';
import { nothingLoads } from './nothingLoads';

const folder = mkdtempSync(join(tmpdir(), 'board-'));
const databaseFile = join(folder, 'board.sqlite');

let clientFolder: string;
let server: BoardServer;
let browser: TestBrowser;

/** Fetches from the board's API directly, without the library. */
async function api<Body>(path: string): Promise<Body> {
  const headers = { cookie: await session('octocat') };
  return (await (await fetch(`${server.url}/api${path}`, { headers })).json()) as Body;
}

const sessions = new Map<string, string>();

/** The cookie of a logged-in user; sessions outlive the server. */
async function session(login: string): Promise<string> {
  const known = sessions.get(login);
  if (known !== undefined) return known;
  const response = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    body: JSON.stringify({ login }),
  });
  const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [];
  sessions.set(login, cookie);
  return cookie;
}

interface BoardPage extends TestPage {
  /** Requests to the API since the last call, as `METHOD /path`, except those in the background. */
  newRequests(): Promise<readonly string[]>;
  /** The log since the last call, one line per action. */
  story(): Promise<readonly string[]>;
  /** The number of states of the store, and the parts of `state.rdc` that a JSON round trip changed. */
  states(): Promise<{ readonly seen: number; readonly lossy: readonly string[] }>;
}

/** The session, the stream of changes, and presence: the requests in the background. */
const background = ['/api/session', '/api/events', '/api/presence'];

/** Opens the board at an address for a logged-in user, and watches its requests, console and store. */
async function openBoard(
  hash = '#/',
  search = '',
  login: string | null = 'octocat',
  url = server.url,
): Promise<BoardPage> {
  const page = await browser.newPage();
  if (login !== null) {
    const [name = '', value = ''] = (await session(login)).split('=');
    await page.context().addCookies([{ name, value, url }]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const requests: string[] = [];
  page.on('request', request => {
    const { pathname, search: query } = new URL(request.url());
    if (pathname.startsWith('/api/') && !background.includes(pathname))
      requests.push(`${request.method()} ${pathname.slice(4)}${query}`);
  });
  await page.addInitScript(watchStore);
  await page.goto(`${url}/${search}${hash}`);
  const board = Object.assign(page, {
    newRequests: async () => {
      // Enough time for any unneeded request.
      await page.waitForTimeout(200);
      return requests.splice(0);
    },
    story: () => page.evaluate(() => (window as unknown as { story: string[] }).story.splice(0)),
    states: () => page.evaluate(() => (window as unknown as { states: never }).states),
  });
  return board;
}

async function expectPlainStates(page: BoardPage) {
  const { seen, lossy } = await page.states();
  expect(lossy).toEqual([]);
  expect(seen).toBeGreaterThan(0);
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cardsOf = (page: Page, name: string) => column(page, name).getByRole('article').getByRole('link');
const titlesOf = (page: Page, name: string) => cardsOf(page, name).allTextContents();
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

/** Creates an issue directly through the API, so that each test has a separate one. */
async function createIssue(title: string, status = 'todo'): Promise<string> {
  const body = JSON.stringify({ title, status, reporter: 'octocat' });
  const headers = { cookie: await session('octocat') };
  const response = await fetch(`${server.url}/api/issues`, { method: 'POST', headers, body });
  return ((await response.json()) as { id: string }).id;
}

const linesOf = (panel: Locator) => panel.getByRole('listbox', { name: 'Log' }).getByRole('option');

/** Whether a list is scrolled to its end. */
const isAtEnd = (list: Element) => list.scrollTop + list.clientHeight >= list.scrollHeight - 1;

const columns = { Backlog: 'backlog', 'To do': 'todo', 'In progress': 'in-progress', Done: 'done' };

/** Waits until a window shows every column as the server has it; a mutation may still be in flight. */
async function agreesWithServer(page: BoardPage) {
  for (const [name, status] of Object.entries(columns)) {
    await waitUntil(
      async () => {
        const issues = await api<{ title: string }[]>(`/issues?status=${status}`);
        return { shown: await titlesOf(page, name), titles: issues.map(({ title }) => title) };
      },
      ({ shown, titles }) => shown.join() === titles.join(),
    );
  }
}

/** Reads until the value is right. */
async function waitUntil<Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    await new Promise(later => setTimeout(later, 50));
  }
}

/** Holds requests to a path; each call of the returned function waits for the next one and releases it. */
async function holdRequests(page: BoardPage, path: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(path, route => void held.push(route));
  return async () => {
    const route = await waitUntil(
      async () => held.shift(),
      next => next !== undefined,
    );
    await route?.continue();
  };
}

/**
 * Tests the board in a real browser as its users see it, in Strict Mode.
 *
 * Needs a separate file: its only server keeps the data of earlier tests in a database.
 */
export function boardTests({ reactCompiler }: { readonly reactCompiler: boolean }) {
  beforeAll(async () => {
    clientFolder = await buildClient({ reactCompiler });
    server = await startBoard({ clientFolder, databaseFile });
    browser = await openBrowser();
  }, BUILD_MS);

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(() => browser.closePages());

  it(`is built with ${reactCompiler ? 'every component and hook' : 'none of them'} compiled`, () => {
    expect(compiledIn(clientFolder)).toEqual(reactCompiler ? componentsAndHooks() : []);
  });

  it('shows the whole log without a reload, and moves the board through it', async () => {
    const page = await openBoard();
    await column(page, 'In progress').getByText('API Review').waitFor();
    await page.getByLabel('Status of API Review').selectOption('done');
    await column(page, 'Done').getByText('API Review').waitFor();
    await waitUntil(
      () => api<{ title: string }[]>('/issues?status=done'),
      done => done.some(({ title }) => title === 'API Review'),
    );
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.newRequests();

    await page.getByRole('button', { name: 'Show the log' }).click();
    const panel = page.getByRole('complementary', { name: 'Data panel' });
    const moves = linesOf(panel).filter({ hasText: /Issue\.partialUpdate \d+ .*→ done ✓/ });
    await moves.waitFor();
    await waitUntil(() => panel.getByRole('listbox').evaluate(isAtEnd), Boolean);
    // Polls, and what mounted while the window opened, are folded: the beginning is near.
    await panel.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await linesOf(panel).filter({ hasText: 'Session.get ✓' }).waitFor();
    expect(await linesOf(panel).first().getAttribute('aria-setsize')).toMatch(/^[1-3]?\d$/);
    expect(await page.newRequests()).toEqual([]);

    // Before the move, while it was in flight, and before any response.
    // The four columns arrive in any order, so it takes the last of them.
    await linesOf(panel)
      .filter({ hasText: /Issue\.getList status=\S+ ✓/ })
      .nth(3)
      .click();
    await panel.getByRole('button', { name: 'Show the app after this' }).click();
    await column(page, 'In progress').getByText('API Review').waitFor();
    expect(await titlesOf(page, 'Done')).not.toContain('API Review');
    await panel.getByRole('slider', { name: 'Time' }).focus();
    for (let step = 0; (await column(page, 'Done').getByText('API Review').count()) === 0; step++) {
      expect(step).toBeLessThan(100);
      await page.keyboard.press('ArrowRight');
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page.keyboard.press('Home');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await panel.getByRole('button', { name: 'Back to the present' }).click();
    await column(page, 'Done').getByText('API Review').waitFor();

    expect(await page.newRequests()).toEqual([]);
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('keeps the page when the log opens or closes', async () => {
    const page = await openBoard('#/list');
    await page.getByRole('row').first().waitFor();
    await page.getByRole('link', { name: 'API Review' }).click();
    await page.getByRole('heading', { name: 'API Review' }).waitFor();

    await page.getByRole('button', { name: 'Show the log' }).click();
    const panel = page.getByRole('complementary', { name: 'Data panel' });
    await panel.waitFor();
    await page.getByRole('heading', { name: 'API Review' }).waitFor();
    await page.getByRole('link', { name: 'Columns' }).click();
    await column(page, 'Done').getByText('API Review').waitFor();
    // The panel shrinks the board, and covers none of it.
    const [main, shown] = [await page.getByRole('main').boundingBox(), await panel.boundingBox()];
    expect((main?.y ?? 0) + (main?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0);

    await page.getByRole('button', { name: 'Close the data panel' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the log' }).click();
    await panel.waitFor();
    await page.getByRole('button', { name: 'Hide the log' }).click();
    await panel.waitFor({ state: 'detached' });
    await column(page, 'Done').getByText('API Review').waitFor();
    expect(page.complaints).toEqual([]);
  });

  it.each([
    ['1280', 'Show the log'],
    ['390', 'Menu'],
  ])('moves the focus into the log and back, on a page %s pixels wide', async (width, returned) => {
    const page = await openBoard();
    await page.setViewportSize({ width: Number(width), height: 780 });
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.textContent;
      });
    if (returned === 'Menu') await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('button', { name: 'Show the log' }).press('Enter');
    await page.getByRole('complementary', { name: 'Data panel' }).waitFor();
    expect(await focused()).toBe('Log');
    await page.getByRole('button', { name: 'Close the data panel' }).press('Enter');
    await page.getByRole('complementary', { name: 'Data panel' }).waitFor({ state: 'detached' });
    expect(await focused()).toBe(returned);
    expect(page.complaints).toEqual([]);
  });

  it('folds repeated polls into one line of the log', async () => {
    const page = await openBoard('#/', '?devtools');
    const panel = page.getByRole('complementary', { name: 'Data panel' });
    await panel.waitFor();
    await page.getByRole('list', { name: 'Here now' }).getByText('octocat').waitFor();
    const polls = linesOf(panel).filter({ hasText: 'Presence.get' });
    // The second response has changed nothing, nor has the third.
    await polls.filter({ hasText: /× \d/ }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('shows every issue in its column, with one request per column', async () => {
    const page = await openBoard();
    await card(page, 'Spelling error in the README file').waitFor();

    const requests = await page.newRequests();
    for (const [name, status] of Object.entries({
      Backlog: 'backlog',
      'To do': 'todo',
      'In progress': 'in-progress',
      Done: 'done',
    })) {
      const issues = await api<{ title: string }[]>(`/issues?status=${status}`);
      expect(await titlesOf(page, name)).toEqual(issues.map(issue => issue.title));
      expect(requests.filter(request => request === `GET /issues?status=${status}`)).toHaveLength(1);
    }
    expect(requests).toHaveLength(4);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('shows an edit from the issue page in the column and the list without a request', async () => {
    const id = await createIssue('Shelf is crooked');
    const page = await openBoard();
    await card(page, 'Shelf is crooked').getByRole('link').click();
    await page.getByRole('heading', { name: 'Shelf is crooked' }).waitFor();
    await page.newRequests();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('Shelf is straight');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Shelf is straight' }).waitFor();
    // The response arrives before the next one is sent: two that overlap may be in doubt.
    expect(await page.newRequests()).toEqual([`PATCH /issues/${id}`]);
    await page.getByRole('checkbox', { name: 'bug', exact: true }).check();
    expect(await page.newRequests()).toEqual([`PATCH /issues/${id}`]);

    await page.getByRole('link', { name: 'Columns' }).click();
    await card(page, 'Shelf is straight').getByText('bug').waitFor();
    expect(await titlesOf(page, 'To do')).not.toContain('Shelf is crooked');
    expect(await page.newRequests()).toEqual([]);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('opens an issue that a column loaded without refetching it', async () => {
    const id = await createIssue('Door sticks');
    const page = await openBoard();
    await card(page, 'Door sticks').waitFor();
    await page.newRequests();

    await card(page, 'Door sticks').getByRole('link').click();
    await page.getByRole('heading', { name: 'Door sticks' }).waitFor();

    const requests = await page.newRequests();
    expect([...requests].sort()).toEqual([`GET /issues/${id}/comments`, 'GET /labels', 'GET /people']);
    expect(page.complaints).toEqual([]);
  });

  it('moves a card at once, by its menu or by dragging, and keeps it there', async () => {
    const id = await createIssue('Lamp flickers', 'backlog');
    const page = await openBoard();
    await card(page, 'Lamp flickers').waitFor();
    await page.newRequests();
    const letPass = await holdRequests(page, `**/api/issues/${id}`);

    await page.getByLabel('Status of Lamp flickers').selectOption('todo');
    await column(page, 'To do').getByText('Lamp flickers').waitFor();
    expect(await titlesOf(page, 'Backlog')).not.toContain('Lamp flickers');
    await letPass();
    expect(await page.newRequests()).toEqual([`PATCH /issues/${id}`]);

    await card(page, 'Lamp flickers').dragTo(column(page, 'Done'));
    await column(page, 'Done').getByText('Lamp flickers').waitFor();
    await letPass();
    expect(await page.newRequests()).toEqual([`PATCH /issues/${id}`]);
    expect(await titlesOf(page, 'To do')).not.toContain('Lamp flickers');

    const asShown = await titlesOf(page, 'Done');
    await page.reload();
    await column(page, 'Done').getByText('Lamp flickers').waitFor();
    expect(await titlesOf(page, 'Done')).toEqual(asShown);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('moves a card back when the server rejects the move, and says why', async () => {
    const id = await createIssue('Rug is worn');
    const page = await openBoard();
    await card(page, 'Rug is worn').waitFor();
    await page.route(`**/api/issues/${id}`, route =>
      route.fulfill({ status: 422, json: { message: 'Rugs stay where they are.' } }),
    );

    await page.getByLabel('Status of Rug is worn').selectOption('done');
    await page.getByText('Rugs stay where they are.').waitFor();
    expect(await titlesOf(page, 'To do')).toContain('Rug is worn');
    expect(await titlesOf(page, 'Done')).not.toContain('Rug is worn');

    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Rugs stay where they are.').waitFor({ state: 'hidden' });
    await expectPlainStates(page);
    // The browser's own message about the response, and nothing else.
    expect(page.complaints).toEqual([expect.stringContaining('422')]);
  });

  it('shows a new issue at the end of its column before the server responds', async () => {
    const page = await openBoard();
    await cardsOf(page, 'In progress').first().waitFor();
    const letPass = await holdRequests(page, '**/api/issues');

    await page.getByRole('button', { name: 'New issue in In progress' }).click();
    await page.getByLabel('Title').fill('Window is dirty');
    await page.getByLabel('Description').fill('On the inside.');
    await page.getByRole('button', { name: 'Create' }).click();

    await card(page, 'Window is dirty').getByText('Saving…').waitFor();
    const shown = column(page, 'In progress').getByRole('article');
    expect(await shown.last().textContent()).toContain('Window is dirty');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.newRequests();
    await letPass();

    const [created] = await waitUntil(
      () => api<{ id: string }[]>('/issues?q=window is dirty'),
      found => found.length > 0,
    );
    await card(page, 'Window is dirty').getByText(`#${created?.id}`).waitFor();
    expect(await page.newRequests()).toEqual([]);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('deletes an issue everywhere', async () => {
    const id = await createIssue('Sign is upside down');
    const page = await openBoard();
    await card(page, 'Sign is upside down').getByRole('link').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.newRequests();
    await page.getByRole('button', { name: 'Delete it' }).click();

    await cardsOf(page, 'To do').first().waitFor();
    await card(page, 'Sign is upside down').waitFor({ state: 'detached' });
    expect(await page.newRequests()).toEqual([`DELETE /issues/${id}`]);
    await waitUntil(
      () => api<{ message?: string }>(`/issues/${id}`),
      ({ message }) => message === 'octocat deleted this issue.',
    );

    await page.reload();
    await cardsOf(page, 'To do').first().waitFor();
    expect(await titlesOf(page, 'To do')).not.toContain('Sign is upside down');
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('updates the comment count on a card when a comment is added or deleted', async () => {
    const id = await createIssue('Clock is late');
    const page = await openBoard('#/', '', 'monalisa');
    await card(page, 'Clock is late').getByRole('link').click();
    await page.getByText('No comments yet.').waitFor();
    await page.newRequests();

    await page.getByLabel('Comment as monalisa').fill('By an hour.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('listitem').getByText('By an hour.').waitFor();
    await page.getByRole('link', { name: 'Columns' }).click();
    await card(page, 'Clock is late').getByText('1comment').waitFor();
    expect(await page.newRequests()).toEqual([`POST /issues/${id}/comments`]);

    await card(page, 'Clock is late').getByRole('link').click();
    await page.getByRole('button', { name: 'Delete the comment of monalisa' }).click();
    await page.getByText('No comments yet.').waitFor();
    await page.getByRole('link', { name: 'Columns' }).click();
    await card(page, 'Clock is late').waitFor();
    expect(await card(page, 'Clock is late').getByText('comment').count()).toBe(0);
    expect((await page.newRequests()).slice(0, 1)).toEqual([
      expect.stringMatching(`^DELETE /issues/${id}/comments/`),
    ]);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('keeps a comment that the server rejects in its field, and says why', async () => {
    const id = await createIssue('Bin is full');
    const page = await openBoard(`#/issues/${id}`);
    await page.route(`**/api/issues/${id}/comments`, (route, request) =>
      request.method() === 'POST'
        ? route.fulfill({ status: 422, json: { message: 'Not a word more.' } })
        : route.continue(),
    );

    await page.getByLabel('Comment as octocat').fill('To the brim.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('That was not saved. Not a word more.').waitFor();
    expect(await page.getByLabel('Comment as octocat').inputValue()).toBe('To the brim.');

    await page.unroute(`**/api/issues/${id}/comments`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('listitem').getByText('To the brim.').waitFor();
    expect(await page.getByLabel('Comment as octocat').inputValue()).toBe('');
    expect(page.complaints).toEqual([expect.stringContaining('422')]);
  });

  it('shows the board even if presence fails to load', async () => {
    await createIssue('Hall is dark');
    const page = await openBoard('#/', '', null);
    await page.route('**/api/presence', route =>
      route.fulfill({ status: 503, json: { message: 'Out for lunch.' } }),
    );
    await page.getByLabel('Who are you?').selectOption('octocat');
    const refused = page.waitForResponse('**/api/presence');
    await page.getByRole('button', { name: 'Log in' }).click();
    await refused;
    await card(page, 'Hall is dark').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    await page.unroute('**/api/presence');
    await page.getByRole('list', { name: 'Here now' }).getByText('octocat').waitFor();
    expect(page.complaints.filter(complaint => !complaint.includes('503'))).toEqual([]);
  });

  it('filters the list by text, status and person, and follows a new assignee', async () => {
    const id = await createIssue('Kettle hums');
    await createIssue('Kettle whistles', 'done');
    const page = await openBoard('#/list');
    const titles = () => page.getByRole('row').getByRole('link').allTextContents();
    await page.getByRole('row').first().waitFor();

    await page.getByLabel('Search').fill('kettle');
    await waitUntil(titles, shown => shown.length === 2);
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('todo');
    await waitUntil(titles, shown => shown.length === 1);
    await page.getByLabel('Search').fill('');
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('');
    // The search text leaves the request shortly after it leaves the field.
    const narrowed = page.waitForResponse('**/api/issues?assignee=hacktocat');
    await page.getByRole('combobox', { name: 'Assignee' }).selectOption('hacktocat');
    await narrowed;
    await page.getByText('No issue matches the filter.').waitFor();

    await page.goto(`${server.url}/#/issues/${id}`);
    await page.getByLabel('Assignee').selectOption('hacktocat');
    await page.getByRole('link', { name: 'List' }).click();
    await page.newRequests();
    await waitUntil(titles, shown => shown.length === 1);
    expect(await titles()).toEqual(['Kettle hums']);
    expect(await page.newRequests()).toEqual([]);
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('shows why an issue failed to load, and recovers on retry', async () => {
    const page = await openBoard('#/issues/1');
    await page.route('**/api/issues/2', route =>
      route.fulfill({ status: 503, json: { message: 'Out for lunch.' } }),
    );
    await page.goto(`${server.url}/#/issues/2`);
    await page.getByRole('alert').waitFor();

    await page.unroute('**/api/issues/2');
    await page.waitForTimeout(1100); // an error is retried only once it has expired
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'API Review' }).waitFor();
  });

  it('shows changes in another window without a request', async () => {
    const [moved, deleted] = [await createIssue('Fence leans'), await createIssue('Pond is green')];
    const [here, there] = [await openBoard(), await openBoard('#/', '', 'monalisa')];
    for (const page of [here, there]) {
      await card(page, 'Pond is green').waitFor();
      await page.getByRole('list', { name: 'Here now' }).getByText('monalisa').waitFor();
    }
    await there.newRequests();

    await here.getByLabel('Status of Fence leans').selectOption('done');
    await column(there, 'Done').getByText('Fence leans').waitFor();
    expect(await titlesOf(there, 'To do')).not.toContain('Fence leans');

    await here.getByRole('button', { name: 'New issue', exact: true }).click();
    await here.getByLabel('Title').fill('Hedge is high');
    await here.getByRole('button', { name: 'Create' }).click();
    await column(there, 'Backlog').getByText('Hedge is high').waitFor();

    await card(here, 'Fence leans').getByRole('link').click();
    await here.getByLabel('Comment as octocat').fill('To the left.');
    await here.getByRole('button', { name: 'Comment', exact: true }).click();
    await card(there, 'Fence leans').getByText('1comment').waitFor();

    await here.goto(`${server.url}/#/issues/${deleted}`);
    await here.getByRole('button', { name: 'Delete', exact: true }).click();
    await here.getByRole('button', { name: 'Delete it' }).click();
    await card(there, 'Pond is green').waitFor({ state: 'detached' });
    expect(await there.newRequests()).toEqual([]);

    await card(there, 'Fence leans').getByRole('link').click();
    await there.getByText('To the left.').waitFor();
    expect(await there.newRequests()).toContain(`GET /issues/${moved}/comments`);
    await there.getByRole('link', { name: 'Columns' }).click();
    for (const page of [here, there]) {
      await agreesWithServer(page);
      await expectPlainStates(page);
      expect(page.complaints).toEqual([]);
    }
  });

  it('shows the same as another window after it was offline for a while', async () => {
    await createIssue('Gutter leaks');
    await createIssue('Step is loose');
    const wire = await cuttableWire(server.url);
    const [here, there] = [await openBoard(), await openBoard('#/', '', 'monalisa', wire.url)];
    for (const page of [here, there]) {
      await card(page, 'Step is loose').waitFor();
      await nothingLoads(page);
    }

    wire.cut();
    await there.context().setOffline(true);
    await there.getByLabel('Status of Step is loose').selectOption('in-progress');
    await there.getByText('That was not saved.').waitFor();
    expect(await titlesOf(there, 'To do')).toContain('Step is loose');

    await here.getByLabel('Status of Gutter leaks').selectOption('done');
    await here.getByLabel('Status of Step is loose').selectOption('backlog');
    await createIssue('Path is icy');
    await agreesWithServer(here);
    expect(await titlesOf(there, 'To do')).not.toContain('Path is icy');
    expect(await titlesOf(there, 'To do')).toContain('Gutter leaks');

    wire.mend();
    await there.context().setOffline(false);
    await column(there, 'To do').getByText('Path is icy').waitFor();
    for (const page of [here, there]) {
      await agreesWithServer(page);
      await expectPlainStates(page);
    }
    expect(here.complaints).toEqual([]);
    // The browser's own messages about requests without a connection, and nothing else.
    expect(there.complaints.filter(complaint => !complaint.includes('net::ERR_'))).toEqual([]);
    await there.context().close();
    await wire.close();
  });

  it('requires a login, and clears everything on logout', async () => {
    const page = await openBoard('#/', '', null);
    await page.getByLabel('Who are you?').selectOption('hacktocat');
    expect(await page.newRequests()).toEqual(['GET /people']);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('list', { name: 'Here now' }).getByText('hacktocat').waitFor();
    await createIssue('Bell is mute');
    await card(page, 'Bell is mute').waitFor();

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Who are you?').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.reload();
    await page.getByLabel('Who are you?').waitFor();
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('links to the login when the session ended elsewhere', async () => {
    const page = await openBoard('#/', '', 'Codertocat');
    await cardsOf(page, 'To do').first().waitFor();
    const headers = { cookie: await session('Codertocat') };
    sessions.delete('Codertocat');

    await fetch(`${server.url}/api/session`, { method: 'DELETE', headers });

    // The next poll is rejected.
    await page.getByLabel('Who are you?').waitFor();
    await expectPlainStates(page);
    expect(page.complaints.filter(complaint => !complaint.includes('401'))).toEqual([]);
  });

  it('shows the previous data when you return, and revalidates it', async () => {
    const page = await openBoard();
    await cardsOf(page, 'To do').first().waitFor();
    await agreesWithServer(page);
    const asShown = await titlesOf(page, 'To do');
    let release = () => {};
    const isReleased = new Promise<void>(resolve => {
      release = resolve;
    });
    await page.route('**/api/**', async route => {
      await isReleased;
      await route.continue();
    });

    await page.goto('about:blank');
    await createIssue('Tap drips');
    await page.goBack();
    await cardsOf(page, 'To do').first().waitFor();
    expect(await titlesOf(page, 'To do')).toEqual(asShown);
    release();

    await column(page, 'To do').getByText('Tap drips').waitFor();
    await expectPlainStates(page);
    expect(page.complaints).toEqual([]);
  });

  it('writes a readable log of a session', async () => {
    const id = await createIssue('Roof has a hole');
    const page = await openBoard(`#/issues/${id}`);
    const beginning: string[] = [];
    const isOver = (line: string) => line.includes(' ✓ ') || line.startsWith('stream →');
    await waitUntil(
      async () => beginning.push(...(await page.story())),
      // Five responses, and the stream that connects and opens.
      () => beginning.filter(isOver).length >= 7,
    );
    expect(beginning).toContain(`Issue.get ${id}`);
    expect(beginning).toContainEqual(
      expect.stringMatching(`^Issue.get ${id} ✓ · \\d+ ms · .*Issue ${id}.* new$`),
    );

    await page.route(`**/api/issues/${id}`, route =>
      route.fulfill({ status: 422, json: { message: 'Not yet.' } }),
    );
    await page.getByLabel('Status of Roof has a hole').selectOption('done');
    await page.getByText('Not yet.').waitFor();
    expect(await page.story()).toEqual([
      `Issue.partialUpdate ${id} “Roof has a hole” → done`,
      expect.stringMatching(
        `^Issue.partialUpdate ${id} “Roof has a hole” → done ✗ 422 “Not yet.” · \\d+ ms · rolled back$`,
      ),
    ]);

    const headers = { cookie: await session('monalisa') };
    const body = JSON.stringify({ author: 'monalisa', body: 'It rains in.' });
    await fetch(`${server.url}/api/issues/${id}/comments`, { method: 'POST', headers, body });
    await page.getByText('It rains in.').waitFor();
    expect(await page.story()).toEqual([
      expect.stringMatching(`^Comment \\d+ new, Issue ${id} “Roof has a hole” changed by stream$`),
    ]);
    expect(page.complaints).toEqual([expect.stringContaining('422')]);
  });

  it('restores everything after a restart of the server', async () => {
    await createIssue('Gate is open', 'done');
    expect(await server.stop()).toBe(0);
    expect(server.output()).toBe(`${server.url}\n`);
    server = await startBoard({ clientFolder, databaseFile });

    const page = await openBoard();
    await column(page, 'Done').getByText('Gate is open').waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('prints nothing but the address of the server', () => {
    expect(server.output()).toBe(`${server.url}\n`);
  });
}
