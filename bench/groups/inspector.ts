/**
 * How long a person waits for a difference in Redux DevTools: its inspector in Chromium, with a session in it whose
 * store has many records. The app is a development build, since that is what DevTools is used with; the inspector is
 * one for production, as in the extension. A session is a page of its own.
 */
import { openBrowser, script } from '../inBrowser';
import { IS_QUICK, summary } from '../measure';
import type { InspectorPage } from '../page/inspector';
import type { SessionPage, Step } from '../page/session';
import { issues } from '../payloads';
import { report } from '../report';

const RECORDS = 10_000;
const [PAGES, ROUNDS] = IS_QUICK ? [1, 2] : [5, 3];
/** Without options a session is hundreds of megabytes. */
const [RAW_PAGES, RAW_ROUNDS] = IS_QUICK ? [1, 1] : [3, 1];
const STEPS: Readonly<Record<Step, string>> = {
  one: 'one record changed',
  all: 'all records fetched again, all changed',
  many: 'all records fetched again, 1,000 changed',
  oneAfterMany: 'one record changed, just after 1,000',
};

/** What stands on the window of the page; said inside it. */
declare const window: { readonly session: SessionPage; readonly inspector: InspectorPage };

const { browser, address, close } = await openBrowser(
  {
    '/session.js': await script('session.ts', 'development'),
    '/inspector.js': await script('inspector.tsx', 'production'),
  },
  { '/issues.json': JSON.stringify(issues(RECORDS)) },
);

const samples = new Map<string, number[]>();

/** Opens the difference of each action of a session in turn. */
async function sample(rounds: number, hasOptions: boolean): Promise<void> {
  const page = await browser.newPage();
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(address);
  const opened = page.evaluate(
    async ([count, withOptions]) => {
      const issues = await (await fetch('/issues.json')).json();
      const { text, steps } = window.session.recordSession(issues, count, withOptions);
      await window.inspector.mount(text);
      const opened: { step: Step; ms: number; text: string }[] = [];
      for (const { id, step } of steps) opened.push({ step, ...(await window.inspector.opened(id)) });
      return opened;
    },
    [rounds, hasOptions] as const,
  );
  for (const { step, ms, text } of await Promise.race([opened, failed])) {
    if (hasOptions && !/changed.*Issue/s.test(text)) throw new Error(`There is no difference: ${text}`);
    const name = `${STEPS[step]}${hasOptions ? '' : ', without options'}`;
    samples.set(name, [...(samples.get(name) ?? []), ms]);
  }
  await page.close();
}

for (let page = 0; page < PAGES; page++) await sample(ROUNDS, true);
for (let page = 0; page < RAW_PAGES; page++) await sample(RAW_ROUNDS, false);
report({
  title: `Opening what an action changed, in the inspector of Redux DevTools, with ${RECORDS.toLocaleString('en')} records`,
  unit: 'ms',
  figures: [...samples].map(([peer, times]) => ({ peer, ...summary(times) })),
  note: 'From selecting the action, with the tab *Diff*, to the next frame. With [`devToolsOptions()`](api/devToolsOptions.md), where nothing else is said.',
});

await close();
