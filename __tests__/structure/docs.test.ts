import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runScript, type ScriptRun } from './scriptRunner';

/** Writes a small project and checks it. Pages are given as lines. */
async function checkPages(files: Record<string, readonly string[]>): Promise<ScriptRun> {
  const folder = mkdtempSync(join(tmpdir(), 'rdc-docs-'));
  try {
    for (const [name, lines] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), lines.join('\n'));
    }
    return await runScript('check-docs.mjs', folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the docs of the library', () => {
  it('hold only code that compiles and links that lead somewhere', async () => {
    expect(await runScript('check-docs.mjs')).toEqual({
      passed: true,
      output: expect.stringContaining('code blocks compile'),
    });
    // It compiles all pages at once.
  }, 300_000);
});

it('refuses types that a page of the API names and no door exports', async () => {
  const { passed, output } = await checkPages({
    'docs/api/Entity.md': ['# Entity', '', 'A base class. Types: `Kept`, `Gone<Todo>` (both of them).'],
    'api/index.api.md': ['### Kept', ''],
    'api/types.api.md': ['### Gone', ''],
  });
  expect(passed).toBe(false);
  expect(output).toContain("docs/api/Entity.md:3  'Gone': no door exports such a type.\n");
  expect(output).not.toContain('Kept');
});

describe('the glossary', () => {
  it('refuses a phrase in prose, and lets code and addresses have it', async () => {
    const { passed, output } = await checkPages({
      'README.md': [
        'The server answers.',
        'See `answers` and [this](#answers).',
        '<a id="answers"></a>',
        '```text',
        'answers',
        '```',
      ],
    });
    expect(passed).toBe(false);
    expect(output).toContain("README.md:1  'answers': write response, to respond.\n");
    expect(output).not.toContain('README.md:2');
  });

  it('covers comments, messages and names of tests, but not code and examples', async () => {
    const { output } = await checkPages({
      'lib/a.ts': [
        '/**',
        ' * Stores the answer.',
        ' * @example',
        ' * const answer = 42;',
        ' */',
        'export const answer = 42; // not `answer`, but an answer',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source file
        'const message = `Cannot answer ${answer} requests`;',
        "const name = 'answer';",
        'export const all = () => {',
        '  // Answered.',
        '  return [message, name];',
        '};',
      ],
      '__tests__/a.test.ts': [
        '// An answer in a comment of a test.',
        "it('answers', () => {",
        "  expect('the answer it gives').toBe(5);",
        '});',
      ],
    });
    const lines = output.split('\n').filter(line => line.includes('write response'));
    expect(lines.map(line => line.replace(/ .*/, ''))).toEqual([
      '__tests__/a.test.ts:2',
      'lib/a.ts:2',
      'lib/a.ts:6',
      'lib/a.ts:7',
      'lib/a.ts:10',
    ]);
  });
});

