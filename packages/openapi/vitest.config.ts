import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const library = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    // What is generated imports the library by its name: here that is what the root has built.
    alias: [
      { find: /^rdc-toolkit$/, replacement: library('index.js') },
      { find: /^rdc-toolkit\/zod$/, replacement: library('zod.js') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
