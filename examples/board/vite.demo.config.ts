import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import board from './vite.config.ts';

const demo = fileURLToPath(new URL('src/demo/network.ts', import.meta.url));

/** The board without a server, to be opened from any folder: the page of the docs in which it can be tried. */
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
