import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { BUILD_MS } from './buildOnce';
import { buildExample, type NextServer, startNext } from './nextServer';

let server: NextServer;
let browser: TestBrowser;

beforeAll(async () => {
  buildExample();
  server = await startNext();
  browser = await openBrowser();
}, BUILD_MS);

afterAll(() => server?.stop());

beforeEach(() => {
  server.askedByServer();
  server.output();
});

interface ReaderPage extends TestPage {
  /** Requests of the browser to the API since the last call, as `GET /api/me`. */
  asked(): readonly string[];
}

/** Opens the app for a reader, and waits until React listens: earlier clicks are lost. */
async function open(path: string, reader: string): Promise<ReaderPage> {
  const page = await newPage(reader);
  await page.goto(server.origin + path);
  await page.waitForFunction(() => Object.keys(document).some(name => name.startsWith('_reactListening')));
  return page;
}

async function newPage(reader: string): Promise<ReaderPage> {
  const page = await browser.newPage();
  await page.context().addCookies([{ name: 'reader', value: reader, url: server.origin }]);
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  return Object.assign(page, { asked: () => asked.splice(0) });
}

const heading = (page: TestPage, name: string) => page.getByRole('heading', { name, level: 1 });
const onShelf = (page: TestPage) =>
  page.getByRole('region', { name: 'Your shelf' }).getByRole('link').allInnerTexts();

/** The HTML for a reader, piece by piece. */
async function* htmlFor(reader: string, path = '/') {
  const { body } = await fetch(server.origin + path, { headers: { cookie: `reader=${reader}` } });
  const decoder = new TextDecoder();
  for await (const piece of body ?? []) yield decoder.decode(piece, { stream: true });
}

async function wholeHtmlFor(reader: string, path?: string) {
  let html = '';
  for await (const piece of htmlFor(reader, path)) html += piece;
  return html;
}

it('sends the data in the page, and streams what takes longer', async () => {
  const slow = server.hold('/api/suggestions');
  let html = '';
  for await (const piece of htmlFor('ada')) {
    html += piece;
    if (!html.includes('</a></li></ul>') || html.includes('The Waves')) continue;
    expect(html).toContain('Thinking…');
    slow.release();
  }

  expect(html).toMatch(/<strong>Middlemarch<[\s\S]*<strong>The Waves</);
  expect(server.output()).toBe('');
});

it('renders server components and metadata from endpoints awaited without a store', async () => {
  const html = await wholeHtmlFor('grace', '/books/middlemarch');

  expect(html).toContain('<title>Middlemarch · Folio</title>');
  expect(html).toContain('She took the name of a man');
  expect(html).toContain('Dorothea deserved better.');
  // One by the server components, of which two fetch it, and one by the store of the page.
  expect(server.askedByServer().filter(request => request.endsWith('/books/middlemarch'))).toHaveLength(2);
  expect(server.output()).toBe('');
});

it('hydrates the page without a request, a warning or a mismatch', async () => {
  const page = await open('/', 'ada');
  await page.getByText('1 of 3 read').waitFor();
  await page.getByText('The Waves').waitFor();

  expect(await onShelf(page)).toEqual([
    expect.stringContaining('The Left Hand of Darkness'),
    expect.stringContaining('Five hundred a year'),
    expect.stringContaining('Middlemarch'),
  ]);
  expect(page.asked()).toEqual([]);
  expect(page.complaints).toEqual([]);
  expect(server.output()).toBe('');
});

it('fetches once what it cannot find when it opens under another URL', async () => {
  const page = await newPage('ada');
  await page.goto(server.origin.replace('127.0.0.1', 'localhost'));
  await page.getByText('1 of 3 read').waitFor();
  await page.getByRole('link', { name: 'Middlemarch' }).click();
  await heading(page, 'Middlemarch').waitFor();

  expect(page.asked()).toEqual(['GET /api/me']);
  expect(page.complaints).toEqual([]);
});

