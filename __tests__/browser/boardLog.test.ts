import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { cuttableWire } from '../helpers/cuttableWire';
import { openBrowser, type TestBrowser, type TestPage } from '../helpers/openBrowser';
import { replayElsewhere } from '../helpers/replayElsewhere';
import { type BoardServer, buildClient, startBoard } from './boardServer';
import { BUILD_MS } from './buildOnce';

const folder = mkdtempSync(join(tmpdir(), 'board-log-'));

const resources = join(__dirname, '../../examples/board/src/resources');
const modules = ['changes', 'Label', 'presence', 'Session'].map(name => join(resources, name));

let places: { readonly clientFolder: string; readonly databaseFile: string };
let server: BoardServer;
let browser: TestBrowser;

beforeAll(async () => {
  const clientFolder = await buildClient({ reactCompiler: false });
  places = { clientFolder, databaseFile: join(folder, 'board.sqlite') };
  server = await startBoard(places);
  browser = await openBrowser();
}, BUILD_MS);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One action as it reached the reducer and as DevTools show it, with the resulting state, all as JSON. */
interface Recorded {
  readonly action: string;
  readonly shown: string;
  readonly state: string;
}

/** Records every action of the library and every state, in place of the Redux DevTools extension. */
function recordLog() {
  const log: Recorded[] = [];
  type Reducer = (state: { rdc: unknown } | undefined, action: { type: string }) => { rdc: unknown };
  type Create = (reducer: Reducer, ...rest: unknown[]) => unknown;
  type Options = { actionSanitizer: (action: { type: string }, id: number) => object };
  const compose =
    ({ actionSanitizer }: Options) =>
    (...enhancers: ((create: Create) => Create)[]) =>
    (create: Create): Create =>
    (reducer, ...rest) => {
      const noting: Reducer = (before, action) => {
        const after = reducer(before, action);
        if (action.type.startsWith('rdc/')) {
          const shown = JSON.stringify(actionSanitizer(action, 0));
          log.push({ action: JSON.stringify(action), shown, state: JSON.stringify(after.rdc) });
        }
        return after;
      };
      return enhancers.reduceRight((inner, enhance) => enhance(inner), create)(noting, ...rest);
    };
  Object.assign(window, { log, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose });
}

async function open(login: string, url = server.url): Promise<TestPage> {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(recordLog);
  await page.goto(url);
  await page.getByLabel('Who are you?').selectOption(login);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('list', { name: 'Here now' }).getByText(login).waitFor();
  return page;
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

async function create(page: Page, title: string) {
  await page.getByRole('button', { name: 'New issue', exact: true }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create' }).click();
  await column(page, 'Backlog').getByText(title).waitFor();
}

/** Two users at work: the server restarts in between, one user logs out, and the session of the other ends. */
async function workTogether(here: TestPage, there: TestPage) {
  await create(here, 'Fence leans');
  await create(there, 'Pond is green');
  await card(here, 'Pond is green').waitFor();
  await here.getByLabel('Status of Fence leans').selectOption('done');
  await column(there, 'Done').getByText('Fence leans').waitFor();
  await card(there, 'Fence leans').getByRole('link').click();
  await there.getByLabel(/^Comment as/).fill('To the left.');
  await there.getByRole('button', { name: 'Comment', exact: true }).click();
  await card(here, 'Fence leans').getByText('1comment').waitFor();

  const { port } = new URL(server.url);
  await server.stop();
  await here.getByLabel('Status of Pond is green').selectOption('done');
  await here.getByText('That was not saved.').waitFor();
  server = await startBoard({ ...places, port });
  await here.getByLabel('Status of Pond is green').selectOption('in-progress');
  await column(here, 'In progress').getByText('Pond is green').waitFor();
  await there.getByRole('link', { name: 'Columns' }).click();
  await column(there, 'In progress').getByText('Pond is green').waitFor();

  await card(there, 'Pond is green').getByRole('link').click();
  await there.getByRole('button', { name: 'Delete', exact: true }).click();
  await there.getByRole('button', { name: 'Delete it' }).click();
  await card(here, 'Pond is green').waitFor({ state: 'detached' });
  await there.getByRole('link', { name: 'List' }).click();
  await there.getByRole('row').first().waitFor();
  await there.getByRole('button', { name: 'Log out' }).click();
  await there.getByLabel('Who are you?').waitFor();
  // The other user's session ends on the server: the next poll is rejected.
  await here.evaluate(() => fetch('/api/session', { method: 'DELETE' }));
  await here.getByLabel('Who are you?').waitFor();
}

it('replays the raw and the exported log of two windows with only the definitions, state by state', async () => {
  const [here, there] = [await open('octocat'), await open('monalisa')];
  await workTogether(here, there);
  const kinds = new Set<string | undefined>();

  for (const page of [here, there]) {
    const log = await page.evaluate(() => (window as unknown as { log: Recorded[] }).log);
    expect(log.length).toBeGreaterThan(50);
    for (const exported of ['action', 'shown'] as const) {
      const { states, said } = replayElsewhere(
        log.map(entry => JSON.parse(entry[exported])),
        {
          modules,
          client: 'createDataClient({ managers: [definitions.changes(), gcManager(), hydrationManager()] })',
        },
      );
      const differing = log.flatMap(({ state, shown }, i) =>
        JSON.stringify(states[i]) === state ? [] : [`${i}: ${JSON.parse(shown).type}`],
      );
      expect({ exported, said, differing }).toEqual({ exported, said: '', differing: [] });
    }
    for (const { action } of log) kinds.add(JSON.parse(action).schemaName);
  }
  // The window that wrote the comment may miss its message before the server stops.
  expect([...kinds]).toEqual(expect.arrayContaining(['rdc.Connection', 'Issue', '[Comment].push']));
});

it('an open panel shows what another window did while this one was offline', async () => {
  const wire = await cuttableWire(server.url);
  const [here, there] = [await open('octocat', wire.url), await open('monalisa')];
  // Tall enough to show every line of this test without scrolling.
  await here.setViewportSize({ width: 1280, height: 1600 });
  await here.evaluate(() => localStorage.setItem('rdc-toolkit/devtools', '{"bottom":1000}'));
  await here.getByRole('button', { name: 'Show the log' }).click();
  const lines = here.getByRole('complementary', { name: 'Data panel' }).getByRole('option');
  const line = (text: RegExp) => lines.filter({ hasText: text }).last().waitFor();
  await create(there, 'Hedge is high');
  await line(/Issue \d+ “Hedge is high” new by stream/);

  wire.cut();
  await here.context().setOffline(true);
  await here.getByLabel('Status of Hedge is high').selectOption('done');
  await line(
    /Issue\.partialUpdate \d+ “Hedge is high” → done ✗ no response · \d+ ms · rolled back · in doubt: Issue/,
  );
  await line(/stream → waiting to reconnect/);
  await there.getByLabel('Status of Hedge is high').selectOption('in-progress');
  await column(there, 'In progress').getByText('Hedge is high').waitFor();
  expect(await lines.filter({ hasText: 'in-progress, updatedAt' }).count()).toBe(0);

  wire.mend();
  await here.context().setOffline(false);
  await column(here, 'In progress').getByText('Hedge is high').waitFor();
  await line(/stream → open/);
  await line(/expire \d+ responses of Issue\.getList \(reconnect\)/);
  await line(/Issue\.getList \S+ \((reconnect|in doubt)\) ✓ .* “Hedge is high” changed: status in-progress/);
  await here.context().close();
  await wire.close();
});
