import { openBrowser, type TestBrowser } from '../helpers/openBrowser';
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

it('shows a page of a real server and sees that it stays silent', async () => {
  const api = await serve(
    "fetch('/users/5').then(r => r.json()).then(u => { document.querySelector('h1').textContent = u.name })",
  );
  const page = await browser.newPage();
  await page.goto(api.url);
  await page.getByRole('heading', { name: 'Ada' }).waitFor();
  expect(page.complaints).toEqual([]);
  expect(api.requests).toEqual(['GET /', 'GET /users/5']);
});

it('collects warnings, errors and uncaught errors of a page', async () => {
  const api = await serve(
    "console.log('a'); console.warn('b'); console.warn('SerializableStateInvariantMiddleware took 40ms, which'); console.error('c'); throw new RangeError('d')",
  );
  const page = await browser.newPage();
  await page.goto(api.url);
  expect(page.complaints).toEqual(['warning: b', 'error: c', 'uncaught: RangeError: d']);
});

it('keeps pages apart unless one is opened beside another', async () => {
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
