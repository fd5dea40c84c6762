// Changes lib/ in thousands of small ways, one at a time, and checks that a test fails: mutation testing, with the
// mutants of StrykerJS.
//
//   npm run mutate -- tables                       one folder
//   npm run mutate -- tables slice                 several
//   npm run mutate -- tables/putCell.ts            one file
//   npm run mutate -- slice --sample 120 --seed 7  a random sample of each folder
//   npm run mutate -- managers --tests managers    only these folders or files of __tests__, in place of all
//
// Prints what no test noticed and the score of each folder; node_modules/.cache/mutation/<folder>.json says which test
// noticed which change. StrykerJS is installed into its own folder when it is first needed, so that `npm ci` does not
// wait for it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = `${root}scripts/mutation/`;
const cache = `${root}node_modules/.cache/mutation/`;

/** Tests that measure time or memory, start processes, or read the repository itself. */
const NOT_FOR_MUTANTS = [
  'declarations/',
  'memory/',
  'structure/',
  'integration/freshProcess',
  'overlap/overlapping',
  'reliability/dayOfUse',
  'reliability/hostileIds',
];

function install() {
  const changedAt = file => (existsSync(home + file) ? statSync(home + file).mtimeMs : 0);
  // npm writes this file last, so an interrupted installation does not count.
  const installedAt = changedAt('node_modules/.package-lock.json');
  if (installedAt >= Math.max(changedAt('package-lock.json'), changedAt('package.json'))) return;
  console.log('Installing StrykerJS into scripts/mutation …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const args = process.argv.slice(2);
/** Removes a number from the arguments. */
function numberAfter(option) {
  const at = args.indexOf(option);
  return at < 0 ? undefined : Number(args.splice(at, 2)[1]);
}
const size = numberAfter('--sample') ?? Number.POSITIVE_INFINITY;
const seed = numberAfter('--seed') ?? 1;
const at = args.indexOf('--tests');
const tests = at < 0 ? [''] : args.slice(at + 1);
const targets = at < 0 ? args : args.slice(0, at);

if (targets.length === 0) {
  console.log('Which folder of lib? npm run mutate -- tables slice');
  process.exit(1);
}
install();
mkdirSync(cache, { recursive: true });
const { measure } = await import('./mutation/measure.mjs');
const startsWith = starts => path => starts.some(start => path.startsWith(start));
const isForMutants = path => !startsWith(NOT_FOR_MUTANTS)(path);
await measure({
  root,
  cache,
  targets,
  size,
  seed,
  isTest: path => isForMutants(path) && startsWith(tests)(path),
});
