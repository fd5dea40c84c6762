import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { reply, startApi } from '../helpers/startApi';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});

const serve = (script: string) =>
  startApi({
    'GET /': () => reply(200, `<h1>hello</h1><script>${script}</script>`, { 'content-type': 'text/html' }),
    'GET /users/5': () => ({ name: 'Ada' }),
  });

it('shows a page of a real server, and that its console stays silent', async () => {
  const api = await serve(
    "fetch('/users/5').then(r => r.json()).then(u => { document.querySelector('h1').textContent = u.name })",
  );
  const page = await browser.newPage();
  await page.goto(api.url);
  await page.getByRole('heading', { name: 'Ada' }).waitFor();
  expect(page.complaints).toEqual([]);
  expect(api.requests).toEqual(['GET /', 'GET /users/5']);
});

it('collects the warnings, errors and uncaught errors of a page', async () => {
  const api = await serve(
    "console.log('a'); console.warn('b'); console.warn('SerializableStateInvariantMiddleware took 40ms, which'); console.error('c'); throw new RangeError('d')",
  );
  const page = await browser.newPage();
  await page.goto(api.url);
  expect(page.complaints).toEqual(['warning: b', 'error: c', 'uncaught: RangeError: d']);
});

it('isolates pages unless one opens beside another', async () => {
  const api = await serve('');
  const page = await browser.newPage();
  await page.goto(api.url);
  await page.evaluate(() => localStorage.setItem('user', 'Ada'));
  const [stranger, tab] = [await browser.newPage(), await browser.newPage(page)];
  await stranger.goto(api.url);
  await tab.goto(api.url);
  expect(await stranger.evaluate(() => localStorage.getItem('user'))).toBeNull();
  expect(await tab.evaluate(() => localStorage.getItem('user'))).toBe('Ada');
});

it('opens a page in the tab of a closed one, without a trace of that', async () => {
  const api = await serve("addEventListener('pagehide', () => sessionStorage.setItem('left', 'yes'))");
  const first = await browser.newPage();
  await first.addInitScript(() => console.error('here again'));
  await first.route('**/users/5', route => route.fulfill({ json: { name: 'Bob' } }));
  await first.context().grantPermissions(['clipboard-read']);
  await first.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await first.setViewportSize({ width: 300, height: 300 });
  await first.goto(`${api.url}/?once`);
  await first.goto(api.url);
  await first.evaluate(() => {
    localStorage.setItem('user', 'Ada');
    Object.assign(window, { user: 'Ada' });
    indexedDB.open('users');
  });
  await first.context().addCookies([
    { name: 'user', value: 'Ada', url: api.url },
    { name: 'user', value: 'Ada', url: 'http://elsewhere.test' },
  ]);
  await first.mouse.move(20, 40);
  await first.context().setOffline(true);
  const heard: string[] = [];
  first.on('request', request => heard.push(request.url()));
  await browser.closePages();
  heard.length = 0;

  const [second, stranger] = [await browser.newPage(), await browser.newPage()];
  expect(second).toBe(first);
  expect(second.url()).toBe('about:blank');
  for (const page of [second, stranger]) await page.goto(api.url);
  expect(await factsOf(second)).toEqual(await factsOf(stranger));
  expect(await second.context().cookies()).toEqual([]);
  expect(second.complaints).toEqual([]);
  expect(heard).toEqual([]);
});

it('opens a page in a new tab if a closed one cannot be reset', async () => {
  const api = await serve('');
  const first = await browser.newPage();
  await first.clock.install({ time: 0 });
  await first.goto(api.url);
  await browser.closePages();
  const second = await browser.newPage();
  await second.goto(api.url);
  expect(await second.evaluate(() => Date.now())).toBeGreaterThan(1e12);
});

/** What a page can find out about an earlier one. */
function factsOf(page: TestPage) {
  return page.evaluate(async () => ({
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    width: innerWidth,
    stored: [localStorage.length, sessionStorage.length, document.cookie],
    databases: await indexedDB.databases(),
    pages: history.length,
    user: await (await fetch('/users/5')).json(),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as never })).state,
    isHovered: document.querySelector('h1:hover') !== null,
    globals: Object.keys(window).sort(),
  }));
}
