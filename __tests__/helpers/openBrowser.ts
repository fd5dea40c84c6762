import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

/** A page that records its errors. */
export interface TestPage extends Page {
  /**
   * Console warnings and errors, uncaught errors and failed loads, in order, as `warning: …`, `error: …`,
   * `uncaught: …`. A test that ends with `expect(page.complaints).toEqual([])` has seen a silent page.
   */
  readonly complaints: readonly string[];
}

/** A running Chromium. */
export interface TestBrowser {
  /** A page with its own profile, or with that of another page: a second tab of the same user. */
  newPage(beside?: Page): Promise<TestPage>;
  /**
   * Closes all pages. Their tabs are emptied and reused by the next pages, which takes half as long as a new tab: its
   * scripts are compiled already.
   */
  closePages(): Promise<void>;
  /** Called automatically after the last test of the file. */
  close(): Promise<void>;
}

// Not the `args` of @sparticuz/chromium: those disable web security and run everything in one process.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
];

/**
 * A script that is parsed while it loads is parsed each time; otherwise a tab reuses its compiled code. The other
 * features are those that Playwright disables, because the last list counts.
 */
const FEATURES_OFF = [
  'ScriptStreaming',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
args.push(`--disable-features=${FEATURES_OFF.join()}`);

/**
 * Starts the Chromium that the global setup of the browser tests unpacked. Call it in `beforeAll`; it takes about a
 * tenth of a second, and every page has a fresh profile.
 */
export async function openBrowser(): Promise<TestBrowser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (executablePath === undefined) {
    throw new Error('CHROMIUM_PATH is not set. Put the test into __tests__/browser/, whose set-up sets it.');
  }
  const browser = await chromium.launch({ executablePath, args });
  opened.push(browser);
  const inUse: Tab[] = [];
  const empty: Tab[] = [];
  return {
    async newPage(beside) {
      if (beside !== undefined) return watched(await beside.context().newPage());
      const tab = empty.pop() ?? (await newTab(await browser.newContext()));
      inUse.push(tab);
      const { page, origins } = tab;
      page.on('framenavigated', frame => origins.add(new URL(frame.url()).origin));
      return watched(page);
    },
    async closePages() {
      for (const tab of inUse.splice(0)) {
        if (await isEmptied(tab)) empty.push(tab);
        else await tab.context.close();
      }
    },
    close: () => browser.close(),
  };
}

/** The warning of Redux Toolkit's checks when they are slow, which depends on how busy the machine is. */
const SLOW_CHECK = /^(Immutable|Serializable)StateInvariantMiddleware took \d+ms/;

/** How long to wait for a page; the test fails after that. */
const PATIENCE_MS = 90_000;

const opened: Browser[] = [];
afterAll(async () => {
  for (const browser of opened.splice(0)) await browser.close();
});

function watched(page: Page): TestPage {
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

/** A tab with its own profile. */
interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly session: CDPSession;
  /** Removes the scripts that run in each document of the tab. */
  readonly scripts: (() => Promise<void>)[];
  /** The origins of the pages that it has shown. */
  readonly origins: Set<string>;
  /** Whether it was changed in a way that cannot be undone. */
  isWorn: boolean;
}

async function newTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const tab: Tab = { page, context, session, scripts: [], origins: new Set(), isWorn: false };
  const { clock } = page;
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (...given) => {
    const script = await addInitScript(...given);
    tab.scripts.push(() => script.dispose());
    return script;
  };
  const wears = <Args extends readonly unknown[], Result>(run: (...args: Args) => Result) => {
    return (...args: Args) => {
      tab.isWorn = true;
      return run(...args);
    };
  };
  clock.install = wears(clock.install.bind(clock));
  page.exposeBinding = wears(page.exposeBinding.bind(page));
  page.exposeFunction = wears(page.exposeFunction.bind(page));
  return tab;
}

const EVENTS = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;

/** Resets a tab to its initial state, except for the file cache; false if that is not possible. */
async function isEmptied(tab: Tab): Promise<boolean> {
  const { page, context, session, scripts, origins, isWorn } = tab;
  origins.delete('null');
  if (isWorn || origins.size > 1 || page.isClosed() || context.pages().length > 1) return false;
  for (const event of EVENTS) page.removeAllListeners(event);
  for (const dispose of scripts.splice(0)) await dispose();
  await page.unrouteAll();
  await context.unrouteAll();
  await context.setOffline(false);
  for (const origin of origins) {
    // The page may still write while it unloads, and its storage is only accessible from its origin.
    await page.route('**/*', route => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(origin);
    await page.evaluate(() => sessionStorage.clear());
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.unrouteAll();
  }
  await page.goto('about:blank');
  origins.clear();
  await session.send('Page.resetNavigationHistory');
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.setViewportSize({ width: 1280, height: 720 });
  return true;
}
