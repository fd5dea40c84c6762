import { RuleTester } from '@typescript-eslint/rule-tester';
import { afterAll, describe, it } from 'vitest';
import plugin from '../src/index.js';

RuleTester.afterAll = afterAll;
RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });
const library = `import { useSuspense } from 'rdc-toolkit/react';\n`;

// Code can look like this while it is being typed.
tester.run(
  'no-asserted-arguments: variables that are declared by themselves',
  plugin.rules['no-asserted-arguments'],
  {
    valid: [
      `${library}function View() { const params = params.id; return useSuspense(TodoResource.get, { id: params as string }); }`,
      `${library}function View() { const { id } = id; return useSuspense(TodoResource.get, { id: id as string }); }`,
      `${library}function View() { const a = b.x; const b = a.y; return useSuspense(TodoResource.get, { id: a as string }); }`,
    ],
    invalid: [],
  },
);
