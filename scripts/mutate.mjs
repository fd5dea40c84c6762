// Changes lib/ in thousands of small ways, one at a time, and checks that a test fails: mutation testing, by StrykerJS.
//
//   npm run mutate -- tables                       one folder
//   npm run mutate -- tables slice                 several, one after the other
//   npm run mutate -- tables/putCell.ts            one file
//   npm run mutate -- slice --sample 40 --seed 1   a random sample of a folder, with a confidence interval
//   npm run mutate -- managers --tests managers    with these tests in place of the folder's tests below
//
// Prints what survived and the score of each file; the report is node_modules/.cache/mutation/<folder>.html. StrykerJS
// is installed into its own folder when it is first needed, so that `npm ci` does not wait for it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = `${root}scripts/mutation/`;
const cache = `${root}node_modules/.cache/mutation/`;

/** The tests that cover each folder of lib; folders or files of __tests__. */
const TESTS = {
  tables: ['tables', 'normalize', 'denormalize'],
  normalize: [
    'normalize',
    'schema',
    'integration',
    'optimistic',
    'overlap',
    'zod',
    'endpoint/heads.test.ts',
    'reliability/deepData.test.ts',
  ],
  denormalize: ['denormalize', 'normalize', 'schema', 'integration', 'reliability/deepData.test.ts'],
  slice: ['overlap', 'integration', 'optimistic', 'reliability', 'managers', 'devtools'],
  overlap: ['overlap', 'optimistic'],
  selectors: ['integration', 'optimistic', 'denormalize', 'schema', 'overlap', 'devtools'],
  managers: ['managers', 'overlap'],
  hydration: ['integration'],
};

/** Slow tests that a sample runs only if no other test noticed a change. */
const LASTLY = {
  slice: ['memory/bookkeeping.test.ts'],
};

/** Tests that measure time or memory, or start processes: they fail for other reasons while mutants run. */
const NOT_FOR_MUTANTS = [
  'reliability/hostileIds',
  'reliability/dayOfUse',
  'integration/freshProcess',
  'overlap/overlapping',
  '/memory',
];

/** As in jest.config.ts. */
const ESM_ONLY = '@redux-devtools/.+|lodash-es';

function install() {
  const changedAt = file => (existsSync(home + file) ? statSync(home + file).mtimeMs : 0);
  // npm writes this file last, so an interrupted installation does not count.
  const installedAt = changedAt('node_modules/.package-lock.json');
  if (installedAt >= Math.max(changedAt('package-lock.json'), changedAt('package.json'))) return;
  console.log('Installing StrykerJS into scripts/mutation …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], home);
}

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

/** StrykerJS's configuration for one folder or file. */
function configFor(target, tests) {
  const name = target.replaceAll('/', '-');
  return {
    testRunner: 'jest',
    plugins: [`${home}node_modules/@stryker-mutator/jest-runner/dist/src/index.js`],
    mutate: [target.endsWith('.ts') ? `lib/${target}` : `lib/${target}/**/*.{ts,tsx}`],
    // What is not copied to the folder of the mutants.
    // This includes the Jest configuration: its projects would run instead of those below.
    ignorePatterns: [
      'jest.config.ts',
      'bench',
      'dist',
      'docs',
      'examples',
      'scripts',
      '__tests__/{browser,native,react18}',
    ],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 10_000,
    timeoutFactor: 3,
    // Mutants in module-level constants would need all tests each.
    ignoreStatic: true,
    // Strings are for people.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Not in node_modules, where Jest does not compile.
    tempDirName: '.mutants',
    cleanTempDir: 'always',
    allowEmpty: true,
    reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    htmlReporter: { fileName: `${cache}${name}.html` },
    jsonReporter: { fileName: `${cache}${name}.json` },
    jest: {
      projectType: 'custom',
      enableFindRelatedTests: false,
      config: {
        testEnvironment: 'node',
        setupFiles: [`${home}quickProperties.cjs`],
        moduleNameMapper: {
          '^rdc-toolkit$': '<rootDir>/lib/index.ts',
          '^rdc-toolkit/(.+)$': '<rootDir>/lib/$1/index.ts',
        },
        transform: {
          '^.+\\.tsx?$': `${root}scripts/compile-for-jest.cjs`,
          [`node_modules/(?:${ESM_ONLY})/.+\\.m?js$`]: `${root}scripts/compile-for-jest.cjs`,
        },
        transformIgnorePatterns: [`/node_modules/(?!(?:${ESM_ONLY})/)`],
        testMatch: tests.map(folder =>
          /\.test\.tsx?$/.test(folder)
            ? `<rootDir>/__tests__/${folder}`
            : `<rootDir>/__tests__/${folder}/**/*.test.ts`,
        ),
        testPathIgnorePatterns: ['/node_modules/', ...NOT_FOR_MUTANTS],
      },
    },
  };
}

const args = process.argv.slice(2);
/** Removes a number from the arguments. */
function numberAfter(option) {
  const at = args.indexOf(option);
  return at < 0 ? undefined : Number(args.splice(at, 2)[1]);
}
const size = numberAfter('--sample');
const seed = numberAfter('--seed') ?? 1;
const at = args.indexOf('--tests');
const given = at < 0 ? undefined : args.slice(at + 1);
const targets = at < 0 ? args : args.slice(0, at);

if (targets.length === 0) {
  console.log(`Which room? npm run mutate -- ${Object.keys(TESTS).join(' | ')}`);
  process.exit(1);
}
install();
mkdirSync(cache, { recursive: true });
for (const target of targets) {
  const tests = given ?? TESTS[target.split('/')[0]];
  if (tests === undefined) {
    console.log(`${target} has no tests in scripts/mutate.mjs: name them with --tests.`);
    process.exit(1);
  }
  if (size !== undefined) {
    const { measureSample } = await import('./mutation/sample.mjs');
    const jestConfig = configFor(target, tests).jest.config;
    const lastly = LASTLY[target.split('/')[0]] ?? [];
    await measureSample({ root, cache, room: target, jestConfig, lastly, size, seed });
    continue;
  }
  const file = `${cache}${target.replaceAll('/', '-')}.config.json`;
  writeFileSync(file, JSON.stringify(configFor(target, tests), null, 2));
  run(process.execPath, [`${home}node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', file]);
}
