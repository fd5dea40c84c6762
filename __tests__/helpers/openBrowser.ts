import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A page that remembers what went wrong on it. */
export interface TestPage extends Page {
  /**
   * Console warnings and errors, uncaught errors and failed loads, in order, as `warning: …`, `error: …`,
   * `uncaught: …`. A test that ends with `expect(page.complaints).toEqual([])` has seen a silent page.
   */
  readonly complaints: readonly string[];
}

/** A running Chromium. */
export interface TestBrowser {
  /** A page in a profile of its own, or in that of another page: the second tab of the same user. */
  newPage(beside?: Page): Promise<TestPage>;
  /** Called without your doing after the last test of the file. */
  close(): Promise<void>;
}

// Not the `args` of @sparticuz/chromium: those switch web security off and run everything in one process.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
];

/**
 * Starts the Chromium that the global set-up of the browser tests has unpacked. Call it in `beforeAll`; it takes about
 * a tenth of a second, and every page is a fresh profile.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (executablePath === undefined) {
    throw new Error('CHROMIUM_PATH is not set. Put the test into __tests__/browser/, whose set-up sets it.');
  }
  const browser = await chromium.launch({ executablePath, args });
  opened.push(browser);
  return {
    newPage: async beside => newPage(beside?.context() ?? (await browser.newContext())),
    close: () => browser.close(),
  };
}

/** What the checks of Redux Toolkit say when they took long, which is a matter of how busy the machine is. */
const SLOW_CHECK = /^(Immutable|Serializable)StateInvariantMiddleware took \d+ms/;

/** How long a page is waited for: what never comes is given up with the test. */
const PATIENCE_MS = 90_000;

const opened: Browser[] = [];
afterAll(async () => {
  for (const browser of opened.splice(0)) await browser.close();
});

async function newPage(context: BrowserContext): Promise<TestPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(`uncaught: ${error.name}: ${error.message}`));
  page.on('console', message => {
    const type = message.type();
    const isComplaint = type === 'warning' || type === 'error';
    if (isComplaint && !SLOW_CHECK.test(message.text())) complaints.push(`${type}: ${message.text()}`);
  });
  return Object.assign(page, { complaints });
}
