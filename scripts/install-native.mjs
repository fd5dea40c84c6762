// Installs what the tests in React Native need, unless it is there. It is not a workspace, so that `npm ci` of the
// project, a newcomer's first step, does not wait for it.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../__tests__/native/', import.meta.url));
const changedAt = file => (existsSync(folder + file) ? statSync(folder + file).mtimeMs : 0);

// npm writes this file last, so an interrupted installation does not count.
const installedAt = changedAt('node_modules/.package-lock.json');

if (installedAt < Math.max(changedAt('package-lock.json'), changedAt('package.json'))) {
  console.log('Installing React Native for __tests__/native …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
