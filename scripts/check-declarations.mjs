// Emits declarations for a library that uses the published package, as in a monorepo: each inferred type must have a
// name that another package can import. Needs dist/.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Outside the repository: inside, the package's name resolves to its sources.
const folder = mkdtempSync(join(tmpdir(), 'rdc-declarations-'));
const modules = join(folder, 'node_modules');
const installed = join(modules, 'rdc-toolkit');

mkdirSync(installed, { recursive: true });
for (const part of ['package.json', 'dist']) {
  cpSync(join(root, part), join(installed, part), { recursive: true });
}
for (const name of readdirSync(join(root, 'node_modules'))) {
  if (!existsSync(join(modules, name))) symlinkSync(join(root, 'node_modules', name), join(modules, name));
}
cpSync(join(root, '__tests__/types/library.ts'), join(folder, 'library.ts'));
const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  preserveSymlinks: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: '.',
  outDir: 'out',
};
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['library.ts'] }));

const { status } = spawnSync('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
  stdio: 'inherit',
});
if (status === 0) {
  const names = readFileSync(join(folder, 'out/library.d.ts'), 'utf8').match(/import\("[^"]*"\)/g) ?? [];
  const strangers = names.filter(name => !/^import\("(rdc-toolkit|@reduxjs\/toolkit|redux)/.test(name));
  console.log(strangers.length === 0 ? 'declarations name only what is published' : strangers.join('\n'));
  process.exitCode = strangers.length === 0 ? 0 : 1;
} else {
  process.exitCode = 1;
}
rmSync(folder, { recursive: true });
