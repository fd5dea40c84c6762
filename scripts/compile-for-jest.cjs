// Compiles modules to CommonJS for jest: TypeScript, without checking types, and dependencies that are ESM only.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { extname } = require('node:path');
const { transformSync, version } = require('esbuild');

const options = {
  format: 'cjs',
  target: 'node20',
  sourcemap: 'inline',
  // Jest has its own require, but no import().
  supported: { 'dynamic-import': false },
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', useDefineForClassFields: true } },
};

const loaders = { '.ts': 'ts', '.tsx': 'tsx' };

const itself = `${version}\n${readFileSync(__filename, 'utf8')}`;

module.exports = {
  process: (source, file) =>
    transformSync(source, { ...options, loader: loaders[extname(file)] ?? 'js', sourcefile: file }),
  getCacheKey: (source, file) =>
    createHash('sha1').update(itself).update('\0').update(file).update('\0').update(source).digest('hex'),
};
