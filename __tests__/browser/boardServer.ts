import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildOnce } from './buildOnce';

const root = resolve(__dirname, '../..');

/** A board that people can open. */
export interface BoardServer {
  readonly url: string;
  /** Everything that the server has written, on both of its streams. */
  output(): string;
  /** Ends it as Ctrl-C does, and tells its exit code. */
  stop(): Promise<number | null>;
}

/** Where a board finds what it serves. */
interface BoardPlaces {
  readonly clientFolder: string;
  readonly databaseFile: string;
  /** Where it listens. @default a free port */
  readonly port?: string;
}

/**
 * Builds the client for development, in which React, Redux Toolkit and the library check and warn.
 *
 * @returns The folder in which it is, which others may use, too.
 */
export function buildClient({ reactCompiler }: { readonly reactCompiler: boolean }): Promise<string> {
  const name = reactCompiler ? 'board' : 'board-uncompiled';
  const sources = ['lib', 'examples/board', 'package-lock.json', 'tsconfig.json'].map(path =>
    join(root, path),
  );
  return buildOnce(name, sources, folder => build(folder, reactCompiler));
}

function build(clientFolder: string, reactCompiler: boolean) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = [
    '--mode',
    'development',
    '--logLevel',
    'error',
    '--minify',
    'false',
    '--outDir',
    clientFolder,
    '--emptyOutDir',
  ];
  execFileSync(process.execPath, [vite, 'build', ...options], {
    cwd: join(root, 'examples/board'),
    env: { ...process.env, NODE_ENV: 'development', REACT_COMPILER: reactCompiler ? 'on' : 'off' },
  });
}

/** Starts the board as its users do, with data of its own. */
export async function startBoard({
  clientFolder,
  databaseFile,
  port = '0',
}: BoardPlaces): Promise<BoardServer> {
  const child = spawn(process.execPath, [join(root, 'examples/board/server/start.mjs')], {
    env: { ...process.env, PORT: port, DATABASE: databaseFile, CLIENT: clientFolder },
  });
  let output = '';
  child.stderr.on('data', chunk => {
    output += chunk;
  });
  const url = await new Promise<string>((listening, failed) => {
    child.stdout.on('data', chunk => {
      output += chunk;
      const [line, rest] = output.split('\n');
      if (line && rest !== undefined) listening(line);
    });
    child.once('exit', code => failed(new Error(`The board's server ended with ${code}: ${output}`)));
  });
  return { url, output: () => output, stop: () => stop(child) };
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise(stopped => {
    child.once('exit', stopped);
    child.kill('SIGINT');
  });
}
