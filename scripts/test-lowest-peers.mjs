// Runs the tests with the lowest versions of the peers that package.json allows, installed in a temporary folder.
//
//   node scripts/test-lowest-peers.mjs [arguments of jest]   the projects node and react by default
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** The lowest version of a range such as `^2.2.0` or `>=18`. */
const lowest = range => range.replace(/^\D+/, '').split('.').concat('0', '0').slice(0, 3).join('.');

const versions = Object.fromEntries(
  Object.entries(peerDependencies).map(([name, range]) => [name, lowest(range)]),
);
versions['react-dom'] = versions.react;
const folder = join(tmpdir(), `rdc-lowest-peers-${Object.values(versions).join('-')}`);

if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: versions }));
  const args = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
}
console.log(
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', '),
);

const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['--selectProjects', 'node', 'react18'];
const env = { ...process.env, RDC_PEERS: join(folder, 'node_modules') };
process.exitCode = spawnSync('npx', ['jest', ...args], { cwd: root, env, stdio: 'inherit' }).status ?? 1;
