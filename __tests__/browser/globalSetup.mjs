// Unpacks the Chromium of @sparticuz/chromium once per version, and sets its path for the tests.
// An .mjs file, because the package is ESM-only and jest's module system (CommonJS) cannot load it in a test.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

export default async function setup() {
  if (process.env.CHROMIUM_PATH) return; // a Chromium of the machine, such as /usr/bin/chromium
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(modules, `.cache/chromium-${version}`);
  if (!existsSync(join(folder, 'chromium'))) await unpack(folder);
  process.env.CHROMIUM_PATH = join(folder, 'chromium');
}

/** Unpacks next to the folder, then moves it in one step: concurrent or interrupted runs leave no partial browser. */
async function unpack(folder) {
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = own; // executablePath() unpacks to os.tmpdir(), and uses any Chromium that it finds there
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error; // otherwise another run has unpacked it first
  } finally {
    rmSync(own, { recursive: true, force: true });
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
