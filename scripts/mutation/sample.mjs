// Measures a random sample of a folder's mutants: how many of them a test notices, with a confidence interval.
//
// StrykerJS's instrumenter puts all mutants of the folder into a copy of the sources, each behind a switch. Each test
// file runs once to record which mutants it reaches; then each drawn mutant is switched on for the files that reach it,
// the fastest first, until one fails. The draw depends only on the seed, so a larger sample continues a smaller one.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from './node_modules/@stryker-mutator/instrumenter/dist/src/instrumenter.js';

/** Longer than any test file takes; a mutant that never ends counts as noticed. */
const MAX_RUN_MS = 300_000;

/** Test files may also take this many times as long as measured, on a busy machine. */
const MAX_SLOWER = 10;

const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/**
 * @param room a folder or file of lib
 * @param jestConfig the configuration for the tests of the room
 * @param lastly slow test files, which only run for what the others did not notice
 */
export async function measureSample({ root, cache, room, jestConfig, lastly, size, seed }) {
  const name = room.replaceAll('/', '-');
  const copy = join(root, '.mutants', `sample-${name}`);
  const notes = join(cache, `sample-${name}-${seed}.jsonl`);
  const mutants = await prepare(root, copy, room);
  const config = join(copy, 'jest.sample.json');
  writeFileSync(config, JSON.stringify({ ...jestConfig, ...configIn(copy) }));
  const lastFiles = lastly.map(file => join(copy, '__tests__', file));
  const lastConfig = join(copy, 'jest.last.json');
  const { setupFiles: _quick, testPathIgnorePatterns: _slow, ...thorough } = jestConfig;
  writeFileSync(lastConfig, JSON.stringify({ ...thorough, ...configIn(copy), testMatch: lastFiles }));
  const files = await testFiles(copy, config);
  const reached = await reachedBy(copy, cache, config, files);
  const noticedBy = new Map();
  const drawable = mutants.filter(({ id }) => !reached.statics.has(id));
  const drawn = shuffled(drawable, seed).slice(0, size);
  const known = new Map(readLines(notes).map(result => [result.mutant, result]));
  for (const mutant of drawn) {
    const label = labelOf(mutant);
    if (known.has(label)) continue;
    // First the files that noticed most in the least time.
    const promise = file => (1 + (noticedBy.get(file) ?? 0)) / reached.ms[file];
    const by = files
      .filter(file => reached.byFile.get(file)?.has(mutant.id))
      .sort((a, b) => promise(b) - promise(a));
    const active = { __STRYKER_ACTIVE_MUTANT__: mutant.id };
    const limit = by.reduce((sum, file) => sum + MAX_SLOWER * reached.ms[file], MAX_RUN_MS);
    let { code, output } =
      by.length === 0 ? { code: 0, output: '' } : await jest(copy, config, by, active, limit);
    if (code === 0 && lastFiles.length > 0)
      ({ code, output } = await jest(copy, lastConfig, lastFiles, active, limit));
    const failed = /^FAIL (\S+)/m.exec(output)?.[1];
    const first = /●.*(?= ›)? › (.*)/.exec(output)?.[1];
    if (failed !== undefined) noticedBy.set(join(copy, failed), 1 + (noticedBy.get(join(copy, failed)) ?? 0));
    const result = { mutant: label, id: mutant.id, noticed: code !== 0, tests: by.length, failed, first };
    known.set(label, result);
    appendFileSync(notes, `${JSON.stringify(result)}\n`);
    console.log(`${result.noticed ? 'noticed ' : 'SURVIVED'} (${by.length}) #${mutant.id} ${label}`);
    if (result.noticed) console.log(`           ${failed ?? 'no end'}: ${first ?? ''}`);
  }
  const results = drawn.map(mutant => known.get(labelOf(mutant)));
  const noticed = results.filter(result => result.noticed).length;
  const [low, high] = interval(noticed, results.length);
  const percent = share => `${Math.round(share * 100)} %`;
  console.log(
    `${room}: ${noticed} of ${results.length} noticed, ${percent(noticed / results.length)} ` +
      `(95 %: ${percent(low)} to ${percent(high)}), drawn from ${drawable.length} with seed ${seed}`,
  );
}

function labelOf({ fileName, line, column, end, mutatorName, replacement }) {
  return `${fileName}:${line}:${column}-${end} ${mutatorName} → ${replacement}`;
}

