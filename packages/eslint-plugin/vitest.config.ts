import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/**/*.test.ts'], globals: true, testTimeout: 300_000, hookTimeout: 300_000 },
});
