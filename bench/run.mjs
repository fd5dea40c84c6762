// Compares this library with others of the field, and writes docs/performance.md and the table of figures in README.
//
//   npm run bench              everything
//   npm run bench -- ingest    one group, or several; the others keep their last results
//   npm run bench -- --quick   a few samples of each, to see that everything runs; writes nothing
//
// Each group is a file of bench/groups, bundled for production with all that it measures, and run in its own process.
// Its results go to bench/results, from which the page is made.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, parse } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { performancePage, printed, summary } from './page.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const project = join(here, '..');
const results = join(here, 'results');
const bundles = join(project, 'node_modules/.cache/bench');

/** Collect garbage between samples, and keep compiled code. */
const FLAGS = ['--expose-gc', '--no-flush-bytecode'];

const all = readdirSync(join(here, 'groups')).map(file => parse(file).name);
const isQuick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter(argument => argument !== '--quick');
for (const name of wanted) {
  if (!all.includes(name)) throw new Error(`There is no group ${name}. There are: ${all.join(', ')}.`);
}

installPeers();
mkdirSync(results, { recursive: true });
for (const group of wanted.length > 0 ? wanted : all) {
  console.log(`\n${group}`);
  const begun = performance.now();
  try {
    const entries = await measured(await bundled(group));
    const run = { group, ...circumstances(), entries };
    if (!isQuick) writeFileSync(join(results, `${group}.json`), `${JSON.stringify(run, undefined, 2)}\n`);
  } catch (error) {
    // Go on with the other groups: measuring takes minutes.
    console.error(error);
    process.exitCode = 1;
  }
  console.log(`  ${Math.round((performance.now() - begun) / 1000)} s`);
}
if (isQuick) process.exit();
const runs = readdirSync(results).map(file => JSON.parse(readFileSync(join(results, file), 'utf8')));
writeFileSync(join(project, 'docs/performance.md'), performancePage(runs));
const readme = join(project, 'README.md');
const figures = `<!-- figures -->\n${summary(runs)}\n<!-- end -->`;
writeFileSync(
  readme,
  readFileSync(readme, 'utf8').replace(/<!-- figures -->.*?<!-- end -->/s, () => figures),
);
console.log('\nWritten to docs/performance.md and README.md.');

/** They are not a workspace, so that `npm ci` of the project, a newcomer's first step, does not wait for them. */
function installPeers() {
  const changedAt = file => (existsSync(join(here, file)) ? statSync(join(here, file)).mtimeMs : 0);
  // npm writes this file last, so an interrupted installation does not count.
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return;
  console.log('Installing the libraries to measure against …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The libraries to measure against could not be installed.');
}

async function bundled(group) {
  const outfile = join(bundles, `${group}.mjs`);
  await build({
    entryPoints: [
      join(
        here,
        'groups',
        readdirSync(join(here, 'groups')).find(file => parse(file).name === group),
      ),
    ],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    tsconfig: join(here, 'tsconfig.json'),
    define: { 'process.env.NODE_ENV': '"production"' },
    minifySyntax: true,
    external: ['esbuild', 'playwright-core', '@sparticuz/chromium', '@octokit/webhooks-examples'],
    logLevel: 'error',
  });
  return outfile;
}

async function measured(bundle) {
  const env = { ...process.env, NODE_ENV: 'production', BENCH: here, BENCH_QUICK: isQuick ? '1' : '' };
  const child = spawn(process.execPath, [...FLAGS, bundle], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise(resolve => child.once('close', (code, signal) => resolve(signal ?? code)));
  const entries = [];
  for await (const line of createInterface({ input: child.stdout })) {
    entries.push(JSON.parse(line));
    console.log(printed(entries.at(-1)));
  }
  const end = await ended;
  if (end !== 0) throw new Error(`A group failed: it ended with ${end}. See above.`);
  return entries;
}

/** The machine and the versions: figures mean little without them. */
function circumstances() {
  const [{ model }] = cpus();
  const machine = `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const from = join(project, 'package.json');
  const names = [
    '@reduxjs/toolkit',
    'react',
    ...Object.keys(readPackage(join(here, 'package.json')).dependencies),
  ];
  const versions = Object.fromEntries(names.map(name => [name, versionOf(name)]));
  return {
    machine,
    load: Math.round(loadavg()[0]),
    node: process.version,
    versions: { 'rdc-toolkit': readPackage(from).version, ...versions },
  };
}

function versionOf(name) {
  const folder = [here, project].map(at => join(at, 'node_modules', name)).find(existsSync);
  return readPackage(join(folder, 'package.json')).version;
}

function readPackage(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
