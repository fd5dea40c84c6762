import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildOnce } from './buildOnce';

const root = resolve(__dirname, '../..');

/** A board that runs for users. */
export interface BoardServer {
  readonly url: string;
  /** All output of the server, on stdout and stderr. */
  output(): string;
  /** Stops it as Ctrl-C does, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** The files of a board. */
interface BoardPlaces {
  readonly clientFolder: string;
  readonly databaseFile: string;
  /** The port to listen on. @default a free port */
  readonly port?: string;
}

/**
 * Builds the client for development, with the checks and warnings of React, Redux Toolkit and the library.
 *
 * @returns The folder with the build, which other callers may share.
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

/** Starts the board like its users do, with separate data. */
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
