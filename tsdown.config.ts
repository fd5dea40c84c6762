import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'lib/index.ts',
    react: 'lib/react/index.ts',
    zod: 'lib/zod/index.ts',
    testing: 'lib/testing/index.ts',
    server: 'lib/server/index.ts',
    stream: 'lib/stream/index.ts',
  },
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
