// Runs Changesets over the packages that are published: `npm run changeset`, `npm run changeset -- version`.
//
// Changesets takes the packages of a workspace and leaves out its root, which is the library, while the plugin and the
// generator are installed by themselves. So it works in a folder in which all of them are packages of one workspace.
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
