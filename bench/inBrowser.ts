import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];
const here = process.env.BENCH ?? '';

/** A file of bench/page as a script. */
export async function script(file: string, mode: 'development' | 'production'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'page', file)],
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    tsconfig: join(here, 'tsconfig.json'),
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** A page with a root and some scripts, in Chromium. */
export interface Opened {
  readonly browser: Browser;
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves a page and starts a browser.
 *
 * @param scripts by the paths from which the page loads them, in their order
 * @param data JSON by path, for scripts that fetch it
 */
export async function openBrowser(
  scripts: Readonly<Record<string, string>>,
  data: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  const files = new Map(Object.entries({ ...scripts, ...data }));
  const tags = Object.keys(scripts).map(path => `<script src="${path}"></script>`);
  const html = `<!doctype html><body style="margin: 0"><div id="root"></div>${tags.join('')}`;
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    if (file === undefined) response.setHeader('Content-Type', 'text/html').end(html);
    else response.setHeader('Content-Type', 'text/javascript').end(file);
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { default: unpack } = (await import(resolve(here, '../__tests__/browser/globalSetup.mjs'))) as {
    readonly default: () => Promise<void>;
  };
  await unpack();
  const executablePath = process.env.CHROMIUM_PATH ?? '';
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  return {
    browser,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