it('shows stored data while navigating, and an edit everywhere, with one request each', async () => {
  const page = await open('/', 'lin');
  await page.getByRole('button', { name: 'Add The Waves' }).click();
  await page.getByRole('link', { name: 'The Waves' }).click();
  await heading(page, 'The Waves').waitFor();
  expect(page.asked()).toEqual(['POST /api/books']);

  await page.getByLabel('finished').check();
  await page.getByText('1 of 1 read').waitFor();
  await page.getByLabel('Your note').fill('</script> & all');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Your shelf' }).click();
  await heading(page, 'Your shelf').waitFor();

  expect(await onShelf(page)).toEqual([expect.stringMatching(/Finished\s+“?<\/script> & all/i)]);
  expect(page.asked()).toEqual(['PATCH /api/books/waves', 'PATCH /api/books/waves']);

  await page.reload();
  await page.getByText('1 of 1 read').waitFor();
  expect(await onShelf(page)).toEqual([expect.stringContaining('</script> & all')]);
  expect(page.asked()).toEqual([]);
  expect(page.complaints).toEqual([]);
  expect(server.output()).toBe('');
});

it('keeps the data of two concurrent readers apart', async () => {
  const first = server.hold('/api/books');
  const ofAda = wholeHtmlFor('ada');
  await first.arrived;
  const second = server.hold('/api/books');
  const ofGrace = wholeHtmlFor('grace');
  await second.arrived;
  second.release();
  first.release();

  const [ada, grace] = await Promise.all([ofAda, ofGrace]);
  expect(ada).toContain('Five hundred a year');
  expect(ada).not.toContain('Dorothea');
  expect(ada).not.toContain('reader=ada');
  expect(grace).toContain('Dorothea');
  expect(grace).not.toContain('Five hundred a year');
});

it('starts over for another reader', async () => {
  const page = await open('/', 'ada');
  await page.getByText('1 of 3 read').waitFor();
  await page.getByRole('button', { name: 'Change reader' }).click();
  await page.getByText('2 of 2 read').waitFor();

  expect(await page.content()).not.toContain('Five hundred a year');
  expect(page.asked()).toEqual(['POST /api/session']);
  expect(page.complaints).toEqual([]);
});

it('runs no scripts but those of the page', async () => {
  const page = await open('/', 'ada');
  await page.getByText('1 of 3 read').waitFor();
  expect(page.complaints).toEqual([]);

  const refused = await page.evaluate(
    () =>
      new Promise(violated => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, disposition }) =>
          violated(`${disposition} ${violatedDirective}`),
        );
        document.body.insertAdjacentHTML('beforeend', '<img src="/icon.svg" onload="alert()">');
      }),
  );
  expect(refused).toBe('enforce script-src-attr');
});

it('refetches in the browser what failed on the server, without exposing the failure', async () => {
  const mend = server.fail('/api/books');
  const page = await open('/', 'ada');
  await page.getByText('1 of 3 read').waitFor();
  mend();

  expect(page.asked()).toEqual(['GET /api/books']);
  expect(await page.content()).not.toContain('inner');
  expect(server.output()).toContain('/api/books failed with 503');
});

it('shows what a failed server component leaves, in one store, and renders it on retry', async () => {
  const mend = server.fail('/api/books/room');
  const me = server.hold('/api/me', 'browser');
  const page = await open('/books/room', 'ada');
  await heading(page, 'That did not work').waitFor();
  await page.getByText('Ada').waitFor();
  me.release();

  // The browser fetches the user, unless the page brought it before the component failed.
  expect([['GET /api/me'], []]).toContainEqual(page.asked());
  expect(server.output()).toContain('/api/books/room failed with 503');

  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'A Room of One’s Own').waitFor();
  expect(await page.content()).not.toContain('inner');
});

it('responds with 404 for an unknown page', async () => {
  const { status } = await fetch(`${server.origin}/books/none`);
  const page = await open('/books/none', 'ada');
  await heading(page, 'Not on your shelf').waitFor();
  await page.getByText('Ada').waitFor();

  expect(status).toBe(404);
  // Next.js also stops rendering on the server there, perhaps before the page has brought the user.
  expect([['GET /api/me'], []]).toContainEqual(page.asked());
  expect(server.output()).toBe('');
});