async function prepare(root, copy, room) {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const isLeftOut = /__tests__.(browser|native|react18|react|types|declarations)$|node_modules/;
  for (const part of ['lib', '__tests__', 'package.json'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: source => !isLeftOut.test(relative(root, source)),
    });
  const target = join(copy, 'lib', room);
  const paths = statSync(target).isDirectory()
    ? readdirSync(target, { recursive: true })
        .filter(file => /\.tsx?$/.test(file))
        .map(file => join(target, file))
    : [target];
  const sources = paths
    .sort()
    .map(path => ({ name: path, mutate: true, content: readFileSync(path, 'utf8') }));
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

function configIn(copy) {
  writeFileSync(join(copy, 'noteReached.cjs'), NOTE_REACHED);
  writeFileSync(join(copy, 'asGiven.cjs'), AS_GIVEN);
  return {
    rootDir: copy,
    setupFilesAfterEnv: [join(copy, 'noteReached.cjs')],
    testSequencer: join(copy, 'asGiven.cjs'),
    testTimeout: 30_000,
  };
}

/** Records which mutants a test file reaches: in its tests, and while its modules load. */
const NOTE_REACHED = `
const { appendFileSync } = require('node:fs');
const into = process.env.REACHED_INTO;
if (into) {
  const begun = performance.now();
  const space = (globalThis.__stryker__ ??= {});
  beforeEach(() => { space.currentTestId = 'test'; });
  afterEach(() => { space.currentTestId = undefined; });
  afterAll(() => {
    const coverage = space.mutantCoverage ?? { static: {}, perTest: {} };
    const file = expect.getState().testPath;
    appendFileSync(into, JSON.stringify({ file, ms: performance.now() - begun, coverage }) + '\\n');
  });
}
`;

const AS_GIVEN = `
const { default: Sequencer } = require(${JSON.stringify(new URL('../../node_modules/@jest/test-sequencer', import.meta.url).pathname)});
const order = (process.env.TEST_ORDER ?? '').split('\\n');
module.exports = class extends Sequencer {
  sort(tests) { return [...tests].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)); }
};
`;

async function testFiles(copy, config) {
  const { output } = await jest(copy, config, [], {}, MAX_RUN_MS, ['--listTests']);
  return output.split('\n').filter(line => /\.test\.tsx?$/.test(line));
}

/** Which mutants each test file reaches, and how long it takes; cached from the last sample if nothing has changed. */
async function reachedBy(copy, cache, config, files) {
  const store = `${cache}reached.json`;
  const known = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {};
  const sources = hashOf([
    ...filesIn(join(copy, 'lib')),
    ...filesIn(join(copy, '__tests__')).filter(isHelper),
  ]);
  const hashes = new Map(files.map(file => [file, hashOf([file], sources)]));
  const news = files.filter(file => known[file]?.hash !== hashes.get(file));
  const measured = news.length === 0 ? new Map() : await measureReached(copy, config, news);
  for (const file of news) known[file] = { hash: hashes.get(file), ...measured.get(file) };
  writeFileSync(store, JSON.stringify(known));
  const byFile = new Map();
  const inTests = new Set();
  const whileLoading = new Set();
  for (const file of files) {
    const { reached = [], loaded = [] } = known[file];
    for (const id of reached) inTests.add(id);
    for (const id of loaded) whileLoading.add(id);
    // A server's response may arrive between two tests.
    byFile.set(file, new Set([...reached, ...loaded]));
  }
  const statics = new Set([...whileLoading].filter(id => !inTests.has(id)));
  return { byFile, ms: Object.fromEntries(files.map(file => [file, known[file].ms ?? 1])), statics };
}

/** Runs test files once without a mutant; one that fails is left out. */
async function measureReached(copy, config, files) {
  const into = join(copy, 'reached.jsonl');
  const report = join(copy, 'report.json');
  rmSync(into, { force: true });
  const limit = files.length * MAX_RUN_MS;
  await jest(copy, config, files, { REACHED_INTO: into }, limit, ['--json', '--outputFile', report]);
  const failed = new Set();
  for (const { name, status, message } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    if (status === 'passed') continue;
    failed.add(name);
    console.log(
      `left out, since it fails without a mutant: ${relative(copy, name)}\n${message.slice(0, 2000)}`,
    );
  }
  const notes = readLines(into).filter(({ file }) => !failed.has(file));
  return new Map(
    notes.map(({ file, ms, coverage: { static: loaded, perTest } }) => [
      file,
      { ms, reached: [...new Set(Object.values(perTest).flatMap(Object.keys))], loaded: Object.keys(loaded) },
    ]),
  );
}

const isHelper = file => !/\.test\.tsx?$/.test(file);

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files, salt = '') {
  const hash = createHash('sha1').update(salt);
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function jest(copy, config, files, env, limit, more = ['--bail']) {
  const args = [
    new URL('../../node_modules/jest/bin/jest.js', import.meta.url).pathname,
    '--config',
    config,
    '--runInBand',
    '--silent',
    ...more,
    ...(files.length > 0 ? ['--runTestsByPath', ...files] : []),
  ];
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, ...env, TEST_ORDER: files.join('\n') },
    });
    let output = '';
    const note = data => {
      output += data;
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.on('close', code => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}

function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));
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
