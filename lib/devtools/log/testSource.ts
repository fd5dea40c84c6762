import { stackOf } from '../../definitions/definedIn';
import { endpointsNamed } from '../../definitions/registry';
import { labelOf } from '../../log/labelOf';
import { DEFAULT_REDUCER_PATH } from '../../types/DEFAULT_REDUCER_PATH';
import type { Entry } from '../recording/Entry';

/**
 * The source of a test that replays a log, for Jest and for Vitest. It finds the modules that define what the log names
 * relative to the folder in which the tests run.
 *
 * @param log the text of the log
 * @param reducerPath where the app mounts the slice
 */
export function testSource(log: string, entries: readonly Entry[], reducerPath: string): string {
  const modules = modulesOf(entries);
  const pathOption =
    reducerPath === DEFAULT_REDUCER_PATH ? '' : `, reducerPath: ${JSON.stringify(reducerPath)}`;
  // A production build does not record what an action changed.
  const hasLabels = process.env.NODE_ENV !== 'production';
  const labels = entries.map(({ action }) => `    ${JSON.stringify(labelOf(action))},`);
  return [
    ...(isOfVite() ? ["import { expect, it } from 'vitest'; // not with Jest"] : []),
    "import { resolve } from 'node:path';",
    "import { createFixtureStore, fixturesFromLog, replayLog } from 'rdc-toolkit/testing';",
    '',
    '// The modules that define what the log names, from the folder of the package.',
    ...(modules.length === 0 ? ['// Where they are is not known here: add them.'] : []),
    `const modules = [${modules.map(path => `'${path}'`).join(', ')}];`,
    '',
    `const log = ${JSON.stringify(log)};`,
    '',
    'async function definitions() {',
    '  const loaded = await Promise.all(modules.map(path => import(/* @vite-ignore */ resolve(path))));',
    '  return loaded.flatMap(module => Object.values(module));',
    '}',
    '',
    "it('goes through the steps of the log', async () => {",
    `  const { labels } = replayLog(log, { definitions: await definitions()${pathOption} });`,
    ...(hasLabels
      ? ['  expect(labels.slice(1)).toEqual([', ...labels, '  ]);']
      : [`  expect(labels).toHaveLength(${entries.length + 1});`]),
    '});',
    '',
    "it('gets the responses of the log', async () => {",
    '  await definitions();',
    '  const fixtures = fixturesFromLog(log);',
    '  // Render your app with this store: it sends nothing, and gets what the server sent then.',
    `  const { controller } = createFixtureStore({ fixtures${pathOption} });`,
    '  for (const fixture of fixtures) {',
    "    const outcome = controller.fetch(fixture.endpoint, ...fixture.args).then(() => 'data', () => 'error');",
    "    expect(await outcome).toBe('error' in fixture ? 'error' : 'data');",
    '  }',
    '});',
    '',
  ].join('\n');
}

/** Whether Vite serves this page: such projects test with Vitest. */
function isOfVite(): boolean {
  return document.querySelector('script[src*="/@vite/client"]') !== null;
}

/** The modules that define the endpoints of a log, as far as this page knows. */
function modulesOf(entries: readonly Entry[]): readonly string[] {
  const names = new Set(entries.flatMap(({ action: { endpointName } }) => endpointName ?? []));
  const paths = [...names].flatMap(name => moduleOf(name) ?? []);
  return [...new Set(paths)].sort();
}

/** A derived endpoint, such as `Todo.getList.push`, is defined where its base is. */
function moduleOf(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  const owner = dot < 1 ? undefined : moduleOf(name.slice(0, dot));
  if (owner !== undefined) return owner;
  const [endpoint] = endpointsNamed(name);
  const stack = endpoint && stackOf(endpoint);
  // The outermost call is the module that is being loaded.
  return stack
    ?.split('\n')
    .map(sourceIn)
    .findLast(path => path !== undefined);
}

/**
 * The path of a source from the root of its package, in a stack line of Vite or webpack; `undefined` for packages and
 * other code.
 */
function sourceIn(line: string): string | undefined {
  const [, address = ''] =
    /((?:https?|webpack-internal|webpack):\/\/[^\s)]+?)(?::\d+)?(?::\d+)?\)?$/.exec(line) ?? [];
  const inWebpack = /^webpack[^/]*:\/\/.*?\/\.\/(.*)$/.exec(address)?.[1];
  const inVite = /^https?:\/\/[^/]+\/([^?]*)/.exec(address)?.[1];
  const path = (inWebpack ?? inVite)?.replace(/\?.*$/, '');
  return path !== undefined && /\.[cm]?[jt]sx?$/.test(path) && isOwnSource(path) ? path : undefined;
}

/** Whether a path is a source of the app. A bundle such as `script.js` is none, and has no folder. */
function isOwnSource(path: string): boolean {
  return path.includes('/') && !/(^|\/)node_modules\/|^@|^_next\//.test(path);
}
