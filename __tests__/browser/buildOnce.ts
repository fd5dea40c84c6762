import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/** The time limit of a build, even on the busiest machine. */
export const BUILD_MS = 600_000;

const cache = resolve(__dirname, '../../node_modules/.cache/built-for-tests');

/**
 * Builds something that several test files use: the first caller builds, the others wait, and later runs reuse it for
 * as long as the sources stay the same.
 *
 * @param sources absolute paths of the source files and folders
 * @param build writes to the given folder
 * @returns The folder with the build.
 */
export async function buildOnce(
  name: string,
  sources: readonly string[],
  build: (folder: string) => void,
): Promise<string> {
  const built = join(cache, `${name}-${hashOf(sources)}`);
  const building = `${built}.building`;
  mkdirSync(cache, { recursive: true });
  while (!existsSync(built)) {
    if (claims(building)) {
      try {
        if (existsSync(built)) break; // another process has finished meanwhile
        build(join(building, 'output'));
        renameSync(join(building, 'output'), built);
        forgetOthers(name, built);
      } finally {
        rmSync(building, { recursive: true, force: true });
      }
    } else await new Promise(later => setTimeout(later, 100));
  }
  return built;
}

/** Whether no other process is building, or the one that did was stopped. */
function claims(building: string): boolean {
  const claim = join(building, 'process');
  try {
    mkdirSync(building);
    writeFileSync(claim, String(process.pid));
    return true;
  } catch {
    const builder = existsSync(claim) ? Number(readFileSync(claim, 'utf8')) : 0;
    if (builder > 0 && !isRunning(builder)) rmSync(building, { recursive: true, force: true });
    return false;
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Removes builds of other sources after an hour, when no run can use them any more. */
function forgetOthers(name: string, built: string) {
  for (const entry of readdirSync(cache)) {
    const folder = join(cache, entry);
    const isOfName = entry.startsWith(`${name}-`) && /^[\da-f]+$/.test(entry.slice(name.length + 1));
    if (!isOfName || folder === built) continue;
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true });
  }
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha1');
  const add = (path: string) => {
    if (!statSync(path).isDirectory()) {
      hash.update(path).update('\0').update(readFileSync(path)).update('\0');
      return;
    }
    for (const entry of readdirSync(path).sort()) {
      if (entry !== 'node_modules' && entry !== 'data' && entry !== 'dist') add(join(path, entry));
    }
  };
  paths.forEach(add);
  return hash.digest('hex');
}
