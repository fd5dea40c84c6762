// Measures the panel in Chromium: how long it takes to open a diff and a long log, and what an action costs while it is
// closed.
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

/** Milliseconds of processor time that an act takes on the main thread of a page. */
async function cpuTime(page, act) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime').value * 1_000;
  };
  const before = await read();
  const result = await act();
  const time = (await read()) - before;
  await session.detach();
  return [time, result];
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
    // To another tab and back, so that the diff is computed each time.
    await page.getByRole('tab', { name: 'Pending' }).click();
    await page.getByText('Nothing is pending').waitFor();
    times.push(
      await page.getByRole('tab', { name: 'Log' }).evaluate(async tab => {
        const rows = () => tab.getRootNode().querySelectorAll('.diff tr').length;
        if (rows() > 0) throw new Error('It was open already.');
        const began = performance.now();
        tab.click();
        while (rows() < 2) await new Promise(requestAnimationFrame);
        // Wait until it is painted.
        await new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
        return performance.now() - began;
      }),
    );
  }
  await page.close();
  return median(times);
}

/** A log of so many actions: a list of a thousand, and changes of its elements one by one. */
function longLog(length) {
  const rows = Array.from({ length: 1_000 }, (_, i) => ({ id: String(i + 1), title: 'Tap', status: 'open' }));
  const request = (requestId, endpointName, key, args, response) => [
    {
      type: 'rdc/fetch',
      endpointName,
      args,
      key,
      meta: { fetchedAt: 1e12 + requestId, requestId: `r${requestId}` },
    },
    {
      type: 'rdc/setresponse',
      endpointName,
      args,
      key,
      meta: {
        ...{ fetchedAt: 1e12 + requestId, date: 1e12 + requestId + 20, expiresAt: 2e12 },
        ...{ left: 2 * requestId + 1, landed: 2 * requestId + 2, requestId: `r${requestId}` },
      },
      response,
      error: false,
    },
  ];
  const actions = request(0, 'Task.getList', 'GET /tasks', [], rows);
  for (let i = 1; actions.length < length; i++) {
    const id = String((i % 1_000) + 1);
    const change = { title: `Title ${i}` };
    actions.push(
      ...request(i, 'Task.partialUpdate', `PATCH /tasks/${id}`, [{ id }, change], { id, ...change }),
    );
  }
  return JSON.stringify(actions);
}

/** Milliseconds from the choice of a file until the log is open, the longest time between two frames meanwhile, and processor time. */
async function openingLog(text) {
  const page = await open('tasks=40');
  await page.getByRole('button', { name: 'Open the data panel' }).click();
  const input = page.getByLabel('Log to open');
  const [cpu, times] = await cpuTime(page, () =>
    input.evaluate(async (input, text) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], 'long.json', { type: 'application/json' }));
      const isOpen = () =>
        [...input.getRootNode().querySelectorAll('button')].some(
          ({ textContent }) => textContent === 'Close the log',
        );
      input.files = chosen.files;
      const began = performance.now();
      let [frame, longest] = [began, 0];
      input.dispatchEvent(new Event('change', { bubbles: true }));
      while (!isOpen()) {
        await new Promise(requestAnimationFrame);
        longest = Math.max(longest, performance.now() - frame);
        frame = performance.now();
      }
      return [frame - began, longest];
    }, text),
  );
  await page.close();
  return [...times, cpu];
}

/** Two stores, and how long a write takes in each: in one page, so that nothing else differs. */
const stores = `
  import { configureStore } from '@reduxjs/toolkit';
  import { actions, createDataClient, Entity } from './lib/index';
  import { recordingOf } from './lib/devtools/recording/recording';

  class Task extends Entity {
    id = '';
    title = '';
    static key = 'Task';
  }
  const [bare, withPanel] = [0, 1].map(() => {
    const client = createDataClient();
    const middleware = getDefault => getDefault().concat(client.middleware);
    return configureStore({ reducer: { rdc: client.reducer }, middleware, devTools: false });
  });
  // All that a closed panel does.
  recordingOf(withPanel);

  let writes = 0;
  /** Microseconds that one write takes. */
  function timeOf(store) {
    const began = performance.now();
    for (let i = 0; i < 200; i++) store.dispatch(actions.set(Task, { value: { id: '1', title: 'T' + writes++ } }));
    return (performance.now() - began) * 5;
  }
  globalThis.measure = rounds =>
    Array.from({ length: rounds }, (_, i) => {
      // Each goes first as often as the other.
      const first = timeOf(i % 2 === 0 ? bare : withPanel);
      const second = timeOf(i % 2 === 0 ? withPanel : bare);
      return i % 2 === 0 ? [first, second] : [second, first];
    });
`;

/** Microseconds of a write without a panel, and how many more with a closed one. */
async function closed() {
  const { outputFiles } = await build({
    stdin: { contents: stores, resolveDir: root },
    bundle: true,
    define: { 'process.env.NODE_ENV': '"development"' },
    write: false,
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0].text });
  await page.evaluate(() => globalThis.measure(100));
  const times = await page.evaluate(() => globalThis.measure(600));
  await page.close();
  return [median(times.map(([bare]) => bare)), median(times.map(([bare, withPanel]) => withPanel - bare))];
}

for (const tasks of [100, 1_000, 10_000])
  console.log(
    `${tasks} records changed: the difference is open after ${Math.round(await openingDifference(tasks))} ms`,
  );
const text = longLog(20_000);
const opened = [];
for (let i = 0; i < 3; i++) opened.push(await openingLog(text));
const [whole, frame, cpu] = [0, 1, 2].map(i => Math.round(median(opened.map(times => times[i]))));
console.log(
  `20000 actions in ${(text.length / 1e6).toFixed(1)} MB: open after ${whole} ms, ${cpu} ms of processor time, ${frame} ms at most between frames`,
);
const [bare, more] = await closed();
console.log(
  `a write: ${bare.toFixed(1)} µs without the panel, ${more.toFixed(1)} µs more while it is closed: ` +
    `${(100 * (more / bare)).toFixed(1)} %`,
);

await browser.close();
server.closeAllConnections();
server.close();
