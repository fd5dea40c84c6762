import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

/** How often records are changed and read; `npm run test:heap` does it many times as often. */
const rounds = Number(process.env.HEAP_ROUNDS ?? 200);

const root = resolve(__dirname, '../..');

/** Selectors that are called rarely may hold some versions, at most one per record. */
const MAX_ALIVE = 20;

/** What the engine keeps for code and connections, in bytes; a leak used to add some 4,000 per round. */
const MAX_GROWTH = 600_000;

it('releases changed records, whatever reads them', async () => {
  // Node.js resolves packages from there.
  const outfile = join(mkdtempSync(join(root, 'node_modules/.heap-')), 'changeAndRead.cjs');
  buildSync({
    entryPoints: [join(__dirname, 'heap/changeAndRead.ts')],
    tsconfig: join(root, 'tsconfig.json'),
    external: ['jsdom', 'react', 'react-dom', 'react-redux', '@reduxjs/toolkit'],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  });
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', outfile, String(rounds)], {
    env,
  });
  const left = Object.entries(JSON.parse(stdout) as Record<string, { growth: number; alive: number }>);

  expect(left).toHaveLength(13);
  expect(left.filter(([, { growth, alive }]) => growth > MAX_GROWTH || alive > MAX_ALIVE)).toEqual([]);
}, 600_000);
