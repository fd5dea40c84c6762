// Measures how many small changes in folders of lib the tests notice.
//
// StrykerJS's instrumenter puts all mutants into a copy of the sources, each behind a switch. Each test file is loaded
// once to record which mutants its tests reach, and once more to run, for each mutant that no test has noticed yet, the
// tests that reach it, the fastest first. What a test takes therefore counts, not what its modules take to load.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const here = fileURLToPath(new URL('.', import.meta.url));
const modules = join(here, '../../node_modules');

/** As in jest.config.ts. */
const ESM_ONLY = '@redux-devtools/.+|lodash-es';

/** A mutant counts as noticed if a test is still running after this time and a multiple of what it takes. */
const MAX_SILENCE_MS = 8_000;
const MAX_SLOWER = 15;
const MAX_LOADING_MS = 300_000;
/** What a test file takes to load on a busy machine. */
const LOADING_MS = 60_000;

/** Slower tests run only for what no other test notices. */
const SLOW_TEST_MS = 200;

const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/**
 * @param targets folders or files of lib
 * @param size how many mutants are drawn of each target; the draw depends only on the seed, so a larger sample
 *   continues a smaller one
 * @param isTest which files of __tests__ run
 */
export async function measure({ root, cache, targets, size, seed, isTest }) {
  const copy = join(root, '.mutants');
  const all = await prepare(root, copy, targets);
  const files = filesIn(join(copy, '__tests__')).filter(
    path => path.endsWith('.test.ts') && isTest(relative(join(copy, '__tests__'), path)),
  );
  writeFileSync(join(copy, 'jest.json'), JSON.stringify(jestConfig(copy)));
  console.log(`${all.length} mutants, ${files.length} test files`);
  const reached = new Map();
  await inParallel(files, async file => {
    const record = await recordReached(copy, file);
    if (record === undefined) return console.log(`left out, since it does not load: ${relative(copy, file)}`);
    for (const title of record.unfit)
      console.log(`left out, since it passes only once: ${relative(copy, file)}: ${title}`);
    reached.set(file, record);
  });
  const loaded = new Set([...reached.values()].flatMap(record => record.loaded));
  const inTests = new Set([...reached.values()].flatMap(({ tests }) => tests.flatMap(test => test.reached)));
  const measurable = all.filter(({ id }) => inTests.has(id) || !loaded.has(id));
  console.log(
    `${all.length - measurable.length} are not measured, since they are only reached while modules load`,
  );
  const mutants = targets.flatMap(target => shuffled(measurable.filter(isIn(target)), seed).slice(0, size));
  const noticed = new Map();
  const open = new Set(mutants.map(({ id }) => id).filter(id => inTests.has(id)));
  const report = join(cache, `${targets.join('-').replaceAll('/', '-')}.json`);
  const save = () =>
    writeFileSync(
      report,
      JSON.stringify(
        mutants.map(mutant => ({ ...mutant, reached: inTests.has(mutant.id), by: noticed.get(mutant.id) })),
        null,
        1,
      ),
    );
  for (const isSlow of [false, true]) {
    const parts = [...reached].map(([file, { tests }]) => ({
      file,
      tests: tests.map(test => (test.ms > SLOW_TEST_MS === isSlow ? test : { ...test, reached: [] })),
    }));
    let left = parts.length;
    await inParallel(
      parts.sort((a, b) => timeOf(a) - timeOf(b)),
      async ({ file, tests }) => {
        const begun = Date.now();
        await playMutants(copy, file, tests, open, (id, by) => {
          if (!open.delete(id)) return;
          noticed.set(id, `${relative(join(copy, '__tests__'), file)}: ${by}`);
        });
        left--;
        console.log(
          `${relative(copy, file)}: ${Math.round((Date.now() - begun) / 1000)} s, ` +
            `${noticed.size} of ${mutants.length} noticed, ${left} ${isSlow ? 'slow ' : ''}files left`,
        );
        save();
      },
    );
  }
  rmSync(copy, { recursive: true, force: true });
  summarize(mutants, noticed, targets);
  console.log(`What noticed each: ${relative(root, report)}`);
}

/** How long the tests of a file take on average for a mutant that none of them notices. */
function timeOf({ tests }) {
  const mutants = new Set(tests.flatMap(test => test.reached)).size;
  return tests.reduce((sum, test) => sum + test.ms * test.reached.length, 0) / Math.max(1, mutants);
}

function summarize(mutants, noticed, targets) {
  for (const mutant of mutants) if (!noticed.has(mutant.id)) console.log(`NOT NOTICED ${labelOf(mutant)}`);
  for (const target of targets) {
    const own = mutants.filter(isIn(target));
    const count = own.filter(({ id }) => noticed.has(id)).length;
    const [low, high] = interval(count, own.length).map(share => Math.round(share * 100));
    const percent = ((count / Math.max(1, own.length)) * 100).toFixed(1);
    console.log(`${target}: ${count} of ${own.length} noticed, ${percent} % (95 %: ${low} to ${high} %)`);
  }
}

const isIn =
  target =>
  ({ fileName }) =>
    `${fileName}/`.startsWith(`lib/${target}/`);

function labelOf({ fileName, line, column, end, mutatorName, replacement }) {
  return `${fileName}:${line}:${column}-${end} ${mutatorName} → ${replacement}`;
}

