// Builds dist/ unless it is newer than all its inputs, so that a test run does not wait without need.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const changedAt = path => statSync(root + path).mtimeMs;

// Folders count as well: a deleted file changes only its folder.
const inputs = [...readdirSync(`${root}lib`, { recursive: true }).map(file => `lib/${file}`), 'lib'];
inputs.push('package.json', 'package-lock.json', 'tsconfig.json', 'tsdown.config.ts');
const outputs = ['index', 'react', 'zod', 'testing', 'server', 'stream', 'rtk-query', 'devtools'].flatMap(
  entry => ['js', 'cjs', 'd.ts', 'd.cts'].map(extension => `dist/${entry}.${extension}`),
);

const isFresh =
  outputs.every(file => existsSync(root + file)) &&
  Math.max(...inputs.map(changedAt)) < Math.min(...outputs.map(changedAt));

if (!isFresh) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.exitCode = status ?? 1;
}
