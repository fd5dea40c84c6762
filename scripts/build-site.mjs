// Builds the documentation as a site: `npm run docs`. The result is in site/.vitepress/dist.
//
// The generator has its own installation in site/, made when it is missing or out of date, so that `npm ci` of the
// project does not wait for it. Once installed, the build needs no network.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../site/', import.meta.url));
const changedAt = file => (existsSync(site + file) ? statSync(site + file).mtimeMs : 0);

function run(command, args, cwd = site) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

// npm writes this file last, so an interrupted installation does not count.
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
run(process.execPath, [fileURLToPath(new URL('check-docs.mjs', import.meta.url))]);
run(process.execPath, [fileURLToPath(new URL('write-signatures.mjs', import.meta.url)), '--check']);
run(process.execPath, [fileURLToPath(new URL('write-llms.mjs', import.meta.url))]);
// The board as an interactive demo, with the testing kit in place of its server.
const board = fileURLToPath(new URL('../examples/board', import.meta.url));
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
const demo = [
  '--config',
  'vite.demo.config.ts',
  '--mode',
  'development',
  '--logLevel',
  'error',
  '--emptyOutDir',
];
run(process.execPath, [vite, 'build', ...demo, '--outDir', `${site}public/demo`], board);
rmSync(`${site}pages`, { recursive: true, force: true });
cpSync(fileURLToPath(new URL('../docs', import.meta.url)), `${site}pages`, { recursive: true });
for (const page of ['index.md', 'board.md']) cpSync(site + page, `${site}pages/${page}`);
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build']);
