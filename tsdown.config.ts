import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'lib/index.ts',
    react: 'lib/react/index.ts',
    zod: 'lib/zod/index.ts',
    testing: 'lib/testing/index.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
});
