import { readdirSync } from 'node:fs';
import { defineConfig } from 'tsdown';

const doors = {
  index: 'lib/index.ts',
  react: 'lib/react/index.ts',
  zod: 'lib/zod/index.ts',
  testing: 'lib/testing/index.ts',
  server: 'lib/server/index.ts',
  stream: 'lib/stream/index.ts',
};

const files = Object.fromEntries(
  readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/(^|\/)index\.ts$/.test(file))
    .map(file => [file.replace(/\.tsx?$/, ''), `lib/${file}`]),
);

export default defineConfig({
  // Doors under their names, and every other file under its own, so that each keeps the types that it exports:
  // the declarations of other packages name them through `rdc-toolkit/types/*`.
  entry: { ...doors, ...files },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // One module for each source file: what an app does not import is not in its bundle, whatever bundles it.
  unbundle: true,
  // Copied constants would leave imports without names behind, which esbuild warns of.
  inputOptions: { optimization: { inlineConst: false } },
  dts: { sourcemap: true },
  // lib/ is published as well, so the maps only point to it.
  sourcemap: true,
  outputOptions: { sourcemapExcludeSources: true },
  clean: true,
  report: false,
});
