import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Inside the repository, so that packages are found. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'instantiations-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** The compiler's instantiations for an app with a number of resources, or of RTK Query endpoints. */
function instantiations(app: 'resource' | 'rtkQuery', resources: number): number {
  const own = join(folder, `${resources}`);
  execFileSync('node', [join(root, 'bench/types/generate.mjs'), own, `${resources}`]);
  const compilerOptions = { types: ['node'], noEmit: true, incremental: false, composite: false };
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: [join(own, app)],
    // Otherwise everything in node_modules is included.
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

/** The cost of further resources, without the library itself, which is compiled from source here. */
function addedBy(app: 'resource' | 'rtkQuery'): number {
  return instantiations(app, 16) - instantiations(app, 8);
}

it('needs less than a third of the type instantiations of the same app with RTK Query', () => {
  const [ours, theirs] = [addedBy('resource'), addedBy('rtkQuery')];

  expect(theirs).toBeGreaterThan(0);
  expect(ours).toBeGreaterThan(0);
  expect(ours / theirs).toBeLessThan(1 / 3);
});
