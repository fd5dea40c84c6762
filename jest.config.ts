/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

/** ESM-only packages that tests import: jest's module system is CommonJS, so they are compiled first. */
const esmOnly = ['@redux-devtools/.+', 'lodash-es'].join('|');

const common = {
  rootDir: '.',
  moduleNameMapper: {
    '^rdc-toolkit$': '<rootDir>/lib/index.ts',
    '^rdc-toolkit/(.+)$': '<rootDir>/lib/$1/index.ts',
  },
  transform: {
    // isolatedModules: ts-jest only transpiles. `npm run typecheck`, which runs before, checks the types.
    '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.jest.json' }],
    [`node_modules/(?:${esmOnly})/.+\\.m?js$`]: '<rootDir>/scripts/esm-transform.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly})/)`],
} satisfies Config;

const config: Config = {
  reporters: ['default', '<rootDir>/scripts/plain-summary-reporter.cjs'],
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/__tests__/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/__tests__/(react|browser)/'],
    },
    {
      ...common,
      displayName: 'react',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/__tests__/react/**/*.test.ts?(x)'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/__tests__/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/__tests__/browser/globalSetup.mjs',
    },
  ],
};
export default config;
