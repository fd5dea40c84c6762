import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import board from './vite.config.ts';

const demo = fileURLToPath(new URL('src/demo/network.ts', import.meta.url));

/** The board without a server, which works from any folder: the docs embed it as a demo. */
export default mergeConfig(
  board,
  defineConfig({
    base: './',
    plugins: [
      {
        name: 'demo-network',
        enforce: 'pre',
        resolveId: (source, importer) =>
          source === './network' && importer?.endsWith('src/store.ts') ? demo : undefined,
      },
    ],
  }),
);
