// Measures the panel in Chromium: how long it takes to open a difference, and what an action costs while it is closed.
//
//   node scripts/measure-panel.mjs
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import setup from '../__tests__/browser/globalSetup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { outputFiles } = await build({
  entryPoints: [`${root}__tests__/browser/devtools.page.tsx`],
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  tsconfig: `${root}tsconfig.json`,
  define: { 'process.env.NODE_ENV': '"development"' },
  write: false,
});
const html = '<!doctype html><div id="root"></div><script type="module" src="/script.js"></script>';
const server = createServer(({ url }, response) =>
  url === '/script.js'
    ? response.setHeader('Content-Type', 'text/javascript').end(outputFiles[0].text)
    : response.setHeader('Content-Type', 'text/html').end(html),
);
await new Promise(listening => server.listen(0, '127.0.0.1', listening));
const url = `http://localhost:${server.address().port}/`;

await setup();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
});

async function open(query) {
  const page = await browser.newPage();
  await page.goto(`${url}?${query}`);
  await page.getByRole('listitem').first().waitFor();
  return page;
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds from a click until what an action changed is on the screen. */
async function openingDifference(tasks) {
  const page = await open(`tasks=${tasks}`);
  await page.getByRole('button', { name: 'Open the data panel' }).click();
  const line = page.getByRole('option').filter({ hasText: 'Task.getList ✓' }).first();
  await line.click();
  const times = [];
  for (let i = 0; i < 9; i++) {
    // To another tab and back: the difference is made anew each time.
    await page.getByRole('tab', { name: 'Pending' }).click();
    await page.getByText('Nothing is pending').waitFor();
    times.push(
      await page.getByRole('tab', { name: 'Log' }).evaluate(async tab => {
        const rows = () => tab.getRootNode().querySelectorAll('.diff tr').length;
        if (rows() > 0) throw new Error('It was open already.');
        const began = performance.now();
        tab.click();
        while (rows() < 2) await new Promise(requestAnimationFrame);
        // Drawn as well.
        await new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
        return performance.now() - began;
      }),
    );
  }
  await page.close();
  return median(times);
}

/** Microseconds of a write, with the panel in the page but closed, by those without it. */
async function closed() {
  const bare = await open('tasks=40&bare');
  const withPanel = await open('tasks=40');
  const times = { bare: [], withPanel: [] };
  for (let i = 0; i < 15; i++) {
    times.bare.push(await bare.evaluate(() => globalThis.page.write(300)));
    times.withPanel.push(await withPanel.evaluate(() => globalThis.page.write(300)));
  }
  return [median(times.bare), median(times.withPanel)];
}

for (const tasks of [100, 1_000, 10_000])
  console.log(
    `${tasks} records changed: the difference is open after ${Math.round(await openingDifference(tasks))} ms`,
  );
const [bare, withPanel] = await closed();
console.log(
  `a write: ${Math.round(bare)} µs without the panel, ${Math.round(withPanel)} µs while it is closed`,
);

await browser.close();
server.closeAllConnections();
server.close();
