// Runs the tests against what would be published, instead of the sources.
//
//   node scripts/test-package.mjs [arguments of jest]       all projects without a browser by default
import { spawnSync } from 'node:child_process';
import { packAndUnpack } from './pack.mjs';

const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['--selectProjects', 'node', 'react', 'react18', 'react18-server'];
const env = { ...process.env, RDC_PACKAGE: packAndUnpack() };
process.exitCode = spawnSync('npx', ['jest', ...args], { env, stdio: 'inherit' }).status ?? 1;
