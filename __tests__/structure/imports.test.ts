import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runScript, type ScriptRun } from './scriptRunner';

/** Writes a small lib/ and checks it. */
async function checkTree(files: Record<string, string>): Promise<ScriptRun> {
  const folder = mkdtempSync(join(tmpdir(), 'rdc-imports-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await runScript('check-imports.mjs', folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the library', () => {
  it('has no import circle, and every import points to a floor below', async () => {
    expect(await runScript('check-imports.mjs')).toEqual({
      passed: true,
      output: expect.stringContaining('no breach'),
    });
  });
});

const sound = {
  'types/Freshness.ts': 'export interface Freshness { readonly date: number }',
  'actions/set.ts':
    "import { createAction } from '@reduxjs/toolkit';\nimport type { Freshness } from '../types/Freshness';\nexport const set = createAction<Freshness>('set');",
  'react/useCache.ts':
    "import { useStore } from 'react-redux';\nimport { set } from '../actions/set';\nexport { useStore, set };",
  'index.ts': "export { set } from './actions/set';\nexport type { Freshness } from './types/Freshness';",
  'react/index.ts': "export { useStore } from './useCache';",
};

it('passes a tree that keeps to the rules', async () => {
  expect(await checkTree(sound)).toEqual({ passed: true, output: '5 files, no breach\n' });
});

describe('circles', () => {
  it('shows the way round a circle of values', async () => {
    const { passed, output } = await checkTree({
      'url/a.ts': "import { b } from './b';\nexport const a = () => b;",
      'url/b.ts': "\nexport { c } from './c';\nexport const b = 1;",
      'url/c.ts': "export const c = () => import('./a.js');",
    });
    expect(passed).toBe(false);
    expect(output).toContain(
      [
        'Import circle: lib/url/a.ts',
        '    -> lib/url/b.ts  (import, lib/url/a.ts:1)',
        '    -> lib/url/c.ts  (export, lib/url/b.ts:2)',
        '    -> lib/url/a.ts  (import(), lib/url/c.ts:1)',
      ].join('\n'),
    );
  });

  it('counts a circle that consists of types only', async () => {
    const { passed, output } = await checkTree({
      'types/A.ts': "import type { B } from './B';\nexport type A = B[];",
      'types/B.ts': "export type B = import('./A').A | string;",
    });
    expect(passed).toBe(false);
    expect(output).toContain('-> lib/types/B.ts  (import type, lib/types/A.ts:1)');
    expect(output).toContain("-> lib/types/A.ts  (import('…') type, lib/types/B.ts:1)");
  });

  it('finds a circle between folders whose files form none', async () => {
    const { output } = await checkTree({
      'managers/network/retry.ts': "import { clock } from '../shared/clock';\nexport const retry = clock;",
      'managers/network/delay.ts': 'export const delay = 1;',
      'managers/shared/clock.ts': 'export const clock = 1;',
      'managers/shared/timer.ts': "import { delay } from '../network/delay';\nexport const timer = delay;",
    });
    expect(output).not.toContain('Import circle');
    expect(output).toContain('Circle of folders: lib/managers/network\n    -> lib/managers/shared');
  });
});

describe('floors and packages', () => {
  const breaches: [what: string, file: string, text: string, report: string][] = [
    [
      'a type from an outer room',
      'schema/Entity.ts',
      "\nimport type { useCache } from '../react/useCache';\nexport type T = typeof useCache;",
      ':2  import type of lib/react/useCache.ts: the core never imports react/, which is an entry point of its own.',
    ],
    [
      'a value from a floor above',
      'types/x.ts',
      "export { set } from '../actions/set';",
      ':1  export of lib/actions/set.ts: types/ is on floor 2, actions/ on floor 4; move what both need to a floor below 2, or pass it in.',
    ],
    [
      'a neighbour on the same floor',
      'schema/x.ts',
      "import { set } from '../actions/set';",
      ':1  import of lib/actions/set.ts: schema/ is on floor 4, actions/ on floor 4; move what both need to a floor below 4, or pass it in.',
    ],
    [
      'a pair that never meets',
      'managers/x.ts',
      "export { reducer } from '../slice/reducer';",
      ':1  export of lib/slice/reducer.ts: managers/ never imports slice/: they meet only in actions/.',
    ],
    [
      'one manager by another',
      'managers/gcManager.ts',
      "export { focusManager } from './focusManager';",
      ':1  export of lib/managers/focusManager.ts: managers never import each other: they meet only in actions.',
    ],
    [
      'one manager by another that has a folder of its own',
      'managers/stream/streamManager.ts',
      "export { focusManager } from '../focusManager';",
      ':1  export of lib/managers/focusManager.ts: managers never import each other: they meet only in actions.',
    ],
    [
      'a manager that has a folder of its own by another',
      'managers/logoutManager.ts',
      "export { pushManager } from './push/pushManager';",
      ':1  export of lib/managers/push/pushManager.ts: managers never import each other: they meet only in actions.',
    ],
    [
      'a resource by an endpoint',
      'endpoint/x.ts',
      "export { resource } from '../resource/resource';",
      ':1  export of lib/resource/resource.ts: endpoint/ is on floor 10, resource/ on floor 11; move what both need to a floor below 10, or pass it in.',
    ],
    [
      'an entry point by a room',
      'client/createDataClient.ts',
      "export { set } from '../index';",
      ':1  export of lib/index.ts: entry points are for users; import from the file that defines the name.',
    ],
    [
      'a file outside any room',
      'stray.ts',
      'export const a = 1;',
      ':1  stands in no room that has a floor: move it, or add its folder to scripts/check-imports.mjs.',
    ],
    [
      'a barrel',
      'actions/index.ts',
      "export { set } from './set';",
      ':1  is a barrel: delete it and import from the files that define the names.',
    ],
    [
      'an entry point that does more than list names',
      'zod/index.ts',
      "export { set } from '../actions/set';\nexport const a = 1;",
      ":2  an entry point only lists names: write `export { … } from './…'` and move the rest to a room.",
    ],
    [
      'an entry point that exports everything',
      'testing/index.ts',
      "export * from '../actions/set';",
      ":1  an entry point only lists names: write `export { … } from './…'` and move the rest to a room.",
    ],
    [
      'React in the core',
      'thunks/react.ts',
      "import type { FC } from 'react';\nexport type X = FC;",
      ":1  import type of 'react': the core may import only @reduxjs/toolkit, redux, path-to-regexp.",
    ],
    [
      'zod in the hooks',
      'react/zod.ts',
      "export { z } from 'zod';",
      ":1  export of 'zod': react/ may import only @reduxjs/toolkit, redux, path-to-regexp, react, react/*, react-redux.",
    ],
    [
      'a subpath that pulls in RTK Query',
      'thunks/query.ts',
      "export { skipToken } from '@reduxjs/toolkit/query';",
      ":1  export of '@reduxjs/toolkit/query': the core may import only @reduxjs/toolkit, redux, path-to-regexp.",
    ],
    [
      'the package by its own name',
      'testing/self.ts',
      "export { set } from 'rdc-toolkit';",
      ":1  export of 'rdc-toolkit': inside lib/ import from the file that defines the name.",
    ],
    [
      'a file that is not there',
      'thunks/gone.ts',
      "export { a } from './nowhere';",
      ":1  export of './nowhere': names no file of lib/.",
    ],
  ];

  let output = '';
  beforeAll(async () => {
    ({ output } = await checkTree({
      ...sound,
      'slice/reducer.ts': 'export const reducer = 1;',
      'managers/focusManager.ts': 'export const focusManager = 1;',
      'managers/push/pushManager.ts': 'export const pushManager = 1;',
      'resource/resource.ts': 'export const resource = 1;',
      'testing/renderHook.ts': "export { act } from '@testing-library/react';",
      ...Object.fromEntries(breaches.map(([, file, text]) => [file, text])),
    }));
  });
  const linesAbout = (file: string) => output.split('\n').filter(line => line.startsWith(`lib/${file}:`));

  it.each(breaches)('reports %s', (_what, file, _text, report) => {
    expect(linesAbout(file)).toEqual([`lib/${file}${report}`]);
  });

  it('is silent about what keeps to the rules', () => {
    expect([...Object.keys(sound), 'testing/renderHook.ts'].flatMap(linesAbout)).toEqual([]);
  });
});
