// What `npm publish` would upload, unpacked, for checks that need the package instead of the sources.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds, packs and unpacks the package.
 *
 * @returns the folder of its package.json; modules resolve from there as from the project
 */
export function packAndUnpack() {
  const folder = `${root}node_modules/.cache/packed`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [`${root}scripts/build-if-changed.mjs`], { stdio: 'inherit' });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
  const [tarball] = readdirSync(folder).filter(file => file.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', tarball], { cwd: folder });
  return `${folder}/package`;
}
