import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

it('releases everything of a request that has finished', () => {
  const outfile = join(tmpdir(), `rdc-memory-${process.pid}.cjs`);
  buildSync({
    entryPoints: [join(__dirname, 'memory/renderPages.ts')],
    tsconfig: resolve(__dirname, '../../tsconfig.json'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  });
  const printed = execFileSync(process.execPath, ['--expose-gc', outfile], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({ rendered: 20, held: 0 });
});
