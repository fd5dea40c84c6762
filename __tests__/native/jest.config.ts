/** @jest-config-loader esbuild-register */
import { createRequire } from 'node:module';
import type { Config } from 'jest';

const require = createRequire(__filename);
const preset = require('react-native/jest-preset.js') as Config;

// JavaScript is compiled as below.
const { '^.+\\.(js|ts|tsx)$': _scripts, ...assets } = preset.transform ?? {};

/** The packages that are not CommonJS where React Native looks for them; the guide has the same list. */
const toCompile = [
  '(jest-)?react-native',
  '@react-native(-community)?',
  'react-redux',
  '@reduxjs/toolkit',
  'immer',
].join('|');

const config: Config = {
  ...preset,
  displayName: 'native',
  runner: require.resolve('../../scripts/jest-runner.cjs'),
  runtime: require.resolve('../../scripts/jest-runtime.cjs'),
  testMatch: ['<rootDir>/*.test.tsx'],
  setupFiles: [...(preset.setupFiles ?? []), '<rootDir>/setup.ts'],
  moduleNameMapper: {
    '^rdc-toolkit$': '<rootDir>/../../lib/index.ts',
    '^rdc-toolkit/(.+)$': '<rootDir>/../../lib/$1/index.ts',
    // Otherwise the sources and react-redux would resolve the React of the project.
    '^react$': '<rootDir>/node_modules/react',
    '^react/(.+)$': '<rootDir>/node_modules/react/$1',
  },
  transform: {
    // As in the project: only transpiled, since the types are already checked.
    '^.+\\.tsx?$': '<rootDir>/../../scripts/compile-for-jest.cjs',
    '^.+\\.m?js$': [
      require.resolve('babel-jest'),
      { presets: [require.resolve('@react-native/babel-preset')] },
    ],
    ...assets,
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${toCompile})/)`],
};
export default config;
