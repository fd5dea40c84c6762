import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { configureStore } from '@reduxjs/toolkit';
import { build } from 'esbuild';
import { createDataClient, Entity, resource } from 'rdc-toolkit';

const client = join(__dirname, 'copies/client.mjs');
const said = JSON.stringify({ data: { id: '5' }, found: 1, hook: 'function' });

beforeAll(() => {
  execFileSync(process.execPath, [join(__dirname, '../../scripts/build-if-changed.mjs')], {
    stdio: 'ignore',
  });
}, 300_000);

it('loads one copy where definitions come by require and the client by import', () => {
  expect(execFileSync(process.execPath, [client], { encoding: 'utf8' })).toBe(said);
});

it('puts one copy into a bundle of both', async () => {
  const { metafile } = await build({
    entryPoints: [client],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    // The package as it is published, and not the sources, to which the paths of this repository lead.
    tsconfigRaw: {},
  });
  const inputs = Object.keys(metafile.inputs).filter(file => /dist\/schema\/Entity\.c?js$/.test(file));
  expect(inputs).toEqual(['dist/schema/Entity.js']);
});

it('says that the library is loaded twice, and how to fix it, where two copies meet', () => {
  class Note extends Entity {
    id = '';
    static key = 'copies.Other';
  }
  const { get } = resource({ path: '/notes/:id', schema: Note });
  let other: typeof import('rdc-toolkit') | undefined;
  jest.isolateModules(() => {
    other = require('rdc-toolkit');
  });
  const { reducer, middleware } = (other?.createDataClient ?? createDataClient)();
  const store = configureStore({
    reducer: { rdc: reducer },
    middleware: getDefault => getDefault().concat(middleware),
  });

  expect(() => store.dispatch(get.fetch({ id: '5' }))).toThrow(
    /rdc-toolkit is loaded twice.*require\(\).*npm ls.*dedupe/,
  );
});
