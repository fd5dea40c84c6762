// Tests the examples of the adoption guide, each with its own installation and the package as published.
//
//   node scripts/test-examples.mjs [name ...]       all by default
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packAndUnpack } from './pack.mjs';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const names = readdirSync(examples).filter(name => name.startsWith('adopting-'));
const given = process.argv.slice(2);

const packed = dirname(packAndUnpack());
const tarball = readdirSync(packed).find(file => file.endsWith('.tgz'));
copyFileSync(join(packed, tarball), join(packed, 'rdc-toolkit.tgz'));

let [passed, failed] = [0, 0];
for (const name of given.length > 0 ? given : names) {
  const cwd = join(examples, basename(name));
  const run = (...command) => spawnSync('npm', command, { cwd, stdio: 'inherit' }).status === 0;
  const installedAt = join(cwd, 'node_modules/.package-lock.json');
  const isInstalled =
    existsSync(installedAt) && statSync(installedAt).mtimeMs > statSync(join(cwd, 'package.json')).mtimeMs;
  // The package differs each time.
  rmSync(join(cwd, 'node_modules/rdc-toolkit'), { recursive: true, force: true });
  console.log(`\n== ${name}`);
  const isThere = run('install', '--loglevel=error', ...(isInstalled ? ['--prefer-offline'] : []));
  if (isThere && run('test', '--silent')) passed++;
  else failed++;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
