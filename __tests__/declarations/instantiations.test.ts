import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Inside the repository, where packages are found. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'instantiations-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler instantiates for an app of so many resources, or kinds of records of RTK Query. */
function instantiations(app: 'resource' | 'rtkQuery', resources: number): number {
  const own = join(folder, `${resources}`);
  execFileSync('node', [join(root, 'bench/types/generate.mjs'), own, `${resources}`]);
  const compilerOptions = { types: ['node'], noEmit: true, incremental: false, composite: false };
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [join(own, app)],
    // Else all that is in node_modules.
    exclude: [],
  };
  const file = join(own, `tsconfig.${app}.json`);
  writeFileSync(file, JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  const options = ['-p', file, '--extendedDiagnostics', '--checkers', '1', '--pretty', 'false'];
  const { stdout, status } = spawnSync('node', [tsc, ...options], { encoding: 'utf8' });
  expect({ status, errors: stdout.match(/^.+error TS.+$/gm) }).toEqual({ status: 0, errors: null });
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]);
}

/** What further resources add: what the library itself needs, which is compiled from its sources here, is left out. */
function addedBy(app: 'resource' | 'rtkQuery'): number {
  return instantiations(app, 16) - instantiations(app, 8);
}

it('takes the compiler less than a third of what the same app takes with RTK Query', () => {
  const [ours, theirs] = [addedBy('resource'), addedBy('rtkQuery')];

  expect(theirs).toBeGreaterThan(0);
  expect(ours).toBeGreaterThan(0);
  expect(ours / theirs).toBeLessThan(1 / 3);
});
