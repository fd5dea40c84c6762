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

/** How long a build may take, on the busiest machine. */
export const BUILD_MS = 600_000;

const cache = resolve(__dirname, '../../node_modules/.cache/built-for-tests');

/**
 * Builds something that several test files use: the first to come builds, the others wait, and later runs find it there
 * for as long as the sources are what they were.
 *
 * @param sources files and folders of which it is made, by their whole paths
 * @param build writes to the folder that it is given
 * @returns The folder in which it is.
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
        if (existsSync(built)) break; // somebody has finished meanwhile
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

/** Whether nobody else is building, or whoever was has been stopped. */
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

/** Removes what was built of other sources, an hour after, when no run can be using it any more. */
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
