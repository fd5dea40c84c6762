import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type * as Rendering from './render';

/** A server that renders pages, and responds to their requests. */
export interface Pages {
  readonly origin: string;
  /** The stores of the requests for a page, in order. */
  readonly stores: readonly ReturnType<typeof Rendering.renderDocument>[];
  /** The failures on the server during rendering. */
  readonly failures: readonly string[];
  /** The target of requests below `/api`. */
  api: string;
  /** The Content-Security-Policy of pages. */
  policy: string;
  /** Holds the script of pages back until it resolves. */
  scriptWaitsFor: Promise<unknown>;
  stop(): void;
}

/** A base64 string, like any nonce. */
export const NONCE = 'bm9uY2U+/w==';

const root = resolve(__dirname, '../../..');

/** Bundles either half with the given React, for development, with all checks and warnings. */
function options(major: number, file: string): BuildOptions & { readonly write: false } {
  const react18 = join(root, '__tests__/react18/node_modules');
  return {
    entryPoints: [join(__dirname, file)],
    bundle: true,
    jsx: 'automatic',
    tsconfig: join(root, 'tsconfig.json'),
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: major === 18 ? { react: join(react18, 'react'), 'react-dom': join(react18, 'react-dom') } : {},
    write: false,
  };
}

async function browserScript(major: number): Promise<string> {
  const define = { 'process.env.NODE_ENV': '"development"', 'process.env.PAGE_ORIGIN': 'undefined' };
  const { outputFiles } = await build({ ...options(major, 'client.tsx'), format: 'esm', define });
  return outputFiles[0]?.text ?? '';
}

async function serverModule(major: number): Promise<typeof Rendering> {
  const outfile = join(tmpdir(), `rdc-pages-${process.pid}-${major}.cjs`);
  await build({ ...options(major, 'render.tsx'), platform: 'node', format: 'cjs', outfile, write: true });
  return createRequire(__filename)(outfile);
}

/** Starts it with a version of React: `/` is a document, `/template` one of which React renders only a part. */
export async function startPages(major: number): Promise<Pages> {
  const stores: ReturnType<typeof Rendering.renderDocument>[] = [];
  const failures: string[] = [];
  const script = await browserScript(major);
  let rendering: typeof Rendering | undefined;

  const server = createServer(async ({ url = '' }, response) => {
    const render = { '/': rendering?.renderDocument, '/template': rendering?.renderInTemplate }[url];
    if (render !== undefined) {
      response.setHeader('content-security-policy', pages.policy);
      const onError = (error: unknown) => void failures.push(String(error));
      stores.push(render(response, { nonce: NONCE, onError }));
    } else if (url === '/client.js') {
      await pages.scriptWaitsFor;
      response.setHeader('content-type', 'text/javascript').end(script);
    } else if (url.startsWith('/api/')) await forward(pages.api + url.slice('/api'.length), response);
    else response.writeHead(204).end();
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages: Pages = {
    origin,
    stores,
    failures,
    api: '',
    policy: '',
    scriptWaitsFor: Promise.resolve(),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  // The module reads it when it loads.
  process.env.PAGE_ORIGIN = origin;
  rendering = await serverModule(major);
  return pages;
}

/** Forwards a request; fails if the other server has ended, as at the end of a test. */
async function forward(url: string, response: ServerResponse) {
  try {
    const fetched = await fetch(url);
    response.writeHead(fetched.status, { 'content-type': 'application/json' }).end(await fetched.text());
  } catch {
    response.destroy();
  }
}
