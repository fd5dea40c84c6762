import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { reply, startApi, type TestApi } from '../helpers/startApi';
import type { RenderedPage } from './serverRendering/client';
import { NONCE, type Pages, startPages } from './serverRendering/startPages';

/** Titles that would break out of a script, a string, or the head of the page. */
const TODOS = [
  { id: '1', title: '</script><script>window.isBroken = true</script>' },
  { id: '2', title: 'two \u2028 <!-- <script>' },
  { id: '3', title: 'three\'s \\ " & </head> \u00e4\u{1f600}' },
];
const [ONE, TWO, THREE] = TODOS.map(({ title }) => title) as [string, string, string];

const seenBy = (page: TestPage) =>
  page.evaluate(() => (window as unknown as { rendered: RenderedPage }).rendered);

/** Hydrated as it was: no recoverable error, no complaint, and no title has run as a script. */
async function expectNoMismatch(page: TestPage) {
  expect((await seenBy(page)).mended).toEqual([]);
  expect(page.complaints).toEqual([]);
  expect(await page.evaluate(() => 'isBroken' in window)).toBe(false);
}

/** The current lines of each component that does not suspend. */
const early = (page: TestPage) =>
  page
    .locator('.early')
    .evaluateAll(lists => lists.map(list => [...list.children].map(li => li.textContent)));

const COMPLETE = ['3', TWO, 'no failure', 'at rest', [ONE, TWO, THREE].join(' '), '1 pages'];
const NOTHING = ['no list', 'loading', 'no failure', 'at rest', 'none', '0 pages'];

const shown = (page: TestPage) => page.getByRole('heading', { level: 2, name: 'two' }).waitFor();
async function click(page: TestPage) {
  await page.getByRole('button', { name: 'clicked' }).click();
  await page.getByRole('button', { name: 'clicked 1' }).waitFor();
}

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.closePages());

