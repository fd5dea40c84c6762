/** @jest-config-loader esbuild-register */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/** ESM-only packages that tests import: jest's module system is CommonJS, so they are compiled first. */
const esmOnly = ['@redux-devtools/.+', 'lodash-es'].join('|');

/** A packed and unpacked package to test in place of the sources: `npm run test:package`. */
const packed = process.env.RDC_PACKAGE;

/** What the library's names lead to. */
const library: Record<string, string> =
  packed === undefined
    ? {
        '^rdc-toolkit$': '<rootDir>/lib/index.ts',
        '^rdc-toolkit/(.+)$': '<rootDir>/lib/$1/index.ts',
      }
    : {
        '^rdc-toolkit$': `${packed}/dist/index.cjs`,
        '^rdc-toolkit/(.+)$': `${packed}/dist/$1.cjs`,
        '^(?:\\.\\./)+lib/(.+)/index$': `${packed}/dist/$1.cjs`,
        '^(?:\\.\\./)+lib/(.+)$': `${packed}/dist/$1.cjs`,
      };

/** Another folder with the peers: `npm run test:lowest-peers`. */
const peers = process.env.RDC_PEERS;

const common = {
  rootDir: '.',
  // Otherwise jest lists all files of the folder, node_modules too, once a project.
  roots: ['<rootDir>/__tests__', '<rootDir>/lib'],
  runner: '<rootDir>/scripts/jest-runner.cjs',
  runtime: '<rootDir>/scripts/jest-runtime.cjs',
  moduleNameMapper: library,
  ...(peers !== undefined && { resolver: '<rootDir>/scripts/peers-resolver.cjs' }),
  transform: {
    '^.+\\.tsx?$': '<rootDir>/scripts/compile-for-jest.cjs',
    [`node_modules/(?:${esmOnly})/.+\\.m?js$`]: '<rootDir>/scripts/compile-for-jest.cjs',
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly})/)`],
} satisfies Config;

const react = {
  ...common,
  testEnvironment: 'jest-fixed-jsdom',
  setupFilesAfterEnv: ['<rootDir>/__tests__/react/patience.ts'],
  testMatch: ['<rootDir>/__tests__/react/**/*.test.ts?(x)'],
} satisfies Config;

/** A package of its own, which `npm test` installs before: only a single file that is run without it may do without. */
const native = ['__tests__/native'].filter(folder =>
  existsSync(`${__dirname}/${folder}/node_modules/.package-lock.json`),
);

const modules18 = '<rootDir>/__tests__/react18/node_modules';
const react18 = {
  globals: { REACT_MAJOR: 18 },
  moduleNameMapper: {
    ...common.moduleNameMapper,
    ...(peers === undefined && {
      '^(react|react-dom)$': `${modules18}/$1`,
      '^(react|react-dom)/(.+)$': `${modules18}/$1/$2`,
    }),
  },
} satisfies Config;

const config: Config = {
  // What waits for a browser does so for most of its time: more than there are cores.
  maxWorkers: availableParallelism() + 4,
  // What never ends is given up some time; no test fails because a machine is busy.
  testTimeout: 120_000 * Number(process.env.THOROUGH ?? 1),
  testSequencer: '<rootDir>/scripts/slow-tests-first.cjs',
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
      ...react18,
      displayName: 'react18',
      testPathIgnorePatterns: ['/node_modules/', '\\.react19\\.test\\.tsx?$'],
    },
    {
      ...common,
      ...react18,
      displayName: 'react18-server',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/__tests__/integration/serverRendering.test.ts',
        '<rootDir>/__tests__/serverRendering/**/*.test.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/', '\\.react19\\.test\\.ts$'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/__tests__/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/__tests__/browser/globalSetup.mjs',
    },
    ...native.map(folder => `<rootDir>/${folder}`),
  ],
};
export default config;
