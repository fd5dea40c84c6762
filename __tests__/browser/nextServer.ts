import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const example = join(root, 'examples/next');
const next = join(root, 'node_modules/next/dist/bin/next');

/** The example as users open it. */
export interface NextServer {
  /** Its address, for browsers and for itself. */
  readonly origin: string;
  /** Requests of the server to the API since the last call, as `GET /api/me`. */
  askedByServer(): readonly string[];
  /** Holds the next request to a path, by default of anyone; requests of the server pass if the browser's is meant. */
  hold(path: string, of?: 'browser'): HeldRequest;
  /**
   * Fails requests of the server to a path until the returned function is called, including prefetches of a page that
   * an earlier test left open.
   */
  fail(path: string): () => void;
  /** The output of the server since the last call, on stdout and stderr. */
  output(): string;
  stop(): Promise<void>;
}

/** A request that has not reached the server yet. */
export interface HeldRequest {
  readonly arrived: Promise<void>;
  /** Releases it once it has arrived. */
  release(): void;
}

/** Builds the example as it is published, unless the build is newer than all of its sources. */
export function buildExample() {
  execFileSync(process.execPath, [join(root, 'scripts/build-if-changed.mjs')], { stdio: 'pipe' });
  const built = join(example, '.next/BUILD_ID');
  const inputs = ['src', 'package.json', 'tsconfig.json', 'next.config.ts'].map(name => join(example, name));
  const changedAt = Math.max(...[...inputs, join(root, 'dist')].map(latestChange));
  if (existsSync(built) && statSync(built).mtimeMs > changedAt) return;
  execFileSync(process.execPath, [next, 'build'], { cwd: example, env: environment(), stdio: 'pipe' });
}

/** When a file in a folder last changed. */
function latestChange(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map(name => latestChange(join(path, name))));
}

function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    TYPES_ARE_CHECKED: 'yes',
    ...more,
  };
}

/** Messages of Next.js about its own steps, if a busy machine slows them down. */
const HOW_LONG_IT_TOOK = /^ *✓ .* took .*\n/gm;

/** Starts the example behind a proxy that sees and holds the requests of browsers and of the server itself. */
export async function startNext(): Promise<NextServer> {
  const asked: string[] = [];
  const held = new Map<string, (incoming: IncomingMessage, outgoing: ServerResponse) => void>();
  const failing = new Set<string>();
  let port = 0;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const refuse = (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"secret":"inner"}');
  };
  const wire = createServer((incoming, outgoing) => {
    const { url = '/', headers, method } = incoming;
    const isOfServer = headers['user-agent'] === 'node';
    if (url.startsWith('/api/') && isOfServer) asked.push(`${method} ${url}`);
    const name = !isOfServer && held.has(`browser ${url}`) ? `browser ${url}` : url;
    const take = (isOfServer && failing.has(url) ? refuse : held.get(name)) ?? forward;
    held.delete(name);
    take(incoming, outgoing);
  });
  await new Promise<void>(listening => wire.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;

  const child = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', '0'], {
    cwd: example,
    env: environment({ ORIGIN: origin }),
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => written.push(String(chunk)));
  port = await portOf(child, written);

  return {
    origin,
    askedByServer: () => asked.splice(0),
    hold(path, of) {
      let goOn = () => {};
      const released = new Promise<void>(go => {
        goOn = go;
      });
      const arrived = new Promise<void>(here => {
        held.set(of === undefined ? path : `${of} ${path}`, (incoming, outgoing) => {
          here();
          void released.then(() => forward(incoming, outgoing));
        });
      });
      return { arrived, release: goOn };
    },
    fail(path) {
      failing.add(path);
      return () => failing.delete(path);
    },
    output: () => written.splice(0).join('').replace(HOW_LONG_IT_TOOK, ''),
    async stop() {
      wire.closeAllConnections();
      wire.close();
      await new Promise(ended => {
        child.once('exit', ended);
        child.kill('SIGTERM');
      });
    },
  };
}

/** The port that it chose, from its message when it is ready. */
function portOf(child: ChildProcess, written: string[]): Promise<number> {
  return new Promise((ready, failed) => {
    child.stdout?.on('data', () => {
      const output = written.join('');
      const port = /Local:\s+http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
      if (port === undefined || !output.includes('Ready in')) return;
      ready(Number(port));
    });
    child.once('exit', code => failed(new Error(`The server ended with ${code}: ${written.join('')}`)));
  });
}