describe.each([19, 18])('React %i', major => {
  let pages: Pages;
  beforeAll(async () => {
    pages = await startPages(major);
  });
  afterAll(() => pages.stop());

  describe.each([
    ['a document', '/'],
    ['a part of one', '/template'],
  ])('rendering %s', (_, path) => {
    let api: TestApi;
    /** The data of the API. */
    let todos: { id: string; title: string }[];
    /** The number of pages and failures before the test. */
    let before: { readonly pages: number; readonly failures: number };

    beforeEach(async () => {
      todos = TODOS.map(todo => ({ ...todo }));
      api = await startApi({
        'GET /todos': () => todos,
        'GET /todos/:id': ({ params }) =>
          todos.find(({ id }) => id === params.id) ?? reply(404, { secret: 'inner' }),
      });
      pages.api = api.url;
      pages.policy = `default-src 'self'; script-src 'self' 'nonce-${NONCE}'`;
      pages.scriptWaitsFor = Promise.resolve();
      before = { pages: pages.stores.length, failures: pages.failures.length };
    });

    async function open(prepare: (page: TestPage) => unknown = () => {}) {
      const page = await browser.newPage();
      await prepare(page);
      return { page, loaded: page.goto(pages.origin + path) };
    }

    /** A page whose script waits for a call of `run`. */
    async function openWithoutScript(prepare?: (page: TestPage) => unknown) {
      let run = () => {};
      pages.scriptWaitsFor = new Promise<void>(done => {
        run = done;
      });
      return { ...(await open(prepare)), run };
    }

    /** Responds with the list first, then with the record that the second part of the page waits for. */
    function inTurn() {
      const [list, second] = [api.hold('GET /todos'), api.hold('GET /todos/2')];
      return { list, second };
    }

    it('hydrates a page that was complete before its script ran, as it was rendered', async () => {
      const { list, second } = inTurn();
      const { page, loaded, run } = await openWithoutScript();
      await list.release();
      await page.getByText(THREE).first().waitFor();
      await second.release();
      await shown(page);
      expect(await early(page)).toEqual([NOTHING, NOTHING, NOTHING]);
      expect([...api.requests].sort()).toEqual(['GET /todos', 'GET /todos/2', 'GET /todos/3']);

      run();
      await loaded;
      await click(page);

      await expectNoMismatch(page);
      expect(await early(page)).toEqual([COMPLETE, COMPLETE, COMPLETE]);
      // Only what expired on the server at once is refetched, and shown meanwhile.
      expect(api.requests.slice(3)).toEqual(['GET /todos/3']);
    });

    it('hydrates late chunks as rendered, even after the user has changed the data', async () => {
      const { list, second } = inTurn();
      const { page, loaded } = await open();
      await list.release();
      await click(page);
      await page.getByRole('button', { name: 'rename' }).click();
      await page.getByText('mine').first().waitFor();

      await second.release();
      await loaded;
      await page.getByRole('heading', { level: 2, name: 'mine' }).waitFor();

      await expectNoMismatch(page);
      expect((await early(page)).map(([, title]) => title)).toEqual(['mine', 'mine', 'mine']);
    });

    it.each([
      ['an hour behind', -3_600_000],
      ['an hour ahead', 3_600_000],
    ])('hydrates a page if the clock is %s, and data that is fetched later', async (_, difference) => {
      const setClock = (page: TestPage) =>
        page.addInitScript(ahead => {
          const now = Date.now.bind(Date);
          Date.now = () => now() + ahead;
        }, difference);
      const { page, loaded, run } = await openWithoutScript(setClock);
      await shown(page);
      await page.getByRole('heading', { level: 4 }).waitFor();
      run();
      await loaded;
      await click(page);
      await expectNoMismatch(page);

      todos[1] = { id: '2', title: 'renamed' };
      await page.getByRole('button', { name: 'refresh' }).click();
      await page.getByRole('heading', { level: 2, name: 'renamed' }).waitFor();

      expect((await early(page)).map(([, title]) => title)).toEqual(['renamed', 'renamed', 'renamed']);
      await expectNoMismatch(page);
    });

    it('renders in the browser what failed on the server, without exposing the failure', async () => {
      todos.splice(1, 1);
      const { page, loaded, run } = await openWithoutScript();
      await page.getByRole('heading', { level: 4 }).waitFor();
      expect(await page.content()).not.toContain('inner');
      expect(pages.failures.slice(before.failures)).toEqual([
        expect.stringContaining('todos/2 failed with 404'),
      ]);

      todos.splice(1, 0, { id: '2', title: 'two, at last' });
      run();
      await loaded;
      await page.getByRole('heading', { level: 2, name: 'two, at last' }).waitFor();
      await click(page);

      const { mended } = await seenBy(page);
      // React reports it as recoverable, and has rendered it in the browser.
      expect(mended).toHaveLength(1);
      expect(page.complaints).toEqual([]);
    });

    it('runs no script under a policy with another nonce', async () => {
      pages.policy = "default-src 'self'; script-src 'nonce-other'";
      const { page, loaded } = await open();
      await loaded;

      expect(page.complaints.join()).toContain('Content Security Policy');
      expect(await page.evaluate(() => 'rdc-toolkit' in window)).toBe(false);
    });

    it('isolates two requests that render at once', async () => {
      const list = api.hold('GET /todos');
      const first = await open();
      await list.arrived;
      await shown(first.page);
      await first.page.getByRole('heading', { level: 4 }).waitFor();
      todos = TODOS.map(({ id }) => ({ id, title: `${id} of another user` }));
      const second = await open();
      await second.loaded;
      await click(second.page);
      await list.release();
      await first.loaded;
      await click(first.page);

      const states = pages.stores.slice(before.pages).map(store => JSON.stringify(store.getState()));
      expect(states.map(state => state.includes('of another user'))).toEqual([false, true]);
      expect(states.map(state => state.includes('isBroken'))).toEqual([true, false]);
      await expectNoMismatch(first.page);
      await expectNoMismatch(second.page);
    });
  });
});