describe('code blocks', () => {
  it('pass when they compile, alone, continued, named or hidden', async () => {
    const { passed, output } = await checkPages({
      'README.md': [
        '# Blocks',
        '```ts',
        "import { configureStore } from '@reduxjs/toolkit';",
        'const store = configureStore({ reducer: () => 1 });',
        '```',
        'and then, in the same scope',
        '```tsx continue',
        'const n: number = store.getState();',
        'const view = <p>{n}</p>;',
        '```',
        '```ts store.ts',
        'export const named = 1;',
        '```',
        '- in a list, with a name that the first block has too',
        '  ```ts',
        "  import { named } from './store';",
        '  const store: number = named;',
        '  ```',
        '<!-- ts',
        'declare function report(text: string): void;',
        '-->',
        '```ts continue',
        "report('hidden');",
        '// @ts-expect-error an error that is meant',
        'report(1);',
        '```',
      ],
      'docs/other.md': [
        '```js',
        'this is not checked(',
        '```',
        '````md',
        '```ts',
        'nor this(',
        '```',
        '````',
      ],
    });
    expect(output).toBe('2 pages: 4 code blocks compile, 0 links lead somewhere\n');
    expect(passed).toBe(true);
  });

  it('report an error with the line of the page', async () => {
    const { passed, output } = await checkPages({
      'README.md': [
        '# A',
        '',
        '```ts',
        'const a = 1;',
        '```',
        '',
        '```ts continue',
        '',
        'const b: string = a;',
        '```',
      ],
      'docs/guides/b.md': ['```ts', 'const c: number = undeclared;', '```'],
    });
    expect(passed).toBe(false);
    expect(output).toContain("README.md:9  TS2322: Type 'number' is not assignable to type 'string'.\n");
    expect(output).toContain("docs/guides/b.md:2  TS2304: Cannot find name 'undeclared'.\n");
    expect(output).toContain('Problems in the docs: 2.');
  });

  it('are found in the last column of a table after a block that says so', async () => {
    const table = (code: string) => [
      '<!-- ts cells',
      'declare const text: string;',
      '-->',
      '',
      '| need | write |',
      '|---|---|',
      '| `no code` | nothing |',
      `| length | \`const n: number = text.length\` or [\`${code}\`](#) |`,
    ];
    expect(await checkPages({ 'README.md': table('text.length \\| 0') })).toEqual({
      passed: true,
      output: '1 pages: 1 code blocks compile, 1 links lead somewhere\n',
    });
    const { output } = await checkPages({ 'README.md': table('text.size') });
    expect(output).toContain("README.md:8  TS2339: Property 'size' does not exist on type 'string'.\n");
    expect(output).toContain('Problems in the docs: 1.');
  });

  it('report words after the language that mean nothing', async () => {
    const { output } = await checkPages({
      'README.md': ['```ts continu', 'let a = 1;', '```', '```ts a.ts', '```', '```ts a.ts', '```'],
    });
    expect(output).toContain("README.md:1  'continu' after the language means nothing");
    expect(output).toContain("README.md:6  there is already a block 'a.ts' here.");
  });

  it('are found in docstrings, with fences or without, up to the next tag', async () => {
    const { output } = await checkPages({
      'lib/a.ts': [
        '/**',
        ' * Adds.',
        ' * @example',
        ' * const two: string = 2;',
        ' * @returns not: code',
        ' */',
        'export const add = 1;',
        '',
        'export class Sum {',
        '  /**',
        '   * @example With words.',
        '   * ```ts',
        '   * const at = { a: 1 };',
        '   * at.b;',
        '   * ```',
        '   * More words.',
        '   */',
        '  value = 1;',
        '}',
      ],
    });
    expect(output).toContain("lib/a.ts:4  TS2322: Type 'number' is not assignable to type 'string'.\n");
    expect(output).toContain("lib/a.ts:14  TS2339: Property 'b' does not exist on type '{ a: number; }'.\n");
    expect(output).toContain('Problems in the docs: 2.');
  });
});

describe('links', () => {
  it('pass when the file and the heading are there', async () => {
    const { passed, output } = await checkPages({
      'README.md': [
        '[a](docs/a.md#usefetch-and-friends-2) <a href="docs">all</a> ![logo](https://example.com/x.png)',
        '[top](#top)',
        '# Top',
      ],
      'docs/a.md': [
        '# `useFetch` and friends (2)',
        '[back](../README.md) [here](#same-1) [ref]',
        '## Same',
        '## Same',
        '`[not](a-link.md)`',
        '```md',
        '[nor](this.md)',
        '```',
        '[ref]: /docs/a.md#mark',
        '<a id="mark"></a>',
      ],
    });
    expect(output).toBe('2 pages: 0 code blocks compile, 6 links lead somewhere\n');
    expect(passed).toBe(true);
  });

  it('report a file or a heading that is not there', async () => {
    const { passed, output } = await checkPages({
      'README.md': ['# A', '[b](docs/gone.md)'],
      'docs/a.md': ['see', '[b](../README.md#b), [c](#c), [d](../../d.md)'],
    });
    expect(passed).toBe(false);
    expect(output).toContain("README.md:2  link to 'docs/gone.md': there is no docs/gone.md.");
    expect(output).toContain("docs/a.md:2  link to '../README.md#b': README.md has no heading '#b'.");
    expect(output).toContain("docs/a.md:2  link to '#c': docs/a.md has no heading '#c'.");
    expect(output).toContain("docs/a.md:2  link to '../../d.md': leaves the project.");
  });
});
