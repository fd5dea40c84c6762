import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
let folder: string;

/** The package as installed: built, and imported by name only. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rdc-declarations-'));
  for (const project of ['library', 'app', 'node10'])
    cpSync(join(__dirname, project), join(folder, project), { recursive: true });
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(root, join(modules, 'rdc-toolkit'));
  for (const name of ['react', 'react-redux', 'redux', '@reduxjs', 'zod', '@types', '@testing-library']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  writeJson('package.json', { type: 'module' });
});

afterAll(() => rmSync(folder, { recursive: true }));

function writeJson(file: string, content: object) {
  writeFileSync(join(folder, file), JSON.stringify(content));
}

const shared = {
  target: 'ES2022',
  strict: true,
  skipLibCheck: true,
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
};

function compile(compiler: string, ...args: readonly string[]): string {
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  const env = { ...process.env, GOGC: 'off' }; // as in scripts/typecheck.mjs
  return spawnSync('node', [tsc, ...args], { cwd: folder, encoding: 'utf8', env }).stdout;
}

describe.each([
  ['the oldest TypeScript', 'typescript-oldest'],
  ['TypeScript 6', 'typescript'],
  ['TypeScript 7', 'typescript7'],
])('%s', (_name, compiler) => {
  it('emits the declarations of a library that an app in the same repository can read', () => {
    const node = { ...shared, module: 'NodeNext', moduleResolution: 'NodeNext', composite: true };
    const out = `out-${compiler}`;
    writeJson('library/tsconfig.json', {
      compilerOptions: {
        ...node,
        rootDir: '.',
        outDir: `../${out}/library`,
        tsBuildInfoFile: `../${out}/library.json`,
      },
      include: ['.'],
    });
    writeJson('app/tsconfig.json', {
      compilerOptions: {
        ...node,
        rootDir: '.',
        outDir: `../${out}/app`,
        tsBuildInfoFile: `../${out}/app.json`,
      },
      include: ['.'],
      references: [{ path: '../library' }],
    });
    expect(compile(compiler, '--build', 'app')).toBe('');
  });
});

it('has declarations short enough to write out (isolatedDeclarations)', () => {
  writeJson('isolated.json', {
    compilerOptions: {
      ...shared,
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      declaration: true,
      isolatedDeclarations: true,
      noEmit: true,
    },
    files: ['library/isolated.ts'],
  });
  expect(compile('typescript7', '-p', 'isolated.json')).toBe('');
});

it('is found by resolvers that ignore the exports field (node10)', () => {
  writeJson('node10.json', {
    compilerOptions: {
      ...shared,
      module: 'CommonJS',
      moduleResolution: 'node10',
      esModuleInterop: true,
      noEmit: true,
    },
    files: ['node10/app.ts'],
  });
  expect(compile('typescript-oldest', '-p', 'node10.json')).toBe('');
});
