import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const linter = new Linter();
const config = [
  {
    ...plugin.configs.recommended,
    files: ['**/*.{ts,tsx,js,jsx,mjs}'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
] as unknown as Linter.Config[];

/** The reports of the recommended rules for the TypeScript files in a folder, as `file:line rule`. */
function lint(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file =>
      /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.next)\//.test(file) && !file.endsWith('.d.ts'),
  );
  const reports = files.flatMap(file =>
    linter
      .verify(readFileSync(join(folder, file), 'utf8'), config, { filename: file })
      .filter(({ ruleId, fatal }) => fatal || ruleId?.startsWith('rdc-toolkit/'))
      .map(({ line, ruleId, message }) => `${file}:${line} ${ruleId ?? message}`),
  );
  return { files: files.length, reports };
}

describe('the recommended config', () => {
  it('reports nothing in the examples', () => {
    const { files, reports } = lint(join(root, 'examples'));
    expect(files).toBeGreaterThan(50);
    expect(reports).toEqual([]);
  });

  it('reports nothing in the code of the docs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rdc-docs-'));
    try {
      const written = spawnSync(process.execPath, [join(root, 'scripts/check-docs.mjs'), '--write', folder]);
      expect(written.status).toBe(0);
      const { files, reports } = lint(folder);
      expect(files).toBeGreaterThan(100);
      expect(reports).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('enables every rule that has a page', () => {
    const pages = readdirSync(join(root, 'packages/eslint-plugin/docs')).map(page => page.replace('.md', ''));
    expect(pages.sort()).toEqual(Object.keys(plugin.rules).sort());
    expect(Object.keys(plugin.configs.recommended.rules ?? {}).sort()).toEqual(
      pages.map(page => `rdc-toolkit/${page}`),
    );
    for (const page of pages)
      expect(existsSync(join(root, `packages/eslint-plugin/src/rules/${camelCase(page)}.ts`))).toBe(true);
  });

  it('reports the bad code of each page but not the good code', () => {
    for (const rule of Object.keys(plugin.rules)) {
      const page = readFileSync(join(root, `packages/eslint-plugin/docs/${rule}.md`), 'utf8');
      const [bad, good] = [...page.matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = '']) =>
        linter.verify(code, config, { filename: 'page.tsx' }).map(({ ruleId, message }) => ruleId ?? message),
      );
      expect(new Set(bad)).toEqual(new Set([`rdc-toolkit/${rule}`]));
      expect(good).toEqual([]);
    }
  });
});

function camelCase(rule: string): string {
  return rule.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
