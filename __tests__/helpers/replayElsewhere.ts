import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const root = resolve(__dirname, '../..');

/** What a separate process loads before it replays a log. */
export interface Elsewhere {
  /** The modules whose definitions the log names. */
  readonly modules: readonly string[];
  /** The expression that creates the client if its managers differ; it can use `definitions`. */
  readonly client?: string;
}

/**
 * Replays a log in a separate Node process that has only loaded the definitions.
 *
 * @returns The state after each action, and the console output.
 */
export function replayElsewhere(
  log: readonly unknown[],
  { modules, client = 'createDataClient({ managers: [gcManager(), hydrationManager()] })' }: Elsewhere,
): { readonly states: readonly unknown[]; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rdc-replay-'));
  try {
    buildSync({
      stdin: {
        contents: `
          import { readFileSync, writeFileSync } from 'node:fs';
          import { createDataClient, gcManager, hydrationManager } from 'rdc-toolkit';
          ${modules.map((file, i) => `import * as module${i} from ${JSON.stringify(file)};`).join('\n')}
          const definitions = { ${modules.map((_, i) => `...module${i}`).join()} };
          const { reducer } = ${client};
          let state;
          const states = JSON.parse(readFileSync(process.argv[2], 'utf8')).map(action => (state = reducer(state, action)));
          writeFileSync(process.argv[3], JSON.stringify(states));
        `,
        resolveDir: root,
        loader: 'ts',
      },
      alias: {
        'rdc-toolkit': join(root, 'lib/index.ts'),
        ...Object.fromEntries(
          ['zod', 'stream', 'rtk-query'].map(door => [
            `rdc-toolkit/${door}`,
            join(root, `lib/${door}/index.ts`),
          ]),
        ),
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: join(folder, 'replay.cjs'),
      logLevel: 'error',
    });
    writeFileSync(join(folder, 'log.json'), JSON.stringify(log));
    const files = ['replay.cjs', 'log.json', 'states.json'].map(file => join(folder, file));
    const { status, stdout, stderr } = spawnSync(process.execPath, files, {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'development' },
    });
    if (status !== 0) throw new Error(stderr);
    return { states: JSON.parse(readFileSync(join(folder, 'states.json'), 'utf8')), said: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
