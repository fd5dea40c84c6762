// Runs Changesets for the published packages: `npm run changeset`, `npm run changeset -- version`.
//
// Changesets handles the packages of a workspace but not its root, which is the library here; and the plugin and the
// generator are not in the workspace. So it runs in a folder where all of them are packages of one workspace.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const workspace = join(root, 'node_modules/.cache/changesets');

rmSync(workspace, { recursive: true, force: true });
mkdirSync(join(workspace, 'packages'), { recursive: true });
writeFileSync(
  join(workspace, 'package.json'),
  JSON.stringify({ name: 'packages', private: true, workspaces: ['packages/*'] }),
);
symlinkSync(join(root, '.changeset'), join(workspace, '.changeset'));
symlinkSync(root, join(workspace, 'packages/rdc-toolkit'));
for (const name of readdirSync(join(root, 'packages')))
  symlinkSync(join(root, 'packages', name), join(workspace, 'packages', name));

const args = ['--yes', '@changesets/cli@2.31.1', ...process.argv.slice(2)];
const { status } = spawnSync('npx', args, { cwd: workspace, stdio: 'inherit' });
process.exitCode = status ?? 1;
