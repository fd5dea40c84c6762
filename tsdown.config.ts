import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { defineConfig } from 'tsdown';

const doors = {
  index: 'lib/index.ts',
  react: 'lib/react/index.ts',
  zod: 'lib/zod/index.ts',
  testing: 'lib/testing/index.ts',
  server: 'lib/server/index.ts',
  stream: 'lib/stream/index.ts',
  'rtk-query': 'lib/rtk-query/index.ts',
  devtools: 'lib/devtools/index.ts',
};

/** Above about 512 declarations rolldown waits for itself: the build neither fails nor ends. */
const MOST_FILES = 500;

/** The parts of the panel have no types that another package could name. */
const files = Object.fromEntries(
  readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/(^|\/)index\.ts$|^devtools\//.test(file))
    .map(file => [file.replace(/\.tsx?$/, ''), `lib/${file}`]),
);

if (Object.keys(files).length > MOST_FILES) {
  throw new Error(
    'lib/ has more files than rolldown can write declarations for: merge some, or list fewer as entries.',
  );
}

/** Where the module below stands in the published package: dist/url/pathToRegexp.js. */
const pathToRegexp = join(import.meta.dirname, 'lib/url/pathToRegexp.js');

/**
 * Publishes path-to-regexp as an ES module beside the library's own, unchanged but for how it exports.
 *
 * It comes as CommonJS, of which bundlers cannot leave out what is not used: half of it. Its licence is in LICENSE.
 */
const pathToRegexpAsModule = {
  name: 'path-to-regexp-as-module',
  resolveId: {
    order: 'pre' as const,
    handler: (id: string, importer = '') =>
      id === 'path-to-regexp' && !importer.endsWith('.d.ts') ? pathToRegexp : undefined,
  },
  load(id: string) {
    if (id !== pathToRegexp) return undefined;
    const file = join(import.meta.dirname, 'node_modules/path-to-regexp/dist/index.js');
    const code = readFileSync(file, 'utf8')
      .replace(/^"use strict";$|^Object\.defineProperty\(exports.*|^exports\..* = void 0;$/gm, '')
      .replace(/^exports\.(\w+) = \1;$/gm, 'export { $1 };');
    if (code.includes('exports.')) throw new Error('path-to-regexp exports otherwise than expected here.');
    return { code, moduleType: 'js' as const };
  },
  /** Its source is not published, so nothing points to it. */
  generateBundle(_options: unknown, bundle: Record<string, { code?: string }>) {
    for (const [file, output] of Object.entries(bundle)) {
      if (!/\bpathToRegexp\.c?js(\.map)?$/.test(file)) continue;
      if (file.endsWith('.map')) delete bundle[file];
      else output.code = output.code?.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n') ?? '';
    }
  },
};

/**
 * Constants are copied to where they are used. That leaves imports without names behind, which bundlers warn of, and
 * which nothing needs: no module of the library does anything but define. Lines stay, so that source maps hold.
 */
const withoutBareImports = {
  name: 'without-bare-imports',
  generateBundle(_options: unknown, bundle: Record<string, { code?: string }>) {
    for (const output of Object.values(bundle))
      output.code &&= output.code.replace(/^(import|require\()\s*"\.[^"]+"\)?;$/gm, '');
  },
};

/** A style sheet is text to bundlers, which leave it as it is. It is read as the module has it, not as it is written. */
const minifiedStyle = {
  name: 'minified-style',
  async transform(code: string, id: string) {
    if (!id.endsWith('panelStyle.ts')) return undefined;
    const { code: script } = await transform(code, { loader: 'ts' });
    const exported = await import(`data:text/javascript,${encodeURIComponent(script)}`);
    const minified = Object.entries(exported).map(async ([name, value]) => {
      if (typeof value !== 'string') return `export const ${name} = ${JSON.stringify(value)};`;
      const { code: style } = await transform(value, { loader: 'css', minify: true, charset: 'utf8' });
      // A template, which is not copied to each place where it is used, as a constant in quotes is.
      return `export const ${name} = \`${style.trim().replace(/[\\`$]/g, String.raw`\$&`)}\`;`;
    });
    return { code: (await Promise.all(minified)).join('\n'), map: null };
  },
};

export default defineConfig({
  // Doors under their names, and every other file under its own, so that each keeps the types that it exports:
  // the declarations of other packages name them through `rdc-toolkit/types/*`.
  entry: { ...doors, ...files },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  // One module for each source file: what an app does not import is not in its bundle, whatever bundles it.
  unbundle: true,
  inputOptions: { optimization: { inlineConst: true } },
  dts: { sourcemap: true },
  // lib/ is published as well, so the maps only point to it.
  sourcemap: true,
  outputOptions: { sourcemapExcludeSources: true },
  plugins: [pathToRegexpAsModule, withoutBareImports, minifiedStyle],
  clean: true,
  report: false,
});