async function prepare(root, copy, targets) {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const isLeftOut = /__tests__.(browser|native|react18|react|types|declarations|structure)$|node_modules/;
  for (const part of ['lib', '__tests__', 'package.json'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: source => !isLeftOut.test(relative(root, source)),
    });
  const paths = targets
    .flatMap(target =>
      /\.tsx?$/.test(target) ? [join(copy, 'lib', target)] : filesIn(join(copy, 'lib', target)),
    )
    .filter(path => /\.tsx?$/.test(path));
  const sources = paths.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  // Strings are for people.
  const options = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] };
  const { files, mutants } = await new Instrumenter(quiet).instrument(sources, options);
  for (const { name, content } of files) writeFileSync(name, content);
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      fileName: relative(copy, fileName),
      line: location.start.line + 1,
      column: location.start.column + 1,
      // `a || b` and its `a` start at the same position.
      end: `${location.end.line + 1}:${location.end.column + 1}`,
      mutatorName,
      replacement: replacement.replaceAll(/\s+/g, ' ').slice(0, 80),
    }));
}

function jestConfig(copy) {
  return {
    rootDir: copy,
    testEnvironment: 'node',
    setupFiles: [join(here, 'quickProperties.cjs')],
    setupFilesAfterEnv: [join(here, 'playMutants.cjs')],
    testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
    moduleNameMapper: {
      '^rdc-toolkit$': '<rootDir>/lib/index.ts',
      '^rdc-toolkit/(.+)$': '<rootDir>/lib/$1/index.ts',
    },
    runtime: join(here, '../jest-runtime.cjs'),
    transform: {
      '^.+\\.tsx?$': join(here, '../compile-for-jest.cjs'),
      [`node_modules/(?:${ESM_ONLY})/.+\\.m?js$`]: join(here, '../compile-for-jest.cjs'),
    },
    transformIgnorePatterns: [`/node_modules/(?!(?:${ESM_ONLY})/)`, '/scripts/mutation/'],
  };
}

async function recordReached(copy, file) {
  const lines = await play(copy, file, {}, MAX_LOADING_MS);
  return lines.find(line => line.tests !== undefined);
}

/** Runs the tests of a file for each open mutant that they reach. */
async function playMutants(copy, file, recorded, open, onNoticed) {
  const tests = recorded.map(test => ({ ...test, reached: new Set(test.reached) }));
  const fastest = tests.map((_, at) => at).sort((a, b) => tests[a].ms - tests[b].ms);
  const patience =
    MAX_SILENCE_MS +
    MAX_SLOWER * Math.max(...tests.filter(test => test.reached.size > 0).map(test => test.ms), 0);
  const unfit = new Set();
  let doubted;
  let mutants = [...new Set(recorded.flatMap(test => test.reached))].filter(id => open.has(id));
  while (mutants.length > 0) {
    const job = {
      ms: tests.map(test => test.ms),
      mutants: mutants.map(id => ({
        id,
        by: fastest.filter(at => !unfit.has(at) && tests[at].reached.has(id)),
      })),
    };
    let begun;
    let unsure;
    const done = new Set();
    await play(copy, file, job, patience, line => {
      if (line.begun !== undefined) ({ begun } = line);
      if (line.unsure !== undefined) unsure = line;
      const id = line.noticed ?? line.survived;
      if (id !== undefined) done.add(id);
      if (line.noticed !== undefined) onNoticed(id, line.by);
    });
    mutants = mutants.filter(id => !done.has(id));
    if (mutants.length === 0) return;
    if (unsure === undefined) {
      // The process has not ended, or has died.
      if (begun === undefined) return;
      if (mutants[0] === begun) onNoticed(begun, 'no end');
      mutants = mutants.filter(id => id !== begun);
    } else if (done.size === 0 && doubted === unsure.test) {
      // In a new process, too: this test cannot run alone.
      unfit.add(unsure.test);
    } else {
      doubted = unsure.test;
    }
  }
}

let runs = 0;

/** Runs a test file in a process of its own and returns what it notes; ends it if it notes nothing for a while. */
function play(copy, file, job, patience, onLine = () => {}) {
  const name = join(copy, `run-${runs++}`);
  const notes = `${name}.jsonl`;
  writeFileSync(`${name}.json`, JSON.stringify({ ...job, notes }));
  writeFileSync(notes, '');
  const child = spawn(
    process.execPath,
    [
      join(modules, 'jest/bin/jest.js'),
      '--config',
      join(copy, 'jest.json'),
      '--runInBand',
      '--silent',
      '--forceExit',
      '--runTestsByPath',
      file,
    ],
    { cwd: copy, env: { ...process.env, MUTANT_JOB: `${name}.json` }, stdio: 'ignore' },
  );
  return new Promise(resolve => {
    const lines = [];
    let changedAt = Date.now() + LOADING_MS;
    const read = () => {
      const text = readFileSync(notes, 'utf8');
      const whole = text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean);
      if (whole.length > lines.length) changedAt = Date.now();
      for (const line of whole.slice(lines.length)) {
        const entry = JSON.parse(line);
        lines.push(entry);
        onLine(entry);
      }
    };
    const timer = setInterval(() => {
      read();
      if (Date.now() - changedAt > patience) child.kill('SIGKILL');
    }, 500);
    child.on('close', () => {
      clearInterval(timer);
      read();
      rmSync(notes, { force: true });
      rmSync(`${name}.json`, { force: true });
      resolve(lines);
    });
  });
}

async function inParallel(items, run) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Shuffles in an order that depends only on the seed (mulberry32). */
function shuffled(list, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn = [...list];
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [drawn[i], drawn[j]] = [drawn[j], drawn[i]];
  }
  return drawn;
}

/** Wilson's 95 % interval for a share. */
function interval(hits, count) {
  if (count === 0) return [0, 1];
  const z = 1.96;
  const share = hits / count;
  const middle = share + z ** 2 / (2 * count);
  const spread = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const scale = 1 + z ** 2 / count;
  return [(middle - spread) / scale, (middle + spread) / scale];
}
