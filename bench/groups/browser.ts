/** What a person sees: rows in Chromium, from an action to the DOM. Each sample of a mount is a page of its own. */
import type { Page } from 'playwright-core';
import { openBrowser, script } from '../inBrowser';
import { IS_QUICK, summary } from '../measure';
import type { BenchPage } from '../page/page';
import { type Figure, type Growth, report } from '../report';

const READERS = 10_000;
const HOOKS = [
  'React alone',
  'by hand',
  'rdc-toolkit',
  'RTK Query',
  'createEntityAdapter',
  'TanStack Query',
  'data-client',
];
/** What the rows of `by hand` are. */
const BY_HAND =
  '*By hand* is a lower bound for what reads a store from a provider: a row gets a `Map` from a context, and subscribes to its one item.';
const SELECTORS = ['rdc-toolkit, useSelector', 'RTK Query, useSelector'];
const QUERIES = ['rdc-toolkit', 'rdc-toolkit, sharing one All', 'createEntityAdapter'];
const RECORDS = 100_000;
const [PAGES, CHANGES] = IS_QUICK ? [1, 2] : [5, 9];

type BenchWindow = {
  readonly page: BenchPage;
  rows: ReturnType<BenchPage['mountRows']>;
  queries: ReturnType<BenchPage['mountQueries']>;
};
/** What stands on the window of the page; said inside it. */
declare const window: BenchWindow;

const { browser, address, close } = await openBrowser({ '/page.js': await script('page.tsx', 'production') });

/** Visits the page as a new profile. */
async function visit<T>(measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(address);
  const measured = await Promise.race([measure(page), failed]);
  await context.close();
  return measured;
}

/** What was sampled of each library in turn. */
class Samples {
  readonly #byPeer = new Map<string, number[]>();

  add(peer: string, ...ms: readonly number[]) {
    const samples = this.#byPeer.get(peer) ?? [];
    this.#byPeer.set(peer, samples);
    samples.push(...ms);
  }

  figures(note: (peer: string) => string | undefined = () => undefined): readonly Figure[] {
    return [...this.#byPeer].map(([peer, samples]) => {
      const said = note(peer);
      return { peer, ...summary(samples), ...(said !== undefined && { note: said }) };
    });
  }
}

function mountRows(page: Page, peer: string, count: number): Promise<number> {
  return page.evaluate(
    async ([name, readers]) => {
      window.rows = window.page.mountRows(name, readers);
      return window.rows.mounted();
    },
    [peer, count] as const,
  );
}

function rename(page: Page, times: number) {
  return page.evaluate(async rounds => {
    const renamed: { ms: number; renders: number }[] = [];
    for (let round = 1; round <= rounds; round++) renamed.push(await window.rows.renamed(round));
    return renamed;
  }, times);
}

const unrelated = (page: Page) => page.evaluate(() => window.rows.unrelated(20));

const mounts = new Samples();
const changes = new Samples();
const unrelatedActions = new Samples();
const renders = new Map<string, number>();
for (let round = 0; round < PAGES; round++) {
  for (const peer of HOOKS) {
    await visit(async page => {
      mounts.add(peer, await mountRows(page, peer, READERS));
      const renamed = await rename(page, CHANGES);
      changes.add(peer, ...renamed.slice(1).map(({ ms }) => ms));
      renders.set(peer, renamed.at(-1)?.renders ?? 0);
    });
  }
  for (const peer of SELECTORS) {
    await visit(async page => {
      await mountRows(page, peer, READERS);
      unrelatedActions.add(peer, await unrelated(page));
    });
  }
}
report({
  title: `First mount of ${READERS.toLocaleString('en')} rows`,
  unit: 'ms',
  figures: mounts.figures(),
  note: BY_HAND,
});
report({
  title: `${READERS.toLocaleString('en')} mounted rows, one changes, to the DOM; how many rows rendered`,
  unit: 'ms',
  figures: changes.figures(peer => `${renders.get(peer)} rendered`),
  note: BY_HAND,
});
report({
  title: `${READERS.toLocaleString('en')} useSelector(endpoint.select(…)), an action of another slice`,
  unit: 'ms',
  figures: unrelatedActions.figures(),
});

const queries = new Samples();
for (let round = 0; round < 3; round++) {
  for (const peer of QUERIES) {
    await visit(async page => {
      const samples = await page.evaluate(
        async ([name, records, times]) => {
          const mounted = window.page.mountQueries(name, records, 50);
          await mounted.mounted();
          const samples: number[] = [];
          for (let change = 1; change <= times; change++) samples.push(await mounted.changed(change));
          return samples;
        },
        [peer, RECORDS, 4] as const,
      );
      queries.add(peer, ...samples.slice(1));
    });
  }
}
report({
  title: '50 mounted queries over one table of 100 000, one record changes, to the DOM',
  unit: 'ms',
  figures: queries.figures(),
  note: 'The functions of the 50 queries look at every record; that part is the same for all libraries.',
});

/** Of the median change, for more and more mounted rows. */
async function grown(peer: string): Promise<Growth['peers'][number]> {
  const points: [number, number][] = [];
  for (const count of [10, 100, 1_000, 10_000]) {
    await visit(async page => {
      await mountRows(page, peer, count);
      const renamed = await rename(page, CHANGES);
      points.push([count, summary(renamed.slice(1).map(({ ms }) => ms)).median]);
    });
  }
  return { peer, points };
}
const growth: Growth['peers'][number][] = [];
for (const peer of HOOKS) growth.push(await grown(peer));
report({ title: 'One of the mounted rows changed, to the DOM', by: 'readers', peers: growth });

await close();
