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

const react = {
  ...common,
  testEnvironment: 'jest-fixed-jsdom',
  testMatch: ['<rootDir>/__tests__/react/**/*.test.ts?(x)'],
} satisfies Config;

const react18 = '<rootDir>/__tests__/react18/node_modules';

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
    { ...react, displayName: 'react', globals: { REACT_MAJOR: 19 } },
    {
      ...react,
      displayName: 'react18',
      globals: { REACT_MAJOR: 18 },
      // Rendering on a server says by itself that it needs no jsdom.
      testMatch: [...react.testMatch, '<rootDir>/__tests__/integration/serverRendering.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.react19\\.test\\.tsx?$'],
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '^(react|react-dom)$': `${react18}/$1`,
        '^(react|react-dom)/(.+)$': `${react18}/$1/$2`,
      },
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
