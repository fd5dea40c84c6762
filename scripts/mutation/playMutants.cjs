// Runs the tests of a file many times in one process: once to record which mutants each of them reaches, or once for
// each mutant, until one fails. Jest loads this before each test file; the tests that the file defines are kept here, and
// Jest sees a single one. Loading the modules takes longer than most tests.
const { appendFileSync, readFileSync } = require('node:fs');
const { bind } = require('jest-each');

const job = JSON.parse(readFileSync(process.env.MUTANT_JOB, 'utf8'));
globalThis.__stryker__ ??= {};
const switches = globalThis.__stryker__;
const later = globalThis.setTimeout;
const notLater = globalThis.clearTimeout;
const { NODE_ENV } = process.env;

/** How often a mutant may be reached in a test: an endless loop ends here. */
const MOST_HITS = 3_000_000;
/** Without a mutant, and beside the measured time with one. */
const PATIENCE_MS = 60_000;
const MUTANT_PATIENCE_MS = 2_000;
const MUTANT_SLOWER = 8;

let notedAt = 0;
function note(line) {
  notedAt = performance.now();
  appendFileSync(job.notes, `${JSON.stringify(line)}\n`);
}

// What the test file defines.

let suite = newSuite(undefined);
const tests = [];

function newSuite(parent) {
  return { parent, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
}

function describe(_title, define) {
  suite = newSuite(suite);
  define();
  suite = suite.parent;
}

function it(title, run) {
  tests.push({ title, run, suite });
}

const jestTest = globalThis.test;
it.each = bind(it);
describe.each = bind(describe, false);
const hooks = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'].map(name => [
  name,
  run => suite[name].push(run),
]);
Object.assign(globalThis, { describe, it, test: it, ...Object.fromEntries(hooks) });
jestTest('mutants', job.mutants === undefined ? recordReached : playMutants, 2 ** 31 - 1);

// How a test runs.

function suitesOf(test) {
  const suites = [];
  for (let at = test.suite; at !== undefined; at = at.parent) suites.unshift(at);
  return suites;
}

/** Runs tests as Jest would, and returns the first that fails. */
async function firstToFail(list, patienceOf) {
  const opened = new Set();
  const failed = await (async () => {
    for (const test of list) {
      if (performance.now() - notedAt > 1_000) note({});
      if (await fails(test, opened, patienceOf(test))) return test;
    }
    return undefined;
  })();
  for (const { afterAll } of [...opened].reverse())
    for (const hook of afterAll) await failureOf(hook, PATIENCE_MS);
  return failed;
}

async function fails(test, opened, patience) {
  const suites = suitesOf(test);
  let failure;
  const attempt = async (run, inAnyCase = false) => {
    if (failure === undefined || inAnyCase) failure = (await failureOf(run, patience)) ?? failure;
  };
  for (const each of suites)
    if (!opened.has(each)) {
      opened.add(each);
      for (const hook of each.beforeAll) await attempt(hook);
    }
  for (const { beforeEach } of suites) for (const hook of beforeEach) await attempt(hook);
  await attempt(test.run);
  for (const { afterEach } of [...suites].reverse()) for (const hook of afterEach) await attempt(hook, true);
  if (failure !== undefined) {
    jest.useRealTimers();
    jest.restoreAllMocks();
    process.env.NODE_ENV = NODE_ENV;
  }
  return failure !== undefined;
}

/** What a function throws, rejects with, or that it does not end. */
async function failureOf(run, patience) {
  let timer;
  const tooLate = new Promise((_, reject) => {
    timer = later(() => reject(new Error('takes too long')), patience);
  });
  try {
    await Promise.race([run.length > 0 ? new Promise(done => run(done)) : run(), tooLate]);
    return undefined;
  } catch (error) {
    return error ?? new Error('threw nothing');
  } finally {
    notLater(timer);
  }
}

// What it is run for.

/** Notes the time of each test and the mutants that it reaches. Tests that pass only once are left out. */
async function recordReached() {
  const reached = tests.map(() => []);
  const ms = [];
  const unfit = new Set();
  const loaded = Object.keys(switches.mutantCoverage?.static ?? {});
  for (const round of ['first', 'again']) {
    for (const [at, test] of tests.entries()) {
      switches.currentTestId = round === 'first' ? `${at}` : undefined;
      const begun = performance.now();
      if (await firstToFail([test], () => PATIENCE_MS)) unfit.add(at);
      ms[at] = performance.now() - begun;
      switches.currentTestId = undefined;
    }
  }
  for (const [at, ids] of Object.entries(switches.mutantCoverage?.perTest ?? {}))
    reached[at] = Object.keys(ids);
  note({
    tests: tests.map((_, at) => ({
      ms: Math.round(ms[at] * 10) / 10,
      reached: unfit.has(at) ? [] : reached[at],
    })),
    unfit: [...unfit].map(at => tests[at].title),
    loaded,
  });
}

/** Notes for each mutant the test that fails with it, and passes without. */
async function playMutants() {
  for (const { id, by } of job.mutants) {
    note({ begun: id });
    const { failed, isSure } = await noticedBy(
      id,
      by.map(at => tests[at]),
    );
    if (!isSure) return note({ unsure: id, test: tests.indexOf(failed) });
    note(failed === undefined ? { survived: id } : { noticed: id, by: failed.title });
  }
}

/** The first test that fails with a mutant, twice. It is not sure if the test then fails without one, too. */
async function noticedBy(mutant, list) {
  const failed = await firstToFailWith(mutant, list);
  if (failed === undefined) return { isSure: true };
  // Either a mutant has left something behind, or this test cannot run alone.
  if ((await firstToFailWith(undefined, [failed])) !== undefined) return { failed, isSure: false };
  if ((await firstToFailWith(mutant, [failed])) !== undefined) return { failed, isSure: true };
  return noticedBy(mutant, list.slice(list.indexOf(failed) + 1));
}

async function firstToFailWith(mutant, list) {
  switches.hitCount = 0;
  switches.hitLimit = MOST_HITS;
  switches.activeMutant = mutant;
  const failed = await firstToFail(
    list,
    test => MUTANT_PATIENCE_MS + MUTANT_SLOWER * job.ms[tests.indexOf(test)],
  );
  switches.activeMutant = undefined;
  return failed;
}
