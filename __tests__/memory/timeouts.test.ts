import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const root = resolve(__dirname, '../..');

it('ends a request at its timeout, even if garbage collection runs meanwhile', async () => {
  // Node.js resolves packages from there.
  const outfile = join(mkdtempSync(join(root, 'node_modules/.heap-')), 'timeOut.cjs');
  buildSync({
    entryPoints: [join(__dirname, 'heap/timeOut.ts')],
    tsconfig: join(root, 'tsconfig.json'),
    external: ['@reduxjs/toolkit'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  });
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', outfile]);

  expect(JSON.parse(stdout)).toEqual(['TimeoutError', 'TimeoutError']);
});
