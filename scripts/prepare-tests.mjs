// Prepares and checks what jest needs. Checking types keeps the processor busy, installing React Native the network,
// and building a bit of both, so they run at the same time.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));

function run(command, ...args) {
  const child = spawn(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => resolve(status ?? 1));
  });
}

const statuses = await Promise.all([
  run('npm', 'run', '--silent', 'typecheck'),
  run('node', 'scripts/build-if-changed.mjs'),
  run('node', 'scripts/install-native.mjs'),
]);
// React Native's types are installed only now.
if (statuses.every(status => status === 0))
  statuses.push(await run('npm', 'run', '--silent', 'typecheck:native'));
process.exitCode = Math.max(...statuses);
