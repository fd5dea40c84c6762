// Measures a random sample of the mutants of a room: how many of them a test notices, with a confidence interval.
//
// StrykerJS's instrumenter puts all mutants of the room into a copy of the sources, each behind a switch. Each test file runs
// once to note which mutants it reaches; then each drawn mutant is switched on for the files that reach it, the quickest
// first, until one fails. The draw depends on the seed alone, so a larger sample continues a smaller one.
import { spawn } from 'node:child_process';
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

/** Longer than any test file takes; a mutant that never ends has been noticed. */
const MAX_RUN_MS = 300_000;

const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/**
 * @param room a folder or file of lib
 * @param jestConfig the configuration for the tests of the room
 * @param lastly slow test files, which only see what the others have not noticed
 */
export async function measureSample({ root, cache, room, jestConfig, lastly, size, seed }) {
  const name = room.replaceAll('/', '-');
  const copy = join(root, '.mutants', `sample-${name}`);
  const notes = join(cache, `sample-${name}-${seed}.jsonl`);
  const mutants = await prepare(root, copy, room);
  const config = join(copy, 'jest.sample.json');
  writeFileSync(config, JSON.stringify({ ...jestConfig, ...configIn(copy) }));
  const lastConfig = join(copy, 'jest.last.json');
  const { setupFiles: _quick, testPathIgnorePatterns: _slow, ...thorough } = jestConfig;
  writeFileSync(lastConfig, JSON.stringify({ ...thorough, ...configIn(copy) }));
  const lastFiles = lastly.map(file => join(copy, '__tests__', file));
  const files = await testFiles(copy, config);
  const reached = await reachedBy(copy, config, files);
  const drawable = mutants.filter(({ id }) => !reached.statics.has(id));
  const drawn = shuffled(drawable, seed).slice(0, size);
  const known = new Map(readLines(notes).map(result => [result.mutant, result]));
  for (const mutant of drawn) {
    const label = `${mutant.fileName}:${mutant.line}:${mutant.column} ${mutant.mutatorName} → ${mutant.replacement}`;
    if (known.has(label)) continue;
    const by = files
      .filter(file => reached.byFile.get(file)?.has(mutant.id))
      .sort((a, b) => reached.ms.get(a) - reached.ms.get(b));
    const active = { __STRYKER_ACTIVE_MUTANT__: mutant.id };
    let { code } = by.length === 0 ? { code: 0 } : await jest(copy, config, by, active);
    if (code === 0 && lastFiles.length > 0) ({ code } = await jest(copy, lastConfig, lastFiles, active));
    const result = { mutant: label, noticed: code !== 0, tests: by.length };
    known.set(label, result);
    appendFileSync(notes, `${JSON.stringify(result)}\n`);
    console.log(`${result.noticed ? 'noticed ' : 'SURVIVED'} (${by.length}) ${label}`);
  }
  const results = drawn.map(({ fileName, line, column, mutatorName, replacement }) =>
    known.get(`${fileName}:${line}:${column} ${mutatorName} → ${replacement}`),
  );
  const noticed = results.filter(result => result.noticed).length;
  const [low, high] = interval(noticed, results.length);
  const percent = share => `${Math.round(share * 100)} %`;
  console.log(
    `${room}: ${noticed} of ${results.length} noticed, ${percent(noticed / results.length)} ` +
      `(95 %: ${percent(low)} to ${percent(high)}), drawn from ${drawable.length} with seed ${seed}`,
  );
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

/** Notes which mutants a test file reaches: in its tests, and while its modules are loaded. */
const NOTE_REACHED = `
const { writeFileSync } = require('node:fs');
const into = process.env.REACHED_INTO;
if (into) {
  const space = (globalThis.__stryker__ ??= {});
  beforeEach(() => { space.currentTestId = 'test'; });
  afterEach(() => { space.currentTestId = undefined; });
  afterAll(() => { writeFileSync(into, JSON.stringify(space.mutantCoverage ?? { static: {}, perTest: {} })); });
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
  const { output } = await jest(copy, config, [], {}, ['--listTests']);
  return output.split('\n').filter(line => /\.test\.tsx?$/.test(line));
}

async function reachedBy(copy, config, files) {
  const byFile = new Map();
  const ms = new Map();
  const inTests = new Set();
  const whileLoading = new Set();
  for (const file of files) {
    const into = join(copy, 'reached.json');
    rmSync(into, { force: true });
    const begun = Date.now();
    const { code, output } = await jest(copy, config, [file], { REACHED_INTO: into });
    ms.set(file, Date.now() - begun);
    if (code !== 0 || !existsSync(into)) {
      console.log(
        `left out, since it fails without a mutant: ${relative(copy, file)}\n${output.slice(-2000)}`,
      );
      continue;
    }
    const { static: loaded, perTest } = JSON.parse(readFileSync(into, 'utf8'));
    const reached = new Set(Object.values(perTest).flatMap(Object.keys));
    for (const id of reached) inTests.add(id);
    for (const id of Object.keys(loaded)) {
      whileLoading.add(id);
      // A server's response may come between two tests.
      reached.add(id);
    }
    byFile.set(file, reached);
  }
  const statics = new Set([...whileLoading].filter(id => !inTests.has(id)));
  return { byFile, ms, statics };
}

function jest(copy, config, files, env, more = []) {
  const args = [
    new URL('../../node_modules/jest/bin/jest.js', import.meta.url).pathname,
    '--config',
    config,
    '--runInBand',
    '--bail',
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
    const timer = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
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

/** In an order that depends on the seed alone (mulberry32). */
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
