/**
 * What the panel costs the page that it is in: an app in Chromium with many records and a long log, without the panel,
 * with it closed, and open at each of its tabs. A development build, since that is what has a panel.
 */
import type { Page } from 'playwright-core';
import { openBrowser, script } from '../inBrowser';
import { IS_QUICK, summary } from '../measure';
import type { PanelPage } from '../page/panel';
import { issues } from '../payloads';
import { report } from '../report';

const RECORDS = 10_000;
const ACTIONS = 1_000;
const [ROUNDS, CHANGES] = IS_QUICK ? [1, 10] : [15, 60];
const TABS = ['Requests', 'Records', 'Pending', 'Readers', 'Log'];
const PLACES = ['without the panel', 'closed', ...TABS];

/** What stands on the window of the page; said inside it. */
declare const window: { readonly panel: PanelPage };

const { browser, address, close } = await openBrowser(
  { '/panel.js': await script('panel.tsx', 'development') },
  { '/issues.json': JSON.stringify(issues(RECORDS)) },
);

/** A page that has had its actions, with the panel at a place. */
async function opened(place: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.evaluate(
    async ([actions, hasPanel]) =>
      window.panel.start(await (await fetch('/issues.json')).json(), actions, hasPanel),
    [ACTIONS, place !== 'without the panel'] as const,
  );
  await page.getByText(`renamed ${ACTIONS}`, { exact: true }).first().waitFor();
  if (!TABS.includes(place)) return page;
  await page.getByRole('button', { name: 'Open the data panel' }).click();
  await page.getByRole('tab', { name: place }).click();
  if (place !== 'Records') return page;
  await page.getByRole('button', { name: /^Issue/ }).click();
  return page;
}

/** Milliseconds that the main thread of a page is at work for each change: scripts, layout and paint. */
async function sample(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await page.bringToFront();
  await page.requestGC();
  const before = await busy();
  const last = await page.evaluate(count => window.panel.changes(count), CHANGES);
  const ms = ((await busy()) - before) * 1_000;
  await page.getByText(last, { exact: true }).first().waitFor();
  await session.detach();
  return ms / CHANGES;
}

const pages: (readonly [place: string, page: Page])[] = [];
for (const place of PLACES) pages.push([place, await opened(place)]);
const samples = new Map<string, number[]>(PLACES.map(place => [place, []]));
for (let round = -1; round < ROUNDS; round++) {
  for (const [place, page] of pages) {
    const ms = await sample(page);
    // The first is for the compiler.
    if (round >= 0) samples.get(place)?.push(ms);
  }
}
report({
  title: `A record on screen changes, with ${RECORDS.toLocaleString('en')} records and ${ACTIONS.toLocaleString('en')} actions before it`,
  unit: 'ms',
  figures: [...samples].map(([place, times]) => ({
    peer: TABS.includes(place) ? `open at ${place}` : place,
    ...summary(times),
  })),
  note: 'Time of the main thread for each change: the action, React, layout and paint. A frame has 16.7 ms.',
});

await close();
